//! The line protocol of Khepri.

use crate::command::{Command, Limits, play};
use khepri_rules::{Position, RuleSet, setups};

/// The option lines of the handshake.
pub const OPTIONS: &str = "option name Hash type spin default 16 min 1 max 65536
option name Threads type spin default 1 min 1 max 512
option name Ponder type check default false
option name Move Overhead type spin default 10 min 0 max 10000
option name Draw Plies type spin default 0 min 0 max 1000
option name UCI_Variant type combo default khet2 var khet2 var khet1 var deflexion
option name Style type combo default Solid play var Solid play var default
option name Book File type string default <empty>
option name Clear Table type button";

/// Reads a line of the protocol. `variant` is the rule set of `startpos` and `setup`.
pub fn read(line: &str, variant: RuleSet) -> Command {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["uci", ..] => Command::Handshake,
        ["isready", ..] => Command::IsReady,
        ["ucinewgame", ..] => Command::NewGame,
        ["setoption", "name", name, "value", value] if name.eq_ignore_ascii_case("UCI_Variant") => {
            value.parse().map_or(Command::Nothing, Command::Variant)
        }
        ["setoption", "name", rest @ ..] => {
            let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
            Command::Option(rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "))
        }
        ["position", rest @ ..] => Command::Position(position(rest, variant).map(Box::new)),
        ["go", rest @ ..] => Command::Go(Limits::read(rest)),
        ["stop", ..] => Command::Stop,
        ["ponderhit", ..] => Command::PonderHit,
        ["quit", ..] => Command::Quit,
        _ => Command::Nothing,
    }
}

fn position(words: &[&str], variant: RuleSet) -> Result<Position, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = words.split_at(end);
    let named = |name: &str| {
        let found = setups::named(variant, name).map_err(|why| why.to_string())?;
        Ok::<Position, String>(found.position.clone())
    };
    let mut position = match start {
        ["startpos"] => named(setups::CLASSIC)?,
        ["setup", name] => named(name)?,
        ["kfen" | "fen", fields @ ..] => fields.join(" ").parse::<Position>().map_err(|why| why.to_string())?,
        _ => return Err("expected startpos, setup NAME or kfen KFEN".to_owned()),
    };
    play(&mut position, moves.get(1..).unwrap_or_default(), Position::normalised)?;
    Ok(position)
}
