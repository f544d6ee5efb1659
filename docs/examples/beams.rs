//! Lists the legal moves whose shot hits anything, with the hits, and draws the beam of the first of them.
//!
//! `cargo run --example beams [KFEN]`

use khepri_rules::Position;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let kfen = std::env::args().nth(1);
    let position: Position = kfen.as_deref().unwrap_or("x39/2p11k5/9S1/3P46//4K5/7P32/9X1 s khet2").parse()?;
    println!("{position:#}\n");
    let mut shown = false;
    for mv in position.legal_moves() {
        let beam = position.beam_after(mv)?;
        if beam.hits().is_empty() {
            continue;
        }
        println!("{mv} hits {}", beam.hits());
        if !shown {
            shown = true;
            for leg in beam.legs() {
                println!("  {:?} over {}", leg.direction(), leg.squares());
            }
            // `Debug` draws a set of squares.
            println!("{:?}", beam.path());
        }
    }
    println!("{} legal moves", position.legal_moves().len());
    Ok(())
}
