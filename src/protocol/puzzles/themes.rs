//! The themes of a puzzle: the means of its solution. They follow from the line and the rules alone.
//!
//! The *solver* makes the first move of the line, and every second move after it. A *shot that hits* is one that hits a piece of
//! the opponent. A *threat* is a move that would hit the Pharaoh of the other player if its player moved twice in a row.

use super::ply::{self, Ply, threats};
use khepri_rules::{Beam, Bitboard, Kind, Move, Position};
use std::collections::HashSet;
use std::fmt;

/// A means of a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// A shot of the solver hits two or more pieces of the opponent.
    DoubleHit,
    /// The solver gives up a piece: the own shot hits it, or the reply does, which could not have hit it before the move.
    Sacrifice,
    /// The solver moves, swaps or rotates an Eye.
    EyeMove,
    /// An Eye splits a shot of the solver that hits.
    EyeSplit,
    /// The solver swaps two pieces.
    Swap,
    /// The solver moves, swaps or rotates a Scarab, which then turns the shot of this move to a hit.
    Scarab,
    /// The solver rotates the Sphinx.
    Sphinx,
    /// A mirror or an Eye of the opponent turns a shot of the solver that hits.
    BorrowedMirror,
    /// A shot of the solver that hits has [`LONG_WAY`] legs or more.
    LongWay,
    /// The solver moves a piece out of the own beam, and the shot runs over the square that it has left to a hit.
    OpenedBeam,
    /// The first move puts or rotates a piece in the beam of the opponent, which then lights fewer squares.
    ClosedBeam,
    /// The last shot, which is not the first, runs over a square on which a piece of the opponent stood at the start, to a hit.
    Shield,
    /// After the first move the solver has threats whose shots run along two or more paths.
    DoubleThreat,
    /// The opponent moves the Pharaoh in a reply.
    Hunt,
    /// The opponent has a threat, the solver cannot hit the Pharaoh at once, and the first move ends all threats.
    Defence,
    /// A defence that puts another piece than the Pharaoh in the path of a threatened shot.
    Interposition,
    /// A defence that moves the Pharaoh.
    Flight,
}

/// The least number of legs of a long way.
pub const LONG_WAY: usize = 5;

impl Theme {
    /// All themes with their names, in the order in which a line lists them.
    pub const ALL: [(Theme, &str); 17] = [
        (Theme::DoubleHit, "double-hit"),
        (Theme::Sacrifice, "sacrifice"),
        (Theme::EyeMove, "eye-move"),
        (Theme::EyeSplit, "eye-split"),
        (Theme::Swap, "swap"),
        (Theme::Scarab, "scarab"),
        (Theme::Sphinx, "sphinx"),
        (Theme::BorrowedMirror, "borrowed-mirror"),
        (Theme::LongWay, "long-way"),
        (Theme::OpenedBeam, "opened-beam"),
        (Theme::ClosedBeam, "closed-beam"),
        (Theme::Shield, "shield"),
        (Theme::DoubleThreat, "double-threat"),
        (Theme::Hunt, "hunt"),
        (Theme::Defence, "defence"),
        (Theme::Interposition, "interposition"),
        (Theme::Flight, "flight"),
    ];

    /// Returns the theme with this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.iter().find(|(_, known)| *known == name).map(|(theme, _)| *theme)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Theme::ALL.iter().find(|(theme, _)| theme == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// Returns the themes of a line in the order of [`Theme::ALL`]. The moves must be legal.
pub fn themes(position: &Position, line: &[Move]) -> Vec<Theme> {
    let plies = ply::plies(position, line);
    let mut found = Vec::new();
    for solving in plies.iter().step_by(2) {
        add_of_shot(solving, &mut found);
    }
    for pair in plies.windows(2).step_by(2) {
        let [solving, reply] = pair else { continue };
        found.extend(reply.gains_from(solving).then_some(Theme::Sacrifice));
        found.extend((reply.moved() == Some(Kind::Pharaoh)).then_some(Theme::Hunt));
    }
    if let Some(first) = plies.first() {
        add_of_first(first, &mut found);
    }
    if let [first, .., last] = plies.as_slice() {
        found.extend(removes_shield(first, last).then_some(Theme::Shield));
    }
    found.sort();
    found.dedup();
    found
}

/// Adds the themes of any move of the solver and its shot.
fn add_of_shot(ply: &Ply, found: &mut Vec<Theme>) {
    let (solver, moved) = (ply.mover(), ply.moved());
    let hits = ply.hits(solver.other());
    let is_hit = hits > 0;
    let mirrors = ply.mirrors();
    let turns_at_opponent = mirrors.into_iter().any(|square| ply.colour_on(square) == Some(solver.other()));
    for (theme, is_there) in [
        (Theme::DoubleHit, hits >= 2),
        (Theme::Sacrifice, ply.hits(solver) > 0),
        (Theme::EyeMove, moved == Some(Kind::Eye)),
        (Theme::EyeSplit, is_hit && !ply.beam.is_single()),
        (Theme::Swap, ply.is_swap()),
        (Theme::Scarab, is_hit && moved == Some(Kind::Scarab) && mirrors.has(ply.mv.to())),
        (Theme::Sphinx, moved == Some(Kind::Sphinx)),
        (Theme::BorrowedMirror, is_hit && turns_at_opponent),
        (Theme::LongWay, is_hit && ply.beam.legs().len() >= LONG_WAY),
        (Theme::OpenedBeam, is_hit && opens_beam(ply)),
    ] {
        found.extend(is_there.then_some(theme));
    }
}

/// Returns whether the moved piece leaves the own beam, and the shot runs over its empty square.
fn opens_beam(ply: &Ply) -> bool {
    let (from, standing) = (ply.mv.from(), ply.before.beam(ply.mover()));
    standing.path().has(from) && ply.beam.path().has(from) && ply.colour_on(from).is_none()
}

/// Returns whether the last shot hits a piece, over a square on which a piece of the opponent stood at the start.
fn removes_shield(first: &Ply, last: &Ply) -> bool {
    let opponent = first.mover().other();
    let stood = first.before.board().colour(opponent);
    let is_left = |square| last.colour_on(square).is_none();
    last.mover() != opponent && last.hits(opponent) > 0 && (stood & last.beam.path()).into_iter().any(is_left)
}

/// Adds the themes of the first move.
fn add_of_first(first: &Ply, found: &mut Vec<Theme>) {
    let mut after = first.before.clone();
    if after.play(first.mv).is_err() || after.outcome().is_some() {
        return;
    }
    found.extend(closes_beam(first, &after).then_some(Theme::ClosedBeam));
    found.extend((threatened_paths(&after) >= 2).then_some(Theme::DoubleThreat));
    add_of_defence(first, &after, found);
}

/// Returns whether the move puts or rotates a piece in the beam of the opponent, which then lights fewer squares.
fn closes_beam(first: &Ply, after: &Position) -> bool {
    let opponent = first.mover().other();
    let (mut before, mut now) = (Beam::new(), Beam::new());
    first.before.trace(opponent, &mut before);
    after.trace(opponent, &mut now);
    before.path().has(first.mv.to()) && now.path().len() < before.path().len()
}

/// Returns the number of paths of the shots that the player who is not to move threatens.
fn threatened_paths(position: &Position) -> usize {
    let passed = ply::passed(position);
    let paths = threats(position).into_iter().filter_map(|mv| passed.beam_after(mv).ok()).map(|beam| beam.path());
    paths.collect::<HashSet<Bitboard>>().len()
}

/// Adds the themes of a first move that ends the threats of the opponent.
fn add_of_defence(first: &Ply, after: &Position, found: &mut Vec<Theme>) {
    let threatened = threats(&first.before);
    if threatened.is_empty() || !ply::wins(&first.before).is_empty() || !ply::wins(after).is_empty() {
        return;
    }
    let is_flight = first.moved() == Some(Kind::Pharaoh);
    let passed = ply::passed(&first.before);
    let is_in_path = |mv| passed.beam_after(mv).is_ok_and(|beam| beam.path().has(first.mv.to()));
    let moves = first.mv.from() != first.mv.to();
    found.push(Theme::Defence);
    found.extend(is_flight.then_some(Theme::Flight));
    found.extend((moves && !is_flight && threatened.into_iter().any(is_in_path)).then_some(Theme::Interposition));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of the themes of a line.
    fn names(kfen: &str, line: &str) -> String {
        let position = kfen.parse::<Position>().unwrap_or_else(|rejection| panic!("{kfen}: {rejection}"));
        let mut after = position.clone();
        let play = |word: &str| {
            let mv = after.read_move(word).unwrap_or_else(|error| panic!("{word}: {error}"));
            after.play_unchecked(mv);
            mv
        };
        let moves: Vec<Move> = line.split(' ').map(play).collect();
        themes(&position, &moves).iter().map(Theme::to_string).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn every_theme_has_a_name_of_its_own() {
        for (number, (theme, name)) in Theme::ALL.into_iter().enumerate() {
            assert_eq!((theme as usize, Theme::named(name), theme.to_string()), (number, Some(theme), name.to_owned()));
        }
        assert_eq!(Theme::named("-"), None);
    }

    fn assert_names(cases: &[(&str, &str, &str)]) {
        for (kfen, line, expected) in cases {
            assert_eq!(names(kfen, line), *expected, "{kfen} {line}");
        }
    }

    // Silver's beam enters on j1 and runs north, Red's on a8 and runs south. A Pyramid 3 turns a beam that runs north to the west, and
    // a Pyramid 1 one that runs west to the north.

    #[test]
    fn shots_that_hit_have_themes() {
        assert_names(&[
            // The Pyramid is rotated and deflects the beam of the j file to the Pharaoh.
            ("////4k4P2///4K5 s khet1", "j4+", ""),
            // The Eye splits the beam: straight on to j7, and west to e4.
            ("k9/9o///4o4E1///4K5 s khet1", "e1d1", "double-hit,eye-split"),
            // The Eye is in its other orientation, so that its second beam leaves the board in the east.
            ("k9/9o///4o4E2///4K5 s khet1", "e1d1", "eye-split"),
            // The split beam hits nothing.
            ("k9////9E2///4K5 s khet1", "e1d1", ""),
            ("k9////4o4E2///4K5 s khet1", "j4+", "eye-move,eye-split"),
            // The Scarab steps into the beam, and turns it west to e4. One that stands there already counts for nothing.
            ("4k5////4o3S11///4K5 s khet1", "i4j4", "scarab"),
            ("4k5////4o4S1///4K5 s khet1", "e1d1", ""),
            // The Pyramid turns the beam, and the Scarab steps beside it.
            ("4k5////4o4P3///2S11K5 s khet1", "c1c2", ""),
            // Red's Pyramid on e4 turns the beam north to e7; then Silver's does.
            ("2k7/4o5///4p14P3///4K5 s khet1", "e1d1", "borrowed-mirror"),
            ("2k7/4o5///4P14P3///4K5 s khet1", "e1d1", ""),
            // The legs are j1 to j2, to f2, to f4, to c4, and to c7. The first four end at an Obelisk on c4.
            ("7k2/2o7///2P12P34//5P13P3/4K5 s khet1", "e1d1", "long-way"),
            ("7k2/2o7///2o2P34//5P13P3/4K5 s khet1", "e1d1", ""),
            // The Obelisk on g4 leaves the beam, which then reaches e4.
            ("7k2////4o1O2P3///4K5 s khet1", "g4g5", "opened-beam"),
            ("7k2////4o4P3///4K5 s khet1", "e1d1", ""),
            // It steps along the beam, which hits it.
            ("7k2////4o1O2P3///4K5 s khet1", "g4f4", "sacrifice"),
        ]);
    }

    #[test]
    fn moves_without_a_hit_have_themes() {
        assert_names(&[
            ("4k5////8S2P3///4K5 s khet1", "i4j4", "swap"),
            // Without a piece on j4, the Scarab only steps there. It deflects the beam off the board.
            ("4k5////8S21///4K5 s khet1", "i4j4", ""),
            ("x39/4k5/////4K5/9X1 s khet2", "j1-", "sphinx"),
            ("x39/4k5/////4K5/9X1 s khet2", "e2d2", ""),
            // The own beam hits the own Obelisk.
            ("4k5////4O4P3///4K5 s khet1", "e1d1", "sacrifice"),
        ]);
    }

    #[test]
    fn a_shield_is_removed_before_the_last_shot() {
        // The first shot hits e4. The second runs over e4 to c4, or ends at the Obelisk that Silver has put on d4.
        let shield = "7k2////2o1o4P3/3O6//4K5 s khet1";
        assert_names(&[
            (shield, "e1d1 h8g8 d1c1", "shield,hunt"),
            (shield, "e1d1 h8g8 d3d4", "sacrifice,hunt"),
            (shield, "e1d1", ""),
        ]);
    }

    #[test]
    fn a_double_threat_has_two_paths() {
        // After the own Obelisk on g4 is hit, the beam would reach the Pharaoh along rank 4, whatever Silver moves: one path.
        assert_eq!(names("////4k1O2P3///4K5 s khet1", "e1d1"), "sacrifice");
        // Rotating the Pyramid on j4 leads along rank 4 to e4, and moving it away up the j file to j6 and along rank 6 to e6, from
        // where the Pyramid sends the beam south to e4.
        let two = "//4P24P3//4k4P2///4K5 s khet1";
        assert_eq!(names(two, "e1d1"), "double-threat");
        assert_eq!(names(&two.replace("4P24P3", "9P3"), "e1d1"), "");
    }

    /// Red's beam runs down the a file and, deflected by the Pyramid on a4, east along rank 4. The Obelisk on b3 shields rank 3.
    const RANK_4: &str = "4k5////p19/1o2O5//7K2 s deflexion";

    #[test]
    fn a_piece_is_given_up_only_if_it_was_safe_before() {
        // The Obelisk closes rank 4, and the reply hits it.
        assert_eq!(names(RANK_4, "e3e4 e8d8 h1g1"), "sacrifice,closed-beam,hunt");
        // The last reply of the opponent counts only if the solver moves after it, and a reply that hits nothing never counts.
        assert_eq!(names(RANK_4, "e3e2 e8d8 h1g1"), "hunt");
        // The reply is not that of the Pharaoh.
        assert_eq!(names(RANK_4, "e3e2 b3c3 h1g1"), "");
        // The Obelisk already stands in the beam.
        let in_danger = RANK_4.replace("p19/1o2O5", "p13O5/1o8");
        assert_eq!(names(&in_danger, "h1g1 e8d8 g1f1"), "hunt");
    }

    #[test]
    fn a_closed_beam_is_shorter() {
        // Red's beam has five squares of the a file and nine of rank 4. The Pyramid on e4 turns it north to the Pharaoh on e8: four and
        // four squares in place of nine. That on j4 turns it south, so that it has three squares more.
        let e4 = "4k5///4P45/p19///7K2 s deflexion";
        assert_eq!(names(e4, "e5e4"), "closed-beam");
        assert_eq!(names(&e4.replace("4P45", "9P3"), "j5j4"), "");
    }

    #[test]
    fn a_defence_ends_a_threat() {
        // Red threatens to rotate the Pyramid on a4, which then deflects the beam to h4.
        let threat = "4k5////p26K2///2O7 s deflexion";
        assert_eq!(names(threat, "h4h5"), "defence,flight");
        assert_eq!(names(threat, "c1d1"), "");
        // The Obelisk blocks rank 4.
        assert_eq!(names(&threat.replace("p26K2///2O7", "p26K2/2O7//"), "c3c4"), "defence,interposition");
        // The beam would run on from d4 south to d2; after the rotation it runs north.
        assert_eq!(names("4k5////p22P36//3K6/ s deflexion", "d4+"), "defence");
    }
}
