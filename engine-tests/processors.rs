//! A processor that lacks instructions which the program was built for: one line, status 1, and never an illegal
//! instruction. qemu emulates the processors.

use crate::support::{PROGRAM, is_missing, run, skip};
use std::ffi::OsString;
use std::process::{Command, Output, Stdio};

/// Returns the line that the program prints if a processor lacks these instructions.
fn refusal(lacking: &str) -> String {
    format!(
        "khepri: built for x86-64-v3, but this processor lacks {lacking}; \
         build it with RUSTFLAGS='-C target-cpu=x86-64' cargo build --release"
    )
}

/// Returns what `version` must print.
fn version() -> String {
    let system = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
    let commit = env!("KHEPRI_COMMIT");
    format!("Khepri {} ({system}, {}, commit {commit})\n", env!("CARGO_PKG_VERSION"), built_for())
}

/// Returns the instruction set of this build. The tests are about `x86-64-v3` and `x86-64`.
fn built_for() -> &'static str {
    match (cfg!(target_feature = "avx512f"), cfg!(target_feature = "avx2"), cfg!(target_feature = "sse4.2")) {
        (true, ..) => "x86-64-v4",
        (_, true, _) => "x86-64-v3",
        (_, _, true) => "x86-64-v2",
        _ => "x86-64",
    }
}

/// Returns the program, or another build of it that `KHEPRI_PROGRAM` names.
fn program() -> OsString {
    std::env::var_os("KHEPRI_PROGRAM").unwrap_or(PROGRAM.into())
}

/// Runs `khepri version` on a processor.
fn on(processor: &str) -> Output {
    let mut command = Command::new("qemu-x86_64");
    command.args(["-cpu", processor]).arg(program()).arg("version").stdin(Stdio::null());
    command.output().expect("qemu starts")
}

/// Returns the lines on stderr, without qemu's warnings about features that it does not have.
fn errors(output: &Output) -> Vec<String> {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines().filter(|line| !line.starts_with("qemu-x86_64: warning: ")).map(str::to_owned).collect()
}

fn runs(processor: &str) {
    let output = on(processor);
    assert_eq!(errors(&output), Vec::<String>::new(), "{processor}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), version(), "{processor}");
    assert_eq!(output.status.code(), Some(0), "{processor}");
}

#[test]
fn the_version_names_the_instruction_set() {
    for arguments in [["version"], ["--version"], ["-V"]] {
        let output = run(&arguments);
        assert_eq!(String::from_utf8_lossy(&output.stdout), version(), "{arguments:?}");
    }
}

#[test]
fn a_missing_processor_feature_is_reported_in_one_line() {
    // Each processor with the instructions of x86-64-v3 that it lacks.
    let refusals = [
        ("Nehalem", "AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE"),
        ("Nehalem,-popcnt", "POPCNT, AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE"),
        ("core2duo", "SSE4.1, SSE4.2, POPCNT, AVX, AVX2, BMI1, BMI2, F16C, FMA, LZCNT, MOVBE"),
        ("Haswell,-avx2", "AVX2"),
        ("Haswell,-bmi1,-bmi2", "BMI1, BMI2"),
        ("Haswell,-abm,-movbe", "LZCNT, MOVBE"),
        // The operating system does not save the registers of AVX.
        ("Haswell,-xsave", "AVX, AVX2, F16C, FMA"),
    ];
    if is_missing("qemu-x86_64", "--version") {
        return;
    }
    match built_for() {
        "x86-64-v3" => {}
        "x86-64" => return refusals.iter().for_each(|(processor, _)| runs(processor)),
        other => return skip(&format!("this test is not about a build for {other}")),
    }
    for (processor, lacking) in refusals {
        let output = on(processor);
        assert_eq!(errors(&output), [refusal(lacking)], "{processor}");
        assert_eq!(output.status.code(), Some(1), "{processor}");
        assert_eq!(output.stdout, b"", "{processor}");
    }
}

#[test]
fn a_processor_that_has_all_runs_the_program() {
    if is_missing("qemu-x86_64", "--version") {
        return;
    }
    if built_for() == "x86-64-v4" {
        return skip(&format!("qemu emulates no processor for {}", built_for()));
    }
    runs("Haswell");
}
