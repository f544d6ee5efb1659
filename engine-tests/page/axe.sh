#!/usr/bin/env bash
# Downloads axe-core with npm if it is missing: the rules of accessibility of the test in ../browser/accessibility.rs.
set -euo pipefail
cd "$(dirname "$0")"
version=4.14.1
folder=${CARGO_TARGET_DIR:-$PWD/../../target}/axe
grep -qs "\"version\": \"$version\"" "$folder/node_modules/axe-core/package.json" ||
    npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" "axe-core@$version"
