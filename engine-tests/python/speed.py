"""Measures random play of `khepri.Batch`, and beside it PettingZoo's chess if it is installed: `pip install "pettingzoo[classic]"`.

All times are processor time of all threads, so other programs disturb them little. The rows are measured in turn, for several rounds.
Usage: python engine-tests/python/speed.py [ROUNDS]   (khepri has to be a release build)
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import khepri
from khepri.pettingzoo import env

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
SECONDS = 1.0  # of each row in each round
GAMES = 1024

# A function that plays some plies and returns their number.
Plays = Callable[[], int]


def measure(plays: Plays) -> float:
    """Returns the plies of a processor second."""
    count, start = 0, time.process_time()
    while (used := time.process_time() - start) < SECONDS:
        count += plays()
    return count / used


def batch(start: khepri.Position, observes: bool) -> Plays:
    games = khepri.Batch(GAMES, start, seed=1)
    masks, planes, actions = games.legal_mask(), games.observe(), games.random_actions()
    results = games.step(actions)

    def plays() -> int:
        if observes:
            games.legal_mask(masks)
            games.observe(planes)
        games.step(games.random_actions(actions), results)
        return GAMES

    return plays


def environment(made: Any) -> Plays:
    dice = random.Random(1)

    def plays() -> int:
        made.reset(seed=1)
        count = 0
        for _ in made.agent_iter():
            observation, _, termination, truncation, _ = made.last()
            over = termination or truncation
            made.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
            count += not over
        return count

    return plays


def rows() -> dict[str, Plays]:
    """Returns the rows by name. The last one is the measure of the others."""
    found: dict[str, Plays] = {}
    for rules, name in (("khet2", "classic"), ("khet2", "classic-eye"), ("khet1", "classic"), ("deflexion", "classic")):
        start = khepri.setup(name, rules=rules)  # type: ignore[arg-type]
        found[f"khepri.Batch, {rules} {name}, with masks and observations"] = batch(start, True)
        found[f"khepri.Batch, {rules} {name}, without them"] = batch(start, False)
    found["khepri.pettingzoo, khet2 classic"] = environment(env())
    try:
        from pettingzoo.classic import chess_v6  # type: ignore[import-untyped]
    except ImportError as error:
        print(f"skipped: PettingZoo's chess ({error})")
    else:
        found["PettingZoo's chess"] = environment(chess_v6.env())
    return found


if __name__ == "__main__":
    measured = rows()
    for plays in measured.values():
        plays()
    rounds = [{name: measure(plays) for name, plays in measured.items()} for _ in range(ROUNDS)]
    last = list(measured)[-1]
    print("plies a processor second: median, least, most; median of the ratios to the last row")
    for name in measured:
        speeds = [speed[name] for speed in rounds]
        ratio = statistics.median(speed[name] / speed[last] for speed in rounds)
        print(f"{statistics.median(speeds):11,.0f} {min(speeds):11,.0f} {max(speeds):11,.0f} {ratio:9,.1f}  {name}")
