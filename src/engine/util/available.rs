//! The memory that the system can still give to this process: the least of the available memory of the machine and the room of
//! each control group that contains the process. The room of a group is its memory limit minus its usage without cached files.
//!
//! Sources: proc(5), `MemAvailable`; the kernel's `cgroup-v2.rst` and `cgroup-v1/memory.rst`.

use std::fs;
use std::path::Path;

/// Returns the available memory in bytes, if the system reports it.
pub fn memory() -> Option<u64> {
    if cfg!(target_os = "linux") { read(Path::new("/proc"), Path::new("/sys/fs/cgroup")) } else { None }
}

/// Reads the available memory from the file systems mounted at `proc` and `groups`.
fn read(proc: &Path, groups: &Path) -> Option<u64> {
    let machine = number_after(&text(&proc.join("meminfo")), "MemAvailable:").map(|kib| kib.saturating_mul(1024));
    let membership = text(&proc.join("self/cgroup"));
    membership.lines().flat_map(|line| rooms(line, groups)).chain(machine).min()
}

/// Returns the room in bytes of a group and of its ancestors, as far as they have limits. `line` names the group:
/// `number:controllers:path`.
fn rooms(line: &str, groups: &Path) -> Vec<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return Vec::new() };
    let (files, mounts): (&Files, &[&str]) = if controllers.is_empty() {
        (&VERSION_2, &["", "unified"])
    } else if controllers.split(',').any(|name| name == "memory") {
        (&VERSION_1, &["memory"])
    } else {
        return Vec::new();
    };
    // In a container the path may be that of the host. The files of the container's group are then at the root.
    let ancestors = || Path::new(path.trim_start_matches('/')).ancestors();
    let folders = mounts.iter().flat_map(|mount| ancestors().map(move |group| groups.join(mount).join(group)));
    folders.filter_map(|folder| files.room(&folder)).collect()
}

/// The names of the files in a version of control groups.
struct Files {
    limit: &'static str,
    usage: &'static str,
    /// The lines of `memory.stat` that count cached files, which the kernel drops when memory is needed.
    caches: [&'static str; 2],
}

const VERSION_1: Files = Files {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    caches: ["total_active_file", "total_inactive_file"],
};

const VERSION_2: Files =
    Files { limit: "memory.max", usage: "memory.current", caches: ["active_file", "inactive_file"] };

impl Files {
    /// Returns the room of a group in bytes, if the group exists and has a limit.
    fn room(&self, group: &Path) -> Option<u64> {
        let read = |name: &str| text(&group.join(name)).trim().parse::<u64>().ok();
        let (limit, usage) = (read(self.limit)?, read(self.usage)?);
        let stat = text(&group.join("memory.stat"));
        let caches = self.caches.iter().filter_map(|name| number_after(&stat, name)).fold(0, u64::saturating_add);
        Some(limit.saturating_sub(usage.saturating_sub(caches)))
    }
}

/// Returns the content of a file, or an empty text if it cannot be read.
fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// Returns the number in the line that starts with the word `name`.
fn number_after(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_ascii_whitespace();
        if words.next() == Some(name) { words.next()?.parse().ok() } else { None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const MEMINFO: &str = "MemTotal:       2000000 kB\nMemFree:          10000 kB\nMemAvailable:    1000000 kB\n";
    const MACHINE: u64 = 1_024_000_000;

    /// Returns the available memory of a machine with these files below `proc` and `cgroup`.
    fn available(membership: &str, files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        let place = |path: &str| -> PathBuf { root.path().join(path) };
        let always = [("proc/meminfo", MEMINFO), ("proc/self/cgroup", membership)];
        for (path, content) in always.iter().chain(files) {
            fs::create_dir_all(place(path).parent().expect("a folder above")).expect("a folder");
            fs::write(place(path), content).expect("a file");
        }
        read(&place("proc"), &place("cgroup"))
    }

    #[test]
    fn without_limits_the_memory_of_the_machine_is_available() {
        assert_eq!(available("", &[]), Some(MACHINE));
        assert_eq!(available("0::/a/b\n", &[("cgroup/a/b/memory.max", "max\n")]), Some(MACHINE));
        assert_eq!(read(Path::new("/nowhere"), Path::new("/nowhere")), None);
    }

    #[test]
    fn the_ancestor_with_the_least_room_counts_and_cached_files_are_available() {
        let stat = "anon 700\nactive_file 30\ninactive_file 200\n";
        let files = [
            ("cgroup/a/b/memory.max", "5000\n"),
            ("cgroup/a/b/memory.current", "900\n"),
            ("cgroup/a/memory.max", "1000\n"),
            ("cgroup/a/memory.current", "950\n"),
            ("cgroup/a/memory.stat", stat),
        ];
        assert_eq!(available("0::/a/b\n", &files), Some(280));
        assert_eq!(available("0::/a\n", &files), Some(280));
        assert_eq!(available("0::/c\n", &files), Some(MACHINE));
    }

    #[test]
    fn version_1_is_read_at_the_memory_controller_and_a_host_path_at_the_root() {
        let files = [
            ("cgroup/memory/memory.limit_in_bytes", "4000\n"),
            ("cgroup/memory/memory.usage_in_bytes", "4500\n"),
            ("cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 1500\n"),
            ("cgroup/memory.max", "1\n"),
            ("cgroup/memory.current", "1\n"),
        ];
        assert_eq!(available("4:cpuset:/\n3:memory:/docker/0123\n", &files), Some(1000));
    }
}
