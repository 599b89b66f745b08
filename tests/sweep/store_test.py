"""What a run says of rows that another build of the program made, and how they are made again."""
import os
import pathlib
import shutil
import struct
import subprocess
import unittest

import h5py

from sweep_support import PROGRAM, SweepTest, environment, rows

SMALL = """
[sweep]
name = small
repetitions = 3
[model]
kind = planted-hierarchy
n0 = 4
levels = 2
delta = 0.1, 0.3
[comparisons]
p = 0.1
[methods]
run = SL, 4K-AL
[figure]
x = delta
metric = aari
"""
FORMATS = pathlib.Path(__file__).parents[1] / "experiments" / "formats"


def build_place(program):
    """Where the 20 bytes of the linker's build id are in a program."""
    head = struct.pack("<III", 4, 20, 3) + b"GNU\0"
    return program.index(head) + len(head)


class Builds(SweepTest):
    def setUp(self):
        super().setUp()
        program = bytearray(pathlib.Path(PROGRAM).read_bytes())
        place = build_place(program)
        self.this = program[place:place + 6].hex()
        program[place:place + 20] = b"\xab" * 20
        self.other = self.folder / "other-tertium"  # the same program, but for the name that the linker gave it
        self.other.write_bytes(program)
        self.other.chmod(0o755)
        self.file = self.config(SMALL)
        self.run_folder = self.folder / "run"

    def said(self, program, *words):
        done = subprocess.run([program, *map(str, words)], env=environment(), capture_output=True, text=True,
                              timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr + done.stdout

    def builds(self):
        with h5py.File(self.run_folder / "results.h5") as file:
            writers = set(file["runs/build"].asstr()[:])
            return sorted(set(file["trials/build"][:])), sorted(file["trials/revision"][:]), writers

    def test_rows_of_another_build_are_told_and_made_again(self):
        line = ("run", self.file, "-o", self.run_folder)
        told = f"12 rows are of build abababababab, this is {self.this}"
        self.assertNotIn("build", self.said(self.other, *line))
        before = rows(self.run_folder / "results.h5")
        self.assertIn(told + "; tertium run with --redo changed recomputes them", self.said(PROGRAM, *line))
        self.assertIn(told, self.said(PROGRAM, "report", self.run_folder))
        self.assertIn("build abababababab, ", self.said(PROGRAM, "status", "--programs", self.run_folder))
        (self.folder / "tiny.claims").write_text("[1]\nstatement = it is there\nsource = here\ncondition = aari(SL) > -2\n")
        self.assertIn(told, self.said(PROGRAM, "report", "--claims", self.file, "-o", self.run_folder))
        self.assertEqual(self.builds()[:2], ([0xabababababababab], [0] * 12))

        self.assertNotIn("rows are of build", self.said(PROGRAM, *line, "--redo", "changed"))
        builds, revisions, writers = self.builds()
        self.assertEqual(([f"{build:016x}"[:12] for build in builds], revisions), ([self.this], [1] * 12))
        self.assertEqual(len(writers), 2)
        for key, row in rows(self.run_folder / "results.h5").items():
            for name in ("metric", "aari", "tree"):
                self.assertEqual(row.get(name), before[key].get(name))
        self.assertNotIn("rows are of build", self.said(PROGRAM, *line))
        self.assertIn("12 rows are of build " + self.this, self.said(self.other, *line), "by the other one")
        self.assertIn("12 of 12 trials done", self.said(PROGRAM, "status", "--verify", self.run_folder))

    def test_a_figure_tells_and_makes_again(self):
        self.said(self.other, "run", self.file, "-o", self.run_folder)
        line = ("figure", self.file, "-o", self.run_folder)
        self.assertIn("12 rows are of build abababababab", self.said(PROGRAM, *line))
        part = ("--set", "sweep.repetitions=2")
        self.assertIn("8 rows are of build abababababab", self.said(PROGRAM, *line, *part))
        refused = subprocess.run([PROGRAM, *map(str, line), *part, "--redo", "changed"], env=environment(),
                                 capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("contains more than is asked for", refused.stderr)
        self.assertNotIn("rows are of build", self.said(PROGRAM, *line, "--redo", "changed"))
        self.assertEqual(self.builds()[1], [1] * 12)
        refused = subprocess.run([PROGRAM, *map(str, line), "--redo", "all"], env=environment(), capture_output=True,
                                 text=True, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("known: failed, changed", refused.stderr)

    def test_rows_from_before_builds_were_recorded(self):
        (self.run_folder / "segments").mkdir(parents=True)
        shutil.copy(FORMATS / "config.ini", self.run_folder)
        shutil.copy(FORMATS / "segment-2.rows", self.run_folder / "segments" / (32 * "0" + "-host-1-0.rows"))
        line = ("run", self.run_folder / "config.ini", "-o", self.run_folder)
        self.assertIn(f"2 rows are of an unknown build, this is {self.this}", self.said(PROGRAM, *line))
        self.assertEqual(self.builds()[:2], ([0], [0, 0]))
        self.assertNotIn("rows are of", self.said(PROGRAM, *line, "--redo", "changed"))
        self.assertEqual(self.builds()[1], [1, 1])


# What some file systems of clusters and clouds do not know: hard links, renaming without replacing, syncing folders, locks.
POOR = """
#include <cerrno>
#include <dlfcn.h>
#include <sys/stat.h>
extern "C" {
int linkat(int, const char*, int, const char*, int) { errno = EPERM; return -1; }
int renameat2(int, const char*, int, const char*, unsigned) { errno = EINVAL; return -1; }
int flock(int, int) { errno = ENOLCK; return -1; }
int syncfs(int) { errno = ENOSYS; return -1; }
int fsync(int fd) {
  static const auto next = reinterpret_cast<int (*)(int)>(dlsym(RTLD_NEXT, "fsync"));
  struct stat status = {};
  if (fstat(fd, &status) != 0 || !S_ISDIR(status.st_mode)) return next(fd);
  errno = ENOTSUP;
  return -1;
}
}
"""


class PoorFileSystems(SweepTest):
    def test_all_that_is_written_is_written(self):
        (self.folder / "poor.cpp").write_text(POOR)
        poor = self.folder / "poor.so"
        subprocess.run([os.environ.get("CXX", "c++"), "-shared", "-fPIC", self.folder / "poor.cpp", "-o", poor, "-ldl"],
                       check=True)
        config, run, log = self.config(SMALL), self.folder / "run", self.folder / "log.csv"
        for words in (("run", config, "-o", run), ("status", "--verify", run), ("run", config, "-o", run, "--set", "model.delta=0.2"),
                      ("cluster", "car", "--method", "AddS-3-AL", "-o", self.folder / "car"),
                      ("ask", "--objects", "4", "--oracle", "tail -n +2 | sed s/.*/first/", "--budget", "3", "--log", log)):
            done = subprocess.run([PROGRAM, *map(str, words)], env={**environment(1), "LD_PRELOAD": str(poor)},
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}")
            self.assertNotIn("cannot", done.stderr)
        self.assertFalse(list(self.folder.rglob(".tmp-*")))
        self.assertEqual(len(rows(run / "results.h5")), 18)


# Programs that have the same host name and the same process id, as in containers.
CONTAINER = next((start for start in (["unshare", "--pid", "--fork", "--mount-proc"],
                                      ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"])
                  if subprocess.run([*start, "true"], capture_output=True, check=False).returncode == 0), None)


@unittest.skipUnless(CONTAINER, "this system lets nobody but root have process ids of its own")
class Containers(SweepTest):
    def test_programs_of_one_name_share_a_run(self):
        config, run = self.config(SMALL.replace("repetitions = 3", "repetitions = 100")), self.folder / "run"
        for gaps in (("0.1,0.3",) * 3, ("0.1", "0.2", "0.3", "0.4")):
            started = [subprocess.Popen([*CONTAINER, PROGRAM, "run", config, "-o", run, "--set", f"model.delta={gap}"],
                                        env=environment(1), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                       for gap in gaps]
            for process in started:
                _, said = process.communicate(timeout=300)
                self.assertEqual(process.returncode, 0, said)
        done = subprocess.run([PROGRAM, "run", config, "-o", run, "--set", "model.delta=0.1,0.2,0.3,0.4"],
                              env=environment(1), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(rows(run / "results.h5")), 4 * 2 * 100)
        self.assertFalse(list(run.rglob(".tmp-*")))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    unittest.main()
