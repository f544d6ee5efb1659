//! The protocol of the Khet2-AI engine: no handshake, one rule set, no `-` for Scarabs, and scores from Silver's side.

use crate::command::{Command, Limits, play};
use crate::flags::Score;
use khepri_rules::{Colour, Position, RuleSet, setups};

/// Reads a line of the protocol.
pub fn read(line: &str) -> Command {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["newgame", ..] => Command::NewGame,
        ["position", rest @ ..] => Command::Position(position(rest).map(Box::new)),
        ["go", rest @ ..] => Command::Go(Limits::read(rest)),
        ["stop", ..] => Command::Stop,
        ["quit", ..] => Command::Quit,
        _ => Command::Nothing,
    }
}

fn position(words: &[&str]) -> Result<Position, String> {
    let (&start, rest) = words.split_first().ok_or("expected standard, imhotep, dynasty or a board")?;
    let named = match start {
        "standard" => setups::named(RuleSet::Khet2, setups::CLASSIC).ok(),
        "imhotep" | "dynasty" => setups::named(RuleSet::Khet2, start).ok(),
        _ => None,
    };
    let (side, moves) = match rest.split_first() {
        Some((&side @ ("0" | "1"), moves)) => (side, moves),
        _ if named.is_some() => ("0", rest),
        _ => return Err("expected the side to move, 0 or 1, after the board".to_owned()),
    };
    let board = named.map_or(start, |setup| setup.kfen.split(' ').next().unwrap_or(start));
    let mut position = format!("{board} {side} khet2").parse::<Position>().map_err(|why| why.to_string())?;
    // The moves are not normalised, because the real engine only accepts `+` for a Scarab.
    play(&mut position, moves, |_, mv| mv)?;
    Ok(position)
}

/// Returns the info line of a score from the mover's side. It is printed from Silver's side, in thousandths of a Pyramid or plies.
pub fn info(score: Score, mover: Colour) -> String {
    let sign = if mover == Colour::Silver { 1 } else { -1 };
    match score {
        Score::Centipawns(value) => format!("info time 0 depth 1 score {}", sign * value * 10),
        // The winner makes the last ply.
        Score::Mate(moves) => format!("info time 0 mate {}", sign * (2 * moves - i32::from(moves > 0))),
    }
}
