"""What the tests with Slurm share: a private cluster, its commands, and waiting for what is to happen there."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "sweep"))
from sweep_support import environment, rows  # noqa: E402, F401

HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ["TERTIUM_PROGRAM"]
LOCAL_SLURM = HOME / "cluster-jobs" / "local-slurm"
SKIPPED = 77  # what CTest is told to read as "skipped"


def call(*words, expect=0, env=None, timeout=300):
    """Runs a program to its end; returns stdout and stderr in one."""
    done = subprocess.run([str(word) for word in words], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, timeout=timeout)
    if expect is not None and done.returncode != expect:
        raise AssertionError(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class SlurmTest(unittest.TestCase):
    """One cluster for all tests of a class, in a directory of its own. TMPDIR is inside, for Open MPI's leftovers."""
    NODES, CPUS = 3, 2

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ts-", dir="/tmp"))  # short: sockets lie below it
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.folder.chmod(0o755)
        cls.cluster = cls.folder / "slurm"
        cls.environment = dict(environment(), SLURM_CONF=str(cls.cluster / "etc" / "slurm.conf"),
                               TMPDIR=str(cls.folder / "tmp"))
        (cls.folder / "tmp").mkdir()
        cls.addClassCleanup(call, LOCAL_SLURM, "down", cls.cluster, expect=None)
        call(LOCAL_SLURM, "up", cls.cluster, "--nodes", cls.NODES, "--cpus", cls.CPUS)

    @classmethod
    def local_slurm(cls, command, *words):
        return call(LOCAL_SLURM, command, cls.cluster, *words)

    @classmethod
    def in_cluster(cls, *words, expect=0):
        return call(*words, expect=expect, env=cls.environment)

    @classmethod
    def tertium(cls, *words, expect=0):
        return cls.in_cluster(PROGRAM, *words, expect=expect)

    def submit(self, config, run, *words):
        """Ids of the job that computes and of the one that merges."""
        said = self.tertium("slurm", "submit", config, "-o", run, "--site", "local", *words)
        return re.search(r"as job (\d+), then .* as job (\d+)", said).groups()

    def states(self, job):
        """State of each element of an array, or of the one job: {"3": "RUNNING"}."""
        lines = self.in_cluster("squeue", "-h", "-r", "--states=all", "-j", job, "-o", "%K %T").splitlines()
        return dict(line.split() for line in lines)

    def state(self, job, element="N/A"):
        return self.states(job).get(str(element))

    def await_state(self, state, job, element="N/A", seconds=120):
        self.await_that(f"{job}_{element} is {state}", lambda: self.state(job, element) == state, seconds)

    def node_of(self, job, element):
        return self.in_cluster("squeue", "-h", "-j", f"{job}_{element}", "-o", "%N").strip()

    def scontrol(self, *words):
        self.in_cluster("scontrol", *words)

    def lose(self, node):
        """Slurm finds out by itself after some 16 s; this is the same at once."""
        self.scontrol("update", f"nodename={node}", "state=down", "reason=test")

    def await_that(self, what, condition, seconds=120):
        """Waits until condition() is true; fails with the queue and `what` when it never is."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                self.fail(f"not within {seconds} s: {what}\n{self.in_cluster('squeue', '--states=all', expect=None)}")
            time.sleep(0.1)


def main():
    """unittest.main, or a skip where there is no Slurm."""
    if subprocess.run([LOCAL_SLURM, "check"], capture_output=True).returncode != 0:
        print("skipped: Slurm is not installed (packages slurm-wlm and munge)")
        sys.exit(SKIPPED)
    unittest.main()
