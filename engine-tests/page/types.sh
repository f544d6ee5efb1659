#!/usr/bin/env bash
# Checks the types of the page's scripts and of khepri.js with TypeScript. It compiles nothing, because the browser runs the files
# unchanged.
# Usage: engine-tests/page/types.sh [--install]   (--install downloads TypeScript with npm if it is missing)
set -euo pipefail
cd "$(dirname "$0")"
version=5.9.3
folder=${CARGO_TARGET_DIR:-$PWD/../../target}/typescript
tsc=$folder/node_modules/typescript/bin/tsc

skip() { # REASON
    echo "skipped: $1"
    # In CI, .ci/setup has installed everything.
    [[ ${KHEPRI_CI:-} == 1 ]] && exit 1
    exit 0
}
command -v node >/dev/null || skip "there is no program node"
is_there() { [[ -f $tsc && $(node "$tsc" --version) == "Version $version" ]]; }

if [[ ${1:-} == --install ]]; then
    is_there || npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" "typescript@$version"
    exit
fi
is_there || skip "TypeScript $version is not there: engine-tests/page/types.sh --install fetches it"
node "$tsc" -p .
echo "the types of $(ls ../../src/page/js/*.js ../../src/web/khepri.js | wc -l) files fit"
