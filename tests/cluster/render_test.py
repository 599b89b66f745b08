"""Rendered jobs without a Slurm: what they ask for, shards run one by one by hand, and what is refused."""
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "sweep"))
from sweep_support import PROGRAM, SweepTest, environment, rows  # noqa: E402

TINY = pathlib.Path(__file__).resolve().parent / "tiny.ini"


class Render(SweepTest):
    def tertium(self, *words, expect=0):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, env=environment(),
                              cwd=self.folder, timeout=120)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def render(self, *words, run="run", config=TINY, site="local", expect=0):
        return self.tertium("slurm", "render", config, "-o", run, "--site", site, *words, expect=expect)

    def site(self, text):
        path = self.folder / "site.ini"
        path.write_text(text)
        return path

    def shards(self, job):
        text = (self.folder / "run" / "jobs" / str(job) / "shards.txt").read_text()
        return int(text.split()[3])

    def test_shards_one_by_one_make_the_whole_run(self):
        whole = self.result(TINY, "whole")
        self.render("--target-time", "0.0001s", site=self.site("[slurm]\nmax-array-size = 5\n"))
        job = self.folder / "run" / "jobs" / "1"
        n = self.shards(1)
        self.assertGreater(n, 3)
        for k in range(1, n):
            shard = f"{job}/shards.txt:{k}"
            self.tertium("status", "--verify", "run", "--shard", shard, expect=3)
            self.tertium("run", job / "config.ini", "-o", "run", "--shard", shard)
            self.tertium("run", job / "config.ini", "-o", "run", "--shard", shard)
            self.assertIn("trials done\n", self.tertium("status", "--verify", "run", "--shard", shard))
            self.assertFalse((self.folder / "run" / "results.h5").exists())
        self.assertIn("missing", self.tertium("status", "--verify", "run", expect=3))
        # Only what shard 0 had is left, and it is little: one element.
        left = re.search(r"to do +(\d+) trials", self.render()).group(1)
        self.assertEqual(self.shards(2), 1)
        self.assertIn(f"shard 0 {left} ", (self.folder / "run" / "jobs" / "2" / "shards.txt").read_text())
        self.tertium("run", job / "config.ini", "-o", "run", "--shard", f"{job}/shards.txt:0")
        self.assertIn("tertium merge run makes one file", self.render())
        self.tertium("merge", "run")
        self.assertEqual(rows(self.folder / "run" / "results.h5"), whole)
        self.assertIn("nothing to submit", self.render())

    def test_array_obeys_the_site(self):
        site = self.site("[slurm]\nmax-array-size = 3\nat-once = 2\npartition = p7\noptions = --exclusive\n"
                         "[element]\nranks = 4\nthreads = 2\n[node]\ncores = 4\n"
                         "[job]\nmodules = gcc/12, openmpi\nscratch = /scratch/$USER\nlauncher = mpirun\n")
        said = self.render("--target-time", "0.0001s", site=site)
        self.assertIn("3 elements, each 4 ranks of 2 threads on 2 nodes", said)
        self.assertIn("elements take longer than", said)
        script = (self.folder / "run" / "jobs" / "1" / "array.sbatch").read_text()
        for line in ("#SBATCH --array=0-2%2", "#SBATCH --nodes=2", "#SBATCH --ntasks=4", "#SBATCH --cpus-per-task=2",
                     "#SBATCH --partition=p7", "#SBATCH --exclusive", "module load gcc/12 openmpi",
                     'export TMPDIR="/scratch/$USER"'):
            self.assertIn(f"\n{line}\n", script)
        self.assertIn('\nmpirun "$tertium" run ', script)
        self.assertNotRegex(script, "@[A-Z_]+@")

    def test_one_job_takes_whole_nodes(self):
        self.assertIn("6 ranks of 1 thread on 3 nodes", self.render("--job", "mpi", "--nodes", "3"))
        self.assertIn("\n#SBATCH --ntasks=6\n", (self.folder / "run" / "jobs" / "1" / "mpi.sbatch").read_text())

    def test_teams_get_enough_ranks(self):
        self.assertIn("each 4 ranks of 1 thread on 2 nodes", self.render("--team-size", "4"))
        self.assertIn(" --team-size 4", (self.folder / "run" / "jobs" / "1" / "array.sbatch").read_text())
        self.assertIn("3 ranks of 1 thread on 2 nodes", self.render("--team-size", "3", "--job", "mpi", "--nodes", "2"))
        self.assertIn("2 ranks on 1 node are too few for a team of 4",
                      self.render("--team-size", "4", "--job", "mpi", expect=2))

    def test_misuse_is_told(self):
        unknown = self.site("[slurm]\npartitoin = x\n")
        self.assertIn("site.ini:2: unknown [slurm] key 'partitoin'; did you mean 'partition'?",
                      self.render(site=unknown, expect=2))
        self.assertIn("unknown section 'slrm'", self.render(site=self.site("[slrm]\n"), expect=2))
        self.assertIn("time-limit forever is not understood",
                      self.render(site=self.site("[slurm]\ntime-limit = forever\n"), expect=2))
        self.assertIn("is more than a node has (2 cores)",
                      self.render(site=self.site("[node]\ncores = 2\n[element]\nthreads = 3\n"), expect=2))
        self.assertIn("is not a list of sbatch options",
                      self.render(site=self.site("[slurm]\noptions = exclusive\n"), expect=2))
        self.assertIn("unknown site 'locl'; did you mean 'local'?", self.render(site="locl", expect=2))
        self.assertIn("unknown --job 'arry'", self.render("--job", "arry", expect=2))
        self.assertIn("--nodes 0 is not", self.render("--job", "mpi", "--nodes", "0", expect=2))
        self.assertIn("cannot be used in a job script", self.render(run="a b", expect=2))
        self.assertIn("(a node of site.ini has", self.render(site=self.site("[node]\nmemory = 10MiB\n"), expect=1))
        self.assertIn("the longest cell is predicted to take",
                      self.render(site=self.site("[slurm]\ntime-limit = 1s\n[job]\nnotice = 1s\n"), expect=1))
        self.assertIn("--site is missing", self.tertium("slurm", "render", TINY, "-o", "run", expect=2))
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name != "site.ini"], [])

    def test_submit_without_slurm_says_where_to_go(self):
        env = dict(environment(), PATH="/nowhere")
        done = subprocess.run([PROGRAM, "slurm", "submit", TINY, "-o", "run", "--site", "local"], env=env,
                              capture_output=True, text=True, cwd=self.folder, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("sbatch cannot be started", done.stderr)
        self.assertIn("login node", done.stderr)


if __name__ == "__main__":
    unittest.main()
