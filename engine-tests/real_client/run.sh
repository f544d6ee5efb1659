#!/usr/bin/env bash
# Clients that others wrote drive the engine: the UCI part of the Python package `chess`, unchanged but for what a board
# and a move are (khet.py says what does not fit), and uci2wb, if it is installed.
# Usage: engine-tests/real_client/run.sh [SCENARIO …]   (all without arguments; a minute or two)
# Needs python3 with venv and a package index, once. KHEPRI=PROGRAM uses that program instead of building one.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
version=1.11.2
target=${CARGO_TARGET_DIR:-$repository/target}
python=$target/real-client/bin/python
if ! "$python" -c "import chess, sys; sys.exit(chess.__version__ != '$version')" 2>/dev/null; then
    python3 -m venv "$target/real-client" || { echo "python3 with its module venv is needed" >&2; exit 1; }
    "$python" -m pip install --quiet "chess==$version" || { echo "there is no package chess $version" >&2; exit 1; }
fi
if [ -z "${KHEPRI:-}" ]; then
    (cd "$repository" && cargo build --release --quiet)
    KHEPRI=$target/release/khepri
fi
PYTHONDONTWRITEBYTECODE=1 exec "$python" "$here/client.py" "$KHEPRI" "$repository" "$@"
