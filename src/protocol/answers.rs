//! The answers that show the game as it stands (`d`, `d last`, `beam`, `moves`, `eval`) and the fixed texts of `uci`,
//! `setups` and `help`.

use super::command::{HELP, Source};
use super::options;
use crate::draw::{Light, Scene, board_text, light};
use crate::notation::{kfen, setups};
use crate::rules::{Game, Position};
use crate::util::processor::BUILT_FOR;
use std::fmt::Write;

/// Name and version.
const NAME: &str = concat!("Khepri ", env!("CARGO_PKG_VERSION"));

/// The answer to `version`: name, version and the instruction set that was built for.
pub fn version() -> String {
    format!("{NAME} ({BUILT_FOR})")
}

/// The answer to `uci`.
pub fn identity() -> String {
    let mut text = format!("id name {NAME}\nid author the Khepri authors\n");
    for row in options::all() {
        let _ = writeln!(text, "{row}");
    }
    text + "uciok"
}

/// The answer to `help`: a line a word.
pub fn help() -> String {
    let mut text = String::new();
    for (word, arguments, meaning) in HELP {
        let usage = if word.is_empty() { format!("   {arguments}") } else { format!("{word} {arguments}") };
        let _ = writeln!(text, "{}", format!("{usage:<30}  {meaning}").trim_end());
    }
    text
}

/// The answer to `d`: the board with the beam of the side to move, then what identifies the position.
pub fn board(game: &Game) -> String {
    with_identity(&Scene::of(game.position()), game)
}

/// The answer to `d last`: the board on which the last move fired, with its shot, then the lines that `d` has. Nothing
/// before the first move.
pub fn last_shot(game: &Game) -> Option<String> {
    Scene::of_last_shot(game).map(|scene| with_identity(&scene, game))
}

/// A picture of the board and the lines that identify the position.
fn with_identity(scene: &Scene, game: &Game) -> String {
    let position = game.position();
    let result = position.outcome().map_or("*".to_owned(), |outcome| outcome.to_string());
    let reason = game.end_reason().map_or("-".to_owned(), |reason| reason.to_string());
    format!(
        "{}\nkfen: {}\nkey: {:016x}\nto move: {}\noccurred: {}\nreason: {reason}\nresult: {result}",
        board_text::render(scene, false).trim_end_matches('\n'),
        kfen::write(&position.setup()),
        position.key(),
        position.side_to_move().name().to_lowercase(),
        game.occurrences(),
    )
}

/// The answer to `beam`: the light of one laser.
///
/// # Errors
/// The move is not legal: which one and why.
pub fn beam(game: &Game, source: Source) -> Result<Light, String> {
    match source {
        Source::SideToMove => Ok(Light::of_laser(game, game.position().side_to_move())),
        Source::Laser(colour) => Ok(Light::of_laser(game, colour)),
        Source::Shot(mv) if game.position().outcome().is_some() => Err(format!("{mv}: the game is over")),
        Source::Shot(mv) => Light::of_move(game, mv).map_err(|illegal| format!("{mv}: {illegal}")),
    }
}

/// The answer to `setups`: a line a named set-up, in the order of their file.
pub fn setups() -> String {
    let mut text = String::new();
    for named in setups::all() {
        let _ = writeln!(text, "setup {} {} {}", named.rule_set.name(), named.name, named.kfen);
    }
    format!("{text}total {}", setups::all().len())
}

/// The answer to `moves`: a line a legal move with what its shot hits and how it ends the game.
pub fn moves(position: &Position) -> String {
    let mut lines: Vec<String> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut line = mv.to_string();
            let mut after = position.clone();
            let hits = after.play_unchecked(mv).hits();
            if !hits.is_empty() {
                let _ = write!(line, " x {}", light::names(hits));
            }
            if let Some(outcome) = after.outcome() {
                let _ = write!(line, " {outcome}");
            }
            line
        })
        .collect();
    // By the bytes of the move alone: a blank sorts before every character of a longer move.
    lines.sort();
    let total = lines.len();
    lines.push(format!("total {total}"));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::position::Start;
    use crate::rules::RuleSet;

    fn game(start: Start) -> Game {
        start.read(RuleSet::Khet2).expect("a position")
    }

    #[test]
    fn moves_are_sorted_and_counted() {
        let text = moves(game(Start::Classic).position());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 78);
        assert_eq!(lines.last(), Some(&"total 77"));
        assert!(lines[..77].is_sorted());
    }

    #[test]
    fn a_move_tells_what_it_hits_and_how_the_game_ends() {
        // Silver's laser goes up file j; turned west it goes along rank 1 to the red Pharaoh.
        let mate = game(Start::Kfen("x39/10/10/10/10/10/9K/k8X1 s".replace("10", "")));
        let text = moves(mate.position());
        assert!(text.lines().any(|line| line == "j1- x a1 1-0"), "{text}");
        let quiet = text.lines().find(|line| line.starts_with("j2")).expect("the Pharaoh moves");
        assert_eq!(quiet.len(), 4);
    }

    #[test]
    fn the_board_is_followed_by_what_identifies_the_position() {
        let text = board(&game(Start::Classic));
        for line in ["to move: silver", "occurred: 1", "result: *"] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
        let key = text.lines().find_map(|line| line.strip_prefix("key: ")).expect("a key");
        assert!(key.len() == 16 && !key.contains(|digit: char| digit.is_ascii_uppercase()));
    }

    #[test]
    fn the_identity_ends_with_uciok() {
        let text = identity();
        assert!(text.starts_with("id name Khepri ") && text.ends_with("\nuciok"));
    }
}
