//! The evaluation once more, from the descriptions of its terms and square by square: only the weights are the library's.

use super::state::{Light, State};
use khepri::internal::eval::params::{PYRAMID, TERMS, Term, weights};
use khepri::internal::rules::{Colour, Direction, Kind, RuleSet, Square};

/// In centipawns from the view of the side to move; both Pharaohs stand.
pub fn evaluate(state: &State) -> i32 {
    let silver = Side::new(state, Colour::Silver).counts();
    let red = Side::new(state, Colour::Red).counts();
    let weights = weights(state.rule_set());
    let sum: i32 = (0..TERMS).map(|term| (silver[term] - red[term]) * weights[term]).sum();
    let silver = sum / (PYRAMID / 100);
    if state.mover() == Colour::Silver { silver } else { -silver }
}

fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

struct Side<'a> {
    state: &'a State,
    colour: Colour,
    light: Light,
    their_light: Light,
    pharaoh: Square,
    their_pharaoh: Square,
}

impl Side<'_> {
    fn new(state: &State, colour: Colour) -> Side<'_> {
        Side {
            state,
            colour,
            light: state.light(colour),
            their_light: state.light(colour.other()),
            pharaoh: state.pharaoh(colour).expect("both Pharaohs stand"),
            their_pharaoh: state.pharaoh(colour.other()).expect("both Pharaohs stand"),
        }
    }

    fn is(&self, square: Square, colour: Colour, kinds: &[Kind]) -> bool {
        self.state.at(square).is_some_and(|piece| piece.colour() == colour && kinds.contains(&piece.kind()))
    }

    /// From 1, as the player sees it who sits at the first rank.
    fn rank(&self, square: Square) -> u8 {
        if self.colour == Colour::Silver { square.rank() + 1 } else { 8 - square.rank() }
    }

    /// From 1, the file of the opponent's laser, to 10, that of the own one.
    fn file(&self, square: Square) -> u8 {
        if self.colour == Colour::Silver { square.file() + 1 } else { 10 - square.file() }
    }

    fn next_to_light(&self, light: &Light, square: Square) -> bool {
        light.path.into_iter().any(|lit| distance(lit, square) <= 1)
    }

    /// Whether a mirror of `colour` can step to this empty square.
    fn in_reach(&self, colour: Colour, square: Square) -> bool {
        let from = |from: Square| distance(from, square) == 1 && self.is(from, colour, MIRRORS);
        self.state.at(square).is_none() && !self.state.closed_to(colour, square) && Square::ALL.into_iter().any(from)
    }

    fn counts(&self) -> [i32; TERMS] {
        let mut counts = [0; TERMS];
        let mut add = |term: Term, when: bool| counts[term.index()] += i32::from(when);
        let to_move = self.state.mover() == self.colour;
        add(Term::Tempo, to_move);
        for square in Square::ALL {
            self.count_piece(square, &mut add);
            self.count_light(square, &mut add);
        }
        let lines = Direction::ALL.map(|way| self.line(way));
        let them = self.colour.other();
        for (straight, _, end) in &lines {
            straight.iter().for_each(|_| add(Term::OpenLine, true));
            if let Some(end) = end.filter(|&end| self.is(end, them, MIRRORS)) {
                add(Term::LineEnd, true);
                add(Term::LineEndLit, self.their_light.path.has(end));
            }
        }
        for square in Square::ALL {
            let lit = self.their_light.path.has(square);
            let in_reach = lit && self.in_reach(them, square);
            let straight = lines.iter().any(|line| line.0.contains(&square));
            add(Term::Crossing, straight && lit);
            add(if to_move { Term::CrossingInReach } else { Term::CrossingNow }, straight && in_reach);
            // Two lines can come to one square over different mirrors; it counts once.
            let turned = lines.iter().any(|line| line.1.contains(&square));
            add(Term::OpenTurn, turned);
            add(Term::CrossingTurn, turned && lit);
            add(if to_move { Term::CrossingTurnInReach } else { Term::CrossingTurnNow }, turned && in_reach);
        }
        for hit in self.light.hits {
            add(Term::SelfHit, self.state.at(hit).is_some_and(|piece| piece.colour() == self.colour));
            let theirs = |kinds| !to_move && self.is(hit, self.colour.other(), kinds);
            add(Term::ThreatPharaoh, theirs(&[Kind::Pharaoh]));
            add(Term::ThreatPyramid, theirs(&[Kind::Pyramid]));
            add(Term::ThreatGuard, theirs(GUARDS));
        }
        counts[Term::Legs.index()] = self.light.legs;
        let (rank, file) = (self.rank(self.pharaoh), self.file(self.pharaoh));
        counts[Term::PharaohHome.index()] = i32::from(rank == 1);
        counts[Term::PharaohRank.index()] = i32::from(rank) - 1;
        counts[Term::PharaohLaserSide.index()] = i32::from(file <= 5);
        counts[Term::PharaohFile.index()] = i32::from(file) - 1;
        counts[Term::SphinxTurned.index()] = i32::from(self.sphinx_turned());
        counts
    }

    fn count_piece(&self, square: Square, add: &mut impl FnMut(Term, bool)) {
        let (own, theirs) = (self.colour, self.colour.other());
        let from_pharaoh = distance(square, self.pharaoh);
        let near_own = self.next_to_light(&self.light, square);
        let near_theirs = self.next_to_light(&self.their_light, square);
        let pyramid = self.is(square, own, &[Kind::Pyramid]);
        add(Term::Pyramid, pyramid);
        add(Term::PyramidHome, pyramid && self.rank(square) <= 2);
        add(Term::PyramidLaserFile, pyramid && self.file(square) == 10);
        add(Term::PyramidMiddle, pyramid && (4..=7).contains(&self.file(square)));
        add(Term::CoverPyramid, pyramid && from_pharaoh == 1);
        let guard = self.is(square, own, GUARDS);
        let stack = self.is(square, own, &[Kind::Stack]);
        add(Term::Guard, guard);
        add(Term::Guard, stack);
        add(Term::Stack, stack);
        add(Term::CoverGuard, guard && from_pharaoh == 1);
        add(Term::TargetNearTheirs, (pyramid || guard) && near_theirs);
        let scarab = self.is(square, own, &[Kind::Scarab, Kind::Eye]);
        add(Term::ScarabFar, scarab && self.rank(square) >= 5);
        add(Term::CoverScarab, scarab && from_pharaoh == 1);
        let mirror = self.is(square, own, MIRRORS);
        add(Term::MirrorNearOwn, mirror && near_own);
        add(Term::MirrorNearTheirs, mirror && near_theirs);
        add(Term::CoverNear, mirror && from_pharaoh == 2);
        add(Term::Mobility, self.in_reach(own, square));
        let their_piece = self.state.at(square).is_some_and(|piece| piece.colour() == theirs);
        add(Term::Intruder, their_piece && from_pharaoh == 1);
        add(Term::IntruderNear, self.is(square, theirs, MIRRORS) && from_pharaoh == 2);
    }

    fn count_light(&self, square: Square, add: &mut impl FnMut(Term, bool)) {
        if !self.light.path.has(square) {
            return;
        }
        let piece = self.state.at(square).map(|piece| piece.colour());
        add(Term::Lit, true);
        add(Term::LitFar, self.rank(square) >= 5);
        add(Term::LitNext, distance(square, self.their_pharaoh) == 1);
        add(Term::LitHome, distance(square, self.pharaoh) == 1);
        add(Term::LitOwn, piece == Some(self.colour));
        add(Term::LitTheirs, piece == Some(self.colour.other()));
    }

    /// Returns the empty squares in a direction from the Pharaoh, those on the way on from a mirror at their end, and the
    /// square of the piece at their end.
    fn line(&self, way: Direction) -> (Vec<Square>, Vec<Square>, Option<Square>) {
        let (straight, end) = self.walk(self.pharaoh, way);
        let turned = end.and_then(|end| Some(self.walk(end, self.state.reflected(end, way)?).0));
        (straight, turned.unwrap_or_default(), end)
    }

    fn walk(&self, from: Square, way: Direction) -> (Vec<Square>, Option<Square>) {
        let mut squares = Vec::new();
        let mut at = from;
        let (files, ranks) = way.step();
        loop {
            match at.offset(files, ranks) {
                None => return (squares, None),
                Some(next) if self.state.at(next).is_some() => return (squares, Some(next)),
                Some(next) => squares.push(next),
            }
            at = squares[squares.len() - 1];
        }
    }

    fn sphinx_turned(&self) -> bool {
        let corner = if self.colour == Colour::Silver { Square::J1 } else { Square::A8 };
        let usual = if self.colour == Colour::Silver { 1 } else { 3 };
        self.state.rule_set() == RuleSet::Khet2
            && self.state.at(corner).is_some_and(|sphinx| sphinx.orientation().digit() != usual)
    }
}

const MIRRORS: &[Kind] = &[Kind::Pyramid, Kind::Scarab, Kind::Eye];
const GUARDS: &[Kind] = &[Kind::Anubis, Kind::Obelisk, Kind::Stack];
