#!/bin/sh
# Prints the tables of docs/levels.md: what the levels of UCI_Elo overlook, and how far they are apart. All levels take about ten
# minutes on two cores. The arguments are those of engine-tests/levels/main.rs; --help lists them.
#
#   engine-tests/levels.sh
#   engine-tests/levels.sh --games 0 --strengths 1200,1400,1600
set -eu
exec cargo run --quiet --release --example levels -- "$@"
