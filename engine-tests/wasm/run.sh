#!/usr/bin/env bash
# Runs the search of lib.rs in Node, as WebAssembly, and compares its best move and number of nodes with those of the program,
# or of the build of it that KHEPRI_PROGRAM names.
set -euo pipefail
cd "$(dirname "$0")"
nodes=${1:-30000}
target=wasm32-unknown-unknown

skip() { # REASON
    echo "skipped: $1"
    # What .ci/setup installs must be there.
    [[ ${KHEPRI_CI:-} == 1 ]] && exit 1
    exit 0
}
[[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]] || skip "the target $target is not installed"
command -v node >/dev/null || skip "there is no program node"

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../../target}
program=(cargo run --quiet --manifest-path ../../Cargo.toml)
if [[ -n ${KHEPRI_PROGRAM:-} ]]; then program=("$KHEPRI_PROGRAM"); fi
here=$(printf 'setoption name Hash value 1\ngo nodes %d\n' "$nodes" | "${program[@]}" | awk '
    /^info depth/ { for (word = 1; word < NF; word++) if ($word == "nodes") nodes = $(word + 1) }
    /^bestmove/ { print nodes " nodes, best move " $2 }')
export CARGO_TARGET_DIR=$CARGO_TARGET_DIR/wasm
cargo build --quiet --target "$target"
in_node=$(node -e '
    const [file, nodes] = process.argv.slice(1);
    const square = (index) => "abcdefghij"[index % 10] + (Math.floor(index / 10) + 1);
    WebAssembly.instantiate(require("fs").readFileSync(file)).then(({ instance }) => {
        const found = instance.exports.search(Number(nodes)), mv = Number(found & 0xffffn);
        const [from, to, action] = [mv & 127, mv >> 7 & 127, mv >> 14];
        console.log(`${found >> 16n} nodes, best move ${square(from)}${[square(to), "+", "-", `${square(to)}t`][action]}`);
    });
' "$CARGO_TARGET_DIR/$target/debug/khepri_wasm.wasm" "$nodes")
if [[ $in_node != "$here" || -z $here ]]; then
    echo "the searches differ: $in_node in Node, $here in the program" >&2
    exit 1
fi
echo "$here, in Node as in the program"
