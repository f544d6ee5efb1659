#!/bin/sh
# Measures the Elo difference between neighbouring levels of UCI_Elo (src/search/strength.rs) in matches. Prints for each pair
# the difference on the scale, the measured one, and its error bar.
#
#   engine-tests/levels.sh target/release/khepri 400
#
# If a difference is off by more than its error bar, change the numbers of the level and measure again. The lowest level
# plays random moves and anchors the scale.
set -eu
khepri=${1:-khepri}
games=${2:-400}
low=
for high in ${LEVELS:-500 700 900 1100 1300 1500 1700 1900 2100 2300 2550 2800}; do
  if [ -n "$low" ]; then
    table=$("$khepri" match --engine cmd="$khepri" name=high option.UCI_Elo="$high" \
      --engine cmd="$khepri" name=low option.UCI_Elo="$low" \
      --each option.UCI_LimitStrength=true option.Hash=16 nodes=100000000 --draw plies=200 --seed 1 --games "$games")
    # The row of the stronger level: rank name games wins losses draws points score% elo +/- …
    echo "$table" | awk -v low="$low" -v high="$high" \
      '$2 == "high" && $1 ~ /^[12]$/ { print high, "against", low ": scale", high - low, "measured", $9, "+/-", $10 }'
  fi
  low=$high
done
