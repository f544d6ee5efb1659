//! Positions as text: KFEN.

use super::board::{Board, RuleSet};
use super::pieces::{Colour, Diagonal, Kind, Piece, Quarter};
use super::position::Position;
use super::squares::{Direction, Square};

/// The kinds as they are written, in small letters.
///
/// notation.md, The board: the table of letters. A Pyramid's "mirror faces 1 north-east, 2 south-east, 3 south-west, 4
/// north-west", the "mirrors face 1 north-east and south-west, 2 south-east and north-west" of a Scarab or Eye, and an Anubis or
/// Sphinx "faces 1 north, 2 east, 3 south, 4 west".
const KINDS: [(&str, Kind); 19] = [
    ("k", Kind::Pharaoh),
    ("o", Kind::Obelisk),
    ("t", Kind::Stack),
    ("p1", Kind::Pyramid(Quarter::NorthEast)),
    ("p2", Kind::Pyramid(Quarter::SouthEast)),
    ("p3", Kind::Pyramid(Quarter::SouthWest)),
    ("p4", Kind::Pyramid(Quarter::NorthWest)),
    ("s1", Kind::Scarab(Diagonal::NorthEastSouthWest)),
    ("s2", Kind::Scarab(Diagonal::SouthEastNorthWest)),
    ("e1", Kind::Eye(Diagonal::NorthEastSouthWest)),
    ("e2", Kind::Eye(Diagonal::SouthEastNorthWest)),
    ("a1", Kind::Anubis(Direction::North)),
    ("a2", Kind::Anubis(Direction::East)),
    ("a3", Kind::Anubis(Direction::South)),
    ("a4", Kind::Anubis(Direction::West)),
    ("x1", Kind::Sphinx(Direction::North)),
    ("x2", Kind::Sphinx(Direction::East)),
    ("x3", Kind::Sphinx(Direction::South)),
    ("x4", Kind::Sphinx(Direction::West)),
];

/// The rule sets as they are written.
///
/// notation.md, Positions: "`khet2`, `khet1` or `deflexion`".
const RULE_SETS: [(&str, RuleSet); 3] =
    [("khet2", RuleSet::Khet2), ("khet1", RuleSet::Khet1), ("deflexion", RuleSet::Deflexion)];

/// Reads a line without checking whether a game can go on from it.
///
/// notation.md, Positions: "A line has two, three or five fields. The defaults for missing ones are `khet2`, `0` and
/// `1`. Blanks and tabs around and between the fields do not matter."
pub fn read(text: &str) -> Result<Position, String> {
    let fields: Vec<&str> = text.split([' ', '\t']).filter(|field| !field.is_empty()).collect();
    let (board, side, rule_set, plies, number) = match fields[..] {
        [board, side] => (board, side, "khet2", "0", "1"),
        [board, side, rule_set] => (board, side, rule_set, "0", "1"),
        [board, side, rule_set, plies, number] => (board, side, rule_set, plies, number),
        _ => return Err(format!("expected 2, 3 or 5 fields, found {}", fields.len())),
    };
    Ok(Position {
        board: read_board(board)?,
        side: read_side(side)?,
        rule_set: read_rule_set(rule_set)?,
        plies_since_capture: read_number(plies, 0)?,
        move_number: read_number(number, 1)?,
    })
}

/// Writes a position.
///
/// notation.md, One position, one text: "all five fields, one blank between them".
pub fn write(position: &Position) -> String {
    let side = match position.side {
        Colour::Silver => "s",
        Colour::Red => "r",
    };
    let rule_set =
        RULE_SETS.iter().find(|(_, rule_set)| *rule_set == position.rule_set).expect("all three have a name").0;
    let board = write_board(&position.board);
    format!("{board} {side} {rule_set} {} {}", position.plies_since_capture, position.move_number)
}

/// Reads the side to move.
///
/// notation.md, Positions: "`s` for Silver, `r` for Red"; One position, one text: "side `0`, `1`" is read too.
fn read_side(field: &str) -> Result<Colour, String> {
    match field {
        "s" | "0" => Ok(Colour::Silver),
        "r" | "1" => Ok(Colour::Red),
        _ => Err(format!("expected side `s` or `r` (or `0`, `1`), found `{field}`")),
    }
}

/// Reads the rule set.
fn read_rule_set(field: &str) -> Result<RuleSet, String> {
    let found = RULE_SETS.iter().find(|(name, _)| *name == field).map(|&(_, rule_set)| rule_set);
    found.ok_or_else(|| format!("expected one of khet2, khet1, deflexion, found `{field}`"))
}

/// Reads one of the two numbers.
///
/// notation.md, Positions: "The numbers go up to 4294967295 […] They have no sign and no leading zeros" The move number
/// "starts at 1".
fn read_number(field: &str, min: u32) -> Result<u32, String> {
    let digits_only = field.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = field.len() > 1 && field.starts_with('0');
    match field.parse::<u32>() {
        Ok(number) if digits_only && !leading_zero && number >= min => Ok(number),
        _ => Err(format!("expected a number from {min} to {}, found `{field}`", u32::MAX)),
    }
}

/// Reads the board.
///
/// notation.md, Positions: "the ranks from 8 down to 1 with slashes between them, each from file `a` to `j`".
fn read_board(field: &str) -> Result<Board, String> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(format!("expected 8 ranks, found {}", ranks.len()));
    }
    let mut board = Board::empty();
    for (text, rank) in ranks.into_iter().zip((0..8).rev()) {
        read_rank(text, rank, &mut board)?;
    }
    Ok(board)
}

/// Reads one rank.
///
/// notation.md, The board: "Exactly one digit after a `p`, `s`, `e`, `a` or `x` belongs to the piece. Every other digit
/// is a run of empty squares. […] Nothing is written for an empty rank […] The digit 0 does not occur." One position,
/// one text: "`12`, `55`, `1111` for empty squares" are read as "their sum".
fn read_rank(text: &str, rank: i8, board: &mut Board) -> Result<(), String> {
    if text.is_empty() {
        return Ok(());
    }
    let mut file: i8 = 0;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if let digit @ '1'..='9' = character {
            file = file.saturating_add(digit as i8 - b'0' as i8);
            continue;
        }
        let colour = if character.is_ascii_uppercase() { Colour::Silver } else { Colour::Red };
        let kind = read_kind(character.to_ascii_lowercase(), &mut characters)?;
        let square = Square::at(file, rank).ok_or_else(|| format!("more than 10 squares on rank {}", rank + 1))?;
        board.put(square, Some(Piece { colour, kind }));
        file += 1;
    }
    match file {
        10 => Ok(()),
        _ => Err(format!("expected 10 squares on rank {}, found {file}", rank + 1)),
    }
}

/// Reads the kind of a piece, with its digit if it has one.
///
/// notation.md, One position, one text: "`s3`, `s4`, `e3`, `e4`" are read as "`s1`, `s2`, `e1`, `e2`".
fn read_kind(letter: char, following: &mut std::str::Chars) -> Result<Kind, String> {
    let mut text = letter.to_string();
    if "pseax".contains(letter) {
        text.push(match (letter, following.next()) {
            ('s' | 'e', Some('3')) => '1',
            ('s' | 'e', Some('4')) => '2',
            (_, Some(digit)) => digit,
            (_, None) => return Err(format!("expected an orientation after `{letter}`")),
        });
    }
    let found = KINDS.iter().find(|(written, _)| *written == text).map(|&(_, kind)| kind);
    found.ok_or_else(|| format!("expected a piece or a number of empty squares, found `{text}`"))
}

/// Writes the board.
///
/// notation.md, One position, one text: "runs as long as possible, Scarabs and Eyes with 1 or 2". The board: "Nothing is
/// written for an empty rank".
fn write_board(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        if rank < 7 {
            text.push('/');
        }
        let mut empty = 0;
        for square in (0..10).filter_map(|file| Square::at(file, rank)) {
            let Some(piece) = board.at(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let written = KINDS.iter().find(|(_, kind)| *kind == piece.kind).expect("every kind has a letter").0;
            text += &match piece.colour {
                Colour::Silver => written.to_uppercase(),
                Colour::Red => written.to_owned(),
            };
        }
        if (1..10).contains(&empty) {
            text += &empty.to_string();
        }
    }
    text
}
