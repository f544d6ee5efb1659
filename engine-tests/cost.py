#!/usr/bin/env python3
"""Measures what a node of the search and a leaf of perft cost in one program, or in two that are compared.

valgrind counts instructions, mispredicted branches and misses of the first-level instruction cache, the last two in its simulation.
The load of the machine does not matter for these. Of two programs, the processor times of `bench` and of perft are compared too: in
pairs of runs that alternate, with the median and the quartiles of the ratios OTHER / PROGRAM. valgrind does not support AVX-512, which
the flags of .cargo/config.toml exclude.

    cargo build --release && engine-tests/cost.py target/release/khepri
    engine-tests/cost.py before after --pairs 9
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

# The set-ups of perft, with the depth under valgrind.
SETUPS = [("khet2", "classic"), ("khet2", "dynasty"), ("khet2", "osiris"), ("khet1", "classic"), ("deflexion", "classic")]
DEPTH = 3

# The depths of `bench` whose difference is counted, so that the start of the program is not.
BENCH = (1, 10)

EVENTS = {"Ir": "instructions", "Bcm": "mispredicted", "Bim": "mispredicted", "I1mr": "instruction misses"}


def run(command):
    """Returns the output of a command."""
    try:
        result = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:
        sys.exit(f"cost.py: {command[0]}: {error.strerror}")
    if result.returncode:
        sys.exit(f"cost.py: {' '.join(command)}: status {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def nodes(output):
    """Returns the number of nodes that the program has printed last."""
    found = re.findall(r"^nodes (\d+)|^(\d+) nodes", output, re.MULTILINE)
    if not found:
        sys.exit(f"cost.py: no number of nodes in the output: {output[-200:]}")
    return int("".join(found[-1]))


def counted(program, *arguments):
    """Returns the events of a run in valgrind's simulation, with its nodes."""
    with tempfile.NamedTemporaryFile() as file:
        options = ["--cache-sim=yes", "--branch-sim=yes", f"--callgrind-out-file={file.name}"]
        output = run(["valgrind", "--tool=callgrind", *options, program, *arguments])
        with open(file.name) as lines:
            text = lines.read()
    names = re.search(r"^events: (.*)$", text, re.MULTILINE)[1].split()
    totals = re.search(r"^(?:totals|summary): (.*)$", text, re.MULTILINE)[1].split()
    found = {"nodes": nodes(output)}
    for name, total in zip(names, totals):
        if name in EVENTS:
            found[EVENTS[name]] = found.get(EVENTS[name], 0) + int(total)
    return found


def report(program):
    """Prints the cost of a node of the search and of a leaf of perft."""
    print(program)
    less, more = (counted(program, "bench", str(depth)) for depth in BENCH)
    count = more["nodes"] - less["nodes"]
    figures = [f"{(more[event] - less[event]) / count:.1f} {event}" for event in dict.fromkeys(EVENTS.values())]
    print(f"  {'bench':18} {count:10} nodes   {', '.join(figures)} a node", flush=True)
    for variant, setup in SETUPS:
        leaves = counted(program, "perft", str(DEPTH), "--variant", variant, "--setup", setup)
        print(f"  {variant + ' ' + setup:18} {leaves['nodes']:10} leaves  {leaves['instructions'] / leaves['nodes']:.1f} instructions a leaf")


def seconds(command):
    """Returns the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(program, other, pairs):
    """Prints the ratios of the processor times of two programs."""
    for name, arguments in [("bench", ["bench"]), ("perft", ["perft", "4"])]:
        ratios = []
        for pair in range(pairs):
            order = (program, other) if pair % 2 == 0 else (other, program)
            times = {one: seconds([one, *arguments]) for one in order}
            ratios.append(times[other] / times[program])
        low, median, high = statistics.quantiles(ratios, n=4)
        print(f"{name}: time {median:.4f} ({low:.4f} … {high:.4f}), speed {1 / median:.4f}", flush=True)


def main():
    """Runs the program."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("other", metavar="OTHER", nargs="?")
    parser.add_argument("--pairs", type=int, default=9, help="pairs of runs (default 9)")
    parser.add_argument("--times", action="store_true", help="compares only the processor times")
    arguments = parser.parse_args()
    if arguments.pairs < 2:
        parser.error(f"--pairs: expected at least 2, found {arguments.pairs}")
    if arguments.times and not arguments.other:
        parser.error("--times: expected a second program to compare with")
    programs = [os.path.abspath(path) for path in (arguments.program, arguments.other) if path]
    if not arguments.times:
        for program in programs:
            report(program)
    if len(programs) == 2:
        compare(*programs, arguments.pairs)


if __name__ == "__main__":
    main()
