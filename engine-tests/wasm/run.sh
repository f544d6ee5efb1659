#!/usr/bin/env bash
# Runs the search of lib.rs in Node, as WebAssembly, and here, and compares best move and number of nodes.
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
command -v python3 >/dev/null || skip "there is no program python3"

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/../../target}/wasm
cargo build --quiet
cargo build --quiet --target "$target"
in_node=$(node -e '
    const [file, nodes] = process.argv.slice(1);
    WebAssembly.instantiate(require("fs").readFileSync(file)).then(({ instance }) =>
        console.log(String(instance.exports.search(Number(nodes)))));
' "$CARGO_TARGET_DIR/$target/debug/khepri_wasm.wasm" "$nodes")
here=$(python3 - "$CARGO_TARGET_DIR/debug" "$nodes" <<'PYTHON'
import ctypes, glob, sys
folder, nodes = sys.argv[1:]
library = ctypes.CDLL(next(path for path in glob.glob(f"{folder}/*khepri_wasm.*") if path.endswith((".so", ".dylib", ".dll"))))
library.search.restype = ctypes.c_uint64
print(library.search(ctypes.c_uint32(int(nodes))))
PYTHON
)
if [[ $in_node != "$here" || $here == 0 ]]; then
    echo "the searches differ: $((in_node >> 16)) nodes and move $((in_node & 65535)) in Node, $((here >> 16)) and $((here & 65535)) here" >&2
    exit 1
fi
echo "$((here >> 16)) nodes, the same in Node and here"
