#!/usr/bin/env bash
# Checks the scripts of the page and of khepri.js: types with TypeScript, lints with oxlint, the rooms and their imports, the texts
# of all languages, and the logic that needs no browser. It compiles nothing, because the browser runs the files unchanged.
# Usage: engine-tests/page/check.sh [--install]   (--install downloads TypeScript and oxlint with npm if they are missing)
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=(typescript@5.9.3 oxlint@1.94.0)
folder=${CARGO_TARGET_DIR:-$PWD/target}/page-tools
tools=$folder/node_modules/.bin

skip() { # REASON
    echo "skipped: $1"
    # In CI, .ci/setup has installed everything.
    [[ ${KHEPRI_CI:-} == 1 ]] && exit 1
    exit 0
}
command -v node >/dev/null || skip "there is no program node"
is_there() { [[ -f $folder/packages && $(<"$folder/packages") == "${packages[*]}" ]]; }

if [[ ${1:-} == --install ]]; then
    is_there && exit
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" "${packages[@]}"
    echo "${packages[*]}" >"$folder/packages"
    exit
fi
is_there || skip "${packages[*]} are not there: engine-tests/page/check.sh --install fetches them"
"$tools/tsc" -p engine-tests/page
"$tools/oxlint" --config engine-tests/page/oxlint.json --deny-warnings src/page src/web engine-tests/page engine-tests/web .ci
node engine-tests/page/rooms.mjs
node engine-tests/page/texts.mjs
node --test --test-reporter=dot engine-tests/page/logic/*.test.mjs
