//! Reads the protocol of the Khet2-AI engine: no handshake, one rule set, no Scarab turned with `-`.

use crate::order::{Limits, Order};
use khepri::notation::{kfen, movetext, setups};
use khepri::rules::{Position, RuleSet};

/// What a line asks for.
pub fn read(line: &str) -> Order {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Order::Nothing };
    match first {
        "newgame" => Order::NewGame,
        "position" => Order::Position(position(rest).map(Box::new)),
        "go" => Order::Go(Limits::read(rest)),
        "stop" => Order::Stop,
        "quit" => Order::Quit,
        unknown => Order::Unknown(unknown.to_owned()),
    }
}

fn position(words: &[&str]) -> Result<Position, String> {
    let (&start, rest) = words.split_first().ok_or("expected standard, imhotep, dynasty or a board")?;
    let named = match start {
        "standard" => setups::find(RuleSet::Khet2, setups::CLASSIC),
        "imhotep" | "dynasty" => setups::find(RuleSet::Khet2, start),
        _ => None,
    };
    let (side, moves) = match rest.split_first() {
        Some((&side @ ("0" | "1"), moves)) => (side, moves),
        _ if named.is_some() => ("0", rest),
        _ => return Err("expected the side to move, 0 or 1, behind the board".to_owned()),
    };
    let board = named.map_or(start, |setup| setup.kfen.split(' ').next().unwrap_or(start));
    let mut position = kfen::position(&format!("{board} {side} khet2")).map_err(|why| why.to_string())?;
    for word in moves {
        let mv = movetext::read(word).map_err(|why| format!("move {word}: {why}"))?;
        // As it was written: the rules name a Scarab's turn `+`, and so does this engine, which knows no other name.
        position.play(mv).map_err(|why| format!("move {word}: {why}"))?;
    }
    Ok(position)
}
