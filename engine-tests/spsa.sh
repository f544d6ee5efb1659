#!/usr/bin/env bash
# Spoils one number of the search and lets `khepri spsa` tune it. late_move_base is 12 in src/engine/search/params.rs; it starts at 1,
# which costs more than 100 Elo. Prints the course, and fails if the number ends below 6. Then plays the end
# against the start.
# Usage: engine-tests/spsa.sh [GAMES [NODES]]   (1,200 games, 1,500 nodes a move; 15 minutes on one core)
# KHEPRI=PROGRAM plays instead of a build with the feature `tuning`, SEED=N sets the seed (1), CONCURRENCY=N the games at a time (1),
# FOLDER=DIR keeps the files, and continues the run if they are there.
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1200} nodes=${2:-1500} seed=${SEED:-1} concurrency=${CONCURRENCY:-1}
if [[ ! "$games $nodes $seed $concurrency" =~ ^[1-9][0-9]*\ [1-9][0-9]*\ [0-9]+\ [1-9][0-9]*$ ]]; then
    echo "spsa.sh: expected numbers, found GAMES \`$games\` NODES \`$nodes\` SEED \`$seed\` CONCURRENCY \`$concurrency\`" >&2
    exit 2
fi
khepri=${KHEPRI:-}
if [[ -z $khepri ]]; then
    # A folder of its own, so that the build without the feature stays.
    cargo build --quiet --release --bin khepri --features tuning --target-dir target/tuning
    khepri=target/tuning/release/khepri
fi
folder=${FOLDER:-}
if [[ -z $folder ]]; then
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
fi
trap 'exit 130' INT TERM
echo 'late_move_base, int, 1, 1, 80, 4, 0.01' > "$folder/params.txt"
rules=(--nodes "$nodes" --draw plies=100 --concurrency "$concurrency")
"$khepri" spsa --params "$folder/params.txt" --engine "cmd=$khepri" option.Hash=1 --games "$games" --seed "$seed" "${rules[@]}" \
    --resume "$folder/run.json" --csv "$folder/run.csv" --svg "$folder/run.svg" > "$folder/table.txt"
cat "$folder/table.txt"
end=$(sed -n 's/^option\.late_move_base=//p' "$folder/table.txt")
"$khepri" match --engine "cmd=$khepri" name=end "option.late_move_base=$end" --engine "cmd=$khepri" name=start option.late_move_base=1 \
    --each option.Hash=1 --games 200 --seed 2 "${rules[@]}"
((end >= 6))
