"""The benchmark: tasks, entries and their scores (docs/benchmark.md).

    python3 -m tertium.benchmark tasks -o tasks                  the tasks as files
    python3 -m tertium.benchmark run 4-AL -o entries/4-AL        the predictions of a method of Tertium
    python3 -m tertium.benchmark score entries/* -o board        the leaderboard of any entries

`enter` does the second with a Python object.
"""

import argparse
import pathlib
import sys

from . import __version__
from ._board import page, scores_csv
from ._docs import documented
from ._entries import ENTRY, files_of_entry, make_entry, scores_of
from ._generate import estimator
from ._marks import is_of, line_name, mark
from ._objects import add_steps
from ._tasks import FILES, MAKERS, task_of
from ._tertium import TertiumError


class LineError(TertiumError):
    """An error of the command line: exit code 2."""


def chosen(names):
    try:
        return [task_of(name) for name in dict.fromkeys(names or MAKERS)]
    except TertiumError as problem:
        raise LineError(str(problem)) from None


def counted(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"


def free_folder(options, own):
    """Makes the folder. own: patterns of files that would be written, or read together with them. Existing files are replaced
    only if the same line made them, or with --force.
    """
    folder = pathlib.Path(options.output)
    if folder.exists() and not folder.is_dir():
        raise TertiumError(f"{folder}: is a file (results need a folder), give another --output")
    taken = [file for pattern in own for file in sorted(folder.glob(pattern))]
    others = [file for file in taken if not is_of(options.line, file)]
    if others and not options.force:
        raise TertiumError(f"{others[0]}: exists already (and was not made by this same line), give another --output, or --force to "
                           "replace it")  # fmt: skip
    for file in taken:
        if file.is_file():
            file.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def mark_all(options, folder, own):
    mark(options.line, [file for pattern in own for file in folder.glob(pattern) if file.is_file()])


def write_tasks(options):
    tasks = chosen(options.tasks)
    own = [f"{task.name}/{file}" for task in tasks for file in FILES]
    folder = free_folder(options, own)
    for task in tasks:
        (folder / task.name).mkdir(exist_ok=True)
        for file, text in task.files().items():
            (folder / task.name / file).write_text(text, encoding="utf-8")
        print(f"{folder / task.name}: {len(task.rows)} {task.kind} about {len(task.names)} objects, scored by {', '.join(task.scored)}")
    mark_all(options, folder, own)


@documented
def enter(method, folder, tasks=None):
    """Makes an entry of the benchmark: the files of a method's predictions.

    Parameters
    ----------
    method : str, object or pair
        A name, an object of your own with fit, or a pair (name, object), as `tertium.compare` takes them.
    folder : path
        The folder of the entry; it must not exist.
    tasks : list of str, optional
        Names of tasks. None: all.

    Returns
    -------
    seconds : dict
        Time, by task.
    left_out : dict
        Why a task was left out, by task.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import os
    >>> from tertium.benchmark import enter
    >>> seconds, left_out = enter("AddS-3-AL", "mine", tasks=["car"])
    >>> sorted(os.listdir("mine"))
    ['car-labels.csv', 'car-predicted.csv', 'car-tree-12112.nwk', 'car-tree-3028.nwk', 'car-tree-6056.nwk', 'entry.json']
    """
    tasks, path = [task_of(name) for name in dict.fromkeys(tasks or MAKERS)], pathlib.Path(folder)
    if path.exists():
        raise TertiumError(f"{path}: exists already, give another folder")
    path.mkdir(parents=True)
    return make_entry(method, tasks, path)


def run(options):
    method, tasks = options.words[0], chosen(options.tasks)
    if options.steps:
        add_steps(options.steps)
    estimator(method)  # an unknown name is told before anything is made, or taken away
    own = [ENTRY, *(pattern for name in MAKERS for pattern in files_of_entry(name))]
    folder = free_folder(options, own)

    def told(text):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    seconds, left_out = make_entry(method, tasks, folder, lambda text: told(f"{method}: {text}"))
    told("")
    mark_all(options, folder, own)
    if not seconds:
        name, why = next(iter(left_out.items()))
        raise TertiumError(f"{method} can do none of these tasks ({name}: {why}), choose another method or other tasks")
    print(f"{folder}: {method} on {counted(len(seconds), 'task')} in {sum(seconds.values()):.1f} s; score it with: tertium benchmark score "
          f"{folder}")  # fmt: skip


def score(options):
    tasks, entries = chosen(options.tasks), {}
    for path in options.words:
        described, scores = scores_of(path, tasks)
        if described["entry"] in entries:
            raise TertiumError(f"{path}: there are two entries called {described['entry']}, rename one in its {ENTRY}")
        entries[described["entry"]] = (described, scores)
    if not options.tasks:  # those that somebody entered
        entered = {task for _, scores in entries.values() for task, _, _ in scores}
        tasks = [task for task in tasks if task.name in entered]
    text = scores_csv(entries)
    if not options.output:
        print(text, end="")
        return
    own = ["index.html", "scores.csv"]
    folder = free_folder(options, own)
    (folder / "index.html").write_text(page(entries, tasks, __version__), encoding="utf-8")
    (folder / "scores.csv").write_text(text, encoding="utf-8")
    mark_all(options, folder, own)
    print(f"{counted(len(entries), 'entry').replace('entrys', 'entries')} in {folder / 'index.html'}; numbers in {folder / 'scores.csv'}")


ACTIONS = {"tasks": write_tasks, "run": run, "score": score}


def main(words=None):
    parser = argparse.ArgumentParser(prog="tertium benchmark", description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=ACTIONS)
    parser.add_argument("words", nargs="*", help="run: a method; score: entries")
    parser.add_argument("--tasks", type=lambda text: text.split(","), help="only these tasks, separated by commas")
    parser.add_argument("--steps", help="run: an INI file that declares steps of your own")
    parser.add_argument("-o", "--output", help="folder for the results")
    parser.add_argument("--force", action="store_true", help="replace existing files")
    options = parser.parse_intermixed_args(words)
    options.line = line_name(sys.argv[1:] if words is None else words)
    try:
        if (options.action == "tasks") == bool(options.words) or (options.action == "run" and len(options.words) != 1):
            raise LineError({"tasks": "tasks takes no further words, leave them out", "run": "run takes one method, give its name",
                                "score": "score takes entries, give their folders"}[options.action])  # fmt: skip
        if options.action != "score" and not options.output:
            raise LineError("--output is missing, give a folder for the files")
        ACTIONS[options.action](options)
    except (TertiumError, OSError) as problem:
        print(f"tertium benchmark: {problem}", file=sys.stderr)
        return 2 if isinstance(problem, LineError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
