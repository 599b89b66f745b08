#!/usr/bin/python3
"""The table of docs/answers-files.md about the time from an export to the paper: benchmarks/export_days.py [TERTIUM]

One study of 40 participants with 60 triplets each, about 24 objects in four clusters, a tenth of the answers random, in
the export formats of eight programs. Each is a line, with wall time and processor time.
"""

import csv
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

PEOPLE, TRIALS, OBJECTS, CLUSTERS = 40, 60, 24, 4
NAMES = [f"{'owl cup axe bus'.split()[k % CLUSTERS]}{k // CLUSTERS}" for k in range(OBJECTS)]


def study():
    """(person, anchor, left, right, place of the chosen one), each by chance one in ten times."""
    draw = random.Random(1)
    for person in range(PEOPLE):
        for _ in range(TRIALS):
            anchor, left, right = draw.sample(range(OBJECTS), 3)
            same = [(one - anchor) % CLUSTERS == 0 for one in (left, right)]
            sure = same[0] != same[1] and draw.random() > 0.1
            yield f"p{person:02}", *(NAMES[k] for k in (anchor, left, right)), int(same[1]) if sure else draw.randrange(2)


def table(path, rows):
    path.parent.mkdir(exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
        writer.writeheader()
        writer.writerows(rows)


def jspsych(person, anchor, left, right, chosen, **more):
    return {"trial_type": "html-button-response", "trial_index": 1, "time_elapsed": 900, "rt": 812, "anchor": anchor,
            "left": left, "right": right, "response": chosen, "subject_id": person, **more}  # fmt: skip


def write_all(folder, answers):
    """Each export, and what is typed behind its name."""
    keys = [{"anchor": a, "left": b, "right": c, "key_resp.keys": "fj"[k], "key_resp.rt": 0.8, "participant": p,
             "psychopyVersion": "2024.2.4"} for p, a, b, c, k in answers]  # fmt: skip
    table(folder / "jspsych.csv", [jspsych(*one) for one in answers])
    table(folder / "jspsych-keys.csv", [{**jspsych(*one), "response": "fj"[one[4]]} for one in answers])
    table(folder / "psychopy.csv", keys)
    for person in {row["participant"] for row in keys}:
        table(folder / "pavlovia" / f"{person}_triplets.csv", [row for row in keys if row["participant"] == person])
    table(folder / "gorilla.csv", [
        {"Event Index": 1, "Participant Private ID": p, "Zone Type": "response_button_image", "Reaction Time": 812,
         "Response": (b, c)[k], "anchor": a, "left": b, "right": c} for p, a, b, c, k in answers])  # fmt: skip
    questions = [{"question": f"Q{k}", "anchor": a, "left": b, "right": c} for k, (_, a, b, c, _) in enumerate(answers)]
    table(folder / "questions.csv", questions)
    head = ["StartDate", "EndDate", "ResponseId", *(row["question"] for row in questions)]
    with open(folder / "qualtrics.csv", "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerows([head, head, ["{}"] * len(head)])
        for person in sorted({one[0] for one in answers}):
            rows.writerow(["2026", "2026", f"R_{person}", *((b, c)[k] if p == person else "" for p, _, b, c, k in answers)])
    odd = [(p, a, b, c, (c, b)[k]) for p, a, b, c, k in answers]  # the one that is not the chosen one, nor the anchor
    table(folder / "meadows.csv", [
        {"task": "odd", "participation": p, "stim1_name": a, "stim2_name": b, "stim3_name": c, "label": one}
        for p, a, b, c, one in odd])  # fmt: skip
    with open(folder / "jatos.txt", "w", encoding="utf-8") as file:
        for person in sorted({one[0] for one in answers}):
            file.write(json.dumps([jspsych(*one) for one in answers if one[0] == person]) + "\n")
    return {"jsPsych, buttons": "jspsych.csv", "jsPsych, keys": "jspsych-keys.csv --answers f=left,j=right",
            "PsychoPy": "psychopy.csv --answers f=left,j=right", "Pavlovia, a folder": "pavlovia --answers f=left,j=right",
            "Gorilla": "gorilla.csv", "Qualtrics": "qualtrics.csv --questions questions.csv", "Meadows": "meadows.csv",
            "JATOS": "jatos.txt"}  # fmt: skip


def main():
    program = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/tertium").resolve())
    print("| export | command | answers | seconds | core seconds |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, (export, typed) in enumerate(write_all(folder, list(study())).items()):
            begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            line = f"{program} study {typed} -o to-paper-{number}"
            subprocess.run(line, shell=True, check=True, cwd=folder, capture_output=True)
            took = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - used
            said = json.loads((folder / f"to-paper-{number}" / "summary.json").read_text())
            print(f"| {export} | `tertium study {typed}` | {said['answers']} | {took[0]:.0f} | {took[1]:.0f} |", flush=True)


if __name__ == "__main__":
    main()
