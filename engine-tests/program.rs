//! Tests of the program, which run it as users, GUIs and scripts do.

mod commands;
mod matches;
mod play;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processors;
mod protocol;
#[cfg(target_os = "linux")]
mod soak;
mod support;

use khepri_second::{clean_room, twin};
