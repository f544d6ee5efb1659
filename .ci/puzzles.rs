//! Writes the puzzles of a folder as the file `puzzles.json` of the site, one a line, to stdout; or the daily lasers of a file as `daily.json`.
//! Usage: puzzles FOLDER|FILE

use khepri_protocol::puzzles::json::{daily_entries, entries};
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let path =
        env::args_os().nth(1).ok_or_else(|| io::Error::other("expected the folder of the puzzles, or a file"))?;
    let path = Path::new(&path);
    if path.is_file() {
        let daily = daily_entries(&fs::read(path)?).map_err(io::Error::other)?;
        println!("{}", serde_json::to_string(&daily).map_err(io::Error::from)?);
        return Ok(());
    }
    let content = |name: &str| fs::read(path.join(format!("{name}.txt"))).ok();
    let lines: Vec<String> =
        entries(content).iter().map(serde_json::to_string).collect::<Result<_, _>>().map_err(io::Error::from)?;
    println!("[{}]", lines.join(",\n"));
    Ok(())
}
