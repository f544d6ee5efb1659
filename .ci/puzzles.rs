//! Writes the puzzles of a folder as the file `puzzles.json` of the site, one a line, to stdout.
//! Usage: puzzles FOLDER

use khepri_protocol::puzzles::json::entries;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).ok_or_else(|| io::Error::other("expected the folder of the puzzles"))?;
    let content = |name: &str| fs::read(Path::new(&folder).join(format!("{name}.txt"))).ok();
    let lines: Vec<String> =
        entries(content).iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(io::Error::from)?;
    println!("[{}]", lines.join(",\n"));
    Ok(())
}
