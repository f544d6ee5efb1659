//! The counts of the terms of the evaluation, each a difference of both colours. [`Term`] describes them.

use super::params::Term;
use crate::rules::beam::View;
use crate::rules::optics::{Effect, effect};
use crate::rules::rays::{self, Origin, neighbours};
use crate::rules::square::{FILES, RANKS, SQUARES};
use crate::rules::{Beam, Bitboard, Colour, Direction, Kind, Position, Square, ruleset};

/// Adds the counts of all terms of a position: Silver's count less Red's. `beams` are by [`Colour::index`]. In a position without
/// a Pharaoh nothing counts.
#[inline(always)]
pub fn count(position: &Position, beams: [&Beam; 2], add: impl FnMut(Term, i32)) {
    let [Some(silver), Some(red)] = Colour::ALL.map(|colour| position.pharaoh(colour)) else { return };
    let silver = Side::new(position, Colour::Silver, beams[0], silver);
    let red = Side::new(position, Colour::Red, beams[1], red);
    let mut tally = Tally { silver, red, add };
    pieces(&mut tally);
    pharaoh(position, &mut tally);
    beam(&mut tally);
    danger(&mut tally);
    if !(tally.silver.hits | tally.red.hits).is_empty() {
        hits(&mut tally);
    }
}

/// Both sides, and the function that takes the difference of their counts.
struct Tally<Add> {
    silver: Side,
    red: Side,
    add: Add,
}

impl<Add: FnMut(Term, i32)> Tally<Add> {
    /// Adds a term. `count` returns the count of its first side; the second one is the opponent's.
    #[inline(always)]
    fn add(&mut self, term: Term, count: impl Fn(&Side, &Side) -> u32) {
        let [silver, red] = [count(&self.silver, &self.red), count(&self.red, &self.silver)];
        (self.add)(term, silver as i32 - red as i32);
    }
}

/// The pieces, the beam and the Pharaoh of one colour.
struct Side {
    colour: Colour,
    to_move: bool,
    own: Bitboard,
    pyramids: Bitboard,
    /// Scarabs and Eyes.
    scarabs: Bitboard,
    /// Anubis, Obelisks and stacks.
    guards: Bitboard,
    stacks: Bitboard,
    mirrors: Bitboard,
    /// Empty squares to which a mirror can step.
    reach: Bitboard,
    path: Bitboard,
    /// The path and the squares next to it.
    around: Bitboard,
    hits: Bitboard,
    legs: u32,
    pharaoh: Square,
    lines: Lines,
}

impl Side {
    #[inline(always)]
    fn new(position: &Position, colour: Colour, beam: &Beam, pharaoh: Square) -> Side {
        let board = position.board();
        let (own, occupied) = (board.colour(colour), board.occupied());
        let [pyramids, stacks] = [Kind::Pyramid, Kind::Stack].map(|kind| own & board.kind(kind));
        let scarabs = own & (board.kind(Kind::Scarab) | board.kind(Kind::Eye));
        let mirrors = pyramids | scarabs;
        Side {
            colour,
            to_move: position.side_to_move() == colour,
            own,
            pyramids,
            scarabs,
            guards: own & (board.kind(Kind::Anubis) | board.kind(Kind::Obelisk) | board.kind(Kind::Stack)),
            stacks,
            mirrors,
            reach: mirrors.spread() & !(occupied | position.rule_set().forbidden(colour)),
            path: beam.path(),
            around: beam.path().spread(),
            hits: beam.hits(),
            legs: beam.legs().len() as u32,
            pharaoh,
            lines: lines(position, occupied, pharaoh),
        }
    }
}

/// Counts material, piece squares and mobility.
#[inline(always)]
fn pieces(tally: &mut Tally<impl FnMut(Term, i32)>) {
    tally.add(Term::Pyramid, |own, _| own.pyramids.len());
    tally.add(Term::Guard, |own, _| own.guards.len() + own.stacks.len());
    tally.add(Term::Stack, |own, _| own.stacks.len());
    tally.add(Term::Tempo, |own, _| u32::from(own.to_move));
    tally.add(Term::PyramidHome, |own, _| (own.pyramids & HOME.of_colour(own.colour)).len());
    tally.add(Term::PyramidLaserFile, |own, _| (own.pyramids & LASER_FILE.of_colour(own.colour)).len());
    tally.add(Term::PyramidMiddle, |own, _| (own.pyramids & MIDDLE_FILES).len());
    tally.add(Term::ScarabFar, |own, _| (own.scarabs & FAR.of_colour(own.colour)).len());
    tally.add(Term::Mobility, |own, _| own.reach.len());
}

/// Counts the squares of Pharaoh and laser.
#[inline(always)]
fn pharaoh(position: &Position, tally: &mut Tally<impl FnMut(Term, i32)>) {
    let rank = |own: &Side| u32::from(own.pharaoh.rank().abs_diff(ruleset::corner(own.colour).rank()));
    let file = |own: &Side| u32::from(own.pharaoh.file().abs_diff(ruleset::corner(own.colour.other()).file()));
    tally.add(Term::PharaohHome, |own, _| u32::from(rank(own) == 0));
    tally.add(Term::PharaohRank, |own, _| rank(own));
    tally.add(Term::PharaohLaserSide, |own, _| u32::from(file(own) < u32::from(FILES / 2)));
    tally.add(Term::PharaohFile, |own, _| file(own));
    let facing = |own: &Side| position.laser(own.colour).1;
    tally.add(Term::SphinxTurned, |own, _| u32::from(facing(own) != ruleset::facings(own.colour)[0]));
}

/// Counts the path of the beam and the pieces near it.
#[inline(always)]
fn beam(tally: &mut Tally<impl FnMut(Term, i32)>) {
    tally.add(Term::Lit, |own, _| own.path.len());
    tally.add(Term::LitFar, |own, _| (own.path & FAR.of_colour(own.colour)).len());
    tally.add(Term::LitNext, |own, theirs| (own.path & neighbours(theirs.pharaoh)).len());
    tally.add(Term::LitHome, |own, _| (own.path & neighbours(own.pharaoh)).len());
    tally.add(Term::Legs, |own, _| own.legs);
    tally.add(Term::LitOwn, |own, _| (own.path & own.own).len());
    tally.add(Term::LitTheirs, |own, theirs| (own.path & theirs.own).len());
    tally.add(Term::MirrorNearOwn, |own, _| (own.around & own.mirrors).len());
    tally.add(Term::MirrorNearTheirs, |own, theirs| (theirs.around & own.mirrors).len());
    tally.add(Term::TargetNearTheirs, |own, theirs| (theirs.around & (own.pyramids | own.guards)).len());
}

/// Counts the lines on which a beam can reach the Pharaoh, and the pieces around it.
#[inline(always)]
fn danger(tally: &mut Tally<impl FnMut(Term, i32)>) {
    let crossing = |own: &Side, theirs: &Side| own.lines.straight & theirs.path;
    let crossing_turn = |own: &Side, theirs: &Side| own.lines.turned & theirs.path;
    let in_reach = |own: &Side, theirs: &Side| (crossing(own, theirs) & theirs.reach).len();
    let turn_in_reach = |own: &Side, theirs: &Side| (crossing_turn(own, theirs) & theirs.reach).len();
    tally.add(Term::OpenLine, |own, _| own.lines.straight.len());
    tally.add(Term::OpenTurn, |own, _| own.lines.turned.len());
    tally.add(Term::Crossing, |own, theirs| crossing(own, theirs).len());
    tally.add(Term::CrossingTurn, |own, theirs| crossing_turn(own, theirs).len());
    tally.add(Term::CrossingInReach, |own, theirs| if own.to_move { in_reach(own, theirs) } else { 0 });
    tally.add(Term::CrossingNow, |own, theirs| if own.to_move { 0 } else { in_reach(own, theirs) });
    tally.add(Term::CrossingTurnInReach, |own, theirs| if own.to_move { turn_in_reach(own, theirs) } else { 0 });
    tally.add(Term::CrossingTurnNow, |own, theirs| if own.to_move { 0 } else { turn_in_reach(own, theirs) });
    tally.add(Term::LineEnd, |own, theirs| (own.lines.ends & theirs.mirrors).len());
    tally.add(Term::LineEndLit, |own, theirs| (own.lines.ends & theirs.mirrors & theirs.path).len());
    let (next, near) = (|own: &Side| neighbours(own.pharaoh), |own: &Side| NEAR[own.pharaoh.index()]);
    tally.add(Term::CoverPyramid, |own, _| (next(own) & own.pyramids).len());
    tally.add(Term::CoverScarab, |own, _| (next(own) & own.scarabs).len());
    tally.add(Term::CoverGuard, |own, _| (next(own) & own.guards).len());
    tally.add(Term::CoverNear, |own, _| (near(own) & own.mirrors).len());
    tally.add(Term::Intruder, |own, theirs| (next(own) & theirs.own).len());
    tally.add(Term::IntruderNear, |own, theirs| (near(own) & theirs.mirrors).len());
}

/// Counts the hits of the standing shots.
#[inline(always)]
fn hits(tally: &mut Tally<impl FnMut(Term, i32)>) {
    tally.add(Term::SelfHit, |own, _| (own.hits & own.own).len());
    let threats = |own: &Side, theirs: &Side| if theirs.to_move { own.hits } else { Bitboard::EMPTY };
    tally.add(Term::ThreatPharaoh, |own, theirs| u32::from(threats(own, theirs).has(theirs.pharaoh)));
    tally.add(Term::ThreatPyramid, |own, theirs| (threats(own, theirs) & theirs.pyramids).len());
    tally.add(Term::ThreatGuard, |own, theirs| (threats(own, theirs) & theirs.guards).len());
}

/// The open lines of a Pharaoh: the empty squares from which a beam would reach it.
struct Lines {
    straight: Bitboard,
    /// The squares beyond a mirror at the end of a straight line.
    turned: Bitboard,
    /// The pieces at the ends of the straight lines.
    ends: Bitboard,
}

#[inline(always)]
fn lines(position: &Position, occupied: Bitboard, pharaoh: Square) -> Lines {
    let mut lines = Lines { straight: Bitboard::EMPTY, turned: Bitboard::EMPTY, ends: Bitboard::EMPTY };
    for direction in Direction::ALL {
        let (line, end) = line(occupied, pharaoh, direction);
        lines.straight |= line;
        let Some(end) = end else { continue };
        lines.ends |= Bitboard::of(end);
        // Optics are reversible, so a beam is traced backwards from the Pharaoh.
        if let Some(piece) = position.piece_at(end)
            && let Effect::Turn(turn) | Effect::Split(turn) = effect(piece, direction)
        {
            lines.turned |= self::line(occupied, end, turn).0;
        }
    }
    lines
}

/// Returns the empty squares from a square in a direction, and the square of the piece at their end.
#[inline(always)]
fn line(occupied: Bitboard, from: Square, direction: Direction) -> (Bitboard, Option<Square>) {
    let ray = rays::ray(Origin::square(from), direction);
    match rays::nearest(ray & occupied, direction) {
        None => (ray, None),
        Some(end) => (ray & rays::ray(Origin::square(end), direction.opposite()), Some(end)),
    }
}

/// Returns the ranks from `from` to before `to`.
const fn ranks(from: u8, to: u8) -> Bitboard {
    let upper = if to == RANKS { !0 } else { (1 << (to * FILES)) - 1 };
    Bitboard::from_bits(upper & !((1 << (from * FILES)) - 1))
}

/// A part of the board from the view of each colour, by [`Colour::index`].
#[derive(Clone, Copy)]
struct Zone([Bitboard; 2]);

impl Zone {
    const fn of(silver: Bitboard) -> Zone {
        Zone([silver, Bitboard::from_bits(silver.bits().reverse_bits() >> (128 - SQUARES))])
    }

    #[inline(always)]
    fn of_colour(self, colour: Colour) -> Bitboard {
        self.0[colour.index()]
    }
}

const HOME: Zone = Zone::of(ranks(0, 2));
const FAR: Zone = Zone::of(ranks(4, 8));
const LASER_FILE: Zone = Zone::of(Bitboard::file(FILES - 1));
/// The files `d` to `g`.
const MIDDLE_FILES: Bitboard =
    Bitboard::file(3).or_const(Bitboard::file(4)).or_const(Bitboard::file(5)).or_const(Bitboard::file(6));

/// The up to sixteen squares two steps from each square.
static NEAR: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let one = Bitboard::of_const(Square::ALL[index]).spread();
        table[index] = Bitboard::from_bits(one.spread().bits() & !one.bits());
        index += 1;
    }
    table
};
