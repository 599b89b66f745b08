"""The table of docs/bounds.md about planted trees: how far search is from the bound, and how often it is proved optimal.

Usage: proved_trees.py [TIME]; TIME is that of `tertium cluster --bound` (default: 2s). $TERTIUM is the program (default:
build/tertium).

Questions are drawn about a random tree, about pairs of objects that are not equally near to the anchor, and a fraction of
the answers is reversed. Proved optimal: the bound is less than half an answer above the tree that was found.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

PROGRAM = os.environ.get("TERTIUM", str(pathlib.Path(__file__).parents[1] / "build" / "tertium"))
DRAWS = 5


def planted(draw, objects):
    """How many objects there are below where two part."""
    parts, size = [[x] for x in range(objects)], {}
    while len(parts) > 1:
        one, other = (parts.pop(draw.randrange(len(parts))) for _ in range(2))
        size.update({frozenset((a, b)): len(one) + len(other) for a in one for b in other})
        parts.append(one + other)
    return size


def answers(draw, objects, count, noise):
    size = planted(draw, objects)
    while count > 0:
        anchor, near, far = draw.sample(range(objects), 3)
        closer, farther = size[frozenset((anchor, near))], size[frozenset((anchor, far))]
        if closer == farther:
            continue
        if (closer > farther) != (draw.random() < noise):
            near, far = far, near
        yield anchor, near, far
        count -= 1


def gap_in_halves(folder, rows, time):
    table, out = folder / "answers.csv", folder / "out"
    table.write_text("anchor,near,far\n" + "".join(f"o{a},o{n},o{f}\n" for a, n, f in rows))
    command = [PROGRAM, "cluster", table, "--method", "AddS-3-AL+search", "--bound", time, "-o", out, "--force"]
    subprocess.run(command, check=True, capture_output=True)
    summary = json.loads((out / "summary.json").read_text())
    rooted = next(bound for bound in summary["bounds"] if bound["class"] == "rooted tree")
    return round(2 * len(rows) * (rooted["satisfied_at_most"] - summary["satisfied"]))


def main():
    time = sys.argv[1] if len(sys.argv) > 1 else "2s"
    print("| objects | answers | 0 % wrong | 10 % | 30 % |\n| --- | --- | --- | --- | --- |")
    for objects, each in [(50, 3), (50, 10), (50, 200), (100, 3), (100, 10), (100, 200)]:
        cells = []
        for noise in (0.0, 0.1, 0.3):
            gaps = []
            for seed in range(DRAWS):
                rows = list(answers(random.Random(seed), objects, each * objects, noise))
                with tempfile.TemporaryDirectory() as folder:
                    gaps.append(gap_in_halves(pathlib.Path(folder), rows, time))
            points = 100 * sum(gaps) / (2 * each * objects * DRAWS)
            cells.append(f"{points:.2f}, {sum(gap == 0 for gap in gaps)} of {DRAWS}")
        print(f"| {objects} | {each * objects:,} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
