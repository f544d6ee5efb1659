//! Reads games one by one and plays every move by the rules. After a faulty game, continues with the next game.

use super::fault::{Fault, MoveAt, Place, Problem, ReadError, Wanted};
use super::header::{Header, Promises};
use super::note::Parts;
use super::scan::is_between_files;
use super::source::{Source, Symbol};
use super::variation::{self, Variation};
use super::{GameResult, Mark, Note, PlayedMove, Record, Remark, text};
use crate::notation::excerpt;
use crate::{IllegalMove, Move, Outcome, Position};
use std::io::{self, BufRead, ErrorKind};

/// An iterator over the games of a text. One game is in memory at a time.
///
/// The reader accepts more than the writer writes: any white space and line ends, a byte-order mark at the beginning of a line,
/// moves without numbers, a result right after a move, comments anywhere, `;` comments, lines that begin with `%`, `$n`, `!` and
/// `?` after moves, and `-` for the rotation of a Scarab or Eye. The start position is given by the tag `KFEN`, or else by `SetUp`
/// and `RuleSet`. Without these tags it is the classic set-up of Khet 2.0. A game with moves needs no tag. Variations are played
/// by the rules too, unless [`Reader::alone`] leaves them out. Comments after the result belong to the last move up to a blank
/// line or to a game without tags, and then to the next game. After a fault, reading resumes at the next line that is a whole tag
/// and follows a line that does not begin with `[`. Reading ends if the first 16 MiB contain no game.
///
/// ```
/// use khepri_rules::{Colour, Outcome, kgn};
///
/// let games = "[Silver \"a\"]\n[Red \"b\"]\n\n1. h2g2 c7d7 {a comment} 0-1\n";
/// let record = kgn::Reader::new(games.as_bytes()).next().expect("a game")?;
/// assert_eq!((record.moves.len(), record.result), (2, Some(Outcome::Win(Colour::Red))));
/// # Ok::<(), kgn::ReadError>(())
/// ```
pub struct Reader<'a> {
    source: Source<'a>,
    limits: Limits,
    /// Whether variations are left out.
    is_alone: bool,
    /// Whether the rest of a faulty game has to be skipped.
    is_faulty: bool,
    /// The number of the current game.
    games: u64,
    /// The number of bytes before the current game.
    before: u64,
    /// What was read after the last game: the comments of the next game, if there is one.
    found: Option<Result<Option<String>, ReadError>>,
    ended: bool,
}

/// The limits of one game, which bound the memory for reading it.
///
/// ```
/// use khepri_rules::kgn::{Limits, Reader};
///
/// let game = "[RuleSet \"khet2\"]\n\n1. h2g2 c7d7 *\n".as_bytes();
/// let limits = Limits { bytes: 1000, tags: 10, plies: 1 };
/// assert!(Reader::limited(game, limits).next().is_some_and(|read| read.is_err()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of bytes. This limit is checked after each tag or comment, not within it.
    pub bytes: u64,
    /// Number of tags.
    pub tags: usize,
    /// Number of plies.
    pub plies: usize,
}

impl Iterator for Reader<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.ended {
            return None;
        }
        match self.next_game() {
            Ok(Some(record)) => Some(Ok(record)),
            Ok(None) => {
                self.ended = true;
                None
            }
            Err(ReadError::Input(error)) => {
                self.ended = true;
                Some(Err(error.into()))
            }
            Err(ReadError::Fault(fault)) => {
                self.is_faulty = true;
                Some(Err(Fault { game: self.games, ..fault }.into()))
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// Returns a reader of the games of a text.
    pub fn new(input: impl BufRead + 'a) -> Reader<'a> {
        Reader::limited(input, Limits { bytes: u64::MAX, tags: usize::MAX, plies: usize::MAX })
    }

    /// Returns a reader that ends at the first game beyond the limits, with an error of the kind `FileTooLarge`.
    pub fn limited(input: impl BufRead + 'a, limits: Limits) -> Reader<'a> {
        let source = Source::new(input);
        Reader { source, limits, is_alone: false, is_faulty: false, games: 0, before: 0, found: None, ended: false }
    }

    /// Leaves out the variations, whose moves are then not checked.
    ///
    /// ```
    /// use khepri_rules::kgn::Reader;
    ///
    /// let game = "[RuleSet \"khet2\"]\n\n1. h2g2 (1. h2h3 c7d7) c7d7 *\n";
    /// let record = Reader::new(game.as_bytes()).next().expect("a game")?;
    /// assert_eq!(record.moves[0].variations[0].moves.len(), 2);
    /// let record = Reader::new(game.as_bytes()).alone().next().expect("a game")?;
    /// assert!(record.moves[0].variations.is_empty());
    /// # Ok::<(), khepri_rules::kgn::ReadError>(())
    /// ```
    pub fn alone(self) -> Reader<'a> {
        Reader { is_alone: true, ..self }
    }

    /// Returns the error of a game with more than `most` of a unit.
    fn beyond(&self, most: u64, unit: &'static str) -> ReadError {
        let fault = Fault::new(self.source.place(), Problem::TooMany { most, unit });
        io::Error::new(ErrorKind::FileTooLarge, Fault { game: self.games, ..fault }).into()
    }

    fn check_size(&self) -> Result<(), ReadError> {
        let size = self.source.offset().saturating_sub(self.before);
        if size > self.limits.bytes { Err(self.beyond(self.limits.bytes, "bytes")) } else { Ok(()) }
    }

    fn next_game(&mut self) -> Result<Option<Record>, ReadError> {
        if std::mem::take(&mut self.is_faulty) {
            while self.source.first_tag()?.is_none() && self.source.skip_line()? {}
        }
        self.games += 1;
        let found = match self.found.take() {
            Some(found) => found?,
            None => {
                let mut comments = Default::default();
                let next = self.between(&mut comments)?;
                (next != Symbol::End).then(|| comments.concat())
            }
        };
        let Some(mut foreword) = found else { return Ok(None) };
        self.before = self.source.offset();
        let header = self.header()?;
        let after = self.source.place();
        let has_tags = !header.is_empty();
        if has_tags {
            self.source.recognise();
            foreword.push(text::BETWEEN);
            foreword.push_str(&header.foreword);
        } else if !self.source.peek()?.is_some_and(|character| begins_move(character) || character == '*') {
            return Err(self.source.expected(Wanted::Game)?);
        }
        let (mut record, promises) = header.record(after)?;
        let (position, place) = self.moves(&mut record, foreword)?;
        if !has_tags && record.moves.is_empty() {
            return Err(Fault::new(place, Problem::LoneResult).into());
        }
        check_end(&record, &promises, &position, place)?;
        self.read_on(&mut record);
        Ok(Some(record))
    }

    /// Reads up to the next game, and divides the comments among it and this one. An error belongs to the next game.
    fn read_on(&mut self, record: &mut Record) {
        let mut comments: [String; 3] = Default::default();
        let next = self.between(&mut comments);
        let own = match next {
            Ok(Symbol::Character('[')) => 2,
            Ok(Symbol::Character(_) | Symbol::NotText(_)) => 1,
            Ok(Symbol::End) | Err(_) => 3,
        };
        let (own, others) = comments.split_at(own);
        add_comments(&own.concat(), &mut record.moves, &mut record.foreword);
        self.found = Some(next.map(|next| (next != Symbol::End).then(|| others.concat())));
    }

    /// Skips the text between games, and returns the symbol after it. Appends its comments: those on this line, those on the
    /// next lines up to a blank one, and the others.
    fn between(&mut self, comments: &mut [String; 3]) -> Result<Symbol, ReadError> {
        let first = self.source.place().line;
        let (mut last, mut group) = (first, 0);
        loop {
            let line = self.source.place().line;
            let mut comment = String::new();
            match self.source.symbol()? {
                Symbol::Character(character) if is_between_files(character) => self.source.advance()?,
                Symbol::Character(_) if self.source.skips(&mut comment)? => {}
                symbol => return Ok(symbol),
            }
            if comment.is_empty() {
                continue;
            }
            group = group.max(if line == first {
                0
            } else if line <= last + 1 {
                1
            } else {
                2
            });
            last = self.source.place().line;
            // No record can hold more.
            let length: usize = comments.iter().map(String::len).sum();
            if let Some(group) = comments.get_mut(group).filter(|_| length + comment.len() < text::LONGEST) {
                group.push(text::BETWEEN);
                group.push_str(&comment);
            }
        }
    }

    fn header(&mut self) -> Result<Header, ReadError> {
        let mut header = Header::default();
        let mut tags = 0;
        loop {
            self.check_size()?;
            match self.source.peek()? {
                Some('[') if tags == self.limits.tags => return Err(self.beyond(tags as u64, "tags")),
                // The next game follows tags without moves.
                Some('[') if tags > 0 && self.source.first_tag()?.is_some_and(|tag| header.repeats(&tag)) => {
                    return Err(self.source.expected(Wanted::Move)?);
                }
                Some('[') => {
                    tags += 1;
                    self.source.tag(&mut header)?;
                }
                Some(_) if self.source.skips(&mut header.foreword)? => {}
                _ => return Ok(header),
            }
        }
    }

    /// Reads and plays the moves, and reads the result. Returns the last position and the place of the result.
    fn moves(&mut self, record: &mut Record, foreword: String) -> Result<(Position, Place), ReadError> {
        let mut line = Line::new(record.start.clone());
        line.comments = foreword;
        let mut plies = 0;
        loop {
            match self.next_word(&mut line)? {
                Word::Open(place) => {
                    let variation = self.variation(&line, place, 1, &mut plies)?;
                    line.add(variation);
                }
                Word::Close(place) => {
                    let what = Problem::Expected { wanted: Wanted::Move, found: "`)`".to_owned() };
                    return Err(Fault::new(place, what).into());
                }
                Word::Result(result, place) => {
                    record.foreword = line.end();
                    record.moves = line.moves;
                    record.result = result;
                    variation::merge(&mut record.moves, 0);
                    return Ok((line.position, place));
                }
                Word::Move(written, place) => self.play(&mut line, &written, place, &mut plies)?,
                Word::None => return Err(self.source.expected(Wanted::Move)?),
            }
        }
    }

    /// Reads a variation after its bracket, which is at `place`.
    fn variation(
        &mut self,
        before: &Line,
        place: Place,
        depth: usize,
        plies: &mut usize,
    ) -> Result<Variation, ReadError> {
        let fault = |what: Problem| ReadError::from(Fault::new(place, what));
        if before.plies == 0 {
            return Err(fault(Problem::NoMoveBeforeVariation));
        }
        if depth > variation::MAX_DEPTH {
            return Err(fault(Problem::DeepVariation(variation::MAX_DEPTH)));
        }
        self.source.advance()?;
        let mut line = Line { is_skipped: self.is_alone, ..Line::new(before.before.clone()) };
        loop {
            match self.next_word(&mut line)? {
                Word::Open(place) => {
                    let variation = self.variation(&line, place, depth + 1, plies)?;
                    line.add(variation);
                }
                Word::Close(_) if line.plies == 0 => {
                    return Err(fault(Problem::EmptyVariation));
                }
                Word::Close(_) => {
                    self.source.advance()?;
                    let foreword = line.end();
                    return Ok(Variation { foreword, moves: line.moves });
                }
                Word::Result(result, place) => {
                    return Err(Fault::new(place, Problem::ResultInVariation(GameResult(result))).into());
                }
                Word::Move(written, place) => self.play(&mut line, &written, place, plies)?,
                Word::None => {
                    let found = match self.source.peek()? {
                        None => "the end of the text".to_owned(),
                        Some(_) if self.source.first_tag()?.is_some() => {
                            format!("a tag on line {}", self.source.place().line)
                        }
                        Some(_) => return Err(self.source.expected(Wanted::VariationMove)?),
                    };
                    return Err(fault(Problem::OpenVariation(found)));
                }
            }
        }
    }

    /// Reads up to the next move, bracket or result. Comments and marks are added to the line.
    fn next_word(&mut self, line: &mut Line) -> Result<Word, ReadError> {
        loop {
            if let Some((result, place)) = line.result.take() {
                return Ok(Word::Result(result, place));
            }
            while self.source.skips(&mut line.comments)? {}
            self.check_size()?;
            let mut place = self.source.place();
            let word = match self.source.peek()? {
                Some('$') => {
                    self.source.advance()?;
                    let marked = self.source.word()?;
                    let (number, rest) = split_number(&marked);
                    line.mark(number.parse().ok().and_then(Mark::numbered));
                    if rest.is_empty() {
                        continue;
                    }
                    place = place.after(1 + number.len());
                    rest.to_owned()
                }
                Some('(') => return Ok(Word::Open(place)),
                Some(')') => return Ok(Word::Close(place)),
                _ => self.source.word()?,
            };
            if word.is_empty() {
                return Ok(Word::None);
            }
            let (number, dots, rest) = parts(&word);
            if !line.is_skipped {
                check_number(number, dots, &line.position, place)?;
            }
            let place = place.after(number.len() + dots);
            let (written, result) = split_result(rest);
            line.result = result.map(|GameResult(result)| (result, place.after(written.len())));
            match split_signs(written) {
                ("", signs) => line.mark(Mark::of_signs(signs)),
                _ => return Ok(Word::Move(written.to_owned(), place)),
            }
        }
    }

    /// Plays a move of a line. A line that is skipped only counts it.
    fn play(&mut self, line: &mut Line, written: &str, place: Place, plies: &mut usize) -> Result<(), ReadError> {
        line.plies += 1;
        if line.is_skipped {
            line.comments.clear();
            return Ok(());
        }
        if *plies == self.limits.plies {
            return Err(self.beyond(self.limits.plies as u64, "plies"));
        }
        *plies += 1;
        line.end_comments();
        if !self.is_alone {
            line.before = line.position.clone();
        }
        let mv = play(&mut line.position, written, place)?;
        self.source.recognise();
        line.moves.push(PlayedMove::new(mv, Note::None));
        line.mark(Mark::of_signs(split_signs(written).1));
        Ok(())
    }
}

/// What comes next in a line.
enum Word {
    /// `(`, which has not been read.
    Open(Place),
    /// `)`, which has not been read.
    Close(Place),
    /// A result.
    Result(Option<Outcome>, Place),
    /// A move, with signs such as `!?` after it.
    Move(String, Place),
    /// Neither of these.
    None,
}

/// A line that is being read: the game or a variation.
struct Line {
    /// The position before the last move.
    before: Position,
    /// The position after the last move.
    position: Position,
    /// The comment before the first move.
    foreword: Remark,
    moves: Vec<PlayedMove>,
    /// The number of moves that were read.
    plies: usize,
    /// Whether the moves are only counted.
    is_skipped: bool,
    /// The comments since the last move.
    comments: String,
    /// The result right after the last move, and its place.
    result: Option<(Option<Outcome>, Place)>,
}

impl Line {
    fn new(start: Position) -> Line {
        let (foreword, moves, comments) = Default::default();
        let before = start.clone();
        Line { before, position: start, foreword, moves, plies: 0, is_skipped: false, comments, result: None }
    }

    /// Adds a mark to the last move.
    fn mark(&mut self, mark: Option<Mark>) {
        if let (Some(last), Some(mark)) = (self.moves.last_mut(), mark) {
            last.mark(mark);
        }
    }

    /// Adds the comments to the last move or, before the first move, to the line.
    fn end_comments(&mut self) {
        add_comments(&self.comments, &mut self.moves, &mut self.foreword);
        self.comments.clear();
    }

    /// Ends the line, and returns its foreword.
    fn end(&mut self) -> Remark {
        self.end_comments();
        std::mem::take(&mut self.foreword)
    }

    /// Adds a variation of the last move, unless it was skipped.
    fn add(&mut self, variation: Variation) {
        if let Some(last) = self.moves.last_mut().filter(|_| !variation.moves.is_empty()) {
            last.variations.push(variation);
        }
    }
}

/// Adds comments to the last move or, before the first move, to the foreword.
fn add_comments(comments: &str, moves: &mut [PlayedMove], foreword: &mut Remark) {
    for comment in comments.split(text::BETWEEN).map(|comment| comment.trim_matches(' ')) {
        match moves.last_mut() {
            _ if comment.is_empty() => {}
            Some(last) => {
                let Parts { note, review, remark } = Parts::read(comment);
                last.add_comment(note, review, remark);
            }
            None => foreword.join(Remark::read(comment)),
        }
    }
}

impl PlayedMove {
    /// Adds the parts of a further comment.
    pub(super) fn add_comment(&mut self, note: Note, review: String, remark: Remark) {
        let mut parts = Parts {
            note: std::mem::take(&mut self.note),
            review: std::mem::take(&mut self.review),
            remark: std::mem::take(&mut self.remark),
        };
        parts.join(Parts { note, review, remark });
        (self.note, self.review, self.remark) = (parts.note, parts.review, parts.remark);
    }
}

/// Splits a word into a number, dots and a move. Any of them may be missing. Digits before a move are a number only if dots
/// follow them.
fn parts(word: &str) -> (&str, usize, &str) {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let written = rest.trim_start_matches('.');
    let (digits, dots) = (word.len() - rest.len(), rest.len() - written.len());
    if dots == 0 && !written.is_empty() {
        ("", 0, word)
    } else {
        (word.get(..digits).unwrap_or_default(), dots, written)
    }
}

/// Splits a word into a move, which may be missing, and the result right after it, if there is one.
fn split_result(word: &str) -> (&str, Option<GameResult>) {
    let split = |result: GameResult| {
        let written = word.strip_suffix(result.name())?;
        let (mv, _) = split_signs(written);
        (mv.is_empty() || mv.parse::<Move>().is_ok()).then_some((written, Some(result)))
    };
    GameResult::ALL.into_iter().find_map(split).unwrap_or((word, None))
}

/// Splits a word after `$` into a number and the move or result right after it. A word that does not begin with a number and is
/// no result is all number.
fn split_number(word: &str) -> (&str, &str) {
    let digits = word.len() - word.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    // A result may begin with a digit, as in `$11-0`.
    let mut numbers = GameResult::ALL.into_iter().filter_map(|result| Some(word.strip_suffix(result.name())?.len()));
    let number = numbers.find(|&length| length <= digits);
    word.split_at(number.unwrap_or(if digits > 0 { digits } else { word.len() }))
}

/// Splits a word into a move and the signs after it, such as `!?`.
fn split_signs(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}

/// Returns whether a character can begin a move or its number.
fn begins_move(character: char) -> bool {
    matches!(character, '0'..='9' | '.' | 'a'..='j')
}

/// Checks the number and the dots before a move, if there are any. Either player's move may follow one dot, as in `1. ... c7d7`.
fn check_number(number: &str, dots: usize, position: &Position, place: Place) -> Result<(), Fault> {
    let at = move_at(position, "");
    let matches = number.is_empty() || number.parse() == Ok(at.number);
    let is_second = dots > 1;
    if matches && (number.is_empty() || !is_second || at.second) {
        return Ok(());
    }
    let found = excerpt(&format!("{number}{}", if is_second { "..." } else { "." }));
    let expected = format!("{}{}", at.number, if at.second { "..." } else { "." });
    Err(Fault::new(place, Problem::MoveNumber { expected, found }))
}

/// Plays a move.
fn play(position: &mut Position, word: &str, place: Place) -> Result<Move, Fault> {
    let fault = |position: &Position, place: Place, what: Problem| Fault {
        mv: Some(move_at(position, word)),
        ..Fault::new(place, what)
    };
    if position.outcome().is_some() {
        return Err(fault(position, place, Problem::IllegalMove(IllegalMove::GameOver)));
    }
    let mv = split_signs(word)
        .0
        .parse::<Move>()
        .map_err(|error| fault(position, place.after(error.column.saturating_sub(1)), Problem::MoveText(error)))?;
    let mv = position.normalised(mv);
    match position.play(mv) {
        Ok(_) => Ok(mv),
        Err(illegal) => Err(fault(position, place, Problem::IllegalMove(illegal))),
    }
}

fn move_at(position: &Position, word: &str) -> MoveAt {
    let second = position.side_to_move() != position.rule_set().rules().first;
    MoveAt { number: position.move_number(), second, word: word.to_owned() }
}

/// Checks the result and the number of plies against the rules and the tags.
fn check_end(record: &Record, promises: &Promises, position: &Position, place: Place) -> Result<(), Fault> {
    let found = GameResult(record.result);
    let by_rules = position.outcome();
    if by_rules.is_some() && by_rules != record.result {
        return Err(Fault::new(place, Problem::ResultOfLastMove { expected: GameResult(by_rules), found }));
    }
    if let Some(expected) = promises.result.map(GameResult).filter(|&expected| expected != found) {
        return Err(Fault::new(place, Problem::ResultOfTag { expected, found }));
    }
    let plies = record.moves.len();
    match promises.plies {
        Some((promised, place)) if promised != plies => {
            Err(Fault::new(place, Problem::PlyCount { expected: plies, found: promised }))
        }
        _ => Ok(()),
    }
}
