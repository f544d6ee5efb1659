//! The counts of the terms of the evaluation, each a difference of both colours. [`Term`] describes them.

use super::params::Term;
use crate::rules::optics::{Effect, effect};
use crate::rules::rays::{self, Origin, neighbours};
use crate::rules::square::{FILES, RANKS, SQUARES};
use crate::rules::{Beam, Bitboard, Colour, Direction, Kind, Position, Square, ruleset};

/// Adds the counts of all terms of a position, positive for Silver and negative for Red. `beams` are by [`Colour::index`]. In a
/// position without a Pharaoh nothing counts.
#[inline(always)]
pub fn count(position: &Position, beams: [&Beam; 2], mut add: impl FnMut(Term, i32)) {
    let [Some(silver), Some(red)] = Colour::ALL.map(|colour| position.pharaoh(colour)) else { return };
    let kinds = Kinds::new(position);
    let silver = Side::new(position, &kinds, Colour::Silver, beams[0], silver);
    let red = Side::new(position, &kinds, Colour::Red, beams[1], red);
    for (own, theirs, sign) in [(&silver, &red, 1), (&red, &silver, -1)] {
        let mut tally = |term, count: u32| add(term, sign * count as i32);
        pieces(&kinds, own, &mut tally);
        pharaoh(position, own, &mut tally);
        beam(own, theirs, &mut tally);
        danger(position, own, theirs, &mut tally);
        hits(&kinds, own, theirs, &mut tally);
    }
}

/// Pieces of both colours.
struct Kinds {
    pyramids: Bitboard,
    /// Scarabs and Eyes.
    scarabs: Bitboard,
    /// Anubis, Obelisks and stacks.
    guards: Bitboard,
    stacks: Bitboard,
    mirrors: Bitboard,
    occupied: Bitboard,
}

impl Kinds {
    #[inline(always)]
    fn new(position: &Position) -> Kinds {
        let board = position.board();
        let [pyramids, stacks] = [Kind::Pyramid, Kind::Stack].map(|kind| board.kind(kind));
        let scarabs = board.kind(Kind::Scarab) | board.kind(Kind::Eye);
        Kinds {
            pyramids,
            scarabs,
            guards: board.kind(Kind::Anubis) | board.kind(Kind::Obelisk) | stacks,
            stacks,
            mirrors: pyramids | scarabs,
            occupied: board.colour(Colour::Silver) | board.colour(Colour::Red),
        }
    }
}

/// The pieces and the beam of one colour.
struct Side<'a> {
    colour: Colour,
    to_move: bool,
    own: Bitboard,
    pharaoh: Square,
    pyramids: Bitboard,
    scarabs: Bitboard,
    guards: Bitboard,
    mirrors: Bitboard,
    /// Empty squares to which a mirror can step.
    reach: Bitboard,
    beam: &'a Beam,
    path: Bitboard,
    /// The path and the squares next to it.
    around: Bitboard,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(position: &Position, kinds: &Kinds, colour: Colour, beam: &'a Beam, pharaoh: Square) -> Side<'a> {
        let own = position.board().colour(colour);
        let mirrors = own & kinds.mirrors;
        Side {
            colour,
            to_move: position.side_to_move() == colour,
            own,
            pharaoh,
            pyramids: own & kinds.pyramids,
            scarabs: own & kinds.scarabs,
            guards: own & kinds.guards,
            mirrors,
            reach: mirrors.spread() & !kinds.occupied & !position.rule_set().forbidden(colour),
            beam,
            path: beam.path(),
            around: beam.path().spread(),
        }
    }
}

/// Counts material, piece squares and mobility.
#[inline(always)]
fn pieces(kinds: &Kinds, own: &Side, tally: &mut impl FnMut(Term, u32)) {
    let colour = own.colour;
    let stacks = (own.own & kinds.stacks).len();
    tally(Term::Pyramid, own.pyramids.len());
    tally(Term::Guard, own.guards.len() + stacks);
    tally(Term::Stack, stacks);
    tally(Term::Tempo, u32::from(own.to_move));
    tally(Term::PyramidHome, (own.pyramids & HOME.of_colour(colour)).len());
    tally(Term::PyramidLaserFile, (own.pyramids & LASER_FILE.of_colour(colour)).len());
    tally(Term::PyramidMiddle, (own.pyramids & MIDDLE_FILES).len());
    tally(Term::ScarabFar, (own.scarabs & FAR.of_colour(colour)).len());
    tally(Term::Mobility, own.reach.len());
}

/// Counts the squares of Pharaoh and laser.
#[inline(always)]
fn pharaoh(position: &Position, own: &Side, tally: &mut impl FnMut(Term, u32)) {
    let (own_corner, their_corner) = (ruleset::corner(own.colour), ruleset::corner(own.colour.other()));
    let rank = own.pharaoh.rank().abs_diff(own_corner.rank());
    let file = own.pharaoh.file().abs_diff(their_corner.file());
    tally(Term::PharaohHome, u32::from(rank == 0));
    tally(Term::PharaohRank, u32::from(rank));
    tally(Term::PharaohLaserSide, u32::from(file < FILES / 2));
    tally(Term::PharaohFile, u32::from(file));
    let (_, facing) = position.laser(own.colour);
    tally(Term::SphinxTurned, u32::from(facing != ruleset::facings(own.colour)[0]));
}

/// Counts the path of the beam and the pieces near it.
#[inline(always)]
fn beam(own: &Side, theirs: &Side, tally: &mut impl FnMut(Term, u32)) {
    tally(Term::Lit, own.path.len());
    tally(Term::LitFar, (own.path & FAR.of_colour(own.colour)).len());
    tally(Term::LitNext, (own.path & neighbours(theirs.pharaoh)).len());
    tally(Term::LitHome, (own.path & neighbours(own.pharaoh)).len());
    tally(Term::Legs, own.beam.legs().len() as u32);
    tally(Term::LitOwn, (own.path & own.own).len());
    tally(Term::LitTheirs, (own.path & theirs.own).len());
    tally(Term::MirrorNearOwn, (own.around & own.mirrors).len());
    tally(Term::MirrorNearTheirs, (theirs.around & own.mirrors).len());
    tally(Term::TargetNearTheirs, (theirs.around & (own.pyramids | own.guards)).len());
}

/// Counts the lines on which a beam can reach the Pharaoh, and the pieces around it.
#[inline(always)]
fn danger(position: &Position, own: &Side, theirs: &Side, tally: &mut impl FnMut(Term, u32)) {
    let Lines { straight, turned, ends } = lines(position, own.own | theirs.own, own.pharaoh);
    let (crossing, crossing_turn) = (straight & theirs.path, turned & theirs.path);
    let [in_reach, turn_in_reach] = match own.to_move {
        true => [Term::CrossingInReach, Term::CrossingTurnInReach],
        false => [Term::CrossingNow, Term::CrossingTurnNow],
    };
    tally(Term::OpenLine, straight.len());
    tally(Term::OpenTurn, turned.len());
    tally(Term::Crossing, crossing.len());
    tally(Term::CrossingTurn, crossing_turn.len());
    tally(in_reach, (crossing & theirs.reach).len());
    tally(turn_in_reach, (crossing_turn & theirs.reach).len());
    let seeing = ends & theirs.mirrors;
    tally(Term::LineEnd, seeing.len());
    tally(Term::LineEndLit, (seeing & theirs.path).len());
    let (next, near) = (neighbours(own.pharaoh), NEAR[own.pharaoh.index()]);
    tally(Term::CoverPyramid, (next & own.pyramids).len());
    tally(Term::CoverScarab, (next & own.scarabs).len());
    tally(Term::CoverGuard, (next & own.guards).len());
    tally(Term::CoverNear, (near & own.mirrors).len());
    tally(Term::Intruder, (next & theirs.own).len());
    tally(Term::IntruderNear, (near & theirs.mirrors).len());
}

/// Counts the hits of the standing shot.
#[inline(always)]
fn hits(kinds: &Kinds, own: &Side, theirs: &Side, tally: &mut impl FnMut(Term, u32)) {
    let hits = own.beam.hits();
    if hits.is_empty() {
        return;
    }
    tally(Term::SelfHit, (hits & own.own).len());
    if theirs.to_move {
        tally(Term::ThreatPharaoh, u32::from(hits.has(theirs.pharaoh)));
        tally(Term::ThreatPyramid, (hits & theirs.pyramids).len());
        tally(Term::ThreatGuard, (hits & theirs.own & kinds.guards).len());
    }
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
        Some(end) => (ray & !rays::ray(Origin::square(end), direction) & !Bitboard::of(end), Some(end)),
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
