//! A puzzle as a line of a file: `KFEN ; best MOVE ; line M1 M2 … ; rating N ; kind win|material|save ; themes a,b ; mate N`.
//!
//! The line begins with the best move. `themes -` means none. `mate` is there only if the win is proven. Blank lines and lines
//! that begin with `#` are skipped.

use super::themes::Theme;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::notation::lines::{Lines, Unreadable};
use khepri_rules::kfen::Rejection;
use khepri_rules::{Move, Position};
use std::fmt;
use std::io::BufRead;
use std::str::FromStr;
use thiserror::Error;

/// The word for no theme.
const NO_THEMES: &str = "-";

/// What the solution achieves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// A forced hit on the opponent's Pharaoh.
    Win,
    /// A much better position than any other move.
    Material,
    /// A position that is not lost, while every other move loses.
    Save,
}

impl Goal {
    /// All goals with their names.
    pub const ALL: [(Goal, &str); 3] = [(Goal::Win, "win"), (Goal::Material, "material"), (Goal::Save, "save")];
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Goal::ALL.iter().find(|(goal, _)| goal == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// A position in which one first move is the solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The solution with the replies of the opponent: legal moves, at least one.
    pub line: Vec<Move>,
    /// The rating on the scale of the levels.
    pub rating: u32,
    /// What the solution achieves.
    pub goal: Goal,
    /// The themes, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
    /// The number of moves to the hit on the Pharaoh, if it is proven.
    pub mate: Option<u32>,
}

impl Puzzle {
    /// Returns the solution, which is the first move of the line.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

impl fmt::Display for Puzzle {
    /// Writes the line of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { position, line, rating, goal, themes, mate } = self;
        let moves: Vec<String> = line.iter().map(Move::to_string).collect();
        let (best, moves) = (moves.first().cloned().unwrap_or_default(), moves.join(" "));
        let themes = match themes.is_empty() {
            true => NO_THEMES.to_owned(),
            false => themes.iter().map(Theme::to_string).collect::<Vec<_>>().join(","),
        };
        write!(f, "{position} ; best {best} ; line {moves} ; rating {rating} ; kind {goal} ; themes {themes}")?;
        mate.map_or(Ok(()), |mate| write!(f, " ; mate {mate}"))
    }
}

/// The reason why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleError {
    /// The line could not be read from the file.
    #[error("{0}")]
    Input(String),
    /// The position is not a KFEN.
    #[error(transparent)]
    Position(#[from] Rejection),
    /// A field is missing or has unexpected content.
    #[error("column {column}: {field}: {what}")]
    Field {
        /// The column of the field in characters, from 1. If the field is missing, the column after the end of the line.
        column: usize,
        /// The name of the field.
        field: &'static str,
        /// What was expected and what was found.
        what: String,
    },
}

/// A field of a line, with its name and its content.
struct Field<'a> {
    column: usize,
    name: &'static str,
    content: &'a str,
}

impl Field<'_> {
    fn error(&self, what: impl fmt::Display) -> PuzzleError {
        PuzzleError::Field { column: self.column, field: self.name, what: what.to_string() }
    }

    fn expected(&self, expected: &str) -> PuzzleError {
        self.error(format_args!("expected {expected}, found {}", excerpt(self.content)))
    }

    fn number(&self) -> Result<u32, PuzzleError> {
        let is_number = !self.content.is_empty() && self.content.bytes().all(|byte| byte.is_ascii_digit());
        let number = self.content.parse().ok().filter(|&number| number > 0 && is_number);
        number.ok_or_else(|| self.expected("a whole number above 0"))
    }
}

/// The fields of a line, which are read in their order.
struct Fields<'a> {
    rest: Option<&'a str>,
    /// The column of the rest.
    column: usize,
}

impl<'a> Fields<'a> {
    /// Reads the next field: its column and its text without blanks around it. Without a further field, returns the column after
    /// the end and `None`.
    fn next(&mut self) -> (usize, Option<&'a str>) {
        let Some(rest) = self.rest else { return (self.column.saturating_sub(1), None) };
        let (field, rest) = rest.split_once(';').map_or((rest, None), |(field, rest)| (field, Some(rest)));
        let blank = field.chars().take_while(|character| character.is_whitespace()).count();
        let column = self.column + if field.trim().is_empty() { 0 } else { blank };
        self.rest = rest;
        self.column += field.chars().count() + 1;
        (column, Some(field.trim()))
    }

    /// Reads the next field, which has this name.
    fn named(&mut self, name: &'static str) -> Result<Field<'a>, PuzzleError> {
        let (column, text) = self.next();
        let content = text.and_then(|text| text.strip_prefix(name));
        let content = content.filter(|content| content.is_empty() || content.starts_with(char::is_whitespace));
        content
            .map(|content| Field { column, name, content: content.trim() })
            .ok_or_else(|| Field { column, name, content: text.unwrap_or_default() }.expected(&format!("`{name} …`")))
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    /// Reads a line. Checks that its moves are legal, but not that they solve anything.
    ///
    /// # Errors
    /// The first fault of the line.
    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let mut fields = Fields { rest: Some(text), column: 1 };
        let position = fields.next().1.unwrap_or_default().parse::<Position>()?;
        let field = fields.named("best")?;
        let best = position.read_move(field.content).map_err(|error| field.error(error))?;
        let field = fields.named("line")?;
        let line = moves(&position, &field)?;
        if line.first() != Some(&best) {
            return Err(field.expected(&format!("a line that begins with the best move `{best}`")));
        }
        let rating = fields.named("rating")?.number()?;
        let field = fields.named("kind")?;
        let goal = Goal::ALL.iter().find(|(_, name)| *name == field.content).map(|(goal, _)| *goal);
        let goal = goal.ok_or_else(|| field.expected("win, material or save"))?;
        let themes = read_themes(&fields.named("themes")?)?;
        let mate = fields.rest.is_some().then(|| fields.named("mate")?.number()).transpose()?;
        match fields.next() {
            (_, None) => Ok(Puzzle { position, line, rating, goal, themes, mate }),
            (column, Some(content)) => Err(Field { column, name: "end", content }.expected("no further field")),
        }
    }
}

/// Reads the moves of a line and plays them.
fn moves(position: &Position, field: &Field<'_>) -> Result<Vec<Move>, PuzzleError> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for (number, word) in (1..).zip(field.content.split_whitespace()) {
        let at_move = |what: &dyn fmt::Display| field.error(format_args!("move {number} {}: {what}", excerpt(word)));
        let mv = position.read_move(word).map_err(|error| at_move(&error))?;
        position.play(mv).map_err(|error| at_move(&error))?;
        line.push(mv);
    }
    if line.is_empty() { Err(field.expected("moves")) } else { Ok(line) }
}

fn read_themes(field: &Field<'_>) -> Result<Vec<Theme>, PuzzleError> {
    if field.content == NO_THEMES {
        return Ok(Vec::new());
    }
    let read = |word: &str| Theme::named(word).ok_or_else(|| Field { content: word, ..*field }.expected("a theme"));
    field.content.split(',').map(read).collect()
}

/// Returns a line of a file without its themes, so that a line with those of another version can be read.
pub fn without_themes(line: &str) -> String {
    let field = |field: &str| match field.trim().starts_with("themes ") {
        true => format!(" themes {NO_THEMES} "),
        false => field.to_owned(),
    };
    line.split(';').map(field).collect::<Vec<_>>().join(";").trim_end().to_owned()
}

/// A line of a file.
#[derive(Clone, Debug)]
pub enum FileLine {
    /// A comment or a blank line.
    Other(String),
    /// A puzzle.
    Puzzle(Box<Puzzle>),
}

/// Reads a file. Returns each line that is neither blank nor a comment with its number, as a puzzle or as an error. After a line
/// that cannot be read, the rest is not read.
pub fn read(input: impl BufRead) -> Vec<(usize, Result<Puzzle, PuzzleError>)> {
    let puzzle = |(number, line)| match line {
        Ok(FileLine::Other(_)) => None,
        Ok(FileLine::Puzzle(puzzle)) => Some((number, Ok(*puzzle))),
        Err(error) => Some((number, Err(error))),
    };
    read_all(input).filter_map(puzzle).collect()
}

/// The largest number of lines of a file.
pub const MAX_LINES: usize = 100_000;

/// Reads a file like [`read`], with the comments and the blank lines. The lines are read one by one.
pub fn read_all(input: impl BufRead) -> impl Iterator<Item = (usize, Result<FileLine, PuzzleError>)> {
    let mut lines = Lines::of(input, "puzzles");
    let mut is_cut = false;
    std::iter::from_fn(move || match lines.next().filter(|_| !is_cut)? {
        Err(Unreadable { line, why }) => Some((line, Err(PuzzleError::Input(why)))),
        Ok((line, _)) if line > MAX_LINES => {
            is_cut = true;
            Some((line, Err(PuzzleError::Input(format!("expected a file of at most {MAX_LINES} lines")))))
        }
        Ok((line, content)) if content.trim().is_empty() || content.starts_with('#') => {
            Some((line, Ok(FileLine::Other(content))))
        }
        Ok((line, content)) => {
            let puzzle = content.parse::<Puzzle>();
            if puzzle.is_ok() {
                lines.recognise();
            }
            Some((line, puzzle.map(|puzzle| FileLine::Puzzle(Box::new(puzzle)))))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Pyramid on j4 is rotated and deflects the beam along rank 4 to the Pharaoh.
    const LINE: &str = "////4k4P2///4K5 s khet1 0 1 ; best j4+ ; line j4+ ; rating 700 ; kind win ; themes - ; mate 1";

    #[test]
    fn a_line_is_read_and_written_back_unchanged() {
        let puzzle = LINE.parse::<Puzzle>().expect("a puzzle");
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!((puzzle.rating, puzzle.goal, puzzle.mate), (700, Goal::Win, Some(1)));
        let longer = "4k5////9P2///4K5 s khet1 3 7 ; best e1d1 ; line e1d1 e8d8 d1e1 ; rating 1 ; kind save ; \
                      themes defence,flight";
        assert_eq!(longer.parse::<Puzzle>().expect("a puzzle").to_string(), longer);
        let spaced = format!("  {}", LINE.replace(" ; ", ";  "));
        assert_eq!(spaced.parse::<Puzzle>().expect("a puzzle").to_string(), LINE);
    }

    #[test]
    fn a_line_can_lose_its_themes() {
        let other = LINE.replace("themes -", "themes of,another version");
        assert!(other.parse::<Puzzle>().is_err());
        assert_eq!(without_themes(&other), LINE);
        let last = other.replace(" ; mate 1", "");
        assert_eq!(without_themes(&last), LINE.replace(" ; mate 1", ""));
        assert_eq!(without_themes("# themes of puzzles"), "# themes of puzzles");
    }

    #[test]
    fn an_endless_file_is_read_up_to_the_largest_number_of_lines() {
        let endless = std::iter::repeat_n(b"# c\n", MAX_LINES + 2).flatten().copied().collect::<Vec<u8>>();
        let lines: Vec<_> = read_all(std::io::Read::chain(format!("{LINE}\n").as_bytes(), &endless[..])).collect();
        assert_eq!(lines.len(), MAX_LINES + 1);
        let (number, last) = lines.last().expect("a line");
        let error = last.as_ref().expect_err("too many lines").to_string();
        assert_eq!((*number, error.as_str()), (MAX_LINES + 1, "expected a file of at most 100000 lines"));
    }

    #[test]
    fn an_error_has_the_column_the_field_and_what_was_expected() {
        for (part, other, column, named) in [
            (" ; best j4+", "", 31, "best: expected `best …`, found `line j4+`"),
            ("best j4+", "best", 31, "best: "),
            ("best j4+", "best e9", 31, "best: column 2: expected a rank 1 to 8"),
            ("best j4+", "best e5e6", 31, "best: "),
            ("line j4+", "line", 42, "line: expected moves, found nothing"),
            ("line j4+", "line j4-", 42, "line: expected a line that begins with the best move `j4+`"),
            ("line j4+", "line j4+ e1e2", 42, "line: move 2 `e1e2`: "),
            ("rating 700", "rating -7", 53, "rating: expected a whole number above 0, found `-7`"),
            ("rating 700", "rating +7", 53, "rating: expected a whole number above 0, found `+7`"),
            ("rating 700", "ratings 7", 53, "rating: expected `rating …`"),
            ("kind win", "kind lose", 66, "kind: expected win, material or save, found `lose`"),
            ("themes -", "themes swap,x", 77, "themes: expected a theme, found `x`"),
            ("themes -", "themes", 77, "themes: expected a theme, found nothing"),
            ("mate 1", "mate 0", 88, "mate: expected a whole number above 0, found `0`"),
            ("mate 1", "", 87, "mate: expected `mate …`, found nothing"),
            ("mate 1", "mate 1 ; x", 97, "end: expected no further field, found `x`"),
            (" ; themes - ; mate 1", "", 74, "themes: expected `themes …`, found nothing"),
        ] {
            let error = LINE.replace(part, other).parse::<Puzzle>().expect_err(other);
            let expected = format!("column {column}: {named}");
            assert!(error.to_string().starts_with(&expected), "{other}: {error}, expected {expected}");
        }
        let error = "8 s ; best j4+".parse::<Puzzle>().expect_err("no KFEN");
        assert!(matches!(error, PuzzleError::Position(_)), "{error}");
        assert!("".parse::<Puzzle>().is_err());
    }

    #[test]
    fn a_file_has_lines_with_numbers_and_all_faults_are_reported() {
        let text = format!("# a comment\r\n\n{LINE}\n{LINE} ;\n \n{LINE}\r\n");
        let found: Vec<(usize, bool)> =
            read(text.as_bytes()).iter().map(|(line, puzzle)| (*line, puzzle.is_ok())).collect();
        assert_eq!(found, [(3, true), (4, false), (6, true)]);
    }
}
