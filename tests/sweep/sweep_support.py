"""What the tests of whole sweeps share: starting the program, alone or under mpirun, and reading its rows."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

PROGRAM = os.environ["TERTIUM_PROGRAM"]

TINY = """
[sweep]
name = tiny
seed = 7
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 5
levels = 2
delta = 0.1, 0.3
[comparisons]
p = 0.05, 0.5, 1
[methods]
run = SL, CL, AL, 4K-AL, 4K-AL-literal, 4K-AL-act, 4K-AL-act-lnN, AddS-4-AL, 4-AL, 4-AL-I5
[store]
products = yes
"""

# Columns that tell how a row came about, not what it holds.
CIRCUMSTANCES = ("t_generate", "t_kernel", "t_cluster", "t_wall", "t_score", "peak_rss", "host")


def environment(threads=None):
    """The test's environment for any MPI program: as root, on few cores, on this machine only."""
    env = dict(os.environ)
    env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
               OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_tcp_if_include="lo",
               OMPI_MCA_oob_tcp_if_include="lo", OMPI_MCA_hwloc_base_binding_policy="none")
    env.pop("OMP_NUM_THREADS", None)
    if threads:
        env["OMP_NUM_THREADS"] = str(threads)
    return env


def command(config, run, ranks=None, extra=()):
    start = ["mpirun", "-n", str(ranks)] if ranks else []
    return start + [PROGRAM, "run", str(config), "-o", str(run), *extra]


def rows(results):
    """The rows of a results file as {key: {column: value}}, circumstances left out."""
    with h5py.File(results) as file:
        trials = file["trials"]
        columns = {name: trials[name][:] for name in trials
                   if name not in CIRCUMSTANCES and name != "trial" and isinstance(trials[name], h5py.Dataset)}
        tree = [None] * len(columns["key_hi"])
        if "trees" in file:
            offsets, z = file["trees/row_offsets"][:], file["trees/z"][:]
            tree = [z[offsets[k]:offsets[k + 1]].tobytes() for k in range(len(tree))]
    table = {}
    for k in range(len(columns["key_hi"])):
        row = {name: values[k].tobytes() if isinstance(values[k], np.generic) else values[k]
               for name, values in columns.items() if name not in ("method", "point")}
        row["tree"] = tree[k]
        table[(int(columns["key_hi"][k]), int(columns["key_lo"][k]))] = row
    return table


class SweepTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tertium-sweep-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def config(self, text=TINY, name="tiny.ini"):
        path = self.folder / name
        path.write_text(text)
        return path

    def run_sweep(self, config, run, ranks=None, threads=None, extra=(), expect=0):
        done = subprocess.run(command(config, run, ranks, extra), env=environment(threads), capture_output=True,
                              text=True, timeout=600)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def result(self, config, name, **how):
        run = self.folder / name
        self.run_sweep(config, run, **how)
        return rows(run / "results.h5")
