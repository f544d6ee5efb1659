"""Measures random play of `khepri.Batch`, and beside it PettingZoo's chess if it is installed: `pip install "pettingzoo[classic]"`.

Usage: python engine-tests/python/speed.py [SECONDS]   (for each row; khepri has to be a release build)
"""

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import khepri
from khepri.pettingzoo import env

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
GAMES = 1024


def measure(name: str, plies: Callable[[], int]) -> None:
    """Prints the plies a second of a function that plays some, by the clock and by the processor time of all threads."""
    plies()
    count, start, busy = 0, time.perf_counter(), time.process_time()
    while (used := time.perf_counter() - start) < SECONDS:
        count += plies()
    busy = time.process_time() - busy
    print(f"{count / used:11,.0f} a second {count / busy:11,.0f} a processor second  {name}", flush=True)


def batch(start: khepri.Position, observes: bool) -> Callable[[], int]:
    games = khepri.Batch(GAMES, start, seed=1)
    masks, planes, actions = games.legal_mask(), games.observe(), games.random_actions()
    results = games.step(actions)

    def plies() -> int:
        if observes:
            games.legal_mask(masks)
            games.observe(planes)
        games.step(games.random_actions(actions), results)
        return GAMES

    return plies


def environment(made: Any) -> Callable[[], int]:
    dice = random.Random(1)

    def plies() -> int:
        made.reset(seed=1)
        count = 0
        for _ in made.agent_iter():
            observation, _, termination, truncation, _ = made.last()
            over = termination or truncation
            made.step(None if over else int(dice.choice(np.flatnonzero(observation["action_mask"]))))
            count += not over
        return count

    return plies


if __name__ == "__main__":
    for rules, name in (("khet2", "classic"), ("khet2", "classic-eye"), ("khet1", "classic"), ("deflexion", "classic")):
        start = khepri.setup(name, rules=rules)  # type: ignore[arg-type]
        measure(f"khepri.Batch, {rules} {name}, with masks and observations", batch(start, True))
        measure(f"khepri.Batch, {rules} {name}, without them", batch(start, False))
    measure("khepri.pettingzoo, khet2 classic", environment(env()))
    try:
        from pettingzoo.classic import chess_v6  # type: ignore[import-untyped]
    except ImportError as error:
        print(f"skipped: PettingZoo's chess ({error})")
    else:
        measure("PettingZoo's chess", environment(chess_v6.env()))
