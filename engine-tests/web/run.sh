#!/usr/bin/env bash
# Tests the engine of a site in Node: khepri.js with its module and network. Compares with the program, or with the build of it that
# KHEPRI_PROGRAM names.
# Usage: engine-tests/web/run.sh [SITE]   (without SITE, .ci/site makes one in cargo's target folder)
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")

skip() { # REASON
    echo "skipped: $1"
    # What .ci/setup installs must be there.
    [[ ${KHEPRI_CI:-} == 1 ]] && exit 1
    exit 0
}
command -v node >/dev/null || skip "there is no program node"
if (($#)); then
    SITE=$(realpath "$1")
else
    target=wasm32-unknown-unknown
    [[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]] || skip "the target $target is not installed"
    command -v wasm-opt >/dev/null || skip "there is no program wasm-opt"
    SITE=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}/site")
    "$root/.ci/site" "$SITE"
fi
export SITE
cd "$root"
node --test engine-tests/web/*.test.mjs
