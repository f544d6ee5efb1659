//! Properties of every position of random games.

use crate::clean_room::board::Board;
use crate::clean_room::game::Game;
use crate::clean_room::pieces::Kind;
use crate::clean_room::position::Position;
use crate::clean_room::squares::Square;

/// The named set-ups.
pub const SET_UPS: [&str; 20] = [
    "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1",
    "x33a3ka3s22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2A1KA13X1 s khet2 0 1",
    "x33p3a3p23/5k4/p13p3a3s23/p21s11P41P23/3p41p21S11P4/3S2A1P13P3/4K5/3P4A1P13X1 s khet2 0 1",
    "x33p3kp22S2/5a3p23/p22s21a34/p13P43P31/1p13p23P3/4A11S22P4/3P4A15/s22P4KP13X1 s khet2 0 1",
    "x33kP4p23/3a31a23P3/p13p3p21S21P4/7s12/2S17/p21s21P4P13P3/p13A41A13/3P4p2K3X1 s khet2 0 1",
    "x33a3ka3p22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1",
    "x33a3ka3s22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2A1KA13X1 s khet2 0 1",
    "x33p3a3p23/5k4/p13p3a3s23/p21e11P41P23/3p41p21E11P4/3S2A1P13P3/4K5/3P4A1P13X1 s khet2 0 1",
    "x3S23p3k1p2P3/2a33a3p22/6P43/p13e2s13P4/p23S1E23P3/3p26/2P4A13A12/p1P41KP13s2X1 s khet2 0 1",
    "x35a3kp21/p11s13p3a32/1S18/p11p11P4E22p31/1P12e2p21P31P3/8s11/2A1P13S11P3/1P4KA15X1 s khet2 0 1",
    "4tktp22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4TKT4 s khet1 0 1",
    "4tkts22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2TKT4 s khet1 0 1",
    "4p3tp23/5k4/p13p3ts23/p21s11P41P23/3p41p21S11P4/3S2TP13P3/4K5/3P4TP14 s khet1 0 1",
    "4tktp22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4TKT4 s khet1 0 1",
    "4tkts22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2TKT4 s khet1 0 1",
    "4p3tp23/5k4/p13p3ts23/p21e11P41P23/3p41p21E11P4/3S2TP13P3/4K5/3P4TP14 s khet1 0 1",
    "4okop22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1",
    "4okos22//3P42p13/p1P32P2s22p2P4/p2P42S2p42p1P3/3P32p23//2S2OKO4 r deflexion 0 1",
    "4okop22/2p37/3P46/p11P31s1e21p21P4/p21P41E2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1",
    "4okos22//3P42p13/p1P32P2e22p2P4/p2P42E2p42p1P3/3P32p23//2S2OKO4 r deflexion 0 1",
];

/// A pseudo-random number generator (xorshift) with a fixed seed, so that the games are the same in every run.
struct Random(u64);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Returns the number of pieces on a board. A stack counts as two.
fn count_pieces(board: &Board) -> usize {
    let counted = |kind: Kind| if kind == Kind::Stack { 2 } else { 1 };
    board.pieces().map(|(_, piece)| counted(piece.kind)).sum()
}

/// Checks a position against the one after an action.
fn check_step(before: &Position, after: &Position, text: &str, hits: usize) {
    let line = || format!("{} {text}", before.to_kfen());
    assert_eq!(count_pieces(&before.board), count_pieces(&after.board) + hits, "{}", line());
    assert_eq!(after.side, before.side.other(), "{}", line());
    assert_ne!(before.board, after.board, "no action is a pass: {}", line());
    // The KFEN can be read again unless a Pharaoh is missing.
    let over = !after.board.has_pharaoh(before.side) || !after.board.has_pharaoh(after.side);
    match Position::from_kfen(&after.to_kfen()) {
        Ok(read) => assert_eq!((read, over), (*after, false), "{}", line()),
        Err(reason) => assert!(over, "{}: {reason}", line()),
    }
}

#[test]
fn every_step_of_random_games_is_consistent() {
    for (seed, kfen) in SET_UPS.into_iter().enumerate() {
        let mut random = Random(seed as u64 + 1);
        let mut game = Game::from_kfen(kfen).unwrap();
        for _ in 0..100 {
            let actions = game.actions();
            let mut texts: Vec<String> = actions.iter().map(|action| action.text()).collect();
            texts.sort();
            texts.dedup();
            assert_eq!(texts.len(), actions.len(), "each text once: {}", game.to_kfen());
            let action = actions[random.below(actions.len())];
            assert_eq!(game.action(&action.text()), Some(action));
            let (after, expected) = game.preview(&action);
            check_step(game.position(), &after, &action.text(), expected.hits.len());
            assert_eq!(game.apply(&action), expected);
            assert_eq!(*game.position(), after);
            if game.outcome().is_some() {
                game = Game::from_kfen(kfen).unwrap();
            }
        }
    }
}

#[test]
fn the_classic_set_up_is_symmetric() {
    // Half a turn with the colours exchanged gives the same board.
    let classic = Position::from_kfen(SET_UPS[0]).unwrap();
    for square in Square::all() {
        let opposite = Square::at(9 - (square.file() as u8 - b'a') as i8, 8 - square.rank() as i8).unwrap();
        let (one, other) = (classic.board.at(square), classic.board.at(opposite));
        assert_eq!(
            one.map(|piece| (piece.colour.other(), piece.kind.turned(true).turned(true))),
            other.map(|piece| (piece.colour, piece.kind)),
            "{square}"
        );
    }
}
