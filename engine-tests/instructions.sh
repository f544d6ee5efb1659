#!/usr/bin/env bash
# Prints the instructions a leaf of a perft of five positions. valgrind counts them, so other work on the machine has no effect.
# Usage: engine-tests/instructions.sh [DEPTH]   (default 3; needs valgrind)
set -euo pipefail
cd "$(dirname "$0")/.."
depth=${1:-3}
target=${CARGO_TARGET_DIR:-target}
# valgrind does not support AVX-512. Without RUSTFLAGS the flags of .cargo/config.toml apply, which exclude it.
unset RUSTFLAGS
cargo build --release --quiet --bin khepri
count() {
    out=$(mktemp)
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$target/release/khepri" perft "$depth" "$@" 2>"$out" | tail -1
    instructions=$(awk '/refs:/ {gsub(",", "", $NF); print $NF}' "$out")
    rm -f "$out"
    printf 'instructions %s\n' "$instructions"
}
for position in 'khet2 classic' 'khet2 dynasty' 'khet2 osiris' 'khet1 classic' 'deflexion classic'; do
    read -r variant setup <<<"$position"
    count --variant "$variant" --setup "$setup" | awk -v name="$position" '
        $1 == "nodes" {nodes = $2}
        $1 == "instructions" {printf "%-20s %12d leaves %6.1f instructions a leaf\n", name, nodes, $2 / nodes}'
done
