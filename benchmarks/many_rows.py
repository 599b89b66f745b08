"""Time and memory of commands that read a run with many rows: the table of docs/operations.md.

    python3 benchmarks/many_rows.py [--tertium build/tertium] [--rows 1000000] [--folder FOLDER]

Trials of 4 to 12 objects, about 0.1 ms each, are computed into FOLDER/run, unless they exist. Then each command is
started three times. Prints a table in Markdown: the least time and the most memory. A million rows take about two
minutes, and 5 GB of memory once, while results.h5 is written.
"""

import argparse
import os
import pathlib
import subprocess
import time

CONFIG = """[sweep]
name = many-rows
repetitions = {repetitions}
[model]
kind = planted-hierarchy
n0 = 2, 3
levels = 1, 2
delta = 0.1, 0.2, 0.4
[comparisons]
p = 0.3, 1
[methods]
run = SL, CL, AL, 4K-AL, AddS-4-AL, 4-AL
[store]
products = no
"""
TRIALS = 108  # of one repetition
COMMANDS = ["status RUN", "status RUN --programs", "status RUN --verify", "report RUN", "report RUN --format csv", "report RUN --format rows"]  # fmt: skip


def measured(command):
    """Seconds and MB of one process."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return time.monotonic() - begin, usage.ru_maxrss / 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tertium", default="build/tertium")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("/tmp/many-rows"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    config, run = asked.folder / "many-rows.ini", asked.folder / "run"
    config.write_text(CONFIG.format(repetitions=-(-asked.rows // TRIALS)))
    subprocess.run([asked.tertium, "run", config, "-o", run], check=True, stdout=subprocess.DEVNULL)
    print("| command | seconds | MB |\n| --- | --- | --- |")
    for command in COMMANDS:
        looks = [measured([asked.tertium, *command.replace("RUN", str(run)).split()]) for _ in range(3)]
        print(f"| `tertium {command}` | {min(s for s, _ in looks):.2f} | {max(mb for _, mb in looks):.0f} |", flush=True)


if __name__ == "__main__":
    main()
