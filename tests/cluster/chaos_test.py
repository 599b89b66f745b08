"""What a cluster does to an array: a node dies, another is cut off and its element runs twice, one element is requeued,
one is told that its time is up, one is cancelled. Submitting again completes the run: every row once, and right."""
import os
import pathlib
import re
import signal

from slurm_support import HERE, SlurmTest, main, rows

CHAOS = HERE / "chaos.ini"


def environment_of(pid):
    """The environment of a process, empty if there is none."""
    try:
        return pathlib.Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


class Chaos(SlurmTest):
    def output(self, element, job=1):
        path = self.run_folder / "jobs" / str(job) / f"element-{element}.out"
        return path.read_text() if path.exists() else ""

    def programs(self, element):
        """Process ids of the programs (their first ranks, which write the logs) that compute an element right now."""
        pids = {int(pid) for path in (self.run_folder / "log").glob("*.log")
                for pid in re.findall(r"\tstart\t.*\tpid=(\d+)", path.read_text())}
        wanted = f"\0SLURM_ARRAY_TASK_ID={element}\0".encode()
        return {pid for pid in pids if wanted in environment_of(pid)}

    def computing(self, element):
        return len(self.programs(element))

    def halt(self, element):
        """Waits for the element's first program and stops its clock: nothing that follows depends on how fast it is."""
        self.await_that(f"element {element} computes", lambda: self.computing(element) == 1)
        program, = self.programs(element)
        os.kill(program, signal.SIGSTOP)
        return program

    def restart(self, element):
        """A requeued element waits for some seconds; this is the same at once, unless they are over already."""
        self.await_that(f"element {element} is requeued", lambda: self.state(self.array, element) == "PENDING" or
                        "attempt 2" in self.output(element))
        self.in_cluster("scontrol", "update", f"jobid={self.array}_{element}", "StartTime=now", expect=None)

    def start_three(self):
        """Elements 0, 1 and 2 have begun to compute, on a node each; the others wait."""
        self.run_folder = self.folder / "run"
        self.array, self.merge = self.submit(CHAOS, self.run_folder, "--target-time", "3.8s")
        self.assertEqual(sorted(self.states(self.array)), ["0", "1", "2", "3", "4", "5"])
        self.scontrol("hold", *(f"{self.array}_{k}" for k in (3, 4, 5)))
        self.halted = [self.halt(element) for element in (0, 1, 2)]

    def kill_cut_off_and_requeue(self):
        killed, cut = self.node_of(self.array, 0), self.node_of(self.array, 1)
        self.local_slurm("stop-daemon", cut)
        self.lose(cut)
        self.local_slurm("kill-node", killed)
        self.lose(killed)
        self.scontrol("requeue", f"{self.array}_2")
        self.restart(1)
        self.local_slurm("start-node", killed)
        self.await_that("the killed node is back",
                        lambda: "down" not in self.in_cluster("sinfo", "-h", "-n", killed, "-p", "main", "-o", "%T"))
        self.await_that("element 1 runs twice at once", lambda: self.computing(1) == 2)
        os.kill(self.halted[1], signal.SIGCONT)
        self.restart(0)
        self.restart(2)
        return cut

    def signal_and_cancel(self):
        self.scontrol("release", *(f"{self.array}_{k}" for k in (3, 4, 5)))
        for element, words in ((3, ("-b", "-s", "USR1")), (4, ())):
            self.await_that(f"element {element} computes", lambda: self.computing(element) == 1, 200)
            self.in_cluster("scancel", *words, f"{self.array}_{element}")

    def test_everything_that_dies_is_done_in_the_end(self):
        self.start_three()
        cut = self.kill_cut_off_and_requeue()
        self.signal_and_cancel()
        self.await_state("FAILED", self.merge, seconds=300)
        self.local_slurm("start-node", cut)
        with self.subTest("what became of each"):
            states = self.states(self.array)
            self.assertEqual(states.pop("4"), "CANCELLED")
            self.assertEqual(set(states.values()), {"COMPLETED"})
            for element in (0, 1, 2, 3):
                self.assertIn("attempt 2", self.output(element))
            self.assertIn("verify says 3", self.output(3))
            self.assertIn("not complete", (self.run_folder / "jobs" / "1" / "merge.out").read_text())
        said = self.tertium("status", "--verify", self.run_folder, expect=3)
        self.assertRegex(said, r"\d+ missing.* found twice")
        again, merge = self.submit(CHAOS, self.run_folder, "--target-time", "3.8s")
        self.assertLess(len(self.states(again)), 4)
        self.await_state("COMPLETED", merge, seconds=200)
        self.tertium("status", "--verify", self.run_folder)
        whole = self.folder / "whole"
        self.tertium("run", CHAOS, "-o", whole)
        self.assertEqual(rows(self.run_folder / "results.h5"), rows(whole / "results.h5"))


if __name__ == "__main__":
    main()
