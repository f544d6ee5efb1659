//! The process group of an engine, which contains its descendants except those that leave the group.

/// The process group of a child that [`command`](super::process::command) started. Valid until the child is reaped, after
/// which its id may be reused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

#[cfg(unix)]
impl Group {
    /// Returns the group of the child with this id.
    pub fn of(id: u32) -> Group {
        Group { leader: i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) }
    }

    /// Returns whether the child has ended. Does not reap it, so that its id stays reserved.
    pub fn has_ended(self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.leader.is_none_or(|leader| !matches!(waitid(WaitId::Pid(leader), options), Ok(None)))
    }

    /// Kills all processes of the group.
    pub fn kill(self) {
        if let Some(leader) = self.leader {
            // Fails if the group is empty, which is fine.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }
}

#[cfg(not(unix))]
impl Group {
    /// Returns the group of the child with this id.
    pub fn of(_: u32) -> Group {
        Group {}
    }

    /// Kills nothing: there are no groups.
    pub fn kill(self) {}
}
