//! The messages about a game, for a terminal of 80 columns.

use super::command::{HELP, without_move};
use super::game_state::GameState;
use khepri_arena::termination::Termination;
use khepri_protocol::draw::Scene;
use khepri_protocol::draw::beam_report::names;
use khepri_rules::{Bitboard, Move, Outcome, Position, Square, setups};
use std::fmt::Write;

/// The width of a terminal.
const WIDTH: usize = 80;

/// Returns the list of commands, and the legend of the board.
pub fn help() -> String {
    let mut text = String::new();
    for (word, arguments, meaning) in HELP {
        let usage = [word, arguments].join(" ");
        let _ = writeln!(text, "  {:<18} {meaning}", usage.trim());
    }
    text + LEGEND
}

/// The legend of the board.
const LEGEND: &str = "Beginnings of commands are enough: `mo h2`, `u`.

On the board upper case is silver and lower case is red: k Pharaoh, p Pyramid,
s Scarab, a Anubis, x Sphinx, o Obelisk, t stacked Obelisks, e Eye.
A slash is the mirror of a piece, a block its shield, an arrow its laser. Stars
are a hit. △ and ▽ are squares for silver and for red alone. Hit the other
Pharaoh with your laser, which fires after each of your moves.";

/// Returns the message about a move and its shot. `scene` is the picture of the shot.
pub fn shot(who: &str, mv: Move, scene: &Scene) -> String {
    let hit: Vec<String> = scene
        .hits
        .into_iter()
        .filter_map(|square| {
            let piece = scene.piece_at(square)?;
            Some(format!("the {} {} on {square}", piece.colour().name(), piece.kind().name()))
        })
        .collect();
    match &hit[..] {
        [] => format!("{who}: {mv}. The shot hits nothing."),
        [one] => format!("{who}: {mv}. The shot hits {one}."),
        [others @ .., last] => format!("{who}: {mv}. The shot hits {} and {last}.", others.join(", ")),
    }
}

/// Returns the message that it is the human's turn.
pub fn turn(state: &GameState) -> String {
    let position = state.game().position();
    let mut text = format!("Move {}: your turn, {}.", position.move_number(), position.side_to_move().name());
    if state.can_claim_draw() {
        text.push_str(" This position stands for the third time: `draw` claims a draw.");
    }
    text
}

/// The reasons of an end, each with the words that follow the result. A reason is a word that the protocol prints after `reason:`,
/// or one that the page uses. `src/page/texts/en.js` has the same table.
const ENDS: [(&str, &str); 7] = [
    ("pharaoh", ": the Pharaoh is hit"),
    ("both-pharaohs", ": both Pharaohs are hit"),
    ("no-moves", ": no legal move is left"),
    ("repetition", " by threefold repetition"),
    ("resignation", " by resignation"),
    ("time", " on time"),
    ("agreement", " by agreement"),
];

/// Returns the words that follow a result with this reason, or nothing if the table does not have it.
fn reason_text(reason: &str) -> &'static str {
    ENDS.iter().find(|(name, _)| *name == reason).map_or("", |(_, words)| words)
}

/// Returns the message about the end of the game.
pub fn end(state: &GameState) -> Option<String> {
    let (outcome, termination) = state.end()?;
    let result = match outcome {
        Outcome::Draw => "A draw".to_owned(),
        Outcome::Win(winner) if winner == state.human() => format!("You win as {}", winner.name()),
        Outcome::Win(winner) => format!("Khepri wins as {}", winner.name()),
    };
    // A hit on both Pharaohs and a hit on one have the same termination.
    let reason = match termination {
        Termination::Rules(reason) => state.game().end_reason().unwrap_or(reason).to_string(),
        other => other.to_string(),
    };
    let reason = reason_text(&reason);
    Some(format!(
        "The game is over. {result}{reason} ({outcome}).\n`save FILE` keeps it, `undo` takes back, `new` starts again, `quit` ends."
    ))
}

/// Returns the legal moves with their hits in columns, or only those of the piece on `from`.
pub fn moves(position: &Position, from: Option<Square>) -> String {
    let mut moves = position.legal_moves();
    moves.retain(|mv| from.is_none_or(|from| mv.from() == from));
    let mut words: Vec<String> = moves.into_iter().map(|mv| with_hits(position, mv)).collect();
    words.sort();
    if words.is_empty() {
        return from.map_or("there is no legal move".to_owned(), |from| without_move(position, from));
    }
    let width = words.iter().map(String::len).max().unwrap_or(0) + 2;
    let lines = words.chunks((WIDTH / width).max(1));
    let lines = lines.map(|line| line.iter().map(|word| format!("{word:<width$}")).collect::<String>());
    lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Returns a move and the squares that its shot hits: `h2g2 x d7`.
fn with_hits(position: &Position, mv: Move) -> String {
    let hits = position.beam_after(mv).map_or(Bitboard::EMPTY, |beam| beam.hits());
    if hits.is_empty() { mv.to_string() } else { format!("{mv} x {}", names(hits)) }
}

/// Returns the shell command that continues the game.
pub fn resume(state: &GameState, level: Option<u32>, movetime: Option<u64>) -> String {
    let start = state.start();
    let mut text = "khepri play".to_owned();
    match setups::at(start) {
        Some(named) => {
            let _ = write!(text, " --variant {} --setup {}", named.rule_set.name(), named.name);
        }
        None => {
            let _ = write!(text, " --kfen '{}'", start);
        }
    }
    let level = level.map_or("full".to_owned(), |level| level.to_string());
    let _ = write!(text, " --level {level}");
    if let Some(movetime) = movetime {
        let _ = write!(text, " --movetime {movetime}");
    }
    if state.human() != start.rule_set().rules().first {
        let _ = write!(text, " --colour {}", state.human().name());
    }
    let moves: Vec<String> = state.game().moves().map(|mv| mv.to_string()).collect();
    if !moves.is_empty() {
        let _ = write!(text, " --moves '{}'", moves.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{Colour, EndReason, Game, RuleSet};

    fn classic() -> Position {
        setups::named(RuleSet::Khet2, "classic").expect("a set-up").position.clone()
    }

    #[test]
    fn every_line_fits_a_terminal() {
        for text in [help(), moves(&classic(), None)] {
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        }
    }

    #[test]
    fn the_page_has_the_same_table() {
        let page = include_str!("../../page/texts/en.js");
        let (_, table) = page.split_once("const ENDS = new Map([\n").expect("a table");
        let (table, _) = table.split_once("]);").expect("the end of the table");
        // The page has the names of Laser Chess too.
        let table = table.replace("⟦Pharaoh|King⟧", "Pharaoh").replace("⟦Pharaohs|Kings⟧", "Pharaohs");
        let expected: String = ENDS.iter().map(|(name, words)| format!("  ['{name}', '{words}'],\n")).collect();
        assert_eq!(table, expected);
    }

    #[test]
    fn an_end_is_printed_with_its_reason() {
        for reason in [EndReason::Pharaoh, EndReason::BothPharaohs, EndReason::NoMoves, EndReason::Repetition] {
            assert!(!reason_text(&reason.to_string()).is_empty(), "{reason}");
        }
        for (start, mv, expected) in [
            ("x39/////4K5//4k4X1 s khet2", "j1-", "You win as silver: the Pharaoh is hit (1-0)."),
            ("9K///4k5/9E1/// s khet1 0 1", "j4j5", "A draw: both Pharaohs are hit (1/2-1/2)."),
        ] {
            let mut game = Game::new(start.parse::<Position>().expect("a position"));
            game.push(game.position().read_move(mv).expect("a move")).expect("legal");
            let text = end(&GameState::new(game, Colour::Silver)).expect("an end");
            assert_eq!(text.lines().next(), Some(format!("The game is over. {expected}").as_str()));
        }
        let mut state = GameState::new(Game::new(classic()), Colour::Silver);
        state.resign();
        let text = end(&state).expect("an end");
        assert_eq!(text.lines().next(), Some("The game is over. Khepri wins as red by resignation (0-1)."));
    }

    #[test]
    fn the_message_about_a_shot_names_the_pieces_that_it_hits() {
        let position = "x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1".parse::<Position>().expect("a position");
        let mv = position.read_move("e1e2").expect("a move");
        let scene = Scene::of_move(&position, mv).expect("legal");
        assert_eq!(shot("You", mv, &scene), "You: e1e2. The shot hits the red Pyramid on c4 and the red Anubis on f7.");
    }

    #[test]
    fn the_moves_of_a_piece_are_listed_with_their_hits() {
        assert_eq!(moves(&classic(), Some(Square::J1)), "j1- x f1");
        assert_eq!(moves(&classic(), Some(Square::D5)), classic().piece_at(Square::D5).map_or("d5 is empty", |_| ""));
        assert_eq!(moves(&classic(), Some(Square::A8)), "the piece on a8 is the opponent's");
        assert_eq!(moves(&classic(), None).split_whitespace().filter(|word| word.len() > 2).count(), 77);
    }

    #[test]
    fn the_command_that_continues_a_game_has_all_its_options() {
        let mut game = Game::new(classic());
        game.push(classic().read_move("h2g2").expect("a move")).expect("legal");
        let state = GameState::new(game, Colour::Red);
        assert_eq!(
            resume(&state, Some(900), None),
            "khepri play --variant khet2 --setup classic --level 900 --colour red --moves 'h2g2'"
        );
        let start = "x39/4k5/////4K5/9X1 s khet2 0 1".parse::<Position>().expect("a position");
        let state = GameState::new(Game::new(start), Colour::Silver);
        assert_eq!(
            resume(&state, None, Some(50)),
            "khepri play --kfen 'x39/4k5/////4K5/9X1 s khet2 0 1' --level full --movetime 50"
        );
    }
}
