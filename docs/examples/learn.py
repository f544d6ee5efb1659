"""Trains a small policy with numpy alone, and plays it against random moves.

The policy is a table of 34 numbers: what a piece of each kind and orientation is worth to its owner. It plays the move after which
the pieces on the board are worth most to it, and looks no further. Random games teach the numbers: each position is a row of
piece counts with the result of its game, which a linear regression fits.
"""

import random
import time

import numpy as np
from numpy.typing import NDArray

import khepri

Numbers = NDArray[np.float32]
PIECES = 34  # the planes of the pieces are the first


def counts(batch: khepri.Batch) -> Numbers:
    """Returns the numbers of pieces that each player to move sees."""
    pieces: Numbers = batch.observe()[:, :PIECES].sum((2, 3), dtype=np.float32)
    return pieces


def train(games: int = 512, plies: int = 400, discount: float = 0.97) -> Numbers:
    """Plays random games and fits the worth of the pieces to their results."""
    batch = khepri.Batch(games, seed=1)
    seen, rewards, ends = [], [], []
    for _ in range(plies):
        seen.append(counts(batch))
        reward, terminated, truncated = batch.step(batch.random_actions())
        rewards.append(reward)
        ends.append(terminated | truncated)
    # From the last ply back, the result is handed on to the plies before, each from the other player's side.
    target, is_known = np.zeros(games, np.float32), np.zeros(games, bool)
    rows, targets = [], []
    for row, reward, end in zip(reversed(seen), reversed(rewards), reversed(ends)):
        target = np.where(end, reward, -discount * target).astype(np.float32)
        is_known |= end
        rows.append(row[is_known])
        targets.append(target[is_known])
    worth = np.linalg.lstsq(np.concatenate(rows), np.concatenate(targets), rcond=None)[0]
    return worth.astype(np.float32)


def choose(worth: Numbers, positions: list[khepri.Position]) -> list[khepri.Move]:
    """Returns the policy's moves in many positions."""
    moves = [position.legal_moves for position in positions]
    after = [position.after(move) for position, legal in zip(positions, moves) for move in legal]
    # After the move the opponent is to move, so its view is the worse for the mover the better it is.
    scores = -(counts(khepri.Batch(len(after), after)) @ worth)
    for index, position in enumerate(after):
        if position.outcome is not None:
            mover_has_won = (position.outcome == "1-0") == (position.side_to_move == "red")
            scores[index] = 0 if position.outcome == "1/2-1/2" else 1e6 if mover_has_won else -1e6
    chosen, first = [], 0
    for legal in moves:
        chosen.append(legal[int(np.argmax(scores[first : first + len(legal)]))])
        first += len(legal)
    return chosen


def play(worth: Numbers, games: int = 400, max_plies: int = 400) -> float:
    """Plays against random moves, half of the games with each colour, and returns the score of the policy."""
    dice = random.Random(1)
    seats = [(khepri.Game(), "silver" if index % 2 == 0 else "red") for index in range(games)]
    while waiting := [(game, own) for game, own in seats if not game.is_over and game.ply < max_plies]:
        own_turn = [game for game, own in waiting if game.position.side_to_move == own]
        for game, own in waiting:
            if game.position.side_to_move != own:
                game.push(dice.choice(game.position.legal_moves))
        if own_turn:
            for game, move in zip(own_turn, choose(worth, [game.position for game in own_turn])):
                game.push(move)
    won = {"1-0": "silver", "0-1": "red"}
    points = [0.5 if game.outcome not in won else float(won[game.outcome] == own) for game, own in seats]
    return sum(points) / games


if __name__ == "__main__":
    start = time.perf_counter()
    worth = train()
    print(f"trained in {time.perf_counter() - start:.1f} s")
    print(f"scores {100 * play(worth):.1f} % against random moves, after {time.perf_counter() - start:.1f} s")
