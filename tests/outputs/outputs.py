#!/usr/bin/python3
"""The bytes of everything that the program says of answers and of two figures, compared with recorded digests.

    tests/outputs/outputs.py                            the quick part, as the tests run it; fails where a byte differs
    tests/outputs/outputs.py --whole                    all of it, some ten minutes of a core
    tests/outputs/outputs.py --whole --against PROGRAM  also by another program; tells the first lines that differ
    tests/outputs/outputs.py --whole --keep FOLDER      keeps what was compared, one folder a line that was typed
    tests/outputs/outputs.py --folders ONE OTHER        compares two such folders, and runs nothing
    tests/outputs/outputs.py --whole --record           writes digests.txt: after a change that is meant; with --only
                                                        those of some lines

The program is $TERTIUM_PROGRAM or build/tertium; another one given by --against reads its own home. What tells how a
result came about is taken out before it is compared: times and memory, host, commit, compiler, command line. Keys of
trials, which are hashes of names, stand in a file of their own. What is left is the same for every number of threads
and every set of instructions, embeddings included. Steps that declare a tolerance, CrowdClust and SVD, are no part of
it: where `compare` has them, their rows are taken out. Pictures are not compared, for they depend on fonts; the
page tree.html is.
"""
import argparse
import csv
import difflib
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DIGESTS = HERE / "digests.txt"
SETS = ("car", "faces", "material", "music", "food")
QUICK_SETS = ("car", "faces", "material")
TREES = ("4-AL", "3-AL", "AddS-3-AL", "AddS-4-AL", "4K-AL", "4K-AL-literal", "3K-AL", "MulK-3+CL", "t-STE+AL")
FLAT = ("AddS-3+SPUR", "Ls-MS", "AddS-3-sparse")
COMPARED = "AddS-3-AL,4K-AL,3K-AL,4-AL,3-AL,t-STE,SOE,Ls-MS"
CIRCUMSTANCES = ("t_generate", "t_kernel", "t_cluster", "t_wall", "t_score", "peak_rss", "host", "message")
INEXACT = ("CrowdClust", "SVD")  # declare a tolerance
SHOWN = 8  # lines of a difference


def answer_lines(name):
    """What is typed about a set of answers: (whether quick, words, with a result's name for -o)."""
    quick = name in QUICK_SETS
    yield quick, f"answers {name} -o {name}-answers"
    for method in TREES:
        yield quick, f"cluster {name} --method {method} -k 4 --no-picture -o {name}-{method}"
    for method in FLAT:
        yield False, f"cluster {name} --method {method} --no-picture -o {name}-{method}"
    yield quick, f"cluster {name} --method AddS-3-AL --support 200 -k held-out --no-picture -o {name}-support"
    yield False, f"cluster {name} --method 4-AL --support 100 --seed 2 -o {name}-page"
    yield False, f"cluster {name} --method 4K-AL -k held-out --folds 5 --no-picture -o {name}-held-out"
    yield False, f"compare {name} --methods all -o {name}-all"
    yield quick, f"compare {name} --methods {COMPARED} --folds 5 -o {name}-compared"
    yield False, f"compare {name} --methods AddS-3-AL,4K-AL --learning-curve -k 3 -o {name}-curve"
    yield quick, f"trees {name}-support {name}-4K-AL -n 3 -o {name}-trees"
    yield quick, f"trees {name}-4-AL {name}-t-STE+AL --json"
    if name == "food":
        yield False, "ask food -n 30"  # its answers are many: the rest of ask takes its time
        return
    for rule in ("mixed", "arr", "infogain", "uncertain", "random"):
        yield quick and rule in ("mixed", "uncertain"), f"ask {name} -n 30 --choose {rule}"
    yield False, f"ask {name} -n 30 --method STE --votes 3 --warm-up 1 --seed 5 -o {name}-ask.csv"
    yield False, f"ask {name} --simulate --runs 2 --budget 200 -o {name}-simulated.csv"
    for truth in ("model", "exact"):
        yield quick and name == "car" and truth == "exact", \
            f"ask {name} --simulate --truth {truth} --runs 1 --budget 100 --choose mixed,random"


def other_lines():
    yield True, "compare faces --methods AddS-3-AL,4-AL --folds subjects -o faces-subjects"
    yield False, f"compare faces --methods {COMPARED} --folds subjects --learning-curve -o faces-subjects-curve"
    yield False, f"compare material --methods {COMPARED} --folds subjects:5 -o material-subjects"
    yield False, "compare faces --methods AddS-3-AL,t-STE --folds sets -o faces-sets"
    yield False, "answers faces --drop-subjects 15,8,34 --sets train"
    yield True, "ask --objects 12 -n 20"
    yield True, "ask car -n 0"  # refused
    for sweep in ("hc19-fig3", "hc18-fig2", "hc19-fig2"):  # small; the first is about zoo
        yield from sweep_lines(sweep != "hc19-fig2", f"{sweep} --smoke", f"small-{sweep}")
    for sweep in ("hc18-fig2", "hc19-fig2"):
        yield from sweep_lines(False, sweep, sweep)


def sweep_lines(quick, config, run):
    yield quick, f"run {config} -o {run}"
    yield quick, f"report {run} --format rows"
    yield quick, f"report {run}"


def all_lines():
    return [line for name in SETS for line in answer_lines(name)] + list(other_lines())


def without_columns(text, dropped):
    rows = list(csv.reader(io.StringIO(text)))
    kept = [k for k, name in enumerate(rows[0]) if name not in dropped]
    result = io.StringIO()
    csv.writer(result, lineterminator="\n").writerows([row[k] for k in kept] for row in rows)
    return result.getvalue()


def plain_json(value):
    """Without circumstances; keys keep their order."""
    if isinstance(value, list):
        return [plain_json(item) for item in value if not is_inexact(item)]
    if isinstance(value, dict):
        return {key: plain_json(item) for key, item in value.items()
                if key not in ("command_line", "commit", "compiler", "seconds")}
    return value


def is_inexact(item):
    return isinstance(item, dict) and str(item.get("method", "")).startswith(INEXACT)


def plain_report(text):
    """Without seconds, and without columns and line ends that are where they are because of them."""
    text = re.sub(r"\n {11}(?=\S)", " ", text)  # a report's lines go on there
    text = re.sub(r"(seed \d+): [\d.]+ s\b", r"\1", text)
    text = re.sub(r"at least half \([\d.e+-]+ s\)", "at least half", text)
    lines, timed = [], False
    for line in text.splitlines():
        words = line.split()
        timed = timed and bool(words) or words[-1:] == ["seconds"]
        if not (words and words[0].startswith(INEXACT)):
            lines.append(" ".join(words[:-1] if timed else words))
    return "\n".join(lines) + "\n"


def plain(name, text):
    """A file in the form in which it is compared: {name: text}."""
    if name.endswith(".json") or (text.startswith("{") and text.endswith("}\n")):
        return {name: json.dumps(plain_json(json.loads(text)), indent=1, ensure_ascii=False) + "\n"}
    if text.startswith("key,method,rep,"):
        rows = list(csv.reader(io.StringIO(text)))
        return {name: without_columns(text, ("key", *CIRCUMSTANCES)), "keys": "".join(row[0] + "\n" for row in rows)}
    if name.endswith((".csv", ".nwk", ".html")) or text.startswith(("anchor,", "[")):
        inexact = re.compile(rf"^([^,]*,)?({'|'.join(INEXACT)})")
        return {name: "".join(line for line in text.splitlines(True) if not inexact.match(line))}
    return {name: plain_report(text)}


class Outputs:
    """What a program makes of all lines, typed in their order in one folder: {"line/file": text}."""

    def __init__(self, program, home, lines):
        self.program, self.files = program, {}
        with tempfile.TemporaryDirectory(prefix="tertium-outputs-") as folder:
            self.folder = pathlib.Path(folder)
            self.env = {**{k: v for k, v in os.environ.items() if k not in ("TERTIUM_HOME", "COLUMNS")}, "XDG_CONFIG_HOME": folder,
                        "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
            if home:
                self.env["TERTIUM_HOME"] = home
            for line in lines:
                self.type_in(line)

    def type_in(self, line):
        words = line.split()
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.env, capture_output=True, text=True)
        if words[0] == "run":
            if done.returncode != 0:
                raise SystemExit(f"{line}: exit {done.returncode}\n{done.stdout}{done.stderr}")
            return
        name = re.sub(r" (-o \S+|--no-picture)", "", line)
        self.add(name, "out", done.stdout)
        if done.returncode != 0 or done.stderr:
            self.add(name, "err", f"exit {done.returncode}\n{done.stderr}")
        output = self.folder / words[words.index("-o") + 1] if "-o" in words else self.folder / "none"
        for file in sorted(output.iterdir()) if output.is_dir() else [output]:
            if file.suffix not in (".pdf", ".svg", ".png") and file.exists():
                self.add(name, file.name, file.read_text())

    def add(self, line, name, text):
        for file, content in plain(name, text).items():
            self.files[f"{line}/{file}"] = content


def digests(files):
    """{line: digest of all of its files}, keys apart."""
    of_lines = {}
    for name, text in sorted(files.items()):
        line, file = name.split("/")
        digest = of_lines.setdefault(f"{line}, keys" if file == "keys" else line, hashlib.sha256())
        digest.update(f"{file}\n{text}".encode())
    return {line: digest.hexdigest() for line, digest in of_lines.items()}


def kept(folder):
    return {str(file.relative_to(folder)): file.read_text() for file in sorted(folder.rglob("*")) if file.is_file()}


def keep(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def recorded():
    """{line: digest}."""
    return dict(reversed(line.split("  ", 1)) for line in DIGESTS.read_text().splitlines() if not line.startswith("#"))


def differences(one, other):
    """Lines that tell what is not the same in two sets of files."""
    for name in sorted(one.keys() | other.keys()):
        if name not in one or name not in other:
            yield f"{name}: only in the {'first' if name in one else 'second'}"
        elif one[name] != other[name]:
            yield f"{name}: differs"
            hint = difflib.unified_diff(one[name].splitlines(), other[name].splitlines(), lineterm="", n=0)
            yield from [f"    {line[:150]}" for line in list(hint)[2:2 + SHOWN]]


def off_record(files):
    """Lines whose digests are not the recorded ones."""
    known, found = recorded(), digests(files)
    return [line for line in found if known.get(line) != found[line]]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--whole", action="store_true", help="all lines, not only the quick ones")
    parser.add_argument("--only", metavar="REGEX", default="", help="of these the lines that contain it, and -o before")
    parser.add_argument("--against", metavar="PROGRAM", help="compare with what another program makes of the lines")
    parser.add_argument("--keep", metavar="FOLDER", type=pathlib.Path, help="keep what is compared")
    parser.add_argument("--folders", metavar="FOLDER", nargs=2, type=pathlib.Path, help="compare what was kept in two")
    parser.add_argument("--record", action="store_true", help="write the digests")
    return parser.parse_args()


def report(lines):
    lines = list(lines)
    print("\n".join(lines) if lines else "the same")
    return 1 if lines else 0


def main():
    wanted = arguments()
    if wanted.folders:
        return report(differences(*map(kept, wanted.folders)))
    lines = [line for quick, line in all_lines() if (quick or wanted.whole) and re.search(wanted.only, line)]
    program = os.environ.get("TERTIUM_PROGRAM", str(HERE.parents[1] / "build" / "tertium"))
    found = Outputs(os.path.abspath(program), os.environ.get("TERTIUM_HOME"), lines)
    if wanted.keep:
        keep(wanted.keep, found.files)
    if wanted.against:
        return report(differences(found.files, Outputs(os.path.abspath(wanted.against), None, lines).files))
    if wanted.record:
        head = "# sha256 of what each line makes, normalised by outputs.py, which writes this file (--whole --record)\n"
        known = {**recorded(), **digests(found.files)} if wanted.only else digests(found.files)
        DIGESTS.write_text(head + "".join(f"{known[line]}  {line}\n" for line in sorted(known)))
        return 0
    changed = off_record(found.files)
    if changed:
        changed.append("not as recorded; what differs is told by --against PROGRAM, one built before the change")
    return report(changed)


if __name__ == "__main__":
    sys.exit(main())
