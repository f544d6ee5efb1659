//! The weights of the evaluation: one row a term, one column a rule set.
//!
//! No other place lists the terms: the evaluation and `khepri tune` take names, ranges and weights from this table.
//! `khepri tune` prints a new one.

use crate::rules::RuleSet;

/// The unit of weights: the number of units in the value of a Pyramid.
pub const PYRAMID: i32 = 1000;

/// The number of terms.
pub const TERMS: usize = Term::ALL.len();

/// The rule sets in the order of the columns.
pub const RULE_SETS: [RuleSet; 3] = RuleSet::ALL;

/// The weights of one rule set, by [`Term::index`].
pub type Weights = [i32; TERMS];

macro_rules! terms {
    ($($(#[doc = $doc:literal])+ $name:ident $range:expr => [$($weight:expr),+];)+) => {
        /// A feature of a position, counted for one colour ("own"). The evaluation weighs the difference of both counts.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Term {
            $($(#[doc = $doc])+ $name),+
        }

        impl Term {
            /// All terms in the order of the table.
            pub const ALL: &[Term] = &[$(Term::$name),+];

            /// Returns the name in the table.
            pub fn name(self) -> &'static str {
                match self { $(Term::$name => stringify!($name)),+ }
            }

            /// Returns the description, line by line.
            pub fn description(self) -> &'static [&'static str] {
                match self { $(Term::$name => &[$($doc),+]),+ }
            }

            /// Returns the range of reasonable weights.
            pub fn range(self) -> std::ops::RangeInclusive<i32> {
                match self { $(Term::$name => $range),+ }
            }
        }

        /// The table by term.
        const ROWS: [[i32; RULE_SETS.len()]; TERMS] = [$([$($weight),+]),+];
    };
}

impl Term {
    /// Returns the index in [`Weights`].
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

/// Returns the weights of a rule set.
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
    /// The own side is to move.
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
    /// A rank of distance from the first rank to the own Pharaoh.
    PharaohRank -300..=300 => [50, 65, 81];
    /// The own Pharaoh in the half of the board with the opponent's laser.
    PharaohLaserSide -500..=500 => [-139, -223, -236];
    /// A file of distance from the opponent's laser to the own Pharaoh.
    PharaohFile -300..=300 => [181, 56, 39];
    /// The own Sphinx fires along its rank.
    SphinxTurned -500..=500 => [-142, 0, 0];
    /// A square on the own beam.
    Lit -50..=100 => [20, 32, 35];
    /// A square on the own beam in the opponent's half.
    LitFar -50..=100 => [39, 22, 16];
    /// A square on the own beam next to the opponent's Pharaoh.
    LitNext -100..=600 => [-6, -3, 4];
    /// A square on the own beam next to the own Pharaoh.
    LitHome -300..=300 => [-90, -88, -42];
    /// A leg of the own beam.
    Legs -100..=200 => [-84, -100, -98];
    /// An own piece on the own beam.
    LitOwn -300..=300 => [39, 49, 36];
    /// A piece of the opponent on the own beam.
    LitTheirs -300..=300 => [95, 139, 93];
    /// An own mirror on the own beam or next to it.
    MirrorNearOwn -300..=300 => [76, 77, 44];
    /// An own mirror on the opponent's beam or next to it.
    MirrorNearTheirs -300..=300 => [123, 51, 30];
    /// An own piece that can be hit and stands on the opponent's beam or next to it.
    TargetNearTheirs -300..=300 => [-89, -44, -74];
    /// An open line square: an empty square with nothing between it and the own Pharaoh in a straight line.
    OpenLine -200..=100 => [-44, -47, -36];
    /// An empty square from which a beam would reach the own Pharaoh by one mirror at the end of an open line.
    OpenTurn -200..=100 => [-22, -16, -25];
    /// A crossing: a square of an open line on the opponent's beam.
    Crossing -2000..=100 => [-59, -72, -43];
    /// A crossing that a mirror of the opponent can reach with one step after an own move.
    CrossingInReach -2000..=100 => [-430, -361, -228];
    /// The same if the opponent is to move.
    CrossingNow -2000..=100 => [-376, -412, -176];
    /// A crossing by a mirror: a square counted as `OpenTurn` on the opponent's beam.
    CrossingTurn -2000..=100 => [61, -13, 100];
    /// A crossing by a mirror that a mirror of the opponent can reach with one step after an own move.
    CrossingTurnInReach -2000..=100 => [-225, -104, -194];
    /// The same if the opponent is to move.
    CrossingTurnNow -2000..=100 => [-178, -46, -104];
    /// A mirror of the opponent at the end of an open line, on the opponent's beam.
    LineEndLit -2000..=100 => [-774, -404, -253];
    /// A mirror of the opponent at the end of an open line.
    LineEnd -2000..=300 => [-249, -228, -120];
    /// An own Pyramid next to the own Pharaoh.
    CoverPyramid -300..=800 => [308, 240, 210];
    /// An own Scarab or Eye next to the own Pharaoh.
    CoverScarab -300..=800 => [166, 58, -41];
    /// An own Anubis or Obelisk next to the own Pharaoh.
    CoverGuard -300..=800 => [335, 293, 175];
    /// A piece of the opponent next to the own Pharaoh.
    Intruder -1000..=300 => [-268, -72, -145];
    /// A mirror of the opponent two steps from the own Pharaoh.
    IntruderNear -1000..=300 => [-147, -25, -32];
    /// An own mirror two steps from the own Pharaoh.
    CoverNear -300..=800 => [118, 48, 10];
    /// An empty square to which an own mirror can step.
    Mobility -50..=100 => [42, 28, 29];
    /// The own beam hits the opponent's Pharaoh, and the opponent is to move.
    ThreatPharaoh 200..=3000 => [200, 200, 200];
    /// The own beam hits a Pyramid of the opponent, who is to move.
    ThreatPyramid 0..=1500 => [1008, 909, 528];
    /// The own beam hits an Anubis or Obelisk of the opponent, who is to move.
    ThreatGuard 0..=1500 => [1243, 1058, 248];
    /// The own beam hits an own piece.
    SelfHit -1500..=0 => [0, 0, 0];
}
