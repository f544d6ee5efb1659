//! The board, and the squares that the rule sets reserve for a colour.

use super::pieces::{Colour, Kind, Piece};
use super::squares::Square;

/// The three forms in which the game has been printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// "the laser sits in a Sphinx that can turn; Anubis guards the Pharaoh"
    Khet2,
    /// "the lasers are built into the frame; Obelisks stand guard and can be stacked"
    Khet1,
    /// "like Khet 1.0 without stacks; Red, called Gold in that box, begins"
    Deflexion,
}

impl RuleSet {
    /// Returns the player who moves first.
    ///
    /// rules.md, A turn: "Silver begins in `khet2` and `khet1`, Red in `deflexion`."
    pub fn first_player(self) -> Colour {
        match self {
            RuleSet::Khet2 | RuleSet::Khet1 => Colour::Silver,
            RuleSet::Deflexion => Colour::Red,
        }
    }

    /// Returns the colour for which a square is reserved.
    ///
    /// rules.md, The board: "Some squares belong to one colour, and pieces of the other may not step there":
    /// in `khet2` and `khet1` file `j`, `b1` and `b8` are Silver's and file `a`, `i1` and `i8` Red's; in `deflexion`
    /// file `j` is Silver's and file `a` Red's.
    pub fn reserved_for(self, square: Square) -> Option<Colour> {
        let inner_corners = match self {
            RuleSet::Khet2 | RuleSet::Khet1 => matches!(square.rank(), 1 | 8),
            RuleSet::Deflexion => false,
        };
        match square.file() {
            'j' => Some(Colour::Silver),
            'a' => Some(Colour::Red),
            'b' if inner_corners => Some(Colour::Silver),
            'i' if inner_corners => Some(Colour::Red),
            _ => None,
        }
    }
}

/// Returns the corner at which a player's beam enters the board.
///
/// rules.md, Lasers: "Silver's beam comes in at the corner `j1` and Red's at `a8`."
pub fn laser_corner(colour: Colour) -> Square {
    let corner = match colour {
        Colour::Silver => Square::at(9, 0),
        Colour::Red => Square::at(0, 7),
    };
    corner.expect("a corner is on the board")
}

/// The pieces on the 80 squares.
///
/// This is what rules.md, The end of a game, calls an arrangement: "which piece of which colour stands on which square in
/// which orientation, the Sphinxes included. The side to move does not count." Boards are equal exactly if the arrangements
/// are, because a Scarab or Eye has only two values of its orientation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board([Option<Piece>; Square::COUNT]);

impl Board {
    /// Returns a board without pieces.
    pub fn empty() -> Board {
        Board([None; Square::COUNT])
    }

    /// Returns the piece on a square.
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Replaces the contents of a square.
    pub fn put(&mut self, square: Square, content: Option<Piece>) {
        self.0[square.index()] = content;
    }

    /// Returns all pieces with their squares, from `a1` to `j8`.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| self.at(square).map(|piece| (square, piece)))
    }

    /// Returns whether the Pharaoh of a colour is on the board.
    pub fn has_pharaoh(&self, colour: Colour) -> bool {
        self.pieces().any(|(_, piece)| piece == Piece { colour, kind: Kind::Pharaoh })
    }
}
