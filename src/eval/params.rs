//! The weights of the evaluation: one row a term, one column a rule set.
//!
//! This table is the only place that lists the terms: the evaluation, `khepri tune` and what both print take names,
//! ranges and numbers from it. `khepri tune` prints it anew.

use crate::rules::{Kind, RuleSet};

/// What a weight is counted in: so many are a Pyramid.
pub const PYRAMID: i32 = 1000;

/// How many terms there are.
pub const TERMS: usize = Term::ALL.len();

/// Where the numbers of a rule set stand in a row.
pub const RULE_SETS: [RuleSet; 3] = RuleSet::ALL;

/// The weights of one rule set, by [`Term::index`].
pub type Weights = [i32; TERMS];

macro_rules! terms {
    ($($(#[doc = $doc:literal])+ $name:ident $range:expr => [$($weight:expr),+];)+) => {
        /// What is counted of a position. In the tables a term counts for the colour of which it speaks, "own"; the
        /// evaluation takes the difference of both colours.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Term {
            $($(#[doc = $doc])+ $name),+
        }

        impl Term {
            /// In the order of the table.
            pub const ALL: &[Term] = &[$(Term::$name),+];

            /// As the table calls it.
            pub fn name(self) -> &'static str {
                match self { $(Term::$name => stringify!($name)),+ }
            }

            /// What it says, line by line.
            pub fn description(self) -> &'static [&'static str] {
                match self { $(Term::$name => &[$($doc),+]),+ }
            }

            /// The least and the greatest weight that make sense, in thousandths of a Pyramid.
            pub fn range(self) -> std::ops::RangeInclusive<i32> {
                match self { $(Term::$name => $range),+ }
            }
        }

        /// The table by term.
        const ROWS: [[i32; RULE_SETS.len()]; TERMS] = [$([$($weight),+]),+];
    };
}

impl Term {
    /// Its place in [`Weights`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The table by rule set.
static WEIGHTS: [Weights; RULE_SETS.len()] = {
    let mut columns = [[0; TERMS]; RULE_SETS.len()];
    let mut term = 0;
    while term < TERMS {
        let mut set = 0;
        while set < RULE_SETS.len() {
            columns[set][term] = ROWS[term][set];
            set += 1;
        }
        term += 1;
    }
    columns
};

/// The weights of a rule set.
#[inline(always)]
pub fn weights(rule_set: RuleSet) -> &'static Weights {
    &WEIGHTS[rule_set as usize]
}

terms! {
    /// An own Pyramid.
    Pyramid 0..=3000 => [736, 925, 950];
    /// An own Anubis or Obelisk; a stack counts as two.
    Guard 0..=3000 => [767, 103, 246];
    /// An own stack, besides its two Obelisks.
    Stack -1000..=1000 => [0, 370, 0];
    /// The right to move.
    Tempo 0..=500 => [6, 0, 7];
    /// An own Pyramid on the first two ranks.
    PyramidHome -300..=300 => [66, 49, 16];
    /// An own Pyramid on the file of the own laser.
    PyramidLaserFile -300..=300 => [37, -89, -96];
    /// An own Pyramid on the four files in the middle.
    PyramidMiddle -300..=300 => [-46, -101, -93];
    /// An own Scarab or Eye in the opponent's half.
    ScarabFar -300..=300 => [172, 193, 160];
    /// The own Pharaoh on the first rank.
    PharaohHome -500..=500 => [299, 391, 457];
    /// A rank between the own Pharaoh and the first rank.
    PharaohRank -300..=300 => [50, 65, 81];
    /// The own Pharaoh on the half of the board on which the opponent's laser is.
    PharaohLaserSide -500..=500 => [-139, -223, -236];
    /// A file between the own Pharaoh and the file of the opponent's laser.
    PharaohFile -300..=300 => [181, 56, 39];
    /// The own Sphinx shines along the rank.
    SphinxTurned -500..=500 => [-142, 0, 0];
    /// A square that the own beam touches.
    Lit -50..=100 => [20, 32, 35];
    /// A square that the own beam touches in the opponent's half.
    LitFar -50..=100 => [39, 22, 16];
    /// A square next to the opponent's Pharaoh that the own beam touches.
    LitNext -100..=600 => [-6, -3, 4];
    /// A square next to the own Pharaoh that the own beam touches.
    LitHome -300..=300 => [-90, -88, -42];
    /// A straight part of the own beam.
    Legs -100..=200 => [-84, -100, -98];
    /// An own piece that the own beam touches.
    LitOwn -300..=300 => [39, 49, 36];
    /// A piece of the opponent's that the own beam touches.
    LitTheirs -300..=300 => [95, 139, 93];
    /// An own mirror on the own beam or next to it.
    MirrorNearOwn -300..=300 => [76, 77, 44];
    /// An own mirror on the opponent's beam or next to it.
    MirrorNearTheirs -300..=300 => [123, 51, 30];
    /// An own piece that can be hit and stands on the opponent's beam or next to it.
    TargetNearTheirs -300..=300 => [-89, -44, -74];
    /// An empty square from which a beam could run straight to the own Pharaoh.
    OpenLine -200..=100 => [-44, -47, -36];
    /// An empty square from which a beam could run to the own Pharaoh over one mirror.
    OpenTurn -200..=100 => [-22, -16, -25];
    /// A square where the opponent's beam crosses an open line of the own Pharaoh.
    Crossing -2000..=100 => [-59, -72, -43];
    /// One that a mirror of the opponent's can reach with one step.
    CrossingInReach -2000..=100 => [-430, -361, -228];
    /// One that a mirror of the opponent's can reach with one step, and it is his turn.
    CrossingNow -2000..=100 => [-376, -412, -176];
    /// A square where the opponent's beam crosses an open line of the own Pharaoh behind a mirror.
    CrossingTurn -2000..=100 => [61, -13, 100];
    /// One that a mirror of the opponent's can reach with one step.
    CrossingTurnInReach -2000..=100 => [-225, -104, -194];
    /// One that a mirror of the opponent's can reach with one step, and it is his turn.
    CrossingTurnNow -2000..=100 => [-178, -46, -104];
    /// A mirror of the opponent's that sees the own Pharaoh on an open line and stands in the opponent's beam.
    LineEndLit -2000..=100 => [-774, -404, -253];
    /// A mirror of the opponent's that sees the own Pharaoh on an open line and stands not in the opponent's beam.
    LineEnd -2000..=300 => [-249, -228, -120];
    /// An own Pyramid next to the own Pharaoh.
    CoverPyramid -300..=800 => [308, 240, 210];
    /// An own Scarab or Eye next to the own Pharaoh.
    CoverScarab -300..=800 => [166, 58, -41];
    /// An own Anubis or Obelisk next to the own Pharaoh.
    CoverGuard -300..=800 => [335, 293, 175];
    /// A piece of the opponent's next to the own Pharaoh.
    Intruder -1000..=300 => [-268, -72, -145];
    /// A mirror of the opponent's two steps from the own Pharaoh.
    IntruderNear -1000..=300 => [-147, -25, -32];
    /// An own mirror two steps from the own Pharaoh.
    CoverNear -300..=800 => [118, 48, 10];
    /// An empty square to which an own mirror can step.
    Mobility -50..=100 => [42, 28, 29];
    /// The own beam hits the opponent's Pharaoh, who is to move.
    ThreatPharaoh 200..=3000 => [200, 200, 200];
    /// The own beam hits a Pyramid of the opponent's, who is to move.
    ThreatPyramid 0..=1500 => [1008, 909, 528];
    /// The own beam hits an Anubis or Obelisk of the opponent's, who is to move.
    ThreatGuard 0..=1500 => [1243, 1058, 248];
    /// The own beam hits an own piece.
    SelfHit -1500..=0 => [0, 0, 0];
}

/// What a hit takes from the owner of a piece, in centipawns, by rule set and kind.
pub static HIT_VALUES: [[i32; Kind::ALL.len()]; RULE_SETS.len()] = {
    let mut values = [[0; Kind::ALL.len()]; RULE_SETS.len()];
    let mut row = 0;
    while row < HIT_ROWS.len() {
        let (kind, columns) = HIT_ROWS[row];
        let mut set = 0;
        while set < columns.len() {
            values[set][kind.index()] = columns[set];
            set += 1;
        }
        row += 1;
    }
    values
};

/// By how many centipawns the static evaluation falls for the owner when a hit removes the piece: the mean over every tenth
/// built-in opening, by rule set. The weight of the material alone is less, since a piece also covers, blocks and moves. Of a
/// stack only the top Obelisk goes. Deflexion's values are round: matches preferred them to the means, 105 and 46. A test
/// compares all of them with the means, so that a new table of weights asks for new values.
const HIT_ROWS: [(Kind, [i32; RULE_SETS.len()]); 4] = [
    (Kind::Pyramid, [97, 106, 100]),
    (Kind::Anubis, [113, 0, 0]),
    (Kind::Obelisk, [0, 38, 60]),
    (Kind::Stack, [0, 46, 0]),
];
