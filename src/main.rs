//! The program `khepri`. Before anything else it looks at the processor.

use std::process::ExitCode;

fn main() -> ExitCode {
    khepri::internal::cli::main()
}

/// Ends the program with a line where it would otherwise end with an illegal instruction.
///
/// The system calls the function in this section before `main`: Rust's own start, and `main`, may contain any
/// instruction that the program was built for.
// SAFETY: the section holds pointers to functions without arguments, and this is one. It uses only what works before
// `main`: it asks the processor, writes to stderr and ends the process.
#[cfg(target_arch = "x86_64")]
#[used]
#[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(any(windows, target_vendor = "apple")), unsafe(link_section = ".init_array"))]
static FIRST: extern "C" fn() = processor::check;

#[cfg(target_arch = "x86_64")]
mod processor {
    use khepri::internal::util::processor::{BUILT_FOR, missing, suffices};
    use std::io::{Write, stderr};
    use std::process::exit;

    /// The status of what could not be completed for a reason that is no mistake on the command line.
    const FAILURE: i32 = 1;

    /// Ends the process if the processor lacks instructions that the program was built for.
    pub extern "C" fn check() {
        if !suffices() {
            refuse();
        }
    }

    /// Text goes out piece by piece: putting it together would take instructions that are perhaps missing.
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
        // Nothing is left to do if stderr is closed.
        let _ = stderr().write_all(text.as_bytes());
    }
}
