//! What people add to a game: marks of moves, and texts with squares and arrows that are drawn on the board.

use super::text;
use crate::Square;
use std::fmt::Write;

/// The mark of a move, which PGN writes as `$1` to `$6`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `!`, `$1`.
    Good,
    /// `?`, `$2`.
    Mistake,
    /// `!!`, `$3`.
    Brilliant,
    /// `??`, `$4`.
    Blunder,
    /// `!?`, `$5`.
    Interesting,
    /// `?!`, `$6`.
    Dubious,
}

impl Mark {
    /// All marks by number.
    const ALL: [Mark; 6] =
        [Mark::Good, Mark::Mistake, Mark::Brilliant, Mark::Blunder, Mark::Interesting, Mark::Dubious];
    /// The signs of all marks.
    const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

    /// Returns the number, from 1 to 6.
    ///
    /// ```
    /// use khepri_rules::kgn::Mark;
    ///
    /// assert_eq!(Mark::Blunder.number(), 4);
    /// assert_eq!(Mark::numbered(4), Some(Mark::Blunder));
    /// assert_eq!(Mark::numbered(7), None);
    /// let all = [Mark::Good, Mark::Mistake, Mark::Brilliant, Mark::Blunder, Mark::Interesting, Mark::Dubious];
    /// assert_eq!(all.map(Mark::number), [1, 2, 3, 4, 5, 6]);
    /// ```
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the mark with a number.
    pub fn numbered(number: u8) -> Option<Mark> {
        let at = usize::from(number.checked_sub(1)?);
        Mark::ALL.get(at).copied()
    }

    /// Returns the mark of signs such as `!?`.
    pub(super) fn of_signs(signs: &str) -> Option<Mark> {
        Mark::ALL.into_iter().zip(Mark::SIGNS).find(|(_, known)| *known == signs).map(|(mark, _)| mark)
    }
}

/// The colour of a square or an arrow that is drawn on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pen {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Pen {
    const ALL: [Pen; 4] = [Pen::Green, Pen::Red, Pen::Yellow, Pen::Blue];

    fn letter(self) -> char {
        match self {
            Pen::Green => 'G',
            Pen::Red => 'R',
            Pen::Yellow => 'Y',
            Pen::Blue => 'B',
        }
    }
}

/// A square (`to` is `None`) or an arrow that is drawn on the board.
///
/// ```
/// use khepri_rules::kgn::{Drawing, Pen};
///
/// let arrow = Drawing::read("Ga4b5").expect("an arrow");
/// assert_eq!((arrow.pen, arrow.from.to_string().as_str()), (Pen::Green, "a4"));
/// let pens = ["Ra1", "Ya1", "Ba1"].map(|text| Drawing::read(text).map(|square| square.pen));
/// assert_eq!(pens, [Some(Pen::Red), Some(Pen::Yellow), Some(Pen::Blue)]);
/// assert_eq!(arrow.to_string(), "Ga4b5");
/// assert_eq!(Drawing::read("Ga4").and_then(|square| square.to), None);
/// assert_eq!(Drawing::read("Xa4"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Drawing {
    /// The colour.
    pub pen: Pen,
    /// The square, or the start of the arrow.
    pub from: Square,
    /// The end of the arrow, which is another square.
    pub to: Option<Square>,
}

impl Drawing {
    /// Reads `Ga4` or `Ga4b5`.
    pub fn read(word: &str) -> Option<Drawing> {
        let mut characters = word.chars();
        let letter = characters.next()?;
        let pen = Pen::ALL.into_iter().find(|pen| pen.letter() == letter)?;
        let squares = characters.as_str();
        let (from, to) = squares.split_at_checked(2)?;
        let from = from.parse::<Square>().ok()?;
        if to.is_empty() {
            return Some(Drawing { pen, from, to: None });
        }
        let to = to.parse::<Square>().ok().filter(|to| *to != from)?;
        Some(Drawing { pen, from, to: Some(to) })
    }
}

impl std::fmt::Display for Drawing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.pen.letter(), self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

/// The commands that draw squares and arrows, as pages for chess write them.
const SQUARES: &str = "[%csl ";
const ARROWS: &str = "[%cal ";

/// A text with the squares and arrows that are drawn for it.
///
/// ```
/// use khepri_rules::kgn::{self, Mark, Note, PlayedMove, Reader, Record, Remark, Variation};
/// use khepri_rules::{RuleSet, setups};
///
/// let mut record = Record::new(setups::named(RuleSet::Khet2, "classic")?.position.clone());
/// let mut played = PlayedMove::new(record.start.read_move("h2g2")?, Note::None);
/// played.marks = vec![Mark::Interesting];
/// played.remark = Remark::of("a quiet move");
/// let other = PlayedMove::new(record.start.read_move("h2h3")?, Note::None);
/// played.variations = vec![Variation { foreword: Remark::of("or"), moves: vec![other] }];
/// record.moves.push(played);
/// let text = kgn::write(&record);
/// assert!(text.ends_with("1. h2g2 $5 {a quiet move} ({or} 1. h2h3) *\n\n"));
///
/// let text = text.replace("{a quiet", "{+0.35/9 fine; [%csl Ga4] [%cal Ra4b5] a quiet");
/// let record = Reader::new(text.as_bytes()).next().expect("a game")?;
/// let PlayedMove { note, review, remark, .. } = &record.moves[0];
/// assert_eq!(note.comment().and_then(|comment| comment.depth), Some(9));
/// assert_eq!((review.as_str(), remark.text.as_str()), ("fine", "a quiet move"));
/// assert_eq!((remark.squares[0].to_string(), remark.arrows[0].to_string()), ("Ga4".to_owned(), "Ra4b5".to_owned()));
/// assert_eq!(Remark::read(&remark.words()), *remark);
/// let mut drawn = Remark::default();
/// drawn.draw(remark.squares[0]);
/// assert_eq!(drawn.words(), "[%csl Ga4]");
/// assert!(record.foreword.is_empty() && record.moves[0].variations[0].moves.len() <= kgn::MAX_DEPTH);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Remark {
    /// The text. A run of blanks and control characters is written as one blank, and `}`, which ends a comment, as `)`.
    pub text: String,
    /// The squares. An arrow among them is not written.
    pub squares: Vec<Drawing>,
    /// The arrows. A square among them is not written.
    pub arrows: Vec<Drawing>,
}

impl Remark {
    /// Returns a remark without drawings.
    pub fn of(text: impl Into<String>) -> Remark {
        Remark { text: text.into(), ..Remark::default() }
    }

    /// Returns whether there is neither a text nor a drawing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.squares.is_empty() && self.arrows.is_empty()
    }

    /// Reads a text that may begin with drawings. Other commands in brackets are text.
    pub fn read(words: &str) -> Remark {
        let mut remark = Remark::default();
        let mut rest = words;
        while let Some((drawn, after)) = read_drawings(rest) {
            for drawing in drawn {
                remark.draw(drawing);
            }
            rest = after.strip_prefix(' ').unwrap_or(after);
        }
        rest.clone_into(&mut remark.text);
        remark
    }

    /// Adds a drawing, unless it is there already.
    pub fn draw(&mut self, drawing: Drawing) {
        let list = if drawing.to.is_some() { &mut self.arrows } else { &mut self.squares };
        if !list.contains(&drawing) {
            list.push(drawing);
        }
    }

    /// Adds another remark, with a blank between the texts.
    pub(super) fn join(&mut self, other: Remark) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&other.text);
        for drawing in other.squares.into_iter().chain(other.arrows) {
            self.draw(drawing);
        }
    }

    /// Returns the words of a comment: the drawings, then the text.
    pub fn words(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        // A text that begins with drawings is read as these.
        Remark::read(&self.compose()).compose()
    }

    fn compose(&self) -> String {
        let mut words = String::new();
        for (start, drawings, is_arrow) in [(SQUARES, &self.squares, false), (ARROWS, &self.arrows, true)] {
            let mut separator = start;
            for drawing in drawings.iter().filter(|drawing| drawing.to.is_some() == is_arrow) {
                // Writing to a string does not fail.
                let _ = write!(words, "{separator}{drawing}");
                separator = ",";
            }
            if separator == "," {
                words.push(']');
            }
        }
        // As pages for chess do, no blank is written between the commands.
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(&self.text);
        text::comment(&words)
    }
}

/// Reads a command that draws squares or arrows at the beginning of a text. Returns the drawings and the rest of the text.
fn read_drawings(text: &str) -> Option<(Vec<Drawing>, &str)> {
    let (list, is_arrow) = match (text.strip_prefix(SQUARES), text.strip_prefix(ARROWS)) {
        (Some(list), _) => (list, false),
        (_, Some(list)) => (list, true),
        _ => return None,
    };
    let (list, rest) = list.split_once(']')?;
    let drawn = |word| Drawing::read(word).filter(|drawing| drawing.to.is_some() == is_arrow);
    let drawings = list.split(',').map(|word| drawn(word.trim())).collect::<Option<Vec<_>>>()?;
    Some((drawings, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stand_at_the_beginning_of_a_text() {
        for (words, squares, arrows, text, written) in [
            ("[%csl Ga4,Rb5] [%cal Ga4b5] look", 2, 1, "look", "[%csl Ga4,Rb5][%cal Ga4b5] look"),
            ("[%csl Ga4]", 1, 0, "", "[%csl Ga4]"),
            ("[%cal Yj8a1]", 0, 1, "", "[%cal Yj8a1]"),
            ("[%csl Ga4][%cal Ba4b5]x", 1, 1, "x", "[%csl Ga4][%cal Ba4b5] x"),
            ("[%cal Ba4b5] [%csl Ga4, Ga4]", 1, 1, "", "[%csl Ga4][%cal Ba4b5]"),
            // Other commands, and drawings that are not at the beginning, are text.
            ("look [%csl Ga4]", 0, 0, "look [%csl Ga4]", "look [%csl Ga4]"),
            ("[%clk 0:01] [%csl Ga4]", 0, 0, "[%clk 0:01] [%csl Ga4]", "[%clk 0:01] [%csl Ga4]"),
            ("[%csl Ga9]", 0, 0, "[%csl Ga9]", "[%csl Ga9]"),
            ("[%csl ga4]", 0, 0, "[%csl ga4]", "[%csl ga4]"),
            ("[%csl Ga4b5]", 0, 0, "[%csl Ga4b5]", "[%csl Ga4b5]"),
            ("[%cal Ga4a4]", 0, 0, "[%cal Ga4a4]", "[%cal Ga4a4]"),
            ("[%csl ]", 0, 0, "[%csl ]", "[%csl ]"),
            ("[%csl Ga4", 0, 0, "[%csl Ga4", "[%csl Ga4"),
        ] {
            let remark = Remark::read(words);
            assert_eq!(
                (remark.squares.len(), remark.arrows.len(), remark.text.as_str()),
                (squares, arrows, text),
                "{words}"
            );
            assert_eq!(remark.words(), written);
            assert_eq!(Remark::read(written).words(), written);
        }
    }

    #[test]
    fn marks_have_numbers_and_signs() {
        for (number, signs) in (1..).zip(["!", "?", "!!", "??", "!?", "?!"]) {
            let mark = Mark::numbered(number).expect("a mark");
            assert_eq!((mark.number(), Mark::of_signs(signs)), (number, Some(mark)));
        }
        assert_eq!((Mark::numbered(0), Mark::of_signs("!!!")), (None, None));
    }
}
