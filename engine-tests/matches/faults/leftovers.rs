//! Processes that still run after a match. Without `/proc` none are found.

use std::fs;
use std::path::Path;

/// Returns the ids of all processes.
pub fn all() -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
}

/// Returns the processes that name a folder on their command line.
pub fn processes_about(folder: &Path) -> Vec<u32> {
    let folder = folder.display().to_string();
    let names = |id: &u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&folder)
    };
    all().into_iter().filter(names).collect()
}

#[cfg(unix)]
/// Returns the state and the parent of a process.
pub fn state(id: u32) -> Option<(char, u32)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program is in brackets and may contain anything.
    let mut words = stat[stat.rfind(')')? + 1..].split_whitespace();
    Some((words.next()?.chars().next()?, words.next()?.parse().ok()?))
}

#[cfg(unix)]
/// Returns whether a process runs. A zombie does not.
pub fn lives(id: u32) -> bool {
    state(id).is_some_and(|(state, _)| state != 'Z' && state != 'X')
}
