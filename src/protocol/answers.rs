//! The answers that describe the game (`d`, `d last`, `beam`, `reach`, `moves`, `history`) and the fixed texts of `uci`, `setups` and
//! `help`.

use super::command::{HELP, Source};
use super::options;
use crate::draw::{BeamReport, Scene, beam_report, board_text};
use crate::processor::BUILT_FOR;
use khepri_rules::internal::util::sort::sort_few;
use khepri_rules::{Bitboard, Colour, Game, IllegalMove, Move, Outcome, Position, Reach, Reached, Square, setups};
use std::env::consts;
use std::fmt::Write;
use thiserror::Error;

/// The name and version of the program.
const NAME: &str = concat!("Khepri ", env!("CARGO_PKG_VERSION"));

/// Returns the answer to `version`: name and version, then the system, the instruction set and the commit of the build.
pub fn version(commit: &str) -> String {
    format!("{NAME} ({}-{}, {BUILT_FOR}, commit {commit})", consts::ARCH, consts::OS)
}

/// Returns the answer to `uci`.
pub fn identity() -> String {
    let mut text = format!("id name {NAME}\nid author the Khepri authors\n");
    for row in options::all() {
        let _ = writeln!(text, "{row}");
    }
    text + "uciok"
}

/// Returns the answer to `help`: a line for each command.
pub fn help() -> String {
    let mut text = String::new();
    for (word, arguments, meaning) in HELP {
        let usage = if word.is_empty() { format!("   {arguments}") } else { format!("{word} {arguments}") };
        let _ = writeln!(text, "{}", format!("{usage:<30}  {meaning}").trim_end());
    }
    text
}

/// Returns the answer to `d`: the board with the beam of the side to move, then the lines that identify the position.
pub fn board(game: &Game) -> String {
    with_identity(&Scene::of(game.position()), game)
}

/// Returns the answer to `d last`: the board on which the laser fired after the last move, with its beam, then the lines
/// that identify the position. Returns `None` before the first move.
pub fn last_shot(game: &Game) -> Option<String> {
    Scene::of_last_shot(game).map(|scene| with_identity(&scene, game))
}

/// Returns a drawing of the board and the lines that identify the position.
fn with_identity(scene: &Scene, game: &Game) -> String {
    let (position, occurred) = (game.position(), game.occurrences());
    let (result, reason) = end(position, occurred);
    format!(
        "{}\nkfen: {}\nkey: {:016x}\nto move: {}\noccurred: {occurred}\nreason: {reason}\nresult: {result}",
        board_text::render(scene, false).trim_end_matches('\n'),
        position,
        position.key(),
        position.side_to_move().name().to_lowercase(),
    )
}

/// Returns the result and the reason of a position whose arrangement has stood `occurred` times. A repetition has a reason
/// but no result, because a player has to claim the draw.
pub fn end(position: &Position, occurred: u32) -> (&'static str, String) {
    let reason = position.end(occurred).map_or("-".to_owned(), |(_, reason)| reason.to_string());
    (position.outcome().map_or("*", Outcome::name), reason)
}

/// Returns the answer to `history`: a line for each ply of the game, from the start on.
pub fn history(game: &Game) -> String {
    let (mut text, mut ply) = (String::new(), 0);
    game.replay(|position, played, occurred| {
        let _ = write!(text, "ply {ply} kfen {position}");
        if let Some(played) = played {
            let _ = write!(text, " move {}", played.mv());
            if !played.hits().is_empty() {
                let _ = write!(text, " hits {}", beam_report::names(played.hits()));
            }
        }
        let (result, reason) = end(position, occurred);
        let _ = writeln!(text, " occurred {occurred} result {result} {reason}");
        ply += 1;
    });
    format!("{text}total {}", game.moves().len())
}

/// A move whose shot cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{mv}: {why}")]
pub struct BeamError {
    mv: Move,
    why: IllegalMove,
}

/// Returns the answer to `beam`: the beam of one laser.
///
/// # Errors
/// The move is not legal.
pub fn beam(game: &Game, source: Source) -> Result<BeamReport, BeamError> {
    match source {
        Source::SideToMove => Ok(BeamReport::of_laser(game, game.position().side_to_move())),
        Source::Laser(colour) => Ok(BeamReport::of_laser(game, colour)),
        Source::Shot(mv) => BeamReport::of_move(game, mv).map_err(|why| BeamError { mv, why }),
    }
}

/// Returns the answer to `reach`: where the beam of a player can get with one move. Counts the moves for each square, or lists those
/// for `square`. Without `player` it is the side to move.
pub fn reach(game: &Game, player: Option<Colour>, square: Option<Square>) -> String {
    let position = game.position();
    if position.outcome().is_some() {
        return "total 0".to_owned();
    }
    let reach = position.reach(player.unwrap_or(position.side_to_move()));
    let lines = square.map_or_else(|| reached_squares(&reach), |square| moves_to(&reach, square));
    let total = if square.is_some() { lines.len() } else { reach.shots().len() };
    with_total(lines, total)
}

/// Returns a line of `reach` for each square that a shot or the standing beam enters.
fn reached_squares(reach: &Reach) -> Vec<String> {
    let line = |square| {
        let Reached { shots, hits, own_hits } = reach.at(square);
        let mut line = format!("square {square} moves {shots} hits {hits}");
        if own_hits > 0 {
            let _ = write!(line, " own {own_hits}");
        }
        if reach.now().has(square) {
            line += " now";
        }
        line
    };
    reach.squares().into_iter().map(line).collect()
}

/// Returns a line of `reach` for each move whose shot enters the square.
fn moves_to(reach: &Reach, square: Square) -> Vec<String> {
    let entering = reach.shots().iter().filter(|shot| shot.path().has(square));
    entering.map(|shot| format!("move {}", with_hits(shot.mv(), shot.hits()))).collect()
}

/// Returns a move and, after ` x `, the squares that its shot hits.
fn with_hits(mv: Move, hits: Bitboard) -> String {
    if hits.is_empty() { mv.to_string() } else { format!("{mv} x {}", beam_report::names(hits)) }
}

/// Returns the lines, sorted by bytes, and a last line `total N`. Lines that begin with a move are then in the order of the moves,
/// because a blank sorts before every character of a longer move.
fn with_total(mut lines: Vec<String>, total: usize) -> String {
    sort_few(&mut lines, |one, other| one < other);
    lines.push(format!("total {total}"));
    lines.join("\n")
}

/// Returns the answer to `setups`: a line for each named set-up, in the order of their file.
pub fn setups() -> String {
    let mut text = String::new();
    for named in setups::all() {
        let _ = writeln!(text, "setup {} {} {}", named.rule_set.name(), named.name, named.kfen);
    }
    format!("{text}total {}", setups::all().len())
}

/// Returns the answer to `moves`: a line for each legal move with its hits and, if it ends the game, the result.
pub fn moves(position: &Position) -> String {
    let line = |mv: Move| {
        let mut after = position.clone();
        let mut line = with_hits(mv, after.play_unchecked(mv).hits());
        if let Some(outcome) = after.outcome() {
            let _ = write!(line, " {outcome}");
        }
        line
    };
    let lines: Vec<String> = position.legal_moves().into_iter().map(line).collect();
    let total = lines.len();
    with_total(lines, total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Start;
    use khepri_rules::RuleSet;

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
    fn a_move_is_listed_with_its_hits_and_the_result() {
        // Silver's laser points up the j file. Rotated to the west it points along rank 1 at the red Pharaoh.
        let mate = game(Start::Kfen("x39/10/10/10/10/10/9K/k8X1 s".replace("10", "")));
        let text = moves(mate.position());
        assert!(text.lines().any(|line| line == "j1- x a1 1-0"), "{text}");
        let quiet = text.lines().find(|line| line.starts_with("j2")).expect("the Pharaoh moves");
        assert_eq!(quiet.len(), 4);
    }

    #[test]
    fn the_board_is_followed_by_lines_that_identify_the_position() {
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
