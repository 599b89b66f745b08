#!/usr/bin/python3
"""Attacks the program with damaged and made-up input, and counts what it answers.

Whatever comes in, the program ends by itself, soon, with exit code 0, 1, 2 or 3, and where it fails with one clear line:
no crash, no hang, no "internal error", no "precondition violated", no "-nan", no stack trace. Damage to a run loses nothing silently: after it, `run` makes the
rows of the undisturbed run again, or refuses with a line. No file that a command reads is changed, nor, without --force,
any other that was there; a log keeps the lines that it had.

    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py                   # some minutes
    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py --seconds 3600    # an hour for each kind
    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py --only answers --case 1234   # one case again

A case is made from its number alone, so a number printed by a failure makes the same case again.
"""
import argparse
import collections
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

import attack_files
import attack_outputs
import attack_runs
import attack_values
from attack_support import Failure

ATTACKS = {name.removeprefix("attack_"): attack for module in (attack_runs, attack_values, attack_files, attack_outputs)
           for name, attack in vars(module).items() if name.startswith("attack_")}


def one(kind, case, keep=False):
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"tertium-attack-{kind}-"))
    try:
        return ATTACKS[kind](random.Random(f"{kind} {case}"), folder)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"hangs: {' '.join(map(str, error.cmd))}") from None
    finally:
        if keep:
            print(f"{kind} {case}: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="for each kind of attack (default: 30)")
    parser.add_argument("--first", type=int, default=0, help="number of the first case (default: 0)")
    parser.add_argument("--only", choices=sorted(ATTACKS), help="this kind only")
    parser.add_argument("--case", type=int, help="one case again; its files are kept")
    options = parser.parse_args()
    failures = []
    for kind in [options.only] if options.only else ATTACKS:
        if options.case is not None:
            print(f"{kind} {options.case}: {one(kind, options.case, keep=True)}")
            continue
        counts = collections.Counter()
        end, case = time.monotonic() + options.seconds, options.first
        while time.monotonic() < end:
            try:
                counts[one(kind, case)] += 1
            except Failure as failure:
                counts["FAILED"] += 1
                failures.append(f"{kind} {case}: {failure}")
                print(failures[-1], flush=True)
            case += 1
        print(f"{kind}: {case - options.first} cases from number {options.first}: "
              + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
