"""The benchmark: tasks, entries and their scores (docs/benchmark.md).

    python3 -m tertium.benchmark tasks -o tasks                  the tasks as files
    python3 -m tertium.benchmark run 4-AL -o entries/4-AL        what a method of Tertium says of them
    python3 -m tertium.benchmark score entries/* -o board        the leaderboard of entries, anybody's
"""

import argparse
import pathlib
import sys

from . import __version__
from ._board import page, scores_csv
from ._entries import ENTRY, make_entry, scores_of
from ._tasks import MAKERS, task_of
from ._tertium import TertiumError


def chosen(names):
    return [task_of(name) for name in (names or MAKERS)]


def free_folder(path, own, force):
    """The folder, made; what is in it already is kept unless it is an earlier result, and force says so."""
    folder = pathlib.Path(path)
    if folder.exists() and not folder.is_dir():
        raise TertiumError(f"{folder}: is a file (results need a folder), give another --output")
    taken = [name for name in own if (folder / name).exists()]
    if taken and not force:
        raise TertiumError(f"{folder / taken[0]}: is there already, give another --output, or --force to replace it")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_tasks(options):
    folder = free_folder(options.output, options.tasks or list(MAKERS), options.force)
    for name in options.tasks or MAKERS:
        task = task_of(name)
        (folder / name).mkdir(exist_ok=True)
        for file, text in task.files().items():
            (folder / name / file).write_text(text, encoding="utf-8")
        print(f"{folder / name}: {len(task.rows)} {task.kind} about {len(task.names)} objects, scored by {', '.join(task.scored)}")


def run(options):
    folder = free_folder(options.output, [ENTRY], options.force)
    told = (lambda text: print(f"\r\x1b[K{options.words[0]}: {text}", end="", file=sys.stderr, flush=True)) if sys.stderr.isatty() else lambda text: None
    seconds = make_entry(options.words[0], chosen(options.tasks), folder, told)
    told("")
    print(f"{folder}: {options.words[0]} on {len(seconds)} tasks in {sum(seconds.values()):.1f} s; tertium benchmark score {folder} tells what it is worth")


def score(options):
    tasks, entries = chosen(options.tasks), {}
    for path in options.words:
        described, scores = scores_of(path, tasks)
        if described["entry"] in entries:
            raise TertiumError(f"{path}: there are two entries called {described['entry']}, rename one in its {ENTRY}")
        entries[described["entry"]] = (described, scores)
    text = scores_csv(entries)
    if not options.output:
        print(text, end="")
        return
    folder = free_folder(options.output, ["index.html", "scores.csv"], options.force)
    (folder / "index.html").write_text(page(entries, tasks, __version__), encoding="utf-8")
    (folder / "scores.csv").write_text(text, encoding="utf-8")
    print(f"{len(entries)} entries in {folder / 'index.html'}; numbers in {folder / 'scores.csv'}")


ACTIONS = {"tasks": write_tasks, "run": run, "score": score}


def main(words=None):
    parser = argparse.ArgumentParser(prog="tertium benchmark", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=ACTIONS)
    parser.add_argument("words", nargs="*", help="of run a method; of score entries")
    parser.add_argument("--tasks", type=lambda text: text.split(","), help="these only, separated by commas")
    parser.add_argument("-o", "--output", help="folder of what is written")
    parser.add_argument("--force", action="store_true", help="replace files that are there")
    options = parser.parse_intermixed_args(words)
    try:
        if (options.action == "tasks") == bool(options.words) or (options.action == "run" and len(options.words) != 1):
            raise TertiumError({"tasks": "tasks takes no further words, leave them out", "run": "run takes one method, give its name",
                                "score": "score takes entries, give their folders"}[options.action])  # fmt: skip
        if options.action != "score" and not options.output:
            raise TertiumError("--output is missing, say where the files go")
        ACTIONS[options.action](options)
    except (TertiumError, OSError) as problem:
        print(f"tertium benchmark: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
