//! The terms of the evaluation, each counted as a difference of both colours.

use super::params::Term;
use super::zones::{self, beams_from, near, spread};
use crate::rules::optics::{Effect, effect};
use crate::rules::rays::{self, Origin, neighbours};
use crate::rules::{Beam, Bitboard, Colour, Direction, Kind, Position, Square, ruleset};

/// Takes the counts of terms: the evaluation weighs them, the tuner keeps them.
pub trait Sink {
    /// A term counts so many times more for Silver than for Red, or less.
    fn add(&mut self, term: Term, count: i32);
}

/// Counts all terms of a position, when the beam of each colour, by [`Colour::index`], is known.
#[inline(always)]
pub fn count(position: &Position, beams: [&Beam; 2], sink: &mut impl Sink) {
    let (Some(silver), Some(red)) = (position.pharaoh(Colour::Silver), position.pharaoh(Colour::Red)) else { return };
    Side::new(position, Colour::Silver, beams, silver, red).count(sink);
    Side::new(position, Colour::Red, beams, red, silver).count(sink);
}

/// What is known of one colour.
struct Side<'a> {
    position: &'a Position,
    colour: Colour,
    beam: &'a Beam,
    other_beam: &'a Beam,
    pharaoh: Square,
    other_pharaoh: Square,
    own: Bitboard,
    theirs: Bitboard,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(
        position: &'a Position,
        colour: Colour,
        beams: [&'a Beam; 2],
        pharaoh: Square,
        other_pharaoh: Square,
    ) -> Side<'a> {
        Side {
            position,
            colour,
            beam: beams[colour.index()],
            other_beam: beams[colour.other().index()],
            pharaoh,
            other_pharaoh,
            own: position.board().colour(colour),
            theirs: position.board().colour(colour.other()),
        }
    }

    #[inline(always)]
    fn kind(&self, kind: Kind) -> Bitboard {
        self.position.board().kind(kind)
    }

    #[inline(always)]
    fn guards(&self) -> Bitboard {
        self.kind(Kind::Anubis) | self.kind(Kind::Obelisk) | self.kind(Kind::Stack)
    }

    #[inline(always)]
    fn mirrors(&self) -> Bitboard {
        self.kind(Kind::Pyramid) | self.kind(Kind::Scarab) | self.kind(Kind::Eye)
    }

    #[inline(always)]
    fn count(&self, sink: &mut impl Sink) {
        let sign = if self.colour == Colour::Silver { 1 } else { -1 };
        let mut add = |term, count: u32| sink.add(term, sign * count as i32);
        let to_move = self.position.side_to_move() == self.colour;
        let (own, theirs) = (self.own, self.theirs);
        let pyramids = self.kind(Kind::Pyramid);
        let scarabs = self.kind(Kind::Scarab) | self.kind(Kind::Eye);
        let guards = self.guards();
        let mirrors = self.mirrors();
        let colour = self.colour;
        let own_pyramids = own & pyramids;
        add(Term::Pyramid, own_pyramids.len());
        add(Term::LastPyramid, own_pyramids.len().min(3));
        add(Term::Anubis, (own & self.kind(Kind::Anubis)).len());
        let stacks = (own & self.kind(Kind::Stack)).len();
        add(Term::Obelisk, (own & self.kind(Kind::Obelisk)).len() + 2 * stacks);
        add(Term::Stack, stacks);
        add(Term::Tempo, u32::from(to_move));
        add(Term::PyramidHome, (own_pyramids & zones::HOME.of_colour(colour)).len());
        add(Term::PyramidThird, (own_pyramids & zones::THIRD.of_colour(colour)).len());
        add(Term::PyramidFifth, (own_pyramids & zones::FIFTH.of_colour(colour)).len());
        add(Term::PyramidLaserFile, (own_pyramids & zones::LASER_FILE.of_colour(colour)).len());
        add(Term::PyramidMiddle, (own_pyramids & zones::MIDDLE_FILES).len());
        add(Term::ScarabFar, (own & scarabs & zones::FAR.of_colour(colour)).len());
        add(Term::ScarabHome, (own & scarabs & zones::HOME.of_colour(colour)).len());
        add(Term::GuardHome, (own & guards & zones::FIRST_RANK.of_colour(colour)).len());
        let pharaoh = Bitboard::of(self.pharaoh);
        add(Term::PharaohHome, (pharaoh & zones::FIRST_RANK.of_colour(colour)).len());
        add(Term::PharaohLaserSide, (pharaoh & zones::THEIR_LASER_SIDE.of_colour(colour)).len());
        let facing = self.position.laser(colour).1;
        add(Term::SphinxTurned, u32::from(facing != ruleset::facings(colour)[0]));

        let path = self.beam.path();
        let other_path = self.other_beam.path();
        add(Term::Lit, path.len());
        add(Term::LitFar, (path & zones::FAR.of_colour(colour)).len());
        add(Term::LitNext, (path & neighbours(self.other_pharaoh)).len());
        add(Term::LitNear, (path & near(self.other_pharaoh)).len());
        add(Term::LitHome, (path & neighbours(self.pharaoh)).len());
        add(Term::Legs, self.beam.legs().len() as u32);
        add(Term::LitOwn, (path & own).len());
        add(Term::LitTheirs, (path & theirs).len());
        let around_own = spread(path);
        let around_theirs = spread(other_path);
        add(Term::MirrorNearOwn, (around_own & own & mirrors).len());
        add(Term::MirrorNearTheirs, (around_theirs & own & mirrors).len());
        add(Term::TargetNearTheirs, (around_theirs & own & (pyramids | guards)).len());

        let (straight, turned) = self.lines();
        let their_reach = spread(theirs & mirrors);
        add(Term::OpenLine, straight.len());
        add(Term::OpenTurn, turned.len());
        add(Term::Crossing, (straight & other_path).len());
        add(Term::CrossingInReach, (straight & other_path & their_reach).len());
        add(Term::CrossingTurn, (turned & other_path).len());
        add(Term::CrossingTurnInReach, (turned & other_path & their_reach).len());
        let ring = neighbours(self.pharaoh);
        add(Term::CoverPyramid, (ring & own_pyramids).len());
        add(Term::CoverScarab, (ring & own & scarabs).len());
        add(Term::CoverGuard, (ring & own & guards).len());
        add(Term::Intruder, (ring & theirs).len());
        add(Term::IntruderNear, (near(self.pharaoh) & theirs & mirrors).len());

        let empty = !(own | theirs);
        let reach = beams_from(path & empty & spread(own & mirrors), empty);
        add(Term::ReachPyramid, (reach & theirs & pyramids).len());
        add(Term::ReachGuard, (reach & theirs & guards).len());
        let movers = own & !self.kind(Kind::Sphinx);
        add(Term::Mobility, (spread(movers) & empty & !self.position.rule_set().forbidden(colour)).len());

        let hits = self.beam.hits();
        if !hits.is_empty() {
            if !to_move {
                add(Term::ThreatPharaoh, (hits & theirs & self.kind(Kind::Pharaoh)).len());
                add(Term::ThreatPyramid, (hits & theirs & pyramids).len());
                add(Term::ThreatGuard, (hits & theirs & guards).len());
            }
            let self_hits = hits & own;
            add(Term::SelfPharaoh, (self_hits & self.kind(Kind::Pharaoh)).len());
            let others = (self_hits & !self.kind(Kind::Pharaoh)).len();
            add(if to_move { Term::SelfHit } else { Term::SelfHitWaiting }, others);
        }
    }

    /// The empty squares from which a beam could run to the own Pharaoh: straight, and over one mirror.
    #[inline(always)]
    fn lines(&self) -> (Bitboard, Bitboard) {
        let occupied = self.own | self.theirs;
        let (mut straight, mut turned) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let (line, end) = line(occupied, self.pharaoh, direction);
            straight |= line;
            let Some(end) = end else { continue };
            let Some(piece) = self.position.piece_at(end) else { continue };
            // Mirrors work both ways.
            if let Effect::Turn(turn) | Effect::Split(turn) = effect(piece, direction) {
                turned |= self::line(occupied, end, turn).0;
            }
        }
        (straight, turned)
    }
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
