//! The processes of the system, to find those that still run after a match. None are found without `/proc`.

use std::fs;
use std::path::Path;

/// Returns the ids of all processes.
pub fn all_ids() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Returns the ids of the processes with a fitting word on their command lines.
pub fn ids_with(fits: impl Fn(&str) -> bool) -> Vec<u32> {
    let has_word = |id: &u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).split('\0').any(&fits)
    };
    all_ids().into_iter().filter(has_word).collect()
}

/// Returns the ids of the processes whose command lines contain a folder.
pub fn ids_about(folder: &Path) -> Vec<u32> {
    let folder = folder.display().to_string();
    ids_with(|word| word.contains(&folder))
}

/// Returns the state and the parent of a process.
#[cfg(unix)]
pub fn state(id: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program is in parentheses and may itself contain parentheses.
    let mut words = stat[stat.rfind(')')? + 1..].split_whitespace();
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

/// Returns whether a process runs. A zombie does not.
#[cfg(unix)]
pub fn is_running(id: u32) -> bool {
    state(id).is_some_and(|(state, _)| state != 'Z' && state != 'X')
}
