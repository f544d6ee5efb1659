//! The comments after moves: the engine's part, the words of a review, and a text.

use super::annotation::Remark;
use super::text;
use std::fmt;
use std::iter::Peekable;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The evaluation of an engine when it moved, from the mover's side.
///
/// ```
/// use khepri_rules::kgn::{Evaluation, NotAnEvaluation};
///
/// assert_eq!("-1.2".parse(), Ok(Evaluation::Centipawns(-120)));
/// assert_eq!(Evaluation::Mate(3).to_string(), "+M3");
/// assert_eq!("1.2".parse::<Evaluation>(), Err(NotAnEvaluation));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// Hundredths of a Pyramid.
    Centipawns(i32),
    /// The number of moves to the hit on a Pharaoh; negative if it is the mover's own Pharaoh.
    Mate(i32),
}

/// The error of a word that is not an [`Evaluation`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected an evaluation such as +0.35, -1.2 or +M3")]
pub struct NotAnEvaluation;

impl FromStr for Evaluation {
    type Err = NotAnEvaluation;

    /// Reads `+0.35`, `-1.2` or `+M3`.
    fn from_str(word: &str) -> Result<Evaluation, NotAnEvaluation> {
        evaluation(word).ok_or(NotAnEvaluation)
    }
}

fn evaluation(word: &str) -> Option<Evaluation> {
    let (negative, rest) = match word.strip_prefix('+') {
        Some(rest) => (false, rest),
        None => (true, word.strip_prefix('-')?),
    };
    let signed = |size: i64| i32::try_from(if negative { -size } else { size }).ok();
    if let Some(moves) = rest.strip_prefix('M') {
        return signed(i64::from(number::<u32>(moves)?)).map(Evaluation::Mate);
    }
    let (whole, fraction) = rest.split_once('.')?;
    let hundredths = match fraction.len() {
        1 => number::<u32>(fraction)? * 10,
        2 => number(fraction)?,
        _ => return None,
    };
    signed(i64::from(number::<u32>(whole)?) * 100 + i64::from(hundredths)).map(Evaluation::Centipawns)
}

impl fmt::Display for Evaluation {
    /// Writes `+0.35`, `-1.20`, `+M3`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Evaluation::Centipawns(value) | Evaluation::Mate(value)) = *self;
        let (sign, size) = (if value < 0 { '-' } else { '+' }, value.unsigned_abs());
        match self {
            Evaluation::Centipawns(_) => write!(f, "{sign}{}.{:02}", size / 100, size % 100),
            Evaluation::Mate(_) => write!(f, "{sign}M{size}"),
        }
    }
}

/// The figures of an engine's search for a move. To write one, set the fields of the default.
///
/// ```
/// use khepri_rules::kgn::{Comment, Evaluation};
///
/// let mut comment = Comment::default();
/// comment.evaluation = Some(Evaluation::Centipawns(35));
/// comment.depth = Some(12);
/// assert_eq!(comment.to_string(), "+0.35/12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Comment {
    /// The evaluation.
    pub evaluation: Option<Evaluation>,
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// The time of the search; written to the nearest millisecond.
    pub time: Option<Duration>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time left on the engine's clock after the move; written to the nearest millisecond.
    pub clock: Option<Duration>,
}

/// The largest number of words of a comment.
const WORDS: usize = 4;
/// The start of the word with the nodes.
const NODES: &str = "n=";
/// The start of the word with the clock: "time left", as runners of chess matches write it.
const CLOCK: &str = "tl=";

impl Comment {
    /// Reads a comment. The words are in the order of the fields; any may be missing, and no other words may follow.
    fn read(text: &str) -> Option<Comment> {
        let mut words = text.split(' ').peekable();
        let (evaluation, depth) = take(&mut words, read_evaluation).unwrap_or_default();
        let comment = Comment {
            evaluation,
            depth,
            time: take(&mut words, read_time),
            nodes: take(&mut words, |word| number(word.strip_prefix(NODES)?)),
            clock: take(&mut words, |word| read_time(word.strip_prefix(CLOCK)?)),
        };
        (words.next().is_none() && comment != Comment::default()).then_some(comment)
    }
}

/// Reads the next word and consumes it, if `read` has a value for it.
fn take<'a, T>(words: &mut Peekable<impl Iterator<Item = &'a str>>, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let value = words.peek().and_then(|word| read(word))?;
    words.next();
    Some(value)
}

/// Reads `+0.35/12`, `+0.35` or `/12`.
fn read_evaluation(word: &str) -> Option<(Option<Evaluation>, Option<u32>)> {
    match word.split_once('/') {
        Some(("", depth)) => Some((None, Some(number(depth)?))),
        Some((evaluation, depth)) => Some((Some(self::evaluation(evaluation)?), Some(number(depth)?))),
        None => Some((Some(evaluation(word)?), None)),
    }
}

impl fmt::Display for Comment {
    /// Writes the fields that are set, as in `+0.35/12 0.103s n=45210 tl=9.897s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let evaluation = self.evaluation.map(|evaluation| evaluation.to_string()).unwrap_or_default();
        let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
        let words = [
            Some(evaluation + &depth).filter(|word| !word.is_empty()),
            self.time.map(seconds),
            self.nodes.map(|nodes| format!("{NODES}{nodes}")),
            self.clock.map(|clock| format!("{CLOCK}{}", seconds(clock))),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// Writes a time to the nearest millisecond: `0.103s`.
fn seconds(time: Duration) -> String {
    let milliseconds = (time.as_nanos() + 500_000) / 1_000_000;
    format!("{}.{:03}s", milliseconds / 1000, milliseconds % 1000)
}

/// The engine's part of the comment after a move.
///
/// ```
/// use khepri_rules::kgn::{Evaluation, Note, Reader};
///
/// let game = "[RuleSet \"khet2\"]\n\n1. h2g2 {book} c7d7 {+0.35/12 0.103s} *\n";
/// let record = Reader::new(game.as_bytes()).next().expect("a game")?;
/// assert_eq!(record.moves[0].note, Note::Book);
/// let Note::Engine(comment) = &record.moves[1].note else { panic!("the comment of an engine") };
/// assert_eq!((comment.evaluation, comment.depth), (Some(Evaluation::Centipawns(35)), Some(12)));
/// # Ok::<(), khepri_rules::kgn::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Note {
    /// Nothing.
    #[default]
    None,
    /// The move is from the opening and was not searched.
    Book,
    /// The figures of an engine's search; an empty comment is not written.
    Engine(Comment),
}

/// The word for a move from the opening.
const BOOK: &str = "book";
/// The separator between the part of the engine and of a review, and the text.
const SEPARATOR: &str = "; ";

impl Note {
    /// Returns the words of the engine's part; empty if there is none.
    fn words(&self) -> String {
        match self {
            Note::None => String::new(),
            Note::Book => BOOK.to_owned(),
            Note::Engine(comment) => comment.to_string(),
        }
    }

    /// Returns the figures of the engine, if there are any.
    pub fn comment(&self) -> Option<Comment> {
        match self {
            Note::Engine(comment) => Some(*comment),
            Note::None | Note::Book => None,
        }
    }
}

/// The parts of the comment after a move.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Parts {
    /// The engine's part.
    pub(super) note: Note,
    /// The words of a review, which follow the engine's part.
    pub(super) review: String,
    /// The text, with its drawings.
    pub(super) remark: Remark,
}

impl Parts {
    /// Reads the words between the braces of a comment.
    pub(super) fn read(words: &str) -> Parts {
        let (head, text) = match words.split_once(SEPARATOR) {
            Some((head, text)) => (head.trim_end_matches(' '), Some(text)),
            None => (words, None),
        };
        let rest = || Remark::read(text.unwrap_or_default());
        match engine_part(head) {
            Some((note, review)) => Parts { note, review: review.to_owned(), remark: rest() },
            None if head.is_empty() => Parts { remark: rest(), ..Parts::default() },
            None => Parts { remark: Remark::read(words), ..Parts::default() },
        }
    }

    /// Adds the parts of another comment. The first engine's part counts.
    pub(super) fn join(&mut self, other: Parts) {
        if self.note == Note::None {
            (self.note, self.review) = (other.note, other.review);
        } else if !other.review.is_empty() {
            // The words of a review without its figures are a text.
            let text = join(&other.review, SEPARATOR, &other.remark.text);
            return self.remark.join(Remark { text, ..other.remark });
        }
        self.remark.join(other.remark);
    }

    /// Returns the words between the braces; empty if there are no braces. Reading them gives these words again.
    pub(super) fn words(&self) -> String {
        if self.review.is_empty() && self.remark.is_empty() {
            return self.note.words();
        }
        let mut words = self.compose();
        // Words that resemble another part are read as that part, and written in its form.
        for _ in 0..3 {
            words = Parts::read(&words).compose();
        }
        words
    }

    fn compose(&self) -> String {
        let (note, text) = (self.note.words(), self.remark.words());
        // Only figures of an engine can stand before a review.
        let is_review = matches!(self.note, Note::Engine(_)) && !note.is_empty();
        let review = text::comment(&self.review);
        let head = if is_review { join(&note, " ", &review) } else { note };
        let text = if is_review { text } else { join(&review, " ", &text) };
        let words = match (head.is_empty(), text.is_empty()) {
            (true, false) if Parts::read(&text).remark.words() == text => text,
            (true, false) => format!("{SEPARATOR}{text}"),
            _ => join(&head, SEPARATOR, &text),
        };
        text::comment(&words)
    }
}

/// Joins two texts, with a separator if neither is empty.
fn join(one: &str, separator: &str, other: &str) -> String {
    let separator = if one.is_empty() || other.is_empty() { "" } else { separator };
    [one, separator, other].concat()
}

/// Returns the engine's part with which words begin, and the words after it.
fn engine_part(words: &str) -> Option<(Note, &str)> {
    if words == BOOK {
        return Some((Note::Book, ""));
    }
    let ends = words.match_indices(' ').map(|(end, _)| end).take(WORDS).chain([words.len()]);
    let splits = ends.filter_map(|end| words.split_at_checked(end));
    let longest = splits.filter_map(|(start, rest)| Some((Comment::read(start)?, rest.trim_start()))).last();
    longest.map(|(comment, rest)| (Note::Engine(comment), rest))
}

/// Reads a number that is written with digits only.
fn number<T: FromStr>(digits: &str) -> Option<T> {
    digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads a time in seconds: `0.103s`, `2s`.
fn read_time(word: &str) -> Option<Duration> {
    /// The largest number of digits after the point, down to nanoseconds.
    const MAX_DIGITS: usize = 9;
    let seconds = word.strip_suffix('s')?;
    let (whole, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    if !whole.bytes().all(|byte| byte.is_ascii_digit()) || fraction.len() > MAX_DIGITS {
        return None;
    }
    let scale = 10u32.pow(u32::try_from(MAX_DIGITS - fraction.len()).ok()?);
    Some(Duration::new(whole.parse().ok()?, number::<u32>(fraction)?.checked_mul(scale)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(evaluation: Option<Evaluation>, depth: Option<u32>, milliseconds: Option<u64>) -> Note {
        Note::Engine(Comment { evaluation, depth, time: milliseconds.map(Duration::from_millis), ..Comment::default() })
    }

    fn with_clock(nodes: Option<u64>, clock: Option<u64>) -> Note {
        Note::Engine(Comment {
            evaluation: Some(Evaluation::Centipawns(35)),
            depth: Some(12),
            time: Some(Duration::from_millis(103)),
            nodes,
            clock: clock.map(Duration::from_millis),
        })
    }

    /// Returns parts without drawings.
    fn parts(note: Note, review: &str, text: &str) -> Parts {
        Parts { note, review: review.to_owned(), remark: Remark::of(text) }
    }

    #[test]
    fn notes_are_read_as_they_are_written() {
        let centipawns = |value| Some(Evaluation::Centipawns(value));
        for (note, words) in [
            (Note::None, ""),
            (Note::Book, "book"),
            (engine(centipawns(35), Some(12), Some(103)), "+0.35/12 0.103s"),
            (engine(centipawns(-120), Some(7), Some(61_000)), "-1.20/7 61.000s"),
            (engine(centipawns(0), None, None), "+0.00"),
            (engine(centipawns(-5), None, None), "-0.05"),
            (engine(centipawns(i32::MIN), Some(u32::MAX), None), "-21474836.48/4294967295"),
            (engine(Some(Evaluation::Mate(3)), Some(12), None), "+M3/12"),
            (engine(Some(Evaluation::Mate(-3)), None, Some(1)), "-M3 0.001s"),
            (engine(None, Some(9), Some(1)), "/9 0.001s"),
            (engine(None, None, Some(103)), "0.103s"),
            (with_clock(Some(45_210), Some(9_897)), "+0.35/12 0.103s n=45210 tl=9.897s"),
            (with_clock(Some(u64::MAX), None), "+0.35/12 0.103s n=18446744073709551615"),
            (with_clock(None, Some(0)), "+0.35/12 0.103s tl=0.000s"),
            (Note::Engine(Comment { nodes: Some(7), ..Comment::default() }), "n=7"),
        ] {
            let parts = parts(note, "", "");
            assert_eq!(parts.words(), words);
            assert_eq!(Parts::read(words), parts, "{words}");
        }
        assert_eq!(parts(Note::Engine(Comment::default()), "", "").words(), "", "nothing is known");
    }

    #[test]
    fn a_comment_holds_the_engines_part_then_a_review_then_a_text() {
        let mate = || engine(Some(Evaluation::Mate(-1)), Some(33), None);
        for (parts, words) in [
            (parts(mate(), "blunder, 59.8 % lost", ""), "-M1/33 blunder, 59.8 % lost"),
            (parts(mate(), "blunder, 59.8 % lost", "a pity"), "-M1/33 blunder, 59.8 % lost; a pity"),
            (parts(mate(), "", "a pity"), "-M1/33; a pity"),
            (parts(mate(), "", "a; b; c"), "-M1/33; a; b; c"),
            (parts(Note::Book, "", "known"), "book; known"),
            (parts(Note::None, "", "a fine move"), "a fine move"),
            (parts(Note::None, "", "a; b"), "a; b"),
            (parts(Note::None, "", "+0.35 is too much"), "; +0.35 is too much"),
            (parts(Note::None, "", "+0.35"), "; +0.35"),
            (parts(Note::None, "", "+0.35; x"), "; +0.35; x"),
            (parts(Note::None, "", "book"), "; book"),
            (parts(Note::None, "", "book; x"), "; book; x"),
            (parts(Note::None, "", "book moves"), "book moves"),
            (parts(Note::None, "", "; x"), "; ; x"),
            (parts(Note::None, "", ";"), ";"),
        ] {
            assert_eq!(parts.words(), words);
            assert_eq!(Parts::read(words), parts, "{words}");
        }
        // The words of a review need figures before them.
        assert_eq!(parts(Note::None, "blunder", "x").words(), "blunder x");
        assert_eq!(parts(Note::Book, "blunder", "x").words(), "book; blunder x");
        assert_eq!(parts(mate(), "a; b", "c").words(), "-M1/33 a; b; c");
        assert_eq!(parts(mate(), "0.1s", "").words(), "-M1/33 0.100s");
        let drawn = Parts::read("-M1/33; [%csl Ga4] here");
        assert_eq!((drawn.remark.squares.len(), drawn.remark.text.as_str()), (1, "here"));
        assert_eq!(drawn.words(), "-M1/33; [%csl Ga4] here");
    }

    #[test]
    fn several_comments_of_a_move_are_joined() {
        for (comments, words) in [
            (&["one", "two"][..], "one two"),
            (&["+0.35/12", "nice"], "+0.35/12; nice"),
            (&["nice", "+0.35/12"], "+0.35/12; nice"),
            (&["+0.35/12; a", "-0.10/3; b"], "+0.35/12; a b"),
            (&["+0.35/12", "-0.10/3 mistake, 1 % lost; x"], "+0.35/12; mistake, 1 % lost; x"),
            (&["a", "-0.10/3 mistake, 1 % lost; x"], "-0.10/3 mistake, 1 % lost; a x"),
            (&["[%csl Ga4] a", "[%csl Rb5] [%cal Ga4b5] b"], "[%csl Ga4,Rb5][%cal Ga4b5] a b"),
        ] {
            let mut joined = Parts::default();
            comments.iter().for_each(|comment| joined.join(Parts::read(comment)));
            assert_eq!(joined.words(), words);
        }
    }

    #[test]
    fn times_are_rounded_to_milliseconds_once() {
        for (nanoseconds, words) in [(499_999, "0.000s"), (500_000, "0.001s"), (1_999_500_000, "2.000s")] {
            let time = Some(Duration::from_nanos(nanoseconds));
            let written = parts(Note::Engine(Comment { time, ..Comment::default() }), "", "").words();
            assert_eq!(written, words);
            assert_eq!(Parts::read(&written).words(), words);
        }
        let longest = Note::Engine(Comment { time: Some(Duration::MAX), ..Comment::default() });
        let longest = parts(longest, "", "").words();
        assert_eq!(Parts::read(&longest).words(), longest);
    }

    #[test]
    fn other_spellings_of_engines_are_understood() {
        for (read, written) in [
            ("-0.00/3", "+0.00/3"),
            ("+0.5/03 2s", "+0.50/3 2.000s"),
            ("+12.07/3 0.1236s", "+12.07/3 0.124s"),
            ("-M0", "+M0"),
        ] {
            assert!(matches!(Parts::read(read).note, Note::Engine(_)), "{read}");
            assert_eq!(Parts::read(read).words(), written);
        }
    }

    #[test]
    fn other_words_are_texts() {
        for words in [
            "Book",
            "12",
            "0.35/12",
            "+3",
            "+0.355",
            "+0.",
            "+.35",
            "+M",
            "+M-3",
            "+0.+5",
            "+M99999999999",
            "s",
            ".5s",
            "-1s",
            "+1s",
            "1.s",
            "1.0000000000s",
            "+0.35/",
            "+0.35/-1",
            "/",
            "99999999999.00",
            "+21474836.48",
            "0.103",
            "1e3s",
            "\u{661}s",
            "+0.3\u{661}",
            "+0.35;",
            "[%clk 0:01]",
        ] {
            assert_eq!(Parts::read(words), parts(Note::None, "", words));
            assert_eq!(Parts::read(words).words(), words);
        }
    }

    #[test]
    fn the_words_of_a_review_follow_the_figures() {
        let with_clock = with_clock(Some(45_210), Some(9_897));
        for (words, note, review) in [
            ("+0.35/12 0.103s n=45210 tl=9.897s mistake", with_clock.clone(), "mistake"),
            ("+0.35/12 0.103s n=45210 tl=9.897s", with_clock, ""),
            ("-0.05 a -0.05", engine(Some(Evaluation::Centipawns(-5)), None, None), "a -0.05"),
            ("+M3/12 +M2", engine(Some(Evaluation::Mate(3)), Some(12), None), "+M2"),
            ("0.103s n=", engine(None, None, Some(103)), "n="),
        ] {
            assert_eq!(Parts::read(words), parts(note, review, ""), "{words}");
        }
    }

    #[test]
    fn a_text_is_written_so_that_a_comment_can_hold_it() {
        let words = |text: &str| parts(Note::None, "", text).words();
        assert_eq!(words(" a\r\n\tb  {c}\0"), "a b {c)");
        assert_eq!(words(" \n "), "");
        assert_eq!(words(" book "), "; book");
        assert_eq!(words(&"é".repeat(1 << 20)).len(), 1 << 20);
        assert_eq!(words(&format!("{} b", "a".repeat((1 << 20) - 1))).len(), (1 << 20) - 1, "no blank at the end");
    }
}
