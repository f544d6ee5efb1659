//! Properties of all records and texts, tested with random games from all set-ups, random words and random bytes.

use super::*;
use crate::rules::Setup;
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
            "é",
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
        words().prop_map(Note::Text),
    ]
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
    let choices = prop::collection::vec((any::<usize>(), notes()), 0..120);
    (starts(), texts, words(), others, choices, 0..4usize).prop_map(
        |(start, texts, foreword, others, choices, result)| {
            let mut position = start.clone();
            let mut moves = Vec::new();
            for (choice, note) in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let mv = legal[choice % legal.len()];
                position.play(mv).expect("it is legal");
                moves.push(PlayedMove { mv, note });
            }
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

fn read(text: &[u8]) -> Vec<Result<Record, String>> {
    Reader::new(text).map(|game| game.map_err(|error| error.to_string())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_and_written_the_same(record in records()) {
        let written = write(&record);
        let games = read(written.as_bytes());
        prop_assert_eq!(games.len(), 1);
        let again = games[0].as_ref().map_err(|fault| TestCaseError::fail(fault.clone()))?;
        prop_assert_eq!(&again.start, &record.start);
        prop_assert_eq!(again.result, record.result);
        prop_assert!(again.moves.iter().map(|played| played.mv).eq(record.moves.iter().map(|played| played.mv)));
        prop_assert_eq!(write(again), written);
    }

    #[test]
    fn games_after_each_other_are_read_each_by_itself(one in records(), two in records()) {
        let (one, two) = (write(&one), write(&two));
        let written: Vec<String> = read(format!("{one}{two}").as_bytes()).iter().flatten().map(write).collect();
        prop_assert_eq!(written, [one, two]);
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
        // A comment whose `}` was overwritten continues to the next `}`, which may be in the following game.
        if byte != b'{' && written.as_bytes()[at] != b'}' {
            let last = games.last().and_then(|game| game.as_ref().ok()).map(write);
            prop_assert_eq!(last, Some(written));
        }
        prop_assert!(games.iter().flatten().all(|game| read(write(game).as_bytes()).iter().all(Result::is_ok)));
    }
}
