#!/usr/bin/python3
"""The table of docs/bounds.md about bounds over time: PYTHONPATH=build/python benchmarks/bound_times.py [SECONDS ...]

Each time (default: 1, 5 and 30 s) is a separate run on one thread.
"""

import sys

import tertium

DATA = ("faces", "food", "material", "car", "music")


def main():
    times = [float(text) for text in sys.argv[1:]] or [1.0, 5.0, 30.0]
    heads = [f"{name}: {seconds:g} s" for name in ("rooted", "with lengths", "any") for seconds in times]
    print(f"| answers | {' | '.join(heads)} |\n|{' --- |' * (1 + len(heads))}")
    for name in DATA:
        given = tertium.read(name)
        found = [tertium.bound(given, seconds=seconds, n_jobs=1).table["satisfied_at_most"] for seconds in times]
        print(f"| {name} | {' | '.join(f'{100 * one[of]:.2f}' for of in range(3) for one in found)} |", flush=True)


if __name__ == "__main__":
    main()
