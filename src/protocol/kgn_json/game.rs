//! Games as JSON, the format in which the page reads and writes them. Only one game is in memory at a time, with at most one
//! tag and one move beyond the limits.

use crate::answers;
use crate::draw::beam_report;
use crate::json::{self, Each, Object, push_bounded};
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kgn::{
    self, Comment, Drawing, Evaluation, GameResult, MAX_DEPTH, Mark, Note, PlayedMove, Record, Remark, Variation,
};
use khepri_rules::{Move, Position, RuleSet, setups};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::time::Duration;

/// The largest numbers of tags and moves of a game.
pub const MAX_TAGS: usize = 1000;
pub const MAX_MOVES: usize = 50_000;

/// A game. Fields without a value are omitted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Game {
    /// The tags, without those that the other fields replace.
    pub tags: Tags,
    /// The rule set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The name of the start position, if it is a printed set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The KFEN of the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kfen: Option<String>,
    /// The comment before the first move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub foreword: String,
    /// The squares and arrows that are drawn for the comment, such as `Ga4` and `Ga4b5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
    /// The moves.
    #[serde(deserialize_with = "moves")]
    pub moves: Vec<MoveEntry>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// Why the game ended.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub termination: String,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MoveEntry {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The score from the mover's side, as in KGN: `+0.35`, `-M3`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub score: String,
    /// Depth of the search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Time of the search in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Nodes of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The clock after the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// Whether the move is from the opening.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub book: bool,
    /// The numbers of the marks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u8>,
    /// The words of a review.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub review: String,
    /// The text of the comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The squares and arrows that are drawn for the move, such as `Ga4` and `Ga4b5`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<String>,
    /// The comment before the first move of a variation, as KGN writes it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The variations, which replace the move.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "variations")]
    pub variations: Vec<Vec<MoveEntry>>,
    /// The position after the move, as KFEN. This field and the following ones are written but not read, since they follow from
    /// the moves.
    #[serde(deserialize_with = "ignored")]
    pub kfen: String,
    /// The squares that the shot hit, sorted.
    #[serde(deserialize_with = "ignored")]
    pub hits: Vec<String>,
    /// The number of times that the arrangement has occurred.
    #[serde(deserialize_with = "ignored")]
    pub occurred: u32,
    /// The result by the rules: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[serde(deserialize_with = "ignored")]
    pub result: String,
    /// The reason of the result, as the command `d` prints it.
    #[serde(deserialize_with = "ignored")]
    pub reason: String,
}

/// Reads any value and drops it.
fn ignored<'de, D: Deserializer<'de>, T: Default>(deserializer: D) -> Result<T, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| T::default())
}

/// Reads `{"games":[…]}` or one game. Calls `visit` with each game as it is read, until `visit` returns false.
///
/// # Errors
/// A game is invalid, or `visit` returned false for a game of a list. The error has the index of a game in a list.
pub fn each_game(json: impl Read, visit: impl FnMut(Game) -> bool) -> serde_json::Result<()> {
    let mut deserializer = serde_json::Deserializer::from_reader(json);
    deserializer.deserialize_map(Games(visit))?;
    deserializer.end()
}

/// The field of an object that has several games.
const GAMES: &str = "games";

/// The other field of a response to `/kgn`. It is ignored, so that such a response can be sent back unchanged.
const FAULTS: &str = "faults";

/// A visitor of an object with one game or several. It calls the function with each game.
struct Games<F>(F);

impl<'de, F: FnMut(Game) -> bool> Visitor<'de> for Games<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut first = map.next_key::<String>()?;
        if first.as_deref() == Some(FAULTS) {
            map.next_value::<IgnoredAny>()?;
            first = map.next_key()?;
        }
        if first.as_deref() != Some(GAMES) {
            (self.0)(Game::deserialize(MapAccessDeserializer::new(Rest { first, map }))?);
            return Ok(());
        }
        map.next_value_seed(Each::new(GAMES, |Object(game)| (self.0)(game)))?;
        while let Some(other) = map.next_key::<String>()? {
            if other != FAULTS {
                return Err(A::Error::unknown_field(&other, &[GAMES, FAULTS]));
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// The fields of an object whose first name was already read.
struct Rest<A> {
    first: Option<String>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

fn variations<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Vec<MoveEntry>>, D::Error> {
    let lines = Vec::<Vec<Object<MoveEntry>>>::deserialize(deserializer)?;
    Ok(lines.into_iter().map(|line| line.into_iter().map(|Object(entry)| entry).collect()).collect())
}

fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MoveEntry>, D::Error> {
    json::bounded_list(deserializer, "moves", MAX_MOVES, |Object(entry)| entry)
}

/// The names and values of tags, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(pub Vec<(String, String)>);

impl Serialize for Tags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tags, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tags, A::Error> {
                let mut tags = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    push_bounded(&mut tags, pair, MAX_TAGS);
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Returns whether the value of a tag is known, unlike `????.??.??`.
fn is_known(value: &str) -> bool {
    !value.trim_matches(['?', '.']).is_empty()
}

/// Returns the names and values of the tags that are fields of a record.
fn named_tags(record: &mut Record) -> [(&'static str, &mut String); 7] {
    [
        ("Event", &mut record.event),
        ("Site", &mut record.site),
        ("Date", &mut record.date),
        ("Round", &mut record.round),
        ("Silver", &mut record.silver),
        ("Red", &mut record.red),
        ("TimeControl", &mut record.time_control),
    ]
}

impl Game {
    /// Converts a record to a game.
    pub fn of(mut record: Record) -> Game {
        let start = record.start.setup();
        let tags = named_tags(&mut record).into_iter().filter(|(_, value)| is_known(value));
        let mut tags: Vec<(String, String)> =
            tags.map(|(name, value)| (name.to_owned(), std::mem::take(value))).collect();
        tags.append(&mut record.other_tags);
        let moves = played(&record);
        Game {
            tags: Tags(tags),
            variant: Some(start.rule_set.name().to_owned()),
            setup: record.set_up().map(str::to_owned),
            kfen: Some(start.to_string()),
            drawn: drawn(&record.foreword),
            foreword: record.foreword.text,
            moves,
            result: GameResult(record.result).to_string(),
            termination: Some(record.termination).filter(|reason| is_known(reason)).unwrap_or_default(),
        }
    }

    /// Converts the game to a record.
    ///
    /// # Errors
    /// The first field that is wrong, and why.
    pub fn record(self) -> Result<Record, String> {
        let start = match (&self.kfen, self.variant.as_deref().unwrap_or(RuleSet::Khet2.name())) {
            (Some(text), _) => text.parse::<Position>().map_err(|why| format!("kfen: {why}"))?,
            (None, variant) => {
                let rule_set = variant
                    .parse::<RuleSet>()
                    .map_err(|_| format!("variant: expected a rule set, found {}", excerpt(variant)))?;
                let name = self.setup.as_deref().unwrap_or(setups::CLASSIC);
                setups::named(rule_set, name).map_err(|why| format!("setup: {why}"))?.position.clone()
            }
        };
        let mut record = Record::new(start);
        for (name, value) in self.tags.0 {
            let field = named_tags(&mut record).into_iter().find(|(known, _)| *known == name);
            if let Some((_, field)) = field {
                *field = value;
            } else {
                record.other_tags.push((name, value));
            }
        }
        record.foreword = remark(self.foreword, &self.drawn)?;
        record.termination = self.termination;
        if !self.result.is_empty() {
            let wrong = || format!("result: expected 1-0, 0-1, 1/2-1/2 or *, found {}", excerpt(&self.result));
            GameResult(record.result) = self.result.parse().map_err(|_| wrong())?;
        }
        let mut position = record.start.clone();
        record.moves = line(&self.moves, &mut position, "moves", 0)?;
        kgn::merge(&mut record.moves);
        // The result by the rules takes precedence. Any other result would be refused when the game is read again.
        record.result = position.outcome().or(record.result);
        Ok(record)
    }
}

/// Plays a line and its variations. `name` is its path in the JSON, for errors.
fn line(entries: &[MoveEntry], position: &mut Position, name: &str, depth: usize) -> Result<Vec<PlayedMove>, String> {
    let play = |(index, entry): (usize, &MoveEntry)| {
        let path = || format!("{name}[{index}]");
        let wrong = |why: &dyn fmt::Display| format!("{}: {}: {why}", path(), excerpt(&entry.text));
        if position.outcome().is_some() {
            return Err(wrong(&"the game is over"));
        }
        let before = position.clone();
        let mv = position.normalised(entry.text.parse::<Move>().map_err(|why| wrong(&why))?);
        position.play(mv).map_err(|why| wrong(&why))?;
        let mut played = PlayedMove::new(mv, entry.note().map_err(|why| wrong(&why))?);
        for &number in &entry.marks {
            let mark =
                Mark::numbered(number).ok_or_else(|| wrong(&format_args!("marks: expected 1 to 6, found {number}")))?;
            played.mark(mark);
        }
        played.review.clone_from(&entry.review);
        played.remark = remark(entry.comment.clone(), &entry.drawn).map_err(|why| wrong(&why))?;
        for (number, entries) in entry.variations.iter().enumerate() {
            let path = format!("{}.variations[{number}]", path());
            let Some(first) = entries.first() else { return Err(format!("{path}: expected a move")) };
            if depth == MAX_DEPTH {
                return Err(format!("{path}: expected variations at most {MAX_DEPTH} deep"));
            }
            let moves = line(entries, &mut before.clone(), &path, depth + 1)?;
            played.variations.push(Variation { foreword: Remark::read(&first.before), moves });
        }
        Ok(played)
    };
    entries.iter().enumerate().map(play).collect()
}

/// Returns a remark, whose drawings are given as texts.
fn remark(text: String, drawn: &[String]) -> Result<Remark, String> {
    let mut remark = Remark::of(text);
    for text in drawn {
        let drawing = Drawing::read(text);
        remark.draw(drawing.ok_or_else(|| format!("drawn: expected one like Ga4 or Ga4b5, found {}", excerpt(text)))?);
    }
    Ok(remark)
}

/// Returns the drawings of a remark as texts.
fn drawn(remark: &Remark) -> Vec<String> {
    remark.squares.iter().chain(&remark.arrows).map(Drawing::to_string).collect()
}

/// Returns the moves of a record with the positions after them.
fn played(record: &Record) -> Vec<MoveEntry> {
    let mut position = record.start.clone();
    let mut arrangements = HashMap::from([(position.repetition_key(), 1)]);
    entries(&record.moves, &mut position, &mut arrangements)
}

/// Returns the moves of a line with the positions after them. The arrangements of the line are counted on top of those before it,
/// and uncounted at its end.
fn entries(moves: &[PlayedMove], position: &mut Position, arrangements: &mut HashMap<u64, u32>) -> Vec<MoveEntry> {
    let mut keys = Vec::new();
    let mut list = Vec::new();
    for played in moves {
        let mut variations = Vec::new();
        for variation in &played.variations {
            let mut line = entries(&variation.moves, &mut position.clone(), arrangements);
            if let Some(first) = line.first_mut() {
                first.before = variation.foreword.words();
            }
            variations.push(line);
        }
        let hits = position.play_unchecked(played.mv).hits();
        let key = position.repetition_key();
        keys.push(key);
        let occurred = arrangements.entry(key).or_insert(0);
        *occurred += 1;
        let (result, reason) = answers::end(position, *occurred);
        let hits = beam_report::names(hits).split_whitespace().map(str::to_owned).collect();
        let (kfen, result) = (position.to_string(), result.to_owned());
        list.push(MoveEntry { kfen, hits, occurred: *occurred, result, reason, variations, ..MoveEntry::of(played) });
    }
    for key in keys {
        arrangements.entry(key).and_modify(|occurred| *occurred -= 1);
    }
    list
}

impl MoveEntry {
    fn of(played: &PlayedMove) -> MoveEntry {
        let mut entry = MoveEntry { text: played.mv.to_string(), ..MoveEntry::default() };
        entry.book = played.note == Note::Book;
        entry.marks = played.marks.iter().map(|mark| mark.number()).collect();
        entry.review.clone_from(&played.review);
        entry.comment.clone_from(&played.remark.text);
        entry.drawn = drawn(&played.remark);
        let comment = played.note.comment();
        if let Some(comment) = comment {
            entry.score = comment.evaluation.map(|score| score.to_string()).unwrap_or_default();
            entry.depth = comment.depth;
            entry.time = comment.time.map(milliseconds);
            entry.nodes = comment.nodes;
            entry.clock = comment.clock.map(milliseconds);
        }
        entry
    }

    /// Returns the engine's part of the comment.
    fn note(&self) -> Result<Note, String> {
        let mut comment = Comment::default();
        if !self.score.is_empty() {
            let wrong = || format!("score: expected one like +0.35 or -M3, found {}", excerpt(&self.score));
            comment.evaluation = Some(self.score.parse::<Evaluation>().map_err(|_| wrong())?);
        }
        comment.depth = self.depth;
        comment.time = self.time.map(Duration::from_millis);
        comment.nodes = self.nodes;
        comment.clock = self.clock.map(Duration::from_millis);
        Ok(match comment == Comment::default() {
            true if self.book => Note::Book,
            true => Note::None,
            false => Note::Engine(comment),
        })
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::kgn::{Reader, write};

    fn game(kgn: &str) -> Game {
        Game::of(Reader::new(kgn.as_bytes()).next().expect("a game").expect("a valid game"))
    }

    #[test]
    fn a_game_survives_json() {
        let kgn = "[Event \"a\"]\n[Silver \"<b>\"]\n[RuleSet \"khet1\"]\n[SetUp \"dynasty\"]\n[Result \"1-0\"]\n\
                   [Termination \"resignation\"]\n[Opening \"x\"]\n\n{foreword} 1. d1+ {+0.35/12 0.103s n=5 tl=9.000s} \
                   g8+ {book} 2. d1- {a fine move} g8- 1-0\n";
        let record = Reader::new(kgn.as_bytes()).next().expect("a game");
        let Ok(record) = record else { panic!("{record:?}") };
        let text = serde_json::to_string(&Game::of(record.clone())).expect("JSON");
        for part in [
            "\"Silver\":\"<b>\"",
            "\"setup\":\"dynasty\"",
            "\"score\":\"+0.35\",\"depth\":12,\"time\":103,\"nodes\":5,\"clock\":9000",
            "\"book\":true",
            "\"comment\":\"a fine move\"",
            "\"foreword\":\"foreword\"",
            "\"termination\":\"resignation\"",
            "\"Opening\":\"x\"",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let again: Game = serde_json::from_str(&text).expect("a game");
        assert_eq!(write(&again.record().expect("a valid game")), write(&record));
    }

    #[test]
    fn a_score_and_a_text_are_one_comment() {
        let text = r#"{"moves":[{"move":"h2g2","score":"-M3","depth":9,"comment":"better was a8-"}]}"#;
        let game: Game = serde_json::from_str(text).expect("a game");
        let kgn = write(&game.record().expect("a valid game"));
        assert!(kgn.contains("1. h2g2 {-M3/9; better was a8-} *"), "{kgn}");
        let again = serde_json::to_string(&self::game(&kgn).moves).expect("JSON");
        let expected = r#"[{"move":"h2g2","score":"-M3","depth":9,"comment":"better was a8-","kfen":""#;
        assert!(again.starts_with(expected), "{again}");
    }

    #[test]
    fn marks_drawings_and_variations_survive_json() {
        let kgn = "[RuleSet \"khet2\"]\n\n{[%csl Ga4] start} 1. h2g2 $1 {+0.35/12 mistake, 9 % lost; [%cal Rh2g2] x} \
                   ({y} 1. h2h3 c7d7 (1... c7c6 $5) 2. f4+) 1... c7d7 *\n";
        let record = Reader::new(kgn.as_bytes()).next().expect("a game").expect("a valid game");
        let text = serde_json::to_string(&Game::of(record.clone())).expect("JSON");
        for part in [
            r#""foreword":"start","drawn":["Ga4"]"#,
            r#""marks":[1],"review":"mistake, 9 % lost","comment":"x","drawn":["Rh2g2"]"#,
            r#""before":"y""#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let again: Game = serde_json::from_str(&text).expect("a game");
        let written = write(&again.record().expect("a valid game"));
        assert_eq!(written, write(&record));
        let written = written.replace('\n', " ");
        assert!(written.contains("({y} 1. h2h3 c7d7 (1... c7c6 $5) 2. f4+) 1... c7d7 *"), "{written}");
        // As deep as KGN allows.
        let mut line = r#"[{"move":"h2g2"}]"#.to_owned();
        for _ in 0..MAX_DEPTH {
            line = format!(r#"[{{"move":"h2h3","variations":[{line}]}}]"#);
        }
        let deepest: Game = serde_json::from_str(&format!(r#"{{"moves":{line}}}"#)).expect("a game");
        assert!(deepest.record().is_ok());
        let deeper = format!(r#"{{"moves":[{{"move":"h2h3","variations":[{line}]}}]}}"#);
        let game: Game = serde_json::from_str(&deeper).expect("the form of a game");
        assert!(game.record().expect_err("too deep").ends_with("expected variations at most 32 deep"));
    }

    #[test]
    fn a_fault_names_its_field() {
        for (text, reason) in [
            (r#"{"kfen":"x"}"#, "kfen: "),
            (r#"{"variant":"chess"}"#, "variant: expected a rule set, found `chess`"),
            (r#"{"setup":"x"}"#, "setup: "),
            (r#"{"result":"2-0"}"#, "result: expected"),
            (r#"{"moves":[{"move":"h2g2"},{"move":"h2g2"}]}"#, "moves[1]: `h2g2`: "),
            (r#"{"moves":[{"move":"<b>"}]}"#, "moves[0]: `<b>`: "),
            (r#"{"moves":[{"move":"h2g2","score":"1"}]}"#, "moves[0]: `h2g2`: score: expected"),
            (r#"{"moves":[{"move":"h2g2","marks":[7]}]}"#, "moves[0]: `h2g2`: marks: expected 1 to 6, found 7"),
            (
                r#"{"moves":[{"move":"h2g2","drawn":["Ga4a4"]}]}"#,
                "moves[0]: `h2g2`: drawn: expected one like Ga4 or Ga4b5",
            ),
            (r#"{"drawn":["a4"]}"#, "drawn: expected one like Ga4 or Ga4b5, found `a4`"),
            (r#"{"moves":[{"move":"h2g2","variations":[[]]}]}"#, "moves[0].variations[0]: expected a move"),
            (r#"{"moves":[{"move":"h2g2","variations":[[{"move":"h2h9"}]]}]}"#, "moves[0].variations[0][0]: `h2h9`: "),
        ] {
            let game: Game = serde_json::from_str(text).expect("the form of a game");
            let why = game.record().expect_err(text);
            assert!(why.starts_with(reason), "{why}");
        }
        for text in [r#"{"moves":[1]}"#, r#"{"move":[]}"#, r#"{"tags":{"a":1}}"#] {
            assert!(serde_json::from_str::<Game>(text).is_err(), "{text}");
        }
        assert_eq!(game("[Silver \"?\"]\n\n*\n").tags, Tags::default());
    }
}
