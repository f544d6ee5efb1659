#!/usr/bin/env bash
# Tests whether the tests notice deliberate mistakes in rules, notation, eval and search/table.
# Usage: engine-tests/mutants.sh [COUNT]   (the first COUNT lines of mutants.txt, all 60 without it; hours)
# A mutant that is `missed` passed the unit tests and the binary `rules`. Reports lie in target/mutants.
#
# mutants.txt names mutants without lines and columns, so that it stays valid while the code moves. It was drawn at random
# from those that two commits have in common, by `shuf -n 60 --random-source=<(yes 2026)` from the output of
#   cargo mutants --list -f 'src/rules/**' -f 'src/notation/**' -f 'src/eval/**' -f 'src/search/table*' |
#       sed -E 's/:[0-9]+:[0-9]+:/:/' | sort -u
set -euo pipefail
cd "$(dirname "$0")/.."

cargo mutants --version >/dev/null 2>&1 || {
    echo 'mutants.sh: no cargo-mutants; cargo install --locked cargo-mutants' >&2
    exit 2
}
chosen=()
while read -r file mutant; do
    name=$(sed -E 's/[][\\.*^$+?(){}|]/\\&/g' <<<"$mutant")
    chosen+=(--re "^${file%:}:[0-9]+:[0-9]+: $name\$")
done < <(head -n "${1:-60}" engine-tests/mutants.txt)
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_INCREMENTAL=1
cargo mutants --output target/mutants --timeout 600 --no-shuffle "${chosen[@]}" -- --lib --test rules
