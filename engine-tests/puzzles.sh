#!/usr/bin/env bash
# Searches and proves the puzzles of each file in positions/puzzles that is not listed in engine-tests/puzzles.txt with its present
# checksum, and prints the line to add to the list. Fails if a puzzle has a fault. The checksum leaves out the themes, which follow from
# the rules alone: `cargo test --test library puzzles` compares them.
# Usage: engine-tests/puzzles.sh        does nothing if all files are listed; else a second of processor time a puzzle
#        engine-tests/puzzles.sh all    all files, after a change of the search or of the network; half an hour
# KHEPRI=PROGRAM takes this program instead of a release build.
set -euo pipefail
cd "$(dirname "$0")/.."
list=engine-tests/puzzles.txt
if [[ $# -gt 1 || ! ${1:-all} == all ]]; then
    echo "puzzles.sh: expected \`all\` or no argument, found \`$*\`" >&2
    exit 2
fi
lines=()
for file in positions/puzzles/*.txt; do
    line="$(sed 's/ ; themes [^ ;]*//' "$file" | sha256sum | cut -d ' ' -f 1)  $file"
    if (($#)) || ! grep --quiet --line-regexp --fixed-strings "$line" "$list"; then
        lines+=("$line")
    fi
done
if ((!${#lines[@]})); then
    echo "All files of puzzles are listed in $list."
    exit
fi
khepri=${KHEPRI:-}
if [[ -z $khepri ]]; then
    cargo build --quiet --release --bin khepri
    khepri=${CARGO_TARGET_DIR:-target}/release/khepri
fi
failed=0
for line in "${lines[@]}"; do
    file=${line#*  }
    echo "$file"
    if ! "$khepri" puzzles --check "$file"; then
        failed=1
    elif ! grep --quiet --line-regexp --fixed-strings "$line" "$list"; then
        echo "puzzles.sh: proved; add this line to $list: $line"
    fi
done
exit "$failed"
