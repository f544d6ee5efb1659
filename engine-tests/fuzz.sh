#!/usr/bin/env bash
# Fuzzes all readers of outside input, and the moves, one target after the other. Then prints a table of the targets.
# Usage: engine-tests/fuzz.sh [SECONDS] [TARGET...]   (default 600 seconds each, all targets; JOBS=2 runs two at a time)
# Exit status: 0, 1 if something was found, 2 if it cannot fuzz.
# The corpora, logs and finds are in engine-tests/fuzz/target/fuzzing. Finds stay there, and count, until they are removed.
# To keep one, move it to engine-tests/fuzz/cases/TARGET under a descriptive name. From then on engine-tests/fuzz_cases.rs
# checks it.
set -euo pipefail
cd "$(dirname "$0")/.."

targets=(kfen moves kgn protocol make_unmake network)
fuzz=$PWD/engine-tests/fuzz
work=$fuzz/target/fuzzing

fail() {
    echo "fuzz.sh: $1" >&2
    exit 2
}

seconds=600
if [[ ${1-} =~ ^[0-9]+$ ]]; then
    seconds=$1
    shift
fi
for target in "$@"; do
    [[ " ${targets[*]} " == *" $target "* ]] || fail "there is no target $target, only ${targets[*]}"
done
if (($# > 0)); then targets=("$@"); fi

command -v rustup >/dev/null || fail 'rustup is missing, which has the nightly toolchain; see https://rustup.rs'
cargo +nightly --version >/dev/null 2>&1 ||
    fail 'no nightly toolchain; install it with: rustup toolchain install nightly --profile minimal'
cargo +nightly fuzz --version >/dev/null 2>&1 ||
    fail 'cargo-fuzz is missing; install it with: cargo install cargo-fuzz --locked'
# Tracing comparisons would take half of the time, and the words that it would find are in the dictionaries.
cargo +nightly fuzz build --no-trace-compares --fuzz-dir "$fuzz" --target-dir "$fuzz/target" ||
    fail 'the targets cannot be built'
binaries=$fuzz/target/$(rustc +nightly -vV | sed -n 's/^host: //p')/release

# Debug assertions and AddressSanitizer are on in the build.
run() {
    local target=$1 options=(-max_len=2048 -timeout=60 -rss_limit_mb=3000) asan=''
    case $target in
        # Threads may still be ending when libFuzzer looks for leaks. A large quarantine of freed tables would slow the target.
        protocol) options+=(-detect_leaks=0) asan=quarantine_size_mb=1 ;;
        # Every byte is a choice, so ASCII is enough, and stored inputs are readable.
        make_unmake) options+=(-only_ascii=1) ;;
        # The input has one command a line, in ASCII.
        network) options+=(-only_ascii=1) ;;
    esac
    if [[ -f $fuzz/dict/$target.dict ]]; then options+=("-dict=$fuzz/dict/$target.dict"); fi
    mkdir -p "$work/$target/corpus" "$work/$target/found" "$fuzz/cases/$target"
    local status=0
    ASAN_OPTIONS=$asan "$binaries/$target" "${options[@]}" -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$work/$target/found/" "$work/$target/corpus" "$fuzz/seeds/$target" "$fuzz/cases/$target" \
        >"$work/$target/log" 2>&1 || status=$?
    echo "$status" >"$work/$target/status"
}

for target in "${targets[@]}"; do
    while (($(jobs -rp | wc -l) >= ${JOBS:-1})); do wait -n || true; done
    echo "fuzzing $target for $seconds s"
    run "$target" &
done
wait

found=0
printf '%-12s %12s %8s %7s %7s %7s %6s\n' target executions exec/s cov ft corpus found
for target in "${targets[@]}"; do
    log=$work/$target/log
    last() { sed -n "s/.*$1 *\([0-9][0-9]*\).*/\1/p" "$log" | tail -1; }
    # Inputs that were only slow are no finds.
    finds=$(find "$work/$target/found" -type f ! -name 'slow-unit-*' | wc -l)
    printf '%-12s %12s %8s %7s %7s %7s %6s\n' "$target" "$(last number_of_executed_units:)" \
        "$(last average_exec_per_sec:)" "$(last ' cov:')" "$(last ' ft:')" "$(last ' corp:')" "$finds"
    if [[ $(cat "$work/$target/status") != 0 || $finds != 0 ]]; then
        found=1
        echo "  see $log and $work/$target/found"
    fi
done
exit "$found"
