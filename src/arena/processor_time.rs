//! The processor time that an engine uses: that of its process, and of the processes it starts.

use std::time::Duration;

/// Reads the processor time of a process and of those in its group.
#[derive(Debug)]
pub struct Meter {
    leader: u32,
    /// Other processes of the group, as far as they were found.
    others: Vec<u32>,
}

impl Meter {
    /// Reads the time of the process that leads this group, and for now of no other.
    pub fn new(leader: u32) -> Meter {
        Meter { leader, others: Vec::new() }
    }

    /// Looks for the processes in the group. This reads about every process of the system, so it is no work for a move.
    pub fn find_processes(&mut self) {
        self.others = system::processes();
        let leader = self.leader;
        self.others.retain(|&id| id != leader && system::usage(id).is_some_and(|usage| usage.group == leader));
    }

    /// The processor time used up to now, by the process and all its threads, by its children that have ended, and by
    /// the processes that were found. `None` where the system does not say.
    pub fn read(&self) -> Option<Duration> {
        let own = system::usage(self.leader)?.time;
        // The number of a process that has ended may belong to a stranger.
        let others = self.others.iter().filter_map(|&id| system::usage(id)).filter(|usage| usage.group == self.leader);
        Some(others.fold(own, |sum, usage| sum + usage.time))
    }
}

/// What the system reports about a process.
struct Usage {
    /// The group it belongs to.
    group: u32,
    /// Processor time of its threads, and of its children that have ended and were waited for.
    time: Duration,
}

#[cfg(target_os = "linux")]
mod system {
    use super::Usage;
    use nix::time::ClockId;
    use nix::unistd::Pid;
    use std::fs;
    use std::time::Duration;

    /// Returns the numbers of all processes.
    pub(super) fn processes() -> Vec<u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Returns what a process has used, if there is such a process.
    pub(super) fn usage(id: u32) -> Option<Usage> {
        let stat = stat(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)?;
        // The ticks of `/proc` are 10 ms, too coarse for fast games; the clock of the process is exact.
        let own = clock(id).or_else(|| duration(stat.own_ticks))?;
        Some(Usage { group: stat.group, time: own + duration(stat.children_ticks)? })
    }

    fn clock(id: u32) -> Option<Duration> {
        let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(i32::try_from(id).ok()?)).ok()?;
        clock.now().ok().map(Duration::from)
    }

    fn duration(ticks: u64) -> Option<Duration> {
        const NANOSECONDS: u64 = 1_000_000_000;
        let per_second = rustix::param::clock_ticks_per_second();
        NANOSECONDS.checked_div(per_second)?.checked_mul(ticks).map(Duration::from_nanos)
    }

    /// What counts of a line of `/proc/PID/stat`.
    #[derive(PartialEq, Eq, Debug)]
    struct Stat {
        group: u32,
        /// Ticks of all its threads, in user and kernel mode.
        own_ticks: u64,
        /// Ticks of its children that have ended and were waited for.
        children_ticks: u64,
    }

    fn stat(line: &str) -> Option<Stat> {
        // The name of the program stands in parentheses and may hold anything, parentheses too.
        let (_, fields) = line.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // The first field here is the third of proc(5).
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Stat {
            group: u32::try_from(field(5)?).ok()?,
            own_ticks: field(14)?.checked_add(field(15)?)?,
            children_ticks: field(16)?.checked_add(field(17)?)?,
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_line_of_the_system_is_read_whatever_the_program_is_called() {
            let numbers = "S 1 42 7 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 99";
            for name in ["khepri", "a b", "a) R 9 9 (b)", ""] {
                let read = stat(&format!("42 ({name}) {numbers}"));
                assert_eq!(read, Some(Stat { group: 42, own_ticks: 33, children_ticks: 77 }), "{name}");
            }
            for line in ["", "42 (khepri", "42 (khepri) S 1 42 7", "42 (khepri) S 1 x 7 0 -1 0 0 0 0 0 1 2 3 4"] {
                assert_eq!(stat(line), None, "{line}");
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Usage;

    /// Returns none: this system has no list of them.
    pub(super) fn processes() -> Vec<u32> {
        Vec::new()
    }

    /// Returns nothing: this system does not say.
    pub(super) fn usage(_: u32) -> Option<Usage> {
        None
    }
}
