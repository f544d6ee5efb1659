#!/usr/bin/env bash
# Tests whether the tests notice deliberate mistakes: applies one mutant of mutants.txt after the other to a copy of HEAD
# and runs the tests that cover its file, the fast ones first, up to the first failure.
# Usage: engine-tests/mutants.sh [COUNT]    the first COUNT mutants, all without it; hours
#        engine-tests/mutants.sh summary    counts the verdicts so far and lists what survived
# Each verdict is a line of target/mutants/verdicts: verdict, seconds, tests, first failure, mutant. A second start skips
# the mutants that have one; delete a line to repeat its mutant. `caught`: a test failed. `timeout`: the tests took too
# long. `unviable`: it does not compile. `missed`: all tests passed. `unclear`: tests failed, but not when they were repeated.
# Exit status: 0, 1 if a mutant was missed, 2 if the mutants cannot be tested.
#
# mutants.txt names mutants without lines and columns, so that it stays valid while the code moves. Of mutants with the same
# name, the first is tested. The first 60 were drawn at random from those that two commits had in common, by
# `shuf -n 60 --random-source=<(yes 2026)` from the output of
#   cargo mutants --workspace --list -f 'src/rules/**' -f 'src/engine/eval/**' -f 'src/engine/search/table*' |
#       sed -E 's/:[0-9]+:[0-9]+:/:/' | grep -v 'delete field' | sort -u
# Another 30 were drawn by `shuf -n 30` and the same seed from the same output for src/protocol, src/arena, and the folders
# serve, cli, datagen, puzzles and play of src/program. Eight of the 90 replaced mutants of code that was removed. One was removed with its code.
set -euo pipefail
cd "$(dirname "$0")/.."

list=$PWD/engine-tests/mutants.txt
work=$PWD/target/mutants
verdicts=$work/verdicts
tree=$work/tree
log=$work/log
mkdir -p "$work"
passed=$work/passed
touch "$verdicts" "$passed"

fail() {
    echo "mutants.sh: $1" >&2
    exit 2
}

summary() {
    for verdict in caught missed timeout unviable unclear; do
        echo "$verdict: $(grep -c "^$verdict"$'\t' "$verdicts" || true)"
    done
    echo "without a verdict: $(cut -f5 "$verdicts" | grep -vxFf - "$list" | wc -l)"
    ! grep "^missed"$'\t' "$verdicts" | cut -f5
}

if [[ ${1-} == summary ]]; then
    summary
    exit
fi
for tool in jq patch; do
    command -v "$tool" >/dev/null || fail "no $tool"
done
cargo mutants --version >/dev/null 2>&1 || fail 'no cargo-mutants; cargo install --locked cargo-mutants'
exec 9>"$work/lock"
flock -n 9 || fail 'another run has not ended'

# The tests that cover a file, as arguments of `cargo test`, one run a line.
tests_of() { # FILE
    local module=${1#src/program/} program='-p khepri --no-default-features'
    module=${module%%/*}
    case $1 in
        src/rules/*) printf '%s\n' '-p khepri-rules --lib' "$program --test library rules::" ;;
        src/engine/eval/* | src/engine/perft/*) printf '%s\n' '-p khepri-engine --lib' "$program --test library rules::" ;;
        src/engine/*) printf '%s\n' '-p khepri-engine --lib' "$program --test library search::" ;;
        src/protocol/kgn_json/*) printf '%s\n' '-p khepri-protocol --lib' '-p khepri --test serve files::' ;;
        src/protocol/*) printf '%s\n' '-p khepri-protocol --lib' "$program --test program protocol::" ;;
        src/arena/*) printf '%s\n' '-p khepri-arena --lib' "$program --test program matches::" ;;
        src/program/serve/* | src/program/cli/serve.rs) printf '%s\n' "-p khepri --lib $module::" '-p khepri --test serve' ;;
        src/program/cli/review.rs | src/program/cli/analyse.rs | src/program/cli/play.rs | src/program/play/*)
            printf '%s\n' "$program --lib $module::" "$program --test program play::"
            ;;
        src/lab/puzzles/*) printf '%s\n' '-p khepri-lab --lib puzzles::' "$program --test library prover" "$program --test program commands::" ;;
        src/lab/*) printf '%s\n' '-p khepri-lab --lib' "$program --test program commands::" ;;
        src/program/cli/*) printf '%s\n' "$program --lib $module::" "$program --test program commands::" ;;
        *) fail "no tests are known for $1" ;;
    esac
}

# Runs tests in the tree up to the first failure. Sets `status`, and `failure` to the test that failed. The tests run in a
# process group of their own, so that the failure ends them and the processes that they started.
run_once() { # WORD...
    local job
    status=0
    set -m
    # A mutant may use memory or time without end. The time-out also depends on the load of the machine, processor time does not.
    (
        ulimit -v 16000000
        ulimit -S -t 600
        exec timeout -k 5 3600 cargo test "$@" 9>&-
    ) >"$log" 2>&1 &
    job=$!
    set +m
    failure=$(tail --pid="$job" -n +1 -f "$log" | grep -m1 -oP '^test \K.*(?= \.\.\. FAILED$)') || true
    [[ -z $failure ]] || kill -- "-$job" 2>/dev/null || true
    wait "$job" || status=$?
}

# Runs the tests of one line in the tree. Sets `verdict`, empty if they pass, and `failure`. A test has to fail twice, because
# tests that wait for an answer may fail on a busy machine.
run_tests() { # WORD...
    local try first
    verdict='' failure=''
    if ! cargo test --quiet --no-run "$@" >"$log" 2>&1 9>&-; then
        verdict=unviable failure=$(grep -m1 '^error' "$log" || true)
        return
    fi
    for try in 1 2 3; do
        run_once "$@"
        first=$failure
        if [[ -z $first && $status == 0 ]]; then return; fi
        if [[ $status == 124 ]] || grep -q SIGXCPU "$log"; then
            verdict=timeout
            return
        fi
        if [[ -n $first ]]; then run_once "$@" -- --exact "$first"; fi
        if [[ $status != 0 ]]; then
            verdict=caught failure=${first:-status $status}
            return
        fi
    done
    verdict=unclear failure=$first
}

# The folder `build` keeps what was built. `-m` gives files new times, so that cargo notices what another commit changed.
rm -rf "$tree"
mkdir -p "$tree"
commit=$(git rev-parse HEAD)
git archive "$commit" | tar -xmC "$tree"
cd "$tree"
export CARGO_TARGET_DIR=$work/build CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_INCREMENTAL=1
mapfile -t chosen < <(head -n "${1:-10000}" "$list")
cargo mutants --workspace --list --json | jq 'map({key: (.name | sub(":[0-9]+:[0-9]+:"; ":")), value: .}) | reverse | from_entries' \
    >"$work/all.json"
unknown=$(printf '%s\n' "${chosen[@]}" | jq -rR --slurpfile all "$work/all.json" 'select(. as $name | $all[0] | has($name) | not)')
[[ -z $unknown ]] || fail "there are no such mutants:"$'\n'"$unknown"

for mutant in "${chosen[@]}"; do
    if cut -f5 "$verdicts" | grep -qxF -- "$mutant"; then continue; fi
    file=${mutant%%: *}
    echo "$mutant"
    start=$SECONDS
    cp "$file" "$work/original"
    mapfile -t runs < <(tests_of "$file")
    for run in "${runs[@]}"; do
        read -ra words <<<"$run"
        if ! grep -qxF -- "$commit $run" "$passed"; then
            run_tests "${words[@]}"
            [[ -z $verdict ]] || fail "$run: $verdict without a mutant: $failure; see $log"
            echo "$commit $run" >>"$passed"
        fi
        jq -r --arg name "$mutant" '.[$name].diff' "$work/all.json" | patch --quiet --no-backup-if-mismatch "$file" -
        run_tests "${words[@]}"
        cp "$work/original" "$file"
        [[ -z $verdict ]] || break
    done
    printf '%s\t%s\t%s\t%s\t%s\n' "${verdict:-missed}" "$((SECONDS - start))" "$run" "$failure" "$mutant" | tee -a "$verdicts"
done
summary
