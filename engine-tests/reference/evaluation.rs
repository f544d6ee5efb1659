//! The evaluation once more, from the descriptions of its numbers: only the numbers themselves are the library's.

use super::rules::State;
use khepri::eval::params;
use khepri::rules::{Bitboard, Colour, Kind, Square};

/// In centipawns from the view of the side to move; both Pharaohs stand.
pub fn evaluate(state: &State) -> i32 {
    let silver = side(state, Colour::Silver) - side(state, Colour::Red);
    if state.mover == Colour::Silver { silver } else { -silver }
}

fn side(state: &State, colour: Colour) -> i32 {
    let tempo = if state.mover == colour { params::TEMPO } else { 0 };
    material(state, colour) + beam(state, colour) + cover(state, colour) + tempo
}

fn value(kind: Kind) -> i32 {
    params::VALUES[kind.index()]
}

fn material(state: &State, colour: Colour) -> i32 {
    let mut sum = 0;
    for piece in state.squares.iter().flatten() {
        if piece.colour() == colour {
            sum += value(piece.kind());
        }
    }
    sum
}

fn are_neighbours(one: Square, other: Square) -> bool {
    one != other && one.file().abs_diff(other.file()) <= 1 && one.rank().abs_diff(other.rank()) <= 1
}

fn beam(state: &State, colour: Colour) -> i32 {
    let light = state.light(colour);
    let enemy = colour.other();
    let enemy_pharaoh = state.pharaoh(enemy).expect("both Pharaohs stand");
    let mut sum = 0;
    for square in light.path {
        sum += params::LIT;
        let far = match colour {
            Colour::Silver => "5678",
            Colour::Red => "1234",
        };
        if square.to_string().ends_with(|rank| far.contains(rank)) {
            sum += params::LIT_FAR;
        }
        if are_neighbours(square, enemy_pharaoh) {
            sum += params::LIT_PHARAOH;
        }
    }
    for square in light.hits {
        let piece = state.at(square).expect("something is hit");
        // Of a stack only the upper Obelisk goes.
        let lost = if piece.kind() == Kind::Stack { value(Kind::Obelisk) } else { value(piece.kind()) };
        if piece.colour() == colour {
            sum -= lost * params::SELF_HIT / 100;
        } else if state.mover == enemy {
            sum += lost * params::THREAT / 100;
            if piece.kind() == Kind::Pharaoh {
                sum += params::CHECK;
            }
        }
    }
    sum
}

fn cover(state: &State, colour: Colour) -> i32 {
    let pharaoh = state.pharaoh(colour).expect("both Pharaohs stand");
    let mut open = 0;
    for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let mut line = 0;
        let mut square = pharaoh.offset(files, ranks);
        while let Some(empty) = square.filter(|&square| state.at(square).is_none()) {
            line += 1;
            square = empty.offset(files, ranks);
        }
        open += line.min(params::OPEN_LINE_REACH);
    }
    let guards: Bitboard = Square::ALL
        .into_iter()
        .filter(|&square| are_neighbours(square, pharaoh))
        .filter(|&square| state.at(square).is_some_and(|piece| piece.colour() == colour))
        .collect();
    guards.len() as i32 * params::COVER - open as i32 * params::OPEN_LINE
}
