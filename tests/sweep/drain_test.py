"""Signals and deadlines: what had begun is finished and stored, exit code 3, and the same command goes on from there."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from sweep_support import SweepTest, command, environment, rows

PROGRAM = os.environ["TERTIUM_PROGRAM"]
# Many cells of some hundredths of a second each.
STEADY = """
[sweep]
repetitions = 40
[model]
kind = planted-hierarchy
n0 = 10
levels = 3
delta = 0.1, 0.2, 0.3
[comparisons]
p = 0.1
[methods]
run = SL, 4K-AL, 4-AL
"""
# One size whose cells a made-up file of costs calls far too long, and one that it calls short.
TWO_SIZES = """
[sweep]
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 4
levels = 1, 3
[methods]
run = 4-AL
"""
COSTS = """
[4-AL]
method = 4-AL
seconds_per_step = {per_step}
"""


def children(pid):
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def trial_lines(run):
    return sum(text.count("\ttrial\t") for text in (log.read_text() for log in run.glob("log/*.log")))


class Drain(SweepTest):
    def start(self, config, name, ranks=None, extra=()):
        """A run that has finished a few trials."""
        run = self.folder / name
        process = subprocess.Popen(command(config, run, ranks, extra), env=environment(1), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        end = time.monotonic() + 60
        while trial_lines(run) < 6:
            self.assertIsNone(process.poll(), "it ended before the signal")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return process, run

    def drained(self, process, run, says):
        """It ended as it should, and every trial of its log is in the store. Returns what it said."""
        error = process.communicate(timeout=60)[1]
        self.assertEqual(process.returncode, 3, error)
        self.assertIn(says, error)
        done = trial_lines(run)
        self.assertGreater(360, done, "nothing was left to do: the test shows nothing")
        verified = subprocess.run([PROGRAM, "status", "--verify", str(run)], capture_output=True, text=True, check=False)
        self.assertEqual(verified.returncode, 3, verified.stderr)
        self.assertIn(f"{done} of 360 trials done, {360 - done} missing", verified.stdout)
        return error

    def test_each_signal_alone(self):
        config = self.config(STEADY)
        reference = self.result(config, "whole")
        for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
            with self.subTest(signal=number.name):
                process, run = self.start(config, number.name)
                process.send_signal(number)
                self.drained(process, run, f"stopped by {number.name}")
                self.run_sweep(config, run)
                self.assertEqual(rows(run / "results.h5"), reference)

    def test_a_run_that_was_started_to_outlive_its_terminal_does(self):
        run = self.folder / "nohup"
        process = subprocess.Popen(["nohup", *command(self.config(STEADY), run)], env=environment(1),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while trial_lines(run) < 6:
            self.assertIsNone(process.poll(), "it ended before the signal")
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        said = process.communicate(timeout=120)[1]
        self.assertEqual(process.returncode, 0, said)

    def test_usr1_to_mpirun_reaches_all_ranks(self):
        process, run = self.start(self.config(STEADY), "forwarded", ranks=3)
        process.send_signal(signal.SIGUSR1)
        self.drained(process, run, "stopped by SIGUSR1")

    def test_a_signal_to_any_one_rank(self):
        for number in (signal.SIGUSR1, signal.SIGTERM):
            with self.subTest(signal=number.name):
                process, run = self.start(self.config(STEADY), number.name, ranks=3)
                ranks = children(process.pid)
                self.assertEqual(len(ranks), 3)
                os.kill(max(ranks), number)
                self.drained(process, run, "stopped by")

    def test_usr1_again_and_again_then_term(self):
        process, run = self.start(self.config(STEADY), "often")
        for _ in range(5):
            process.send_signal(signal.SIGUSR1)
        process.send_signal(signal.SIGTERM)
        self.drained(process, run, "stopped by SIG")

    def test_a_second_int_ends_at_once(self):
        # One cell of many seconds, so that a drain would take long.
        config = self.config(STEADY.replace("n0 = 10", "n0 = 50").replace("run = SL, 4K-AL, 4-AL", "run = 4-AL"))
        run = self.folder / "twice"
        process = subprocess.Popen(command(config, run, extra=("--workers", "1")), env=environment(1), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        while process.poll() is None and not list(run.glob("log/*.log")):
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=5), -signal.SIGINT)

    def test_rows_are_stored_before_their_cell_has_ended(self):
        # SL is done at once, 4-AL takes many seconds; TERM, and 2 s later KILL, as a batch system does.
        config = self.config(STEADY.replace("n0 = 10", "n0 = 50").replace("repetitions = 40", "repetitions = 1")
                             .replace("run = SL, 4K-AL, 4-AL", "run = SL, 4-AL"))
        run = self.folder / "killed"
        process = subprocess.Popen(command(config, run, 2), env=environment(1), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        end = time.monotonic() + 60
        while trial_lines(run) < 2 and process.poll() is None:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        for rank in children(process.pid):
            os.kill(rank, signal.SIGUSR1)
        time.sleep(2)
        self.assertIsNone(process.poll(), "4-AL was quicker than the test")
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        process.wait()
        verified = subprocess.run([PROGRAM, "status", "--verify", str(run)], capture_output=True, text=True, check=False)
        self.assertIn("2 of 6 trials done, 4 missing", verified.stdout)


class Deadline(SweepTest):
    def costs(self, per_step):
        path = self.folder / "costs.ini"
        path.write_text(COSTS.format(per_step=per_step))
        return str(path)

    def start_up(self, ranks):
        """Seconds that starting and ending takes here, whatever else the machine is doing."""
        begin = time.time()
        self.run_sweep(self.config(TWO_SIZES, "start_up.ini"), self.folder / f"start_up{ranks}", ranks=ranks)
        return time.time() - begin

    def test_a_deadline_is_kept(self):
        config = self.config(STEADY.replace("repetitions = 40", "repetitions = 4000"))
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                end = time.time() + 8 + 4 * self.start_up(ranks)
                done = self.run_sweep(config, self.folder / f"limit{ranks}", ranks=ranks, expect=3,
                                      extra=("--deadline", f"@{end}", "--margin", "4s"))
                self.assertLess(time.time(), end)
                self.assertIn("stopped before the deadline", done.stderr)
                self.assertRegex(done.stderr, r"[1-9]\d* of 36000 trials done")

    def test_shorter_cells_start_where_long_ones_do_not_fit(self):
        config = self.config(TWO_SIZES)
        run = self.folder / "short"
        done = self.run_sweep(config, run, expect=3, extra=("--time-limit", "1h", "--costs", self.costs(1), "--workers", "1"))
        self.assertIn("2 of 4 trials done, 0 failed, 2 missing", done.stderr)
        self.run_sweep(config, run)

    def test_costs_change_no_result(self):
        config = self.config(TWO_SIZES)
        self.assertEqual(self.result(config, "stated"), self.result(config, "measured", extra=("--costs", self.costs(1e-3))))

    def test_nothing_starts_after_the_deadline(self):
        config = self.config(TWO_SIZES)
        for deadline in ("@1", "2001-09-09T01:46:40Z"):
            done = self.run_sweep(config, self.folder / "late", expect=3, extra=("--deadline", deadline))
            self.assertIn("0 of 4 trials done, 0 failed, 4 missing", done.stderr)

    def test_two_ends_are_refused(self):
        done = self.run_sweep(self.config(TWO_SIZES), self.folder / "both", expect=2,
                              extra=("--deadline", "@1", "--time-limit", "1h"))
        self.assertIn("--time-limit", done.stderr)


if __name__ == "__main__":
    unittest.main()
