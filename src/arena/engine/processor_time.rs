//! The processor time of an engine: of its process and of the processes that it started.

use std::time::Duration;

/// A meter of the processor time of a process and the other processes in its group.
#[derive(Debug)]
pub struct Meter {
    leader: u32,
    /// Ids of the other processes of the group, as last listed.
    others: Vec<u32>,
}

impl Meter {
    /// Creates a meter for the leader of a group. Other processes are counted only after
    /// [`Meter::find_processes`].
    pub fn new(leader: u32) -> Meter {
        Meter { leader, others: Vec::new() }
    }

    /// Lists the processes of the group. This reads every process of the system, so it is too slow during a move.
    pub fn find_processes(&mut self) {
        self.others = system::processes();
        let leader = self.leader;
        self.others.retain(|&id| id != leader && system::usage(id).is_some_and(|usage| usage.group == leader));
    }

    /// Returns the processor time used so far by the process, its threads, its ended children and the listed processes.
    /// `None` where the system does not report it.
    pub fn read(&self) -> Option<Duration> {
        let own = system::usage(self.leader)?.time;
        // The id of an ended process may now belong to another program.
        let others = self.others.iter().filter_map(|&id| system::usage(id)).filter(|usage| usage.group == self.leader);
        Some(others.fold(own, |sum, usage| sum + usage.time))
    }
}

/// What the system reports about a process.
struct Usage {
    /// Its process group.
    group: u32,
    /// Processor time of its threads, and of its children that ended and were waited for.
    time: Duration,
}

#[cfg(target_os = "linux")]
mod system {
    use super::Usage;
    use nix::time::ClockId;
    use nix::unistd::Pid;
    use std::fs;
    use std::time::Duration;

    /// Returns the ids of all processes.
    pub(super) fn processes() -> Vec<u32> {
        let entries = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect()
    }

    /// Returns the usage of a process, if it exists.
    pub(super) fn usage(id: u32) -> Option<Usage> {
        let stat = stat(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)?;
        // The ticks of `/proc` are 10 ms, too coarse for fast games; the process's own clock is exact.
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

    /// The fields that are used from a line of `/proc/PID/stat`.
    #[derive(PartialEq, Eq, Debug)]
    struct Stat {
        group: u32,
        /// Ticks of all its threads, in user and kernel mode.
        own_ticks: u64,
        /// Ticks of its children that ended and were waited for.
        children_ticks: u64,
    }

    fn stat(line: &str) -> Option<Stat> {
        // The program name is in parentheses and may itself contain parentheses.
        let (_, fields) = line.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // The first field here is the third in proc(5).
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
        fn stat_lines_are_read_whatever_the_program_is_called() {
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

    /// Returns no processes. The list is read only on Linux.
    pub(super) fn processes() -> Vec<u32> {
        Vec::new()
    }

    /// Returns `None`. The usage is read only on Linux.
    pub(super) fn usage(_: u32) -> Option<Usage> {
        None
    }
}
