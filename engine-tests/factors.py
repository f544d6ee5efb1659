#!/usr/bin/env python3
"""Tries many changes of an engine in the same games: a factorial trial, with a least-squares fit of what each change is worth.

Each line of FACTORS is `name, off, on`: an option of the engine, its value without the change, and its value with it. In each batch
of games one side has a random half of the changes, and the other side has the rest. RECORD takes a line for each batch, and a trial
continues with the batch that it lacks. The arguments after `--match` go to `khepri match`. Needs numpy.

    engine-tests/factors.py factors.txt record.json --khepri PROGRAM --batches 300 --match --each nodes=4000 option.Hash=4
    engine-tests/factors.py factors.txt record.json
"""

import argparse
import json
import math
import pathlib
import random
import re
import subprocess
import sys

import numpy

# The slope of the logistic Elo curve at an even score, in Elo for a whole point.
ELO = 1600 / math.log(10)


def factors(path):
    """Returns the changes as a dictionary: name to the values without and with the change."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        fields = [field.strip() for field in line.split(",")]
        if len(fields) != 3 or fields[0] in found:
            sys.exit(f"factors.py: {path}: line {number}: expected `name, off, on` with a new name, found `{line}`")
        found[fields[0]] = fields[1:]
    return found


def play(arguments, changes, batch):
    """Plays one batch and returns its record: who had which change, and the first side's wins, losses and draws."""
    rng = random.Random(f"{arguments.seed} {batch}")
    sides = {name: rng.choice([1, -1]) for name in changes}

    def engine(name, side):
        options = [f"option.{change}={values[sides[change] == side]}" for change, values in changes.items()]
        return ["--engine", f"cmd={arguments.khepri}", f"name={name}", *options]

    command = [arguments.khepri, "match", *engine("first", 1), *engine("second", -1), *arguments.match]
    command += ["--games", str(arguments.games), "--seed", str(arguments.seed * 1_000_000 + batch)]
    match = subprocess.run(command, capture_output=True, text=True)
    row = re.search(r"^ +\d+ +first +\d+ +(\d+) +(\d+) +(\d+) ", match.stdout, re.MULTILINE)
    if match.returncode or not row:
        sys.exit(f"factors.py: batch {batch}: status {match.returncode}: {match.stderr}")
    return {"sides": sides, "results": [int(number) for number in row.groups()]}


def fit(records, names):
    """Prints the Elo of each change with half of its 95 % interval, the best first."""
    games = numpy.array([sum(record["results"]) for record in records], float)
    scores = numpy.array([(wins - losses) / 2 for wins, losses, _ in (record["results"] for record in records)]) / games
    # The difference of the sides is the sum of what the changes are worth, with the sign of the side that has each.
    signs = numpy.array([[record["sides"][name] for name in names] for record in records], float)
    if len(records) <= len(names) or numpy.linalg.matrix_rank(signs) < len(names):
        sys.exit(f"factors.py: too few batches for a fit of {len(names)} changes: {len(records)}")
    inverse = numpy.linalg.inv(signs.T @ (signs * games[:, None]))
    worth = inverse @ (signs.T @ (scores * games))
    variance = (games * (scores - signs @ worth) ** 2).sum() / (len(records) - len(names))
    errors = numpy.sqrt(numpy.diag(inverse) * variance)
    print(f"games {games.sum():.0f}\nbatches {len(records)}\n\n{'change':28}    Elo    95 %      z")
    for index in numpy.argsort(-worth):
        elo, error = ELO * worth[index], ELO * errors[index]
        print(f"{names[index]:28} {elo:+6.1f}  ± {1.96 * error:4.1f}  {elo / error:+5.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("factors", type=pathlib.Path, help="the file of changes")
    parser.add_argument("record", type=pathlib.Path, help="the record of the batches")
    parser.add_argument("--khepri", default="khepri", help="the program, with the changes as options")
    parser.add_argument("--batches", type=int, default=0, help="batches of the whole trial; 0 only prints the fit")
    parser.add_argument("--games", type=int, default=30, help="games of a batch, an even number")
    parser.add_argument("--seed", type=int, default=1, help="determines the sides and the openings")
    parser.add_argument("--match", nargs=argparse.REMAINDER, default=[], help="the arguments after this one go to `khepri match`")
    arguments = parser.parse_args()
    changes = factors(arguments.factors)
    records = [json.loads(line) for line in arguments.record.read_text().splitlines()] if arguments.record.exists() else []
    if any(set(record["sides"]) != set(changes) for record in records):
        sys.exit(f"factors.py: {arguments.record}: the record of another trial")
    for batch in range(len(records), arguments.batches):
        records.append(play(arguments, changes, batch))
        print(f"batch {batch + 1} of {arguments.batches}", file=sys.stderr)
        with arguments.record.open("a") as file:
            file.write(json.dumps(records[-1]) + "\n")
    fit(records, list(changes))


try:
    main()
except OSError as error:
    sys.exit(f"factors.py: {error}")
