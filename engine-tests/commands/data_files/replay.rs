//! Replays the games of `khepri datagen` by the second implementation of the rules: moves, positions, flags and results.

use super::bytes::{Extension, Game, Recipe, checksum, read};
use super::{SHORT, Workspace};
use crate::clean_room::board::RuleSet as SecondRuleSet;
use crate::clean_room::game::Game as SecondGame;
use crate::clean_room::light::Shot;
use crate::clean_room::pieces::{Colour, Kind};
use crate::clean_room::position::{Outcome, Position};
use crate::support::{SETUPS, env_number};
use khepri_engine::internal::eval::hit_value;
use khepri_rules::RuleSet;
use std::collections::BTreeSet;
use std::fs;

/// Returns the engine's value of a hit on a piece.
fn value_of_hit(rule_set: SecondRuleSet, kind: Kind) -> i32 {
    let rule_set = match rule_set {
        SecondRuleSet::Khet2 => RuleSet::Khet2,
        SecondRuleSet::Khet1 => RuleSet::Khet1,
        SecondRuleSet::Deflexion => RuleSet::Deflexion,
    };
    match kind {
        Kind::Pyramid(_) => hit_value(rule_set, khepri_rules::Kind::Pyramid),
        Kind::Anubis(_) => hit_value(rule_set, khepri_rules::Kind::Anubis),
        Kind::Obelisk => hit_value(rule_set, khepri_rules::Kind::Obelisk),
        Kind::Stack => hit_value(rule_set, khepri_rules::Kind::Stack),
        _ => 0,
    }
}

/// Returns whether a shot gains, and whether it hits the opponent's Pharaoh and not the player's own.
fn gains(shot: &Shot, rule_set: SecondRuleSet, own: Colour) -> (bool, bool) {
    let hit = |colour| shot.hits.iter().any(|hit| hit.piece.kind == Kind::Pharaoh && hit.piece.colour == colour);
    let value = |colour: Colour| -> i32 {
        shot.hits
            .iter()
            .filter(|hit| hit.piece.colour == colour)
            .map(|hit| value_of_hit(rule_set, hit.piece.kind))
            .sum()
    };
    let (hits_own, hits_other) = (hit(own), hit(own.other()));
    let gain = value(own.other()) - value(own);
    let is_gain = if hits_own == hits_other { gain > 0 } else { hits_other };
    (is_gain, hits_other && !hits_own)
}

/// Returns whether a shot of the side to move gains, and whether one hits the opponent's Pharaoh and not the player's own.
fn best(position: &Position) -> (bool, bool) {
    let shots = position.actions().into_iter().map(|action| {
        let mut after = *position;
        gains(&after.apply(&action), position.rule_set, position.side)
    });
    shots.fold((false, false), |(gain, hit), (is_gain, is_hit)| (gain || is_gain, hit || is_hit))
}

fn flags(position: &Position, score: i16) -> u8 {
    let (gain, hit) = best(position);
    let (_, threat) = best(&Position { side: position.side.other(), ..*position });
    let mate = score.abs() > 31_744;
    u8::from(gain) + 2 * u8::from(hit) + 4 * u8::from(threat) + 8 * u8::from(mate)
}

/// Plays a game and checks it. Returns the lines that `khepri data sample` prints for its positions.
fn play(record: &Game, recipe: &Recipe) -> Vec<String> {
    let mut game = SecondGame::from_kfen(&record.start).expect("a position");
    let play = |game: &mut SecondGame, text: &str| {
        let action = game.action(text).unwrap_or_else(|| panic!("{} {text}: not legal", game.to_kfen()));
        assert_eq!(action.text(), text, "a move has one notation");
        game.apply(&action)
    };
    assert!(record.is_lead || (4..=12).contains(&record.opening.len()));
    for text in &record.opening {
        assert!(play(&mut game, text).hits.is_empty() || record.is_lead, "openings are quiet");
    }
    // The index of the first position after the last capture before the last ply.
    let mut after_capture = 0;
    let mut lines = Vec::new();
    // The player with winning scores, and the number of plies in a row with such scores.
    let mut row: (Option<Colour>, u16) = (None, 0);
    let mut ended = None;
    for (number, ply) in (record.opening.len() + 1..).zip(&record.plies) {
        assert_eq!(ended, None, "no ply comes after the end");
        let position = *game.position();
        assert_eq!(ply.flags & 15, flags(&position, ply.score), "{}", game.to_kfen());
        assert!(ply.flags & 16 == 0 || (ply.flags & 7 == 0 && ply.played.abs() <= 31_744), "only quiet positions");
        if position.plies_since_capture == 0 {
            after_capture = number - record.opening.len() - 1;
        }
        let result = match record.outcome {
            2 => 0,
            winner => 1 - 2 * i32::from((winner == 0) != (position.side == Colour::Silver)),
        };
        let letters: String =
            "ghtmrx".chars().enumerate().filter(|(bit, _)| ply.flags >> bit & 1 == 1).map(|(_, c)| c).collect();
        let letters = if letters.is_empty() { "-" } else { &letters };
        lines.push(format!("{} ; {} {} {letters} {result}", game.to_kfen(), ply.mv, ply.score));
        play(&mut game, &ply.mv);
        let winner = match ply.played {
            score if score >= recipe.win_score as i16 => Some(position.side),
            score if score <= -(recipe.win_score as i16) => Some(position.side.other()),
            _ => None,
        };
        row = (winner, if winner.is_some() && winner == row.0 { row.1 + 1 } else { 1 });
        let after = game.position();
        let pharaohs = [Colour::Silver, Colour::Red].map(|colour| after.board.has_pharaoh(colour));
        let code = |outcome| match outcome {
            Outcome::Won(Colour::Silver) => 0,
            Outcome::Won(Colour::Red) => 1,
            Outcome::Draw => 2,
        };
        ended = match (game.outcome(), pharaohs, row.0) {
            (Some(outcome), [true, true], _) => Some((code(outcome), 2)),
            (Some(outcome), [false, false], _) => Some((code(outcome), 1)),
            (Some(outcome), ..) => Some((code(outcome), 0)),
            _ if game.occurrences() >= 3 => Some((2, 3)),
            _ if !record.is_adjudicated => {
                let extension = recipe.extension.as_ref().expect("version 2");
                (number == usize::from(extension.unadjudicated_plies)).then_some((2, 6))
            }
            (.., Some(winner)) if row.1 >= recipe.win_plies => Some((code(Outcome::Won(winner)), 4)),
            _ if after.plies_since_capture >= recipe.draw_plies.into() => Some((2, 5)),
            _ if number >= usize::from(recipe.max_plies) => Some((2, 6)),
            _ => None,
        };
    }
    assert_eq!(ended, Some((record.outcome, record.end)), "game {}", record.number);
    for (number, ply) in record.plies.iter().enumerate() {
        assert_eq!(ply.flags & 32 != 0, !record.is_adjudicated && number >= after_capture + 40, "ply {}", number + 1);
    }
    lines
}

/// Makes games and replays them. The file `lead.txt` has all set-ups as openings. All flags of `expected_flags` have to occur.
fn replay(games: u64, options: &str, expected_flags: u8) -> (Recipe, Vec<Game>) {
    let workspace = Workspace::new();
    let setups: String = SETUPS.iter().map(|(rule_set, name, _)| format!("{rule_set} {name}\n")).collect();
    fs::write(workspace.path("lead.txt"), setups).expect("a file");
    workspace.make("a", games, options);
    let (recipes, records) = read(&workspace.bytes("a"));
    assert_eq!((recipes.len(), records.len() as u64), (1, games));
    let printed = workspace.run_ok(&format!("data sample {{}}/a --games {games}"));
    let mut printed = printed.stdout.lines();
    let (mut ends, mut rules, mut flags) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut positions = 0;
    for record in &records {
        let heading = printed.next().unwrap_or_default();
        assert!(heading.contains(&format!(" game {}: ", record.number)), "{heading}");
        for line in play(record, &recipes[0]) {
            assert_eq!(printed.next(), Some(line.as_str()));
        }
        positions += record.data().count();
        ends.insert(record.end);
        rules.insert(record.start.split(' ').nth(2).expect("a rule set"));
        flags |= record.plies.iter().fold(0, |all, ply| all | ply.flags);
    }
    let last = format!("{games} games, {positions} positions, 0 faults");
    assert_eq!(printed.collect::<Vec<_>>(), [last.as_str()]);
    assert_eq!(workspace.run_ok("data check {}/a").last_line(), last);
    assert_eq!((rules.len(), flags & expected_flags), (3, expected_flags), "all rule sets and all flags are there");
    assert!(ends.contains(&0), "{ends:?}");
    assert!(records.iter().any(|record| record.name.is_none()) && records.iter().any(|record| record.name.is_some()));
    (recipes[0].clone(), records)
}

#[test]
fn games_agree_with_the_second_rules() {
    let (recipe, records) = replay(25, SHORT, 15);
    assert!(recipe.extension.is_none() && records.iter().all(|record| record.is_adjudicated && !record.is_lead));
    assert!(records.iter().flat_map(|record| &record.plies).all(|ply| ply.flags < 16));
}

#[test]
fn games_of_all_options_agree_with_the_second_rules() {
    let relabelled = "--relabel 0.25 --relabel-nodes 400";
    let lead = "--lead 0.4 --lead-openings {}/lead.txt";
    let (recipe, records) = replay(20, &format!("{SHORT} {relabelled} --unadjudicated 0.3 {lead}"), 31);
    // The checksum of the lines of the openings, which is also the file.
    let lines: String = SETUPS.iter().map(|(rule_set, name, _)| format!("{rule_set} {name}\n")).collect();
    let expected = Extension {
        relabelled_nodes: 400,
        lead_checksum: checksum(lines.as_bytes()),
        relabelled: 2_500,
        unadjudicated: 3_000,
        unadjudicated_plies: 1_000,
        tail: 40,
        lead: 4_000,
    };
    assert_eq!(recipe.extension, Some(expected));
    assert!(
        records.iter().filter(|record| record.is_lead).all(|record| record.name.is_some() && record.opening.is_empty())
    );
    for has in [|record: &Game| record.is_lead, |record: &Game| !record.is_adjudicated] {
        let count = records.iter().filter(|record| has(record)).count();
        assert!((2..=14).contains(&count), "{count}");
    }
    let (quiet, relabelled) = records.iter().flat_map(Game::data).fold((0, 0), |(quiet, relabelled), ply| {
        let is_quiet = ply.flags & 7 == 0 && ply.played.abs() <= 31_744;
        (quiet + u32::from(is_quiet), relabelled + u32::from(ply.flags & 16 != 0))
    });
    assert!((quiet / 5..quiet * 3 / 10).contains(&relabelled), "{relabelled} of {quiet}");
}

/// Checks more games, with the number of nodes of real training data.
#[test]
#[ignore = "takes minutes"]
fn many_games_agree_with_the_second_rules() {
    replay(env_number("DATAGEN_GAMES", 500), "--nodes 2000 --seed 77", 15);
}
