#!/usr/bin/env bash
# Looks for undefined behaviour and data races with tools: AddressSanitizer, ThreadSanitizer, valgrind's memcheck.
# Usage: engine-tests/sanitize.sh [address] [thread] [memcheck]   (all three without arguments; half an hour or more)
# The sanitizers need a nightly toolchain (rustup toolchain install nightly --profile minimal), memcheck needs valgrind.
# What is missing is named and left out; status 1 if anything was found, or if a tool named as an argument is missing.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
triple=x86_64-unknown-linux-gnu
# RUSTFLAGS replaces the flags of .cargo/config.toml; without these, other code would be checked than is shipped.
cpu='-Ctarget-cpu=x86-64-v3'
logs=$target/sanitize
mkdir -p "$logs"
summary=()
failed=0

# Adds the end of a part to the summary, given the part, what was run, its log and its status.
conclude() {
    local what="$1: $2" log=$3 status=$4 found tests
    found=$(grep -cE 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer|panicked at' "$log")
    tests=$(awk '/^test result:/ {passed += $4; failed += $6}
        END {if (passed + failed) printf ", %d tests passed, %d failed", passed, failed}' "$log")
    if [ "$status" -eq 0 ]; then
        summary+=("ok       $what$tests")
    else
        failed=1
        summary+=("FAILED   $what$tests; status $status, $found reports in $log")
        tail -n 40 "$log"
    fi
}

missing() {
    summary+=("missing  $1: $2")
    if [ "${asked:-}" ]; then failed=1; fi
    echo "$1 is left out: $2" >&2
}

has_nightly() {
    cargo +nightly --version >/dev/null 2>&1 || {
        missing "$1" "no nightly toolchain; rustup toolchain install nightly --profile minimal"
        return 1
    }
}

# Tests under a sanitizer: its name, its flags, then the arguments of cargo test.
sanitized() {
    local name=$1 flags=$2 log
    shift 2
    log=$logs/$name-$(printf '%s-' "$@" | tr -c 'a-z_\n' '-' | tr -s '-' | cut -c1-60).log
    echo "$name: cargo test $*"
    RUSTFLAGS="$flags $cpu" CARGO_TARGET_DIR="$target/sanitize-$name" \
        cargo +nightly test --target "$triple" "$@" >"$log" 2>&1
    conclude "$name" "cargo test $*" "$log" $?
}

address() {
    has_nightly address || return
    export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1
    sanitized address -Zsanitizer=address --lib
    sanitized address -Zsanitizer=address --test library --test program -- threads:: truth::more_threads conversation:: sessions:: bad_input::
    sanitized address -Zsanitizer=address --test program --test library -- games:: command_line:: properties:: twins::
}

# The flags that report the locks within the standard library to ThreadSanitizer; see sanitize-thread.c.
lock_flags() {
    local library names=() defines=() name symbol object=$logs/sanitize-thread.o
    library=$(rustc +nightly --print target-libdir --target "$triple")
    while read -r name symbol; do
        symbol=$(nm -D --defined-only "$library"/libstd-*.so | awk '{print $3}' | grep -E "$symbol\$") || return 1
        defines+=("-D$name=$symbol")
        names+=("$symbol")
    done <<'END'
MUTEX_LOCK futexNt[A-Za-z0-9_]*Mutex14lock_contended
CONDVAR_WAIT futexNt[A-Za-z0-9_]*Condvar4wait
CONDVAR_WAIT_TIMEOUT futexNt[A-Za-z0-9_]*Condvar12wait_timeout
ONCE_CALL futexNt[A-Za-z0-9_]*Once4call
SCOPE_END ScopeData29decrement_num_running_threads
END
    cc -O1 -fPIC -fexceptions -c "${defines[@]}" -o "$object" "$here/sanitize-thread.c" || return 1
    printf ' -Clink-arg=%s' "$object" "${names[@]/#/-Wl,--wrap=}"
}

thread() {
    has_nightly thread || return
    export TSAN_OPTIONS="suppressions=$here/sanitize-thread.txt:second_deadlock_stack=1:history_size=5"
    # The standard library is not instrumented, because that needs its source. Wrappers report what its locks do.
    local flags='-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer'
    flags+=$(lock_flags) || {
        missing thread "no C compiler, or a standard library without the locks that sanitize-thread.c knows"
        return
    }
    sanitized thread "$flags" --lib
    sanitized thread "$flags" --test library -- threads:: truth::more_threads
    sanitized thread "$flags" --test program -- conversation:: sessions::
}

memcheck() {
    command -v valgrind >/dev/null || { missing memcheck "no valgrind; apt-get install valgrind"; return; }
    local checked='valgrind --quiet --error-exitcode=9 --leak-check=full'
    checked+=' --show-leak-kinds=definite --errors-for-leak-kinds=definite'
    local log=$logs/memcheck-build.log rules engine
    echo 'memcheck: cargo build, cargo test --no-run --lib -p khepri-rules -p khepri-engine'
    env -u RUSTFLAGS cargo build --bin khepri >"$log" 2>&1 &&
        env -u RUSTFLAGS cargo test --no-run --lib -p khepri-rules -p khepri-engine >>"$log" 2>&1
    executable() { sed -n "s/.*Executable unittests .*(\(.*\/$1-.*\))/\1/p" "$log"; }
    rules=$(executable khepri_rules) engine=$(executable khepri_engine)
    if [ -z "$rules" ] || [ -z "$engine" ]; then
        conclude memcheck 'cargo test --no-run --lib' "$log" 1
        return
    fi
    log=$logs/memcheck-lib.log
    echo 'memcheck: unit tests of the layers with unsafe code'
    # Tests that depend on time or sample millions of games are left to the sanitizers.
    { $checked "$rules" --test-threads 1 --skip shots:: --skip notation::kgn --skip notation::opening \
        && $checked "$engine" --test-threads 1 util:: search::table search::parallel search::history eval:: --skip contention; } >"$log" 2>&1
    conclude memcheck 'unit tests of the rules, KFEN, eval, search::table, search::parallel, search::history' "$log" $?
    log=$logs/memcheck-session.log
    echo 'memcheck: a session'
    session $checked "$target/debug/khepri" >"$log" 2>&1
    local status=$? answers
    answers=$(grep -c '^bestmove' "$log")
    [ "$answers" -eq 15 ] || { echo "15 searches, $answers answers" >>"$log"; status=1; }
    conclude memcheck 'a session: every rule set, threads, hash sizes, ponder, stop, bad input' "$log" "$status"
    log=$logs/memcheck-match.log
    echo 'memcheck: the command line'
    { $checked "$target/debug/khepri" perft 3 --threads 2 --hash 1 --stats \
        && $checked "$target/debug/khepri" bench 3 \
        && $checked "$target/debug/khepri" analyse --setup osiris --depth 4 --multipv 3 --threads 2; } >"$log" 2>&1
    conclude memcheck 'perft, bench, analyse' "$log" $?
}

# Plays a session as a GUI does: sends commands and waits for answers. The arguments start the program. Prints its output.
session() {
    coproc engine { timeout 1200 "$@" 2>&1; }
    local pid=$engine_PID out=${engine[0]} in=${engine[1]} variant
    say() { printf '%s\n' "$@" >&"$in"; }
    # Prints the output up to the first line with this beginning.
    await() {
        local line
        while IFS= read -r line <&"$out"; do
            printf '%s\n' "$line"
            [[ $line == "$1"* ]] && return
        done
    }
    say uci
    await uciok
    for variant in khet2 khet1 deflexion; do
        say "setoption name UCI_Variant value $variant" 'position startpos' d eval moves 'go depth 4'
        await bestmove
        say 'setoption name Hash value 2' 'setoption name Threads value 4' ucinewgame 'position setup imhotep-eye'
        say 'go infinite'
        sleep 5
        say stop
        await bestmove
        say 'go ponder wtime 3000 btime 3000'
        sleep 3
        say ponderhit isready 'setoption name Clear Hash' 'setoption name MultiPV value 3'
        await bestmove
        say 'go nodes 5000'
        await bestmove
        say 'setoption name MultiPV value 1' 'setoption name Threads value 1' 'setoption name Hash value 1'
        say 'go mate 2 nodes 20000'
        await bestmove
    done
    printf 'position kfen nonsense\nposition startpos moves a1a9\n\xff\xfe\x00\n%5000d\n' 0 >&"$in"
    say 'go perft 2' 'bench 2' flip d quit
    cat <&"$out"
    wait "$pid"
}

parts=("$@")
asked=${1:-}
[ ${#parts[@]} -gt 0 ] || parts=(address thread memcheck)
for part in "${parts[@]}"; do
    case $part in
    address | thread | memcheck) "$part" ;;
    *) echo "there is no $part; address, thread or memcheck" >&2; exit 2 ;;
    esac
done
echo
printf '%s\n' "${summary[@]}"
exit "$failed"
