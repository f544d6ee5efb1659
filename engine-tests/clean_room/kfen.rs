//! Positions as text: KFEN.

use super::board::{Board, RuleSet};
use super::pieces::{Colour, Diagonal, Kind, Piece, Quarter};
use super::position::Position;
use super::squares::{Direction, Square};

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
    let rule_set = match position.rule_set {
        RuleSet::Khet2 => "khet2",
        RuleSet::Khet1 => "khet1",
        RuleSet::Deflexion => "deflexion",
    };
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
///
/// notation.md, Positions: "`khet2`, `khet1` or `deflexion`".
fn read_rule_set(field: &str) -> Result<RuleSet, String> {
    match field {
        "khet2" => Ok(RuleSet::Khet2),
        "khet1" => Ok(RuleSet::Khet1),
        "deflexion" => Ok(RuleSet::Deflexion),
        _ => Err(format!("expected one of khet2, khet1, deflexion, found `{field}`")),
    }
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
/// is a run of empty squares. […] An empty rank is written as nothing […] The digit 0 does not occur." One position,
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
/// notation.md, The board: the table of letters.
fn read_kind(letter: char, following: &mut std::str::Chars) -> Result<Kind, String> {
    Ok(match letter {
        'k' => Kind::Pharaoh,
        'o' => Kind::Obelisk,
        't' => Kind::Stack,
        'p' => Kind::Pyramid(match read_orientation(following)? {
            1 => Quarter::NorthEast,
            2 => Quarter::SouthEast,
            3 => Quarter::SouthWest,
            _ => Quarter::NorthWest,
        }),
        's' => Kind::Scarab(read_diagonal(following)?),
        'e' => Kind::Eye(read_diagonal(following)?),
        'a' => Kind::Anubis(read_direction(following)?),
        'x' => Kind::Sphinx(read_direction(following)?),
        _ => {
            return Err(format!("expected a piece or a number of empty squares, found `{letter}`"));
        }
    })
}

/// Reads the digit after a piece, 1 to 4.
fn read_orientation(following: &mut std::str::Chars) -> Result<u8, String> {
    match following.next() {
        Some(digit @ '1'..='4') => Ok(digit as u8 - b'0'),
        other => Err(format!("expected an orientation 1 to 4, found {other:?}")),
    }
}

/// Reads the digit of a Scarab or Eye.
///
/// notation.md, The board: "mirrors face 1 north-east and south-west, 2 south-east and north-west". One position, one
/// text: "`s3`, `s4`, `e3`, `e4`" are read as "`s1`, `s2`, `e1`, `e2`".
fn read_diagonal(following: &mut std::str::Chars) -> Result<Diagonal, String> {
    Ok(match read_orientation(following)? {
        1 | 3 => Diagonal::NorthEastSouthWest,
        _ => Diagonal::SouthEastNorthWest,
    })
}

/// Reads the digit of an Anubis or Sphinx.
///
/// notation.md, The board: "faces 1 north, 2 east, 3 south, 4 west".
fn read_direction(following: &mut std::str::Chars) -> Result<Direction, String> {
    Ok(match read_orientation(following)? {
        1 => Direction::North,
        2 => Direction::East,
        3 => Direction::South,
        _ => Direction::West,
    })
}

/// Writes the board.
///
/// notation.md, One position, one text: "runs as long as possible, Scarabs and Eyes with 1 or 2". The board: "An empty
/// rank is written as nothing".
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
            let (letter, digit) = letter_and_digit(piece.kind);
            text.push(match piece.colour {
                Colour::Silver => letter.to_ascii_uppercase(),
                Colour::Red => letter,
            });
            text += digit;
        }
        if (1..10).contains(&empty) {
            text += &empty.to_string();
        }
    }
    text
}

/// Returns the small letter of a piece and the digit after it.
fn letter_and_digit(kind: Kind) -> (char, &'static str) {
    match kind {
        Kind::Pharaoh => ('k', ""),
        Kind::Obelisk => ('o', ""),
        Kind::Stack => ('t', ""),
        Kind::Pyramid(Quarter::NorthEast) => ('p', "1"),
        Kind::Pyramid(Quarter::SouthEast) => ('p', "2"),
        Kind::Pyramid(Quarter::SouthWest) => ('p', "3"),
        Kind::Pyramid(Quarter::NorthWest) => ('p', "4"),
        Kind::Scarab(diagonal) => ('s', diagonal_digit(diagonal)),
        Kind::Eye(diagonal) => ('e', diagonal_digit(diagonal)),
        Kind::Anubis(front) => ('a', direction_digit(front)),
        Kind::Sphinx(front) => ('x', direction_digit(front)),
    }
}

/// Returns the digit of a Scarab or Eye.
fn diagonal_digit(diagonal: Diagonal) -> &'static str {
    match diagonal {
        Diagonal::NorthEastSouthWest => "1",
        Diagonal::SouthEastNorthWest => "2",
    }
}

/// Returns the digit of an Anubis or Sphinx.
fn direction_digit(front: Direction) -> &'static str {
    match front {
        Direction::North => "1",
        Direction::East => "2",
        Direction::South => "3",
        Direction::West => "4",
    }
}
