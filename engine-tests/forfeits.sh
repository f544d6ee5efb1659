#!/usr/bin/env bash
# Fast games with a large table on a busy machine: Khepri against itself, two games at a time, busy loops beside them.
# Counts the time forfeits, and those in which the engine's own processor time exceeded its limit; the latter are faults
# of the engine (status 1), the others of the machine.
# Usage: engine-tests/forfeits.sh [GAMES [HASH [ST]]]   (500 games, 512 MiB, 0.02 s a move; 15 to 50 minutes)
# KHEPRI=PROGRAM plays instead of the release build, RECORDS=FILE keeps the records, BUSY=N sets the number of busy loops,
# MARGIN=MS the margin (100), OVERHEAD=MS the engines' Move Overhead (10, as in the engine).
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-500} hash=${2:-512} st=${3:-0.02} busy=${BUSY:-2} margin=${MARGIN:-100} overhead=${OVERHEAD:-10}
if [[ ! "$games $hash $busy $margin $overhead" =~ ^[1-9][0-9]*\ [1-9][0-9]*(\ [0-9]+){3}$ || ! $st =~ ^[0-9]*\.?[0-9]+$ ]]; then
    echo "forfeits.sh: expected numbers, found GAMES \`$games\` HASH \`$hash\` ST \`$st\` BUSY \`$busy\` MARGIN \`$margin\`" \
        "OVERHEAD \`$overhead\`" >&2
    exit 2
fi
khepri=${KHEPRI:-}
if [[ -z $khepri ]]; then
    cargo build --quiet --release --bin khepri
    khepri=${CARGO_TARGET_DIR:-target}/release/khepri
fi
folder=$(mktemp -d)
loops=()
finish() {
    if ((${#loops[@]})); then kill "${loops[@]}" 2>/dev/null || true; fi
    rm -r "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM
for ((loop = 0; loop < busy; loop++)); do
    while :; do :; done &
    loops+=("$!")
done
records=$folder/games.json
# Without `restart` each engine keeps its process, and gets `ucinewgame` before each game.
"$khepri" match --engine "cmd=$khepri" name=A --engine "cmd=$khepri" name=B --each "st=$st" "option.Hash=$hash" \
    "option.Move Overhead=$overhead" --margin "$margin" --games "$games" --concurrency 2 --seed 1 --json "$records"
if [[ -n ${RECORDS:-} ]]; then cp "$records" "$RECORDS"; fi
# `processor_us` follows `overrun_us` only in the fields of a game. The moves have no `overrun_us`.
awk -v st="$st" '
    /"termination":"time forfeit"/ {
        forfeits++
        if (match($0, /"overrun_us":[0-9]+,"processor_us":[0-9]+/)) {
            split(substr($0, RSTART, RLENGTH), words, /[:,]/)
            if (words[4] > most) most = words[4]
            if (words[4] > st * 1000000) computed++
        } else unknown++
    }
    END {
        printf "games %d\ntime forfeits %d\n", NR, forfeits
        printf "processor time above the limit in %d of them, at most %.3f s of %s s\n", computed, most / 1000000, st
        if (unknown) printf "processor time unknown in %d of them\n", unknown
        exit computed + unknown > 0
    }' "$records"
