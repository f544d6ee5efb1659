//! The program `khepri`.

use std::process::ExitCode;

fn main() -> ExitCode {
    khepri::cli::main()
}
