//! Reads games in KGN from standard input and prints for each its players, length and result.
//!
//! `cargo run --example games < games.kgn`

use khepri_rules::kgn::{GameResult, ReadError, Reader};
use std::error::Error;
use std::io::{self, BufReader};

fn main() -> Result<(), Box<dyn Error>> {
    for game in Reader::new(BufReader::new(io::stdin())) {
        match game {
            Ok(record) => {
                let mut position = record.start;
                let mut captures = 0;
                for played in &record.moves {
                    // A reader returns legal moves only.
                    captures += position.play_unchecked(played.mv).hits().len();
                }
                let (silver, red, result) = (record.silver, record.red, GameResult(record.result));
                println!("{silver} - {red}: {result} after {} plies, {captures} hits", record.moves.len());
            }
            // The reader goes on with the next game.
            Err(ReadError::Fault(fault)) => eprintln!("{fault}"),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
