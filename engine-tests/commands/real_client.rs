//! Tests the engine with an unmodified UCI client. The test installs a package, so it is ignored by default.

use crate::support::PROGRAM;
use std::process::Command;

#[test]
#[ignore = "installs a Python package; a minute or two"]
fn an_unmodified_client_plays_and_analyses() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/real_client/run.sh");
    let status = Command::new(script).env("KHEPRI", PROGRAM).status().expect("the script is run");
    assert!(status.success(), "{status}");
}
