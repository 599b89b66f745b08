"""What the tests with Slurm share: a private cluster, its commands, and waiting for what is to happen there."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
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
        cls.environment = dict(os.environ, SLURM_CONF=str(cls.cluster / "etc" / "slurm.conf"),
                               TMPDIR=str(cls.folder / "tmp"))
        cls.environment.pop("OMP_NUM_THREADS", None)
        (cls.folder / "tmp").mkdir()
        cls.addClassCleanup(call, LOCAL_SLURM, "down", cls.cluster, expect=None)
        call(LOCAL_SLURM, "up", cls.cluster, "--nodes", cls.NODES, "--cpus", cls.CPUS)

    @classmethod
    def local_slurm(cls, command, *words):
        return call(LOCAL_SLURM, command, cls.cluster, *words)

    @classmethod
    def in_cluster(cls, *words, expect=0):
        return call(*words, expect=expect, env=cls.environment)

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
