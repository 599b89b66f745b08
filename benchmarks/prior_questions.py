"""The table of docs/answers-asking.md about insertion after a prior tree, from a run of prior-questions.

Usage: prior_questions.py RUN [SHAPE] [NOISE]; RUN is the folder of `tertium figure prior-questions`. Default: balanced
trees and independent errors. $TERTIUM is the program (default: build/tertium).

Numbers of questions, and the fraction of correct triples in percent, each with the standard error of its mean. Drawn
answers are counted as questions, not as the two triplets that each of them states.
"""

import csv
import io
import math
import os
import pathlib
import statistics
import subprocess
import sys

PROGRAM = os.environ.get("TERTIUM", str(pathlib.Path(__file__).parents[1] / "build" / "tertium"))
PRIORS = {"0": "right", "2": "noisy", "4": "very noisy", "1000": "worthless"}
WRONG = {"1": "none wrong", "0.8": "10 %", "0.4": "30 %"}
BEHIND = "features+AL+insertion"


def mean(rows, column, scale=1.0, digits=0):
    values = [scale * float(row[column]) for row in rows]
    error = statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.mean(values):.{digits}f} ± {error:.{max(digits, 1)}f}"


def cell(rows, questions=1.0):
    return f"{mean(rows, 'n_comparisons', questions)}: {mean(rows, 'triples', 100.0, 1)} %"


def print_table(run, shape, noise):
    exported = subprocess.run([PROGRAM, "report", run, "--format", "rows"], check=True, capture_output=True, text=True)
    rows = [row for row in csv.DictReader(io.StringIO(exported.stdout))
            if row["status"] == "done" and row["shape"] == shape and row["noise"] in ("", noise)
            and row["lead"] in ("", "0")]  # fmt: skip

    def chosen(method, **values):
        return [row for row in rows if row["method"] == method and all(row[key] == value for key, value in values.items())]

    print(f"{shape}, {noise}: questions, and fraction of correct triples\n")
    print("| method | prior tree | " + " | ".join(WRONG.values()) + " |\n| --- | --- |" + " --- |" * len(WRONG))

    def line(method, guess, questions=1.0, **values):
        print(f"| {method} | {guess} | " +
              " | ".join(cell(chosen(method, eps=eps, **values), questions) for eps in WRONG) + " |")  # fmt: skip

    line("insertion", "", blur="0")
    for blur, guess in PRIORS.items():
        alone = mean(chosen("features+AL", blur=blur), "triples", 100.0, 1)
        line(BEHIND, f"{guess}, alone {alone} %", blur=blur)
    for count in dict.fromkeys(row["count"] for row in chosen("t-STE+AL")):
        line("t-STE+AL", "", 0.5, blur="0", count=count)
    print()


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    print_table(sys.argv[1], *(sys.argv[2:] + ["balanced", "independent"][len(sys.argv) - 2:]))
