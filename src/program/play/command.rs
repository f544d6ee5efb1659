//! Parses a line of the human. Commands and moves can be abbreviated to any unique prefix.

use khepri_rules::internal::notation::excerpt;
use khepri_rules::{Colour, IllegalMove, Move, Position, Square, Turn};
use std::path::PathBuf;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Do nothing, for an empty line.
    Nothing,
    /// Play a legal move.
    Play(Move),
    /// List the legal moves, or only those of the piece on a square.
    Moves(Option<Square>),
    /// Draw the current beam of a laser.
    Laser(Colour),
    /// Draw the shot of a legal move.
    Shot(Move),
    /// Draw the board.
    Show,
    /// Take back the last move of the human.
    Undo,
    /// Show the engine's best move.
    Hint,
    /// Print the static evaluation.
    Eval,
    /// Save the game to a file, or to the last file if none is given.
    Save(Option<PathBuf>),
    /// Claim a draw.
    Draw,
    /// Resign.
    Resign,
    /// Start a new game from the same position.
    New,
    /// List the commands.
    Help,
    /// End the program.
    Quit,
}

/// The name, the arguments and the help text of each command except `help`. Moves have no name.
pub const HELP: [(&str, &str, &str); 14] = [
    ("", "h2g2", "move a piece, swap or stack; a unique beginning is enough"),
    ("", "h2+, h2-", "rotate a piece clockwise, anticlockwise"),
    ("", "e1d2t", "move the top of a stack alone"),
    ("moves", "[h2]", "list the legal moves, or those of one piece"),
    ("beam", "[red | h2g2]", "draw a beam as it stands, or the shot of a move"),
    ("show", "", "draw the board with your beam"),
    ("hint", "", "ask for a good move"),
    ("eval", "", "print the evaluation of the position, piece by piece"),
    ("undo", "", "take back your last move and the reply"),
    ("save", "FILE", "save the game as KGN; at the end it is saved there again"),
    ("draw", "", "claim a draw, when a position stands for the third time"),
    ("resign", "", "give up"),
    ("new", "", "start again from the same position"),
    ("quit", "", "end the program, as the end of the input does"),
];

/// Other words for commands, with the commands' names.
const ALIASES: [(&str, &str); 4] = [("board", "show"), ("exit", "quit"), ("takeback", "undo"), ("?", "help")];

/// Returns the names of all commands.
fn names() -> impl Iterator<Item = &'static str> {
    HELP.iter().map(|(name, ..)| *name).filter(|name| !name.is_empty()).chain(["help"])
}

/// Returns the words that Tab completes: the names of all commands and the legal moves, sorted.
pub fn words(position: &Position) -> Vec<String> {
    let moves = position.legal_moves().into_iter().map(|mv| mv.to_string());
    let mut words: Vec<String> = names().map(str::to_owned).chain(moves).collect();
    words.sort();
    words
}

/// Parses a line for the player to move.
///
/// # Errors
/// The line is not valid. The message is one line that says what was expected.
pub fn read(line: &str, position: &Position) -> Result<Command, String> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    if word.is_empty() {
        return Ok(Command::Nothing);
    }
    if is_square(word.get(..2).unwrap_or_default()) {
        return read_move(word, position).and_then(|mv| without_argument(Command::Play(mv), rest));
    }
    let argument = (!rest.is_empty()).then_some(rest);
    match command_name(&word.to_lowercase()).ok_or_else(|| unknown(word))?? {
        "moves" => argument.map(square).transpose().map(Command::Moves),
        "beam" => beam(argument, position),
        "save" => argument.map(file).transpose().map(Command::Save),
        "show" => without_argument(Command::Show, rest),
        "undo" => without_argument(Command::Undo, rest),
        "hint" => without_argument(Command::Hint, rest),
        "eval" => without_argument(Command::Eval, rest),
        "draw" => without_argument(Command::Draw, rest),
        "resign" => without_argument(Command::Resign, rest),
        "new" => without_argument(Command::New, rest),
        "quit" => without_argument(Command::Quit, rest),
        _ => without_argument(Command::Help, rest),
    }
}

fn is_square(text: &str) -> bool {
    text.to_ascii_lowercase().parse::<Square>().is_ok()
}

fn unknown(word: &str) -> String {
    format!("{}: expected a move like h2g2 or h2+, or a command; `help` lists them", excerpt(word))
}

/// Returns the name of the command that the word abbreviates, or `None` if there is none. Several commands are an error.
fn command_name(word: &str) -> Option<Result<&'static str, String>> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word).map(|(_, name)| *name);
    if let Some(name) = alias.or_else(|| names().find(|name| *name == word)) {
        return Some(Ok(name));
    }
    let matching: Vec<&'static str> = names().filter(|name| name.starts_with(word)).collect();
    match matching[..] {
        [] => None,
        [name] => Some(Ok(name)),
        _ => Some(Err(format!("{}: expected one of {}", excerpt(word), matching.join(", ")))),
    }
}

/// Returns the command, or an error if there is an argument.
fn without_argument(command: Command, rest: &str) -> Result<Command, String> {
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("expected nothing after the command, found {}", excerpt(rest)))
    }
}

/// Reads the name of a file, which may be in quotation marks.
fn file(text: &str) -> Result<PathBuf, String> {
    let inner = |mark| text.strip_prefix(mark)?.strip_suffix(mark);
    let name = inner('"').or_else(|| inner('\'')).unwrap_or(text);
    if name.trim_matches(['"', '\'', ' ']).is_empty() {
        return Err(format!("expected the name of a file, as in `save game.kgn`, found {}", excerpt(text)));
    }
    Ok(PathBuf::from(name))
}

fn square(text: &str) -> Result<Square, String> {
    text.to_lowercase().parse().map_err(|error| format!("{}: {error}", excerpt(text)))
}

fn beam(argument: Option<&str>, position: &Position) -> Result<Command, String> {
    let Some(text) = argument else { return Ok(Command::Laser(position.side_to_move())) };
    match Colour::ALL.into_iter().find(|colour| colour.name() == text.to_lowercase()) {
        Some(colour) => Ok(Command::Laser(colour)),
        None => read_move(text, position).map(Command::Shot),
    }
}

/// The largest number of moves that a message lists.
const LISTED: usize = 8;

/// Reads a legal move, or a prefix of exactly one legal move.
fn read_move(text: &str, position: &Position) -> Result<Move, String> {
    let word = text.to_lowercase();
    let error = match position.read_move(&word) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let mut matching: Vec<(String, Move)> = position.legal_moves().into_iter().map(|mv| (mv.to_string(), mv)).collect();
    matching.retain(|(name, _)| name.starts_with(&word));
    matching.sort();
    match (&matching[..], word.parse::<Square>()) {
        ([(_, mv)], _) => Ok(*mv),
        ([], Ok(from)) => Err(without_move(position, from)),
        ([], Err(_)) => Err(format!("{}: {error}", excerpt(text))),
        (many, _) => {
            let listed: Vec<&str> = many.iter().take(LISTED).map(|(name, _)| name.as_str()).collect();
            let more = if many.len() > LISTED { ", …" } else { "" };
            Err(format!("{}: expected one of {}{more}", excerpt(text), listed.join(", ")))
        }
    }
}

/// Returns the reason why no move from a square is legal.
pub fn without_move(position: &Position, from: Square) -> String {
    match position.legality(Move::rotate(from, Turn::Clockwise)) {
        Err(why @ (IllegalMove::Empty(_) | IllegalMove::NotOwn(_) | IllegalMove::GameOver)) => why.to_string(),
        _ => format!("the piece on {from} has no legal move"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn read_classic(line: &str) -> Result<Command, String> {
        read(line, &setups::named(RuleSet::Khet2, "classic").expect("a set-up").position)
    }

    fn play(text: &str) -> Command {
        Command::Play(text.parse::<Move>().expect("a move"))
    }

    #[test]
    fn moves_and_commands_are_read_in_any_case_and_abbreviated() {
        for (line, command) in [
            ("", Command::Nothing),
            (" \t", Command::Nothing),
            ("h2g2", play("h2g2")),
            ("  H2+ \r", play("h2+")),
            // A Scarab has two orientations.
            ("f4-", play("f4+")),
            ("h2g", Command::Nothing),
            ("moves", Command::Moves(None)),
            ("mo h2", Command::Moves(Some(Square::H2))),
            ("u", Command::Undo),
            ("UNDO", Command::Undo),
            ("e", Command::Eval),
            ("exit", Command::Quit),
            ("?", Command::Help),
            ("b", Command::Laser(Colour::Silver)),
            ("beam red", Command::Laser(Colour::Red)),
            ("save", Command::Save(None)),
            ("save a b.kgn", Command::Save(Some(PathBuf::from("a b.kgn")))),
            ("save \"a b.kgn\"", Command::Save(Some(PathBuf::from("a b.kgn")))),
            ("save 'a.kgn'", Command::Save(Some(PathBuf::from("a.kgn")))),
            ("d", Command::Draw),
        ] {
            match command {
                Command::Nothing if !line.trim().is_empty() => assert!(read_classic(line).is_err(), "{line}"),
                _ => assert_eq!(read_classic(line), Ok(command), "{line}"),
            }
        }
        assert_eq!(read_classic("j1"), Ok(play("j1-")), "the Sphinx has one move");
        assert_eq!(read_classic("beam j1"), Ok(Command::Shot("j1-".parse::<Move>().expect("a move"))));
    }

    #[test]
    fn the_error_of_an_invalid_line_says_what_was_expected() {
        for (line, part) in [
            ("h", "`h`: expected one of hint, help"),
            ("s", "expected one of show, save"),
            ("x", "`help` lists them"),
            ("h2", "`h2`: expected one of h2+, h2-, h2g1"),
            ("h2h4", "`h2h4`: h4 is not next to h2"),
            ("e4e5", "`e4e5`: e5 is occupied"),
            ("d5", "d5 is empty"),
            ("h2k", "column 3"),
            ("g8", "the piece on g8 is the opponent's"),
            ("h2g2 now", "expected nothing after the command, found `now`"),
            ("undo 2", "expected nothing"),
            ("save \"\"", "expected the name of a file, as in `save game.kgn`, found `\"\"`"),
            ("save '' ", "expected the name of a file, as in `save game.kgn`, found `''`"),
            ("save \" \"", "expected the name of a file"),
            ("save \"", "expected the name of a file"),
            ("moves k9", "`k9`: a square is a file a to j and a rank 1 to 8"),
            ("beam sideways", "column"),
            ("\u{1b}[31m", "expected a move"),
            ("é2", "expected a move"),
        ] {
            let error = read_classic(line).expect_err(line);
            assert!(error.contains(part) && !error.contains('\n') && error.chars().count() <= 100, "{line}: {error}");
        }
    }
}
