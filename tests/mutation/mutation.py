#!/usr/bin/python3
"""Deliberate faults: whether a test notices each line of faults.toml that is changed as somebody might get it wrong.

    tests/mutation/mutation.py               all faults, some two hours of a core; fails where one survives
    tests/mutation/mutation.py --only REGEX  those whose name or file contains it
    tests/mutation/mutation.py --list        what there is, and runs nothing
    tests/mutation/mutation.py --check       whether the texts to be changed are still there, as the tests run it

The sources are copied into a folder, by default build-mutants/, and built there, every file by itself. Then, for one
fault at a time, the copy is changed, what a test of its list needs is built again, and the tests are run: first those
that are to notice it, then, if none does, all of its room. What kills a fault is run once more at the end, on sources
without faults, where it has to pass. The sources themselves are never touched.
"""
import argparse
import dataclasses
import filecmp
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
FAULTS = HERE / "faults.toml"
MARK = ".copy-for-mutants"  # a folder without it is somebody's, and left alone
TESTED = ("core", "files", "outside", "problems", "metrics", "kernels", "linkage", "partition", "embedding", "answers",
          "terminal", "experiments", "program", "python")


@dataclasses.dataclass
class Fault:
    name: str
    file: str  # relative to the project
    text: str  # occurs once in it
    change: str  # what takes its place
    breaks: str  # in words
    tests: list  # of CTest, by name: "room.Suite" or "room.script"; these are run first
    equivalent: str = ""  # why no test can notice it; such a fault is not run

    @property
    def room(self):
        return self.file.split("/")[0]

    def rooms(self):
        """Whose tests are run, its own first."""
        return list(dict.fromkeys([self.room, *(test.split(".")[0] for test in self.tests)]))


def read_faults(path=FAULTS):
    return [Fault(**entry) for entry in tomllib.loads(path.read_text())["fault"]]


def is_script(test, project):
    room, name = test.split(".")
    return (project / "tests" / room / f"{name}_test.py").exists()


def has_test(test, project):
    """Whether a name of a test is one: a script, or a suite of GoogleTest."""
    room, name = test.split(".")
    suite = re.compile(rf"^TEST(_[FP])?\({re.escape(name)},", re.M)
    files = (project / "tests" / room).glob("*_test.cpp")
    return is_script(test, project) or any(suite.search(file.read_text()) for file in files)


def problems_of(faults, project=PROJECT):
    """Lines about entries that are no longer right."""
    names = set()
    for fault in faults:
        path = project / fault.file
        found = path.read_text().count(fault.text) if path.is_file() else 0
        if fault.name in names:
            yield f"{fault.name}: there are two of this name"
        if found != 1:
            yield f"{fault.name}: its text is {found} times in {fault.file}, not once"
        if fault.change == fault.text:
            yield f"{fault.name}: changes nothing"
        if fault.room not in TESTED:
            yield f"{fault.name}: {fault.room} is no room with tests"
        if not fault.tests:
            yield f"{fault.name}: names no test that is to notice it"
        yield from (f"{fault.name}: there is no test {test}" for test in fault.tests if not has_test(test, project))
        names.add(fault.name)


def files_below(folder):
    """All files of a source tree, relative to it: {path: whether it is a link}."""
    found = {}
    for base, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in (".git", "__pycache__")
                      and not (base == str(folder) and re.match("build|runs$", name))]
        links = [name for name in folders if os.path.islink(os.path.join(base, name))]
        for name in files + links:
            path = os.path.join(base, name)
            found[os.path.relpath(path, folder)] = os.path.islink(path)
    return found


def copy_sources(project, tree):
    """Makes the tree's sources the project's; files that are the same keep their times, and what was built of them."""
    if tree.exists() and any(tree.iterdir()) and not (tree / MARK).exists():
        raise SystemExit(f"{tree} is no copy that this script made (it has no {MARK}), name another folder by --tree")
    tree.mkdir(parents=True, exist_ok=True)
    (tree / MARK).touch()
    wanted, there = files_below(project), files_below(tree)
    for path in there.keys() - wanted.keys() - {MARK}:
        (tree / path).unlink()
    for path, is_link in wanted.items():
        source, target = project / path, tree / path
        if not is_link and target.is_file() and filecmp.cmp(source, target, shallow=False):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copy(source, target, follow_symlinks=False)


def write_later(path, text):
    """Newer than whatever was built a moment ago, for clocks that tick slowly."""
    path.write_text(text)
    now = time.time() + 0.01
    os.utime(path, (now, now))


class Build:
    """The copy's build folder."""

    def __init__(self, tree, jobs, limit):
        self.tree, self.folder, self.jobs, self.limit = tree, tree / "build", jobs, limit
        self.programs = []

    def configure(self):
        if (self.folder / "build.ninja").exists():
            return
        launcher = shutil.which("ccache") or ""
        self.must(["cmake", "-S", self.tree, "-B", self.folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutants",
                   "-DCMAKE_CXX_FLAGS_MUTANTS=-O1 -DNDEBUG", "-DTERTIUM_UNITY=OFF", "-DTERTIUM_TARGETS=native",
                   "-DTERTIUM_PYTHON=ON", f"-DCMAKE_CXX_COMPILER_LAUNCHER={launcher}"])

    def must(self, command):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-4000:]}")
        return done.stdout

    def suites(self, rooms):
        """The programs that the suites of rooms are in."""
        if not self.programs:
            listed = self.must(["ninja", "-C", self.folder, "-t", "targets", "all"])
            self.programs = re.findall(r"^(test_\w+): phony$", listed, re.M)
        return [name for name in self.programs for room in rooms if re.fullmatch(rf"test_{room}(_\w+_test)?", name)]

    def targets(self, rooms):
        """Whatever the tests of rooms run."""
        found = self.suites(rooms)
        if any((self.tree / "tests" / room / "CMakeLists.txt").exists() for room in rooms):  # which has scripts
            found += ["tertium", "tertium_other_processor"]
        return found + (["tertium_python"] if "python" in rooms else [])

    def targets_of(self, tests):
        """What these tests run, by name."""
        rooms = list(dict.fromkeys(test.split(".")[0] for test in tests))
        scripts = [test for test in tests if is_script(test, self.tree)]
        return self.targets(rooms) if scripts else self.suites(rooms)

    def build(self, targets):
        """Whether it could be built."""
        command = ["ninja", "-C", self.folder, f"-j{self.jobs}", *targets]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def first_failure(self, tests):
        """The first test that fails, or takes too long; None if all pass."""
        command = ["ctest", "--test-dir", self.folder, "-R", tests, "--no-tests=error", "--stop-on-failure",
                   "--output-on-failure", f"-j{self.jobs}"]
        env = {"OMP_WAIT_POLICY": "passive", **os.environ}
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env,
                               start_new_session=True)
        try:
            output = run.communicate(timeout=self.limit)[0]
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            return f"no end within {self.limit} s"
        return None if run.returncode == 0 else failure_of(output)


def names_of(tests):
    """An expression for CTest: scripts, or suites, under whatever parameters."""
    return f"^({'|'.join(test.replace('.', '[.](.*/)?') for test in tests)})(/[0-9]+)?$"


def failure_of(output):
    """What CTest says failed first, with the name of the test inside a suite where there is one."""
    test = re.search(r"^\s*\d+ - (\S+) \((.*)\)$", output, re.M)
    inside = re.search(r"^\d*:? ?\[  FAILED  \] ([^\s,]+\.[^\s,]+)", output, re.M)
    if test is None:
        return output.strip().splitlines()[-1] if output.strip() else "no output"
    room = test[1].split(".")[0]
    return f"{room}: {inside[1]}" if inside else f"{test[1]} ({test[2]})"


def run_fault(fault, build):
    """(verdict, what noticed it)."""
    path = build.tree / fault.file
    before = path.read_text()
    rooms = fault.rooms()
    try:
        write_later(path, before.replace(fault.text, fault.change))
        for targets, tests in ((build.targets_of(fault.tests), names_of(fault.tests)),
                               (build.targets(rooms), f"^({'|'.join(rooms)})[.]")):
            if not build.build(targets):
                return "not built", ""
            if noticed := build.first_failure(tests):
                return "killed", noticed
        return "survived", ""
    finally:
        write_later(path, before)


def run_all(faults, build):
    """Prints a line for each, and how many there are of each kind; returns those that are not killed."""
    left, verdicts, killers = [], {}, set()
    for fault in faults:
        begin = time.monotonic()
        verdict, noticed = ("equivalent", fault.equivalent) if fault.equivalent else run_fault(fault, build)
        seconds = time.monotonic() - begin
        print(f"{verdict:<10}  {fault.file}: {fault.name}\n{'':<12}{noticed or fault.breaks} ({seconds:.0f} s)", flush=True)
        verdicts[verdict] = verdicts.get(verdict, 0) + 1
        if verdict in ("survived", "not built"):
            left.append(fault)
        if verdict == "killed":
            killers.update(fault.tests)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items())))
    return left, sorted(killers)


def run(faults, wanted):
    copy_sources(PROJECT, wanted.tree)
    build = Build(wanted.tree, wanted.jobs, wanted.limit)
    build.configure()
    targets = build.targets({room for fault in faults for room in fault.rooms() if not fault.equivalent})
    print(f"Building {' '.join(targets)} in {build.folder} ...", flush=True)
    build.must(["ninja", "-C", build.folder, f"-j{wanted.jobs}", *targets])
    left, killers = run_all(faults, build)
    if killers and (not build.build(targets) or (failed := build.first_failure(names_of(killers)))):
        print(f"without any fault fails, too: {failed}; such verdicts mean nothing")
        return 1
    return 1 if left else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", metavar="REGEX", default="", help="faults whose name or file contains it")
    parser.add_argument("--list", action="store_true", help="name them, and run nothing")
    parser.add_argument("--check", action="store_true", help="only whether the list fits the sources")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count(), help="for building and testing")
    parser.add_argument("--limit", metavar="SECONDS", type=int, default=900, help="for the tests of one fault")
    parser.add_argument("--tree", metavar="FOLDER", type=pathlib.Path, default=PROJECT / "build-mutants",
                        help="where the copy is, or is made")
    return parser.parse_args()


def main():
    wanted = arguments()
    faults = read_faults()
    if problems := list(problems_of(faults)):
        print("\n".join(problems))
        return 1
    faults = [fault for fault in faults if re.search(wanted.only, f"{fault.name} {fault.file}")]
    if wanted.check:
        return 0
    if not faults:
        print(f"no fault's name or file contains {wanted.only}")
        return 1
    if wanted.list:
        print("\n".join(f"{fault.file}: {fault.name}\n{'':<4}{fault.breaks}" for fault in faults))
        return 0
    return run(faults, wanted)


if __name__ == "__main__":
    sys.exit(main())
