//! The program `khepri`. It checks the processor first.

use std::process::ExitCode;

fn main() -> ExitCode {
    khepri::internal::cli::main()
}

/// Exits with a message if the processor lacks instructions of this build. Without this check, the first such instruction
/// ends the program with a signal.
///
/// The system calls the function in this section before `main`, because `main` and Rust's own start-up code may contain any
/// instruction of the build.
// SAFETY: the section holds pointers to functions without arguments, and this is one. The function does only what works
// before `main`: it queries the processor, writes to stderr and exits.
#[cfg(target_arch = "x86_64")]
#[used]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(any(windows, target_vendor = "apple")), unsafe(link_section = ".init_array"))]
static FIRST: extern "C" fn() = processor::check;

#[cfg(target_arch = "x86_64")]
mod processor {
    use khepri_protocol::processor::{BUILT_FOR, missing, suffices};
    use std::io::{Write, stderr};
    use std::process::exit;

    /// The exit status.
    const FAILURE: i32 = 1;

    /// Exits if the processor lacks instructions of the build.
    pub extern "C" fn check() {
        if !suffices() {
            refuse();
        }
    }

    /// Writes the text piece by piece, because formatting may use instructions that are missing.
    #[cold]
    #[inline(never)]
    fn refuse() -> ! {
        say("khepri: built for ");
        say(BUILT_FOR);
        say(", but this processor lacks");
        missing(|index, name| {
            say(if index == 0 { " " } else { ", " });
            say(name);
        });
        say("; build it with RUSTFLAGS='-C target-cpu=x86-64' cargo build --release\n");
        exit(FAILURE)
    }

    fn say(text: &str) {
        // Nothing can be done if stderr is closed.
        let _ = stderr().write_all(text.as_bytes());
    }
}
