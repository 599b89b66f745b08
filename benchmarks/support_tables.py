"""The tables of docs/answers-support.md about true branches by their support, from runs of support and support-people.

Usage: support_tables.py RUN...; RUN is the folder of `tertium figure support` or `support-people`. $TERTIUM is the
program (default: build/tertium).

For each class of support: how many branches are true, of those that are true or wrong. Then the same for all branches with
at least a given support, for the three kinds of support.
"""

import csv
import io
import os
import pathlib
import subprocess
import sys

PROGRAM = os.environ.get("TERTIUM", str(pathlib.Path(__file__).parents[1] / "build" / "tertium"))
CLASSES = {"above .95": 95, ".80 to .90": 80, ".50 to .60": 50, ".20 to .30": 20}
BEGINS = [*range(0, 100, 10), 95]
KINDS = {"in the trees": "support", "transfer": "transfer", "local": "local"}
LEAST = {".5": 50, ".7": 70, ".9": 90}


def rows_of(run):
    exported = subprocess.run([PROGRAM, "report", run, "--format", "rows"], check=True, capture_output=True, text=True)
    return [row for row in csv.DictReader(io.StringIO(exported.stdout)) if row["status"] == "done"]


def total(rows, column):
    return round(sum(float(row[column] or 0.0) for row in rows))


def share(rows, kind, begins):
    right, wrong = (sum(total(rows, f"{kind}_{what}_{begin}") for begin in begins) for what in ("right", "wrong"))
    return f"{right} of {right + wrong}"


def print_table(header, rows):
    for row in [header, ["---"] * len(header), *rows]:
        print("| " + " | ".join(row) + " |")
    print()


def print_tables(run):
    rows = rows_of(run)
    sigmas = sorted({row["sigma"] for row in rows}, key=float)
    parts = {sigma: [row for row in rows if row["sigma"] == sigma] for sigma in sigmas}
    print(f"{run}: {len(rows)} trees\n")
    print_table(["sigma", "method", *CLASSES],
                [[sigma, method, *(share([row for row in part if row["method"] == method], "support", [begin])
                                   for begin in CLASSES.values())]
                 for sigma, part in parts.items() for method in dict.fromkeys(row["method"] for row in part)])  # fmt: skip
    print_table(["sigma", "true branches", *(f"{kind}: {' / '.join(LEAST)}" for kind in KINDS)],
                [[sigma, str(total(part, "right_branches")),
                  *(" / ".join(share(part, kind, [begin for begin in BEGINS if begin >= least])
                               for least in LEAST.values()) for kind in KINDS.values())]
                 for sigma, part in parts.items()])  # fmt: skip


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for folder in sys.argv[1:]:
        print_tables(folder)
