#!/usr/bin/python3
"""The table of docs/answers-files.md about t-STE's accuracy if whole screens are held out, compared with the same triplets
without their screens: PYTHONPATH=build/python benchmarks/screens_or_triplets.py

Screens are 2 of 8, from 20 participants with 25 screens each, about 30 objects in the plane whose distances they see with
noise; and the screens of food.
"""

import csv
import pathlib
import tempfile

import numpy as np
import tertium

HOME = pathlib.Path(__file__).resolve().parents[1]


def simulated():
    rng = np.random.default_rng(3)
    places = rng.normal(size=(30, 2))
    rows = ["anchor,chosen,others"]
    for _ in range(500):
        anchor, *shown = rng.permutation(30)[:9].tolist()
        seen = np.linalg.norm(places[shown] - places[anchor], axis=1) + rng.normal(scale=0.5, size=8)
        order = [f"o{shown[k]}" for k in np.argsort(seen)]
        rows.append(f"o{anchor},{'|'.join(order[:2])},{'|'.join(order[2:])}")
    return "\n".join(rows) + "\n"


def of_food():
    """Without who answered, so that errors are over the same folds."""
    with open(HOME / "data" / "food_screens.csv", newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    kept = [k for k, name in enumerate(head) if name != "subject"]
    return "".join(",".join(row[k] for k in kept) + "\n" for row in [head, *rows])


def accuracy(answers):
    row = tertium.compare(answers, methods=["t-STE"], folds=5).table
    return f"{100 * row['accuracy'][0]:.1f} ± {100 * row['standard_error'][0]:.1f} %"


def main():
    print("| screens | whole screens held out | as triplets |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "screens.csv"
        for name, text in (("2 of 8, simulated", simulated()), ("food", of_food())):
            path.write_text(text, encoding="utf-8")
            screens = tertium.read(path)
            triplets = tertium.answers(screens.array)
            print(f"| {name} | {accuracy(screens)} | {accuracy(triplets)} |", flush=True)


if __name__ == "__main__":
    main()
