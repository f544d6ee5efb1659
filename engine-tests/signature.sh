#!/usr/bin/env bash
# Checks that the bench counts the same nodes however the engine is built. The expected count is the argument, or else that
# of the latest commit message that has one (`Bench: N`).
# Usage: engine-tests/signature.sh [NODES]   (many minutes: builds six times, below the folder of other builds)
set -euo pipefail
cd "$(dirname "$0")/.."
expected=${1:-$(git log --max-count=1 --grep='^Bench: [0-9]' --format=%B | sed -n 's/^Bench: \([0-9]*\)$/\1/p')}
if [[ ! $expected =~ ^[0-9]+$ ]]; then
    echo "signature.sh: expected a count of nodes as argument or in a commit message, found \`$expected\`" >&2
    exit 2
fi
builds=${CARGO_TARGET_DIR:-target}/signature
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET
failed=0
# A name, the flags of the compiler (`-` for those of .cargo/config.toml), and the arguments of cargo.
check() {
    local name=$1 flags=$2
    shift 2
    # Each build has its own folder, so that none of them passes for another, and a second run is quick.
    local build=("cargo" "build" "--quiet" "--bin" "khepri" "--target-dir" "$builds/$name" "$@")
    if [[ $flags == - ]]; then "${build[@]}"; else RUSTFLAGS=$flags "${build[@]}"; fi
    local last nodes
    last=$("$(find "$builds/$name" -maxdepth 2 -type f -name khepri)" bench | tail -n 1)
    nodes=${last%% *}
    if [[ $nodes == "$expected" ]]; then echo "$name: $last"; else echo "$name: $last, expected $expected"; failed=1; fi
}
check release - --release
check release-tuning - --release --features tuning
if [[ $(uname -m) == x86_64 ]]; then check release-oldest '-C target-cpu=x86-64' --release; fi
check release-native '-C target-cpu=native' --release
check dev - --profile dev
check dev-tuning - --profile dev --features tuning
exit "$failed"
