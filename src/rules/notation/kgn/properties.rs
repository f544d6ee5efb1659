//! Properties of all records and texts, tested with random games from all set-ups, random words and random bytes.

use super::*;
use crate::{Setup, Square};
use proptest::prelude::*;
use std::time::Duration;

/// Returns texts that mix the syntax of KGN with random characters.
fn words() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            "\"",
            "\\",
            "{",
            "}",
            "[",
            "]",
            "(",
            ";",
            "%",
            "\n",
            "\r\n",
            "\t",
            " ",
            "\0",
            "\u{85}",
            "\u{feff}",
            "book",
            "*",
            "1-0",
            "[Event \"x\"]",
            "+0.5/3",
            "0.1s",
            "n=5",
            "tl=0.1s",
            "; ",
            "[%csl Ga4]",
            "[%cal Ga4b5] ",
            "$1",
            "!?",
            ")",
            "é",
            "\u{a0}",
            "\u{1a}",
            "\u{feff}[Event \"x\"]",
            "\u{a0}[Event \"x\"] ",
            " xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,30}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

fn evaluations() -> impl Strategy<Value = Evaluation> {
    prop_oneof![any::<i32>().prop_map(Evaluation::Centipawns), any::<i32>().prop_map(Evaluation::Mate)]
}

fn notes() -> impl Strategy<Value = Note> {
    let times = (prop_oneof![0..100u64, any::<u64>()], 0..1_000_000_000u32);
    let times = times.prop_map(|(seconds, nanoseconds)| Duration::new(seconds, nanoseconds));
    let clocks = prop::option::of(times.clone());
    let comments = (prop::option::of(evaluations()), prop::option::of(any::<u32>()), prop::option::of(times));
    let comments = (comments, prop::option::of(any::<u64>()), clocks);
    prop_oneof![
        Just(Note::None),
        Just(Note::Book),
        comments.prop_map(|((evaluation, depth, time), nodes, clock)| {
            Note::Engine(Comment { evaluation, depth, time, nodes, clock })
        }),
    ]
}

fn remarks() -> impl Strategy<Value = Remark> {
    let drawing = ("[GRYB]", 0..80usize, prop::option::of(0..80usize)).prop_filter_map(
        "an arrow to itself",
        |(pen, from, to)| {
            let square = |at: usize| Square::ALL[at].to_string();
            Drawing::read(&format!("{pen}{}{}", square(from), to.map(square).unwrap_or_default()))
        },
    );
    let drawings = || prop::collection::vec(drawing.clone(), 0..3);
    (words(), drawings(), drawings()).prop_map(|(text, squares, arrows)| Remark { text, squares, arrows })
}

/// Returns what stands after a move: the marks, the note, the words of a review, the remark, and the number of variations.
fn annotations() -> impl Strategy<Value = (Vec<Mark>, Note, String, Remark)> {
    let marks = prop::sample::subsequence(vec![1, 2, 3, 4, 5, 6], 0..3);
    let marks = marks.prop_map(|numbers| numbers.into_iter().filter_map(Mark::numbered).collect());
    let remarks = prop_oneof![3 => Just(Remark::default()), 1 => remarks()];
    (marks, notes(), prop_oneof![Just(String::new()), words()], remarks)
}

/// The choices of a line: a move, what stands after it, and its variations.
#[derive(Clone, Debug)]
struct Choice {
    mv: usize,
    after: (Vec<Mark>, Note, String, Remark),
    variations: Vec<(Remark, Vec<Choice>)>,
}

fn lines() -> impl Strategy<Value = Vec<Choice>> {
    // Few different moves, so that variations often begin alike.
    let leaf = (0..4usize, annotations()).prop_map(|(mv, after)| Choice { mv, after, variations: Vec::new() });
    let line = prop::collection::vec(leaf, 0..12);
    line.prop_recursive(4, 60, 6, |line| {
        let variations = prop_oneof![2 => Just(Vec::new()), 1 => prop::collection::vec((remarks(), line), 0..4)];
        let choice = (0..4usize, annotations(), variations);
        let choice = choice.prop_map(|(mv, after, variations)| Choice { mv, after, variations });
        prop::collection::vec(choice, 0..8)
    })
}

/// Plays the choices of a line. Lines without a legal move are left out.
fn play(position: &mut Position, line: Vec<Choice>) -> Vec<PlayedMove> {
    let mut moves = Vec::new();
    for Choice { mv, after, variations } in line {
        let legal = position.legal_moves();
        let Some(&mv) = legal.get(mv % legal.len().max(1)) else { break };
        let before = position.clone();
        position.play(mv).expect("it is legal");
        let (marks, note, review, remark) = after;
        let mut variations: Vec<Variation> = variations
            .into_iter()
            .map(|(foreword, line)| Variation { foreword, moves: play(&mut before.clone(), line) })
            .collect();
        variations.retain(|variation| !variation.moves.is_empty());
        moves.push(PlayedMove { mv, marks, note, review, remark, variations });
    }
    moves
}

/// Returns start positions: the set-ups, some with another move number or the other player to move.
fn starts() -> impl Strategy<Value = Position> {
    let numbers = prop_oneof![Just(1), 1..=300u32, (u32::MAX - 5)..=u32::MAX];
    (prop::sample::select(setups::all()), prop::bool::weighted(0.3), numbers).prop_map(|(named, other, move_number)| {
        let setup = named.position.setup();
        let side = if other { setup.side_to_move.other() } else { setup.side_to_move };
        Position::try_from(Setup { side_to_move: side, move_number, ..setup }).expect("pieces as in the set-up")
    })
}

fn records() -> impl Strategy<Value = Record> {
    let texts = prop::array::uniform8(words());
    let others = prop::collection::vec((prop_oneof!["[A-Z][a-z]{0,9}", words()], words()), 0..3);
    let simple = (any::<usize>(), annotations()).prop_map(|(mv, after)| Choice { mv, after, variations: Vec::new() });
    let choices = prop_oneof![prop::collection::vec(simple, 0..120), lines()];
    (starts(), texts, remarks(), others, choices, 0..4usize).prop_map(
        |(start, texts, foreword, others, choices, result)| {
            let mut position = start.clone();
            let moves = play(&mut position, choices);
            let [event, site, date, round, silver, red, time_control, termination] = texts;
            let result = match position.outcome() {
                None => GameResult::ALL[result].0,
                ended => ended,
            };
            let (other_tags, start) = (others, start);
            Record {
                event,
                site,
                date,
                round,
                silver,
                red,
                result,
                start,
                time_control,
                termination,
                other_tags,
                foreword,
                moves,
            }
        },
    )
}

/// Checks the lines of the moves of a game that was written.
fn check_lines(written: &str) -> Result<(), TestCaseError> {
    let (_, moves) = written.split_once("\n\n").unwrap_or_default();
    for line in moves.split('\n') {
        let begins = |word: &str| word.starts_with(['[', '%']);
        let is_word = line.split(' ').skip(1).all(begins);
        prop_assert!(!begins(line) && (line.chars().count() <= 80 || is_word), "{}", line);
    }
    Ok(())
}

fn read(text: &[u8]) -> Vec<Result<Record, String>> {
    Reader::new(text).map(|game| game.map_err(|error| error.to_string())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_and_written_the_same(record in records()) {
        let written = write(&record);
        check_lines(&written)?;
        let games = read(written.as_bytes());
        prop_assert_eq!(games.len(), 1);
        let again = games[0].as_ref().map_err(|fault| TestCaseError::fail(fault.clone()))?;
        prop_assert_eq!(&again.start, &record.start);
        prop_assert_eq!(again.result, record.result);
        prop_assert!(again.moves.iter().map(|played| played.mv).eq(record.moves.iter().map(|played| played.mv)));
        // Reading merges variations. From then on nothing changes.
        let merged = write(again);
        let games = read(merged.as_bytes());
        let third = games[0].as_ref().map_err(|fault| TestCaseError::fail(fault.clone()))?;
        prop_assert_eq!(&write(third), &merged);
        if record.moves.iter().all(|played| played.variations.is_empty()) {
            prop_assert_eq!(&merged, &written);
        }
        let alone: Vec<_> = Reader::new(written.as_bytes()).alone().collect();
        let alone = alone[0].as_ref().map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        prop_assert!(alone.moves.iter().map(|played| played.mv).eq(record.moves.iter().map(|played| played.mv)));
    }

    #[test]
    fn games_after_each_other_are_read_each_by_itself(one in records(), two in records()) {
        let (one, two) = (write(&one), write(&two));
        let written: Vec<String> = read(format!("{one}{two}").as_bytes()).iter().flatten().map(write).collect();
        let apart: Vec<String> = [one, two].iter().flat_map(|game| read(game.as_bytes())).flatten().map(|game| write(&game)).collect();
        prop_assert_eq!(written, apart);
    }

    #[test]
    fn no_bytes_make_the_reader_fail(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read(&bytes).iter().flatten().all(|record| read(write(record).as_bytes()).len() == 1));
    }

    #[test]
    fn a_damaged_game_spoils_no_other(record in records(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let written = write(&record);
        let mut damaged = written.clone().into_bytes();
        let at = at.index(damaged.len());
        damaged[at] = byte;
        let text = [&damaged[..], b"\n*\n\n", written.as_bytes()].concat();
        let games = read(&text);
        let last = games.last().and_then(|game| game.as_ref().ok()).map(write);
        prop_assert_eq!(last, read(written.as_bytes())[0].as_ref().ok().map(write));
        prop_assert!(games.iter().flatten().all(|game| read(write(game).as_bytes()).iter().all(Result::is_ok)));
    }
}
