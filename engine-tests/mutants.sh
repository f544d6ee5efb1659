#!/usr/bin/env bash
# Tests whether the tests notice deliberate mistakes in rules, notation, eval and search/table.
# Usage: engine-tests/mutants.sh [COUNT]   (the first COUNT lines of mutants.txt, all 60 without it; hours)
# A mutant that is `missed` passed the unit tests and the binary `rules`. Reports lie in target/mutants.
#
# mutants.txt names mutants without lines and columns, so that it stays valid while the code moves. It was drawn at random
# from those that two commits have in common, by `shuf -n 60 --random-source=<(yes 2026)` from the output of
#   cargo mutants --list -f 'src/rules/**' -f 'src/notation/**' -f 'src/eval/**' -f 'src/search/table*' |
#       sed -E 's/:[0-9]+:[0-9]+:/:/' | grep -v 'delete field' | sort -u
# Three of them replaced mutants of code that was removed.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo mutants --version >/dev/null 2>&1 || {
    echo 'mutants.sh: no cargo-mutants; cargo install --locked cargo-mutants' >&2
    exit 2
}
escaped() {
    sed -E 's/[][\\.*^$+?(){}|]/\\&/g'
}
# Of mutants with the same name, the first is tested.
all=$(cargo mutants --list)
chosen=()
while read -r file mutant; do
    place=$(grep -m1 -E "^${file%:}:[0-9]+:[0-9]+: $(escaped <<<"$mutant")\$" <<<"$all") || {
        echo "mutants.sh: there is no mutant $file $mutant" >&2
        continue
    }
    chosen+=(--file "${file%:}" --re "^$(escaped <<<"$place")\$")
done < <(head -n "${1:-60}" engine-tests/mutants.txt)
mkdir -p target
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_INCREMENTAL=1
status=0
cargo mutants --output target/mutants --timeout 600 --no-shuffle "${chosen[@]}" -- --lib --test rules || status=$?
# cargo-mutants also deletes fields in these files, which --re does not choose among; they do not count.
for kind in caught missed timeout unviable; do
    echo "$kind: $(grep -vc 'delete field' "target/mutants/mutants.out/$kind.txt")"
done
grep -v 'delete field' target/mutants/mutants.out/missed.txt || true
exit $((status > 3))
