"""Steps that other programs do, in sweeps: the same rows alone, under mpirun, and after a kill; nothing left running; what
goes wrong is a row of one line; a changed program makes its rows again, and those of nobody else."""
import csv
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from sweep_support import PROGRAM, SweepTest, command, environment, rows

EXAMPLE = pathlib.Path(os.environ["TERTIUM_HOME"]) / "examples" / "own-step" / "steps.ini"
SWEEP = """
[sweep]
name = own
repetitions = 3
[model]
kind = planted-hierarchy
n0 = 4
levels = 2
delta = 0.1, 0.3
[comparisons]
p = 0.5
[methods]
run = AddS-4-AL, spectral-places+AL, spectral-places(d=2)+AL
"""
WRONG = """
[step.few]
command = seq 3 > "$1/labels.csv" && echo three of them && true
needs = triplets
returns = labels
version = 1
[step.stubborn]
command = trap '' TERM; (trap '' TERM HUP; sleep 300) & echo $! >> sleepers; sleep 300; :
needs = triplets
returns = labels
version = 1
time = 1s
"""


def is_running(pid):
    """Not ended, whether or not somebody has taken note of its end."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ends(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


class Outside(SweepTest):
    def with_example(self, name, text=SWEEP, **how):
        return self.result(self.config(text), name, extra=("--steps", str(EXAMPLE)), **how)

    def test_alone_under_mpirun_and_after_a_kill(self):
        alone = self.with_example("alone")
        self.assertEqual(len(alone), 18)
        self.assertEqual({row["status"] for row in alone.values()}, {next(iter(alone.values()))["status"]})
        self.assertEqual(self.with_example("ranks", ranks=2), alone)
        run = self.folder / "killed"
        words = command(self.config(SWEEP), run, extra=("--steps", str(EXAMPLE), "--workers", "1"))
        started = subprocess.Popen(words, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertTrue(ends(lambda: any("\ttrial\t" in log.read_text() for log in run.glob("log/*.log"))))
        os.killpg(started.pid, signal.SIGKILL) if os.getpgid(started.pid) == started.pid else started.kill()
        started.wait()
        self.assertEqual(self.with_example("killed"), alone)
        # The run tells what it is made of, without the file of steps.
        told = subprocess.run([PROGRAM, "status", str(run)], capture_output=True, text=True, check=False)
        self.assertIn("complete", told.stdout)

    @unittest.skipUnless(shutil.which("Rscript"), "R is not installed")
    def test_r(self):
        words = [PROGRAM, "compare", "car", "--steps", str(EXAMPLE), "--methods", "AddS-3-AL,ward-R", "--folds", "2", "-o", str(self.folder / "r")]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, "could not be fitted" in done.stdout), (0, False), done.stdout + done.stderr)
        with open(self.folder / "r" / "comparison.csv", newline="") as table:
            shares = {row["method"]: float(row["accuracy"]) for row in csv.DictReader(table)}
        self.assertGreater(shares["ward-R"], 0.6)

    def test_wrong_programs_are_rows_and_leave_nothing_running(self):
        config = self.config(SWEEP.replace("delta = 0.1, 0.3", "delta = 0.3").replace("repetitions = 3", "repetitions = 1")
                             .split("run = ")[0] + "run = AddS-4-AL, few, stubborn\n" + WRONG)  # fmt: skip
        self.run_sweep(config, self.folder / "wrong", expect=3)
        failures = subprocess.run([PROGRAM, "status", str(self.folder / "wrong"), "--failures"], capture_output=True, text=True, check=False)
        said = " ".join(failures.stdout.split())
        self.assertIn("step few: labels.csv has 3 labels (16 objects need one each), correct it; it wrote: three of them", said)
        self.assertIn("step stubborn: it was not finished after 1.0 s", said)
        sleepers = [int(word) for word in (self.folder / "sleepers").read_text().split()]
        self.assertEqual(len(sleepers), 1)
        self.assertTrue(ends(lambda: not any(is_running(pid) for pid in sleepers)))

    def test_kills_its_programs_with_itself(self):
        config = self.config(SWEEP.split("run = ")[0] + "run = stubborn\n" + WRONG.replace("time = 1s", ""))
        started = subprocess.Popen(command(config, self.folder / "run"), env=environment(), stderr=subprocess.DEVNULL)
        file = self.folder / "sleepers"
        self.assertTrue(ends(lambda: file.exists() and file.read_text().strip()))
        sleepers = [int(word) for word in file.read_text().split()]
        started.kill()
        started.wait()
        self.assertTrue(ends(lambda: not any(is_running(pid) for pid in sleepers)))

    def test_what_ends_with_the_run_is_done_by_the_next_one(self):
        """Batch systems send TERM to all processes of a job, one after the other."""
        step = ("[step.told]\ncommand = [ -e told ] || {{ touch told; {0} kill -TERM $$; }}; seq 16 > \"$1/labels.csv\"; :\n"
                "needs = triplets\nreturns = labels\nversion = {1}\n")  # fmt: skip
        config = SWEEP.split("run = ")[0] + "run = told\n"
        later = 'setsid sh -c "touch apart; sleep 0.5; kill -TERM $PPID" & until [ -e apart ]; do sleep 0.01; done;'
        for version, told in enumerate(("kill -TERM $PPID;", later)):
            (self.folder / "told").unlink(missing_ok=True)
            run, path = self.folder / f"run-{version}", self.config(config + step.format(told, version))
            stopped = self.run_sweep(path, run, extra=("--workers", "1"), expect=3)
            self.assertIn("stopped by SIGTERM", stopped.stdout + stopped.stderr)
            self.assertEqual(len(self.result(path, run.name)), 6)
        (self.folder / "told").unlink()
        self.run_sweep(self.config(config + step.format("", 9)), self.folder / "alone", extra=("--workers", "1"), expect=3)  # it goes on
        failures = subprocess.run([PROGRAM, "status", str(self.folder / "alone"), "--failures"], capture_output=True, text=True, check=False)
        self.assertIn("1 x failed: step told: signal 15 ended it", failures.stdout)

    def test_a_changed_program_makes_its_rows_again(self):
        program = self.folder / "mine.sh"
        program.write_text('seq "$TERTIUM_OBJECTS" > "$1/labels.csv"\n')
        step = "[step.mine]\ncommand = sh mine.sh\nneeds = triplets\nreturns = labels\nfiles = mine.sh\n"
        config = self.config(SWEEP.split("run = ")[0] + "run = AddS-4-AL, mine\n" + step)
        plan = subprocess.run([PROGRAM, "run", str(config), "--dry-run", "-o", str(self.folder / "run")], capture_output=True,
                              text=True, check=True).stdout  # fmt: skip
        self.assertRegex(plan, r"mine +6 +0 +0 +6 +unknown")
        first = self.result(config, "run")
        program.write_text('seq "$TERTIUM_OBJECTS" | sed "s/.*/all/" > "$1/labels.csv"\n')
        # What was run can still be looked at; the line that began it makes the rows of the new program.
        told = subprocess.run([PROGRAM, "status", str(self.folder / "run")], capture_output=True, text=True, check=False)
        self.assertIn("12 of 12 done", told.stdout)
        plan = subprocess.run([PROGRAM, "run", str(config), "--dry-run", "-o", str(self.folder / "run")], capture_output=True,
                              text=True, check=True).stdout  # fmt: skip
        self.assertRegex(plan, r"mine +6 +0 +0 +6")
        second = self.result(config, "run")
        self.assertEqual(len(set(first) & set(second)), 12)  # the older rows stay in the store
        self.assertEqual(len(set(second) - set(first)), 6)
        refused = self.config(config.read_text().replace("files = mine.sh\n", ""), "no-version.ini")
        done = self.run_sweep(refused, self.folder / "no", expect=2)
        self.assertIn("[step.mine] has neither files nor version", done.stderr)


if __name__ == "__main__":
    unittest.main()
