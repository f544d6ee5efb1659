//! The terms of the evaluation, each counted as a difference of both colours. What they mean says [`Term`].

use super::params::Term;
use super::zones::{self, near};
use crate::rules::optics::{Effect, effect};
use crate::rules::rays::{self, Origin, neighbours};
use crate::rules::square::FILES;
use crate::rules::{Beam, Bitboard, Colour, Direction, Kind, Position, Square, ruleset};

/// Takes the counts of terms: the evaluation weighs them, the tuner keeps them.
pub trait Sink {
    /// A term counts so much more for Silver than for Red.
    fn add(&mut self, term: Term, count: i32);
}

/// Counts all terms of a position, when the beam of each colour, by [`Colour::index`], is known. In a finished game there
/// is nothing to count.
#[inline(always)]
pub fn count(position: &Position, beams: [&Beam; 2], sink: &mut impl Sink) {
    let [Some(silver), Some(red)] = Colour::ALL.map(|colour| position.pharaoh(colour)) else { return };
    let kinds = Kinds::new(position);
    let silver = Side::new(position, &kinds, Colour::Silver, beams[0], silver);
    let red = Side::new(position, &kinds, Colour::Red, beams[1], red);
    for (own, theirs, sign) in [(&silver, &red, 1), (&red, &silver, -1)] {
        let mut tally = |term, count: u32| sink.add(term, sign * count as i32);
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

/// What is known of one colour.
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

/// What there is, and where it stands.
#[inline(always)]
fn pieces(kinds: &Kinds, own: &Side, tally: &mut impl FnMut(Term, u32)) {
    let colour = own.colour;
    let stacks = (own.own & kinds.stacks).len();
    tally(Term::Pyramid, own.pyramids.len());
    tally(Term::Guard, own.guards.len() + stacks);
    tally(Term::Stack, stacks);
    tally(Term::Tempo, u32::from(own.to_move));
    tally(Term::PyramidHome, (own.pyramids & zones::HOME.of_colour(colour)).len());
    tally(Term::PyramidLaserFile, (own.pyramids & zones::LASER_FILE.of_colour(colour)).len());
    tally(Term::PyramidMiddle, (own.pyramids & zones::MIDDLE_FILES).len());
    tally(Term::ScarabFar, (own.scarabs & zones::FAR.of_colour(colour)).len());
    tally(Term::Mobility, own.reach.len());
}

/// Where the Pharaoh and the laser are.
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

/// Where the light goes, and what stands near it.
#[inline(always)]
fn beam(own: &Side, theirs: &Side, tally: &mut impl FnMut(Term, u32)) {
    tally(Term::Lit, own.path.len());
    tally(Term::LitFar, (own.path & zones::FAR.of_colour(own.colour)).len());
    tally(Term::LitNext, (own.path & neighbours(theirs.pharaoh)).len());
    tally(Term::LitHome, (own.path & neighbours(own.pharaoh)).len());
    tally(Term::Legs, own.beam.legs().len() as u32);
    tally(Term::LitOwn, (own.path & own.own).len());
    tally(Term::LitTheirs, (own.path & theirs.own).len());
    tally(Term::MirrorNearOwn, (own.around & own.mirrors).len());
    tally(Term::MirrorNearTheirs, (theirs.around & own.mirrors).len());
    tally(Term::TargetNearTheirs, (theirs.around & (own.pyramids | own.guards)).len());
}

/// How the Pharaoh can be reached, and who stands around him.
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
    let (next, near) = (neighbours(own.pharaoh), near(own.pharaoh));
    tally(Term::CoverPyramid, (next & own.pyramids).len());
    tally(Term::CoverScarab, (next & own.scarabs).len());
    tally(Term::CoverGuard, (next & own.guards).len());
    tally(Term::CoverNear, (near & own.mirrors).len());
    tally(Term::Intruder, (next & theirs.own).len());
    tally(Term::IntruderNear, (near & theirs.mirrors).len());
}

/// What would be hit if nothing changed.
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

/// The empty squares from which a beam could run to a Pharaoh.
struct Lines {
    straight: Bitboard,
    /// Over one mirror.
    turned: Bitboard,
    /// The pieces at the ends of the straight ones.
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
        // Light runs both ways, so its way back from the Pharaoh is looked at.
        if let Some(piece) = position.piece_at(end)
            && let Effect::Turn(turn) | Effect::Split(turn) = effect(piece, direction)
        {
            lines.turned |= self::line(occupied, end, turn).0;
        }
    }
    lines
}

/// The empty squares from a square in a direction, and the piece behind them.
#[inline(always)]
fn line(occupied: Bitboard, from: Square, direction: Direction) -> (Bitboard, Option<Square>) {
    let ray = rays::ray(Origin::square(from), direction);
    match rays::nearest(ray & occupied, direction) {
        None => (ray, None),
        Some(end) => (ray & !rays::ray(Origin::square(end), direction) & !Bitboard::of(end), Some(end)),
    }
}
