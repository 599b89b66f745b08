"""Figure 2 of HC19 (small) as a job array on three nodes, merged and drawn by the dependent job: the same bits as on a
laptop. All papers as a chain of arrays, of which a node dies, and their report at the end of it. A step of one's own, killed
with its node and cancelled, goes on."""
import pathlib
import re
import shutil

from slurm_support import HERE, HOME, SlurmTest, main, rows
from small_papers import FIGURES, make_home

TINY = HERE / "tiny.ini"


class Array(SlurmTest):
    def test_array_and_laptop_agree(self):
        run, laptop = self.folder / "run", self.folder / "laptop"
        array, merge = self.submit("hc19-fig2", run, "--smoke", "--target-time", "4s")
        elements = len(self.states(array))
        self.assertGreaterEqual(elements, 3)
        self.assertIn("is still in the queue", self.tertium("slurm", "submit", "hc19-fig2", "--smoke", "-o", run,
                                                            "--site", "local", expect=1))
        self.await_state("COMPLETED", merge, seconds=400)
        self.assertEqual(list(self.states(array).values()), ["COMPLETED"] * elements)
        self.assertEqual({path.name for path in run.glob("*.png")}, {"hc19-fig2.png"},
                         (run / "jobs" / "1" / "merge.out").read_text())
        nodes = {(run / "jobs" / "1" / f"element-{k}.out").read_text().split(" on ")[1].split(",")[0]
                 for k in range(elements)}
        self.assertEqual(nodes, {"n1", "n2", "n3"})
        self.assertIn("nothing to submit: 270 of 270 trials done",
                      self.tertium("slurm", "submit", "hc19-fig2", "--smoke", "-o", run, "--site", "local"))
        self.tertium("run", "hc19-fig2", "--smoke", "-o", laptop)
        self.assertEqual(rows(run / "results.h5"), rows(laptop / "results.h5"))


class Papers(SlurmTest):
    def test_a_node_dies_and_the_report_has_all(self):
        self.environment["TERTIUM_HOME"] = str(make_home(self.folder))
        cluster, laptop = self.folder / "cluster", self.folder / "laptop"
        said = self.tertium("reproduce", "--site", "local", "--runs", cluster, "--target-time", "2s")
        arrays = re.findall(r"(?m)^(\w+): array of \d+ as job (\d+), then merge and figure as job \d+", said)
        self.assertEqual([name for name, _ in arrays], list(FIGURES))
        last = re.search(r"report: job (\d+) after 3 arrays", said).group(1)
        slow = arrays[-1][1]
        self.assertIn("is in the queue already", self.tertium("reproduce", "--site", "local", "--runs", cluster))
        self.await_that("an element of the slowest computes", lambda: self.state(slow, 0) == "RUNNING")
        node = self.node_of(slow, 0)
        self.local_slurm("kill-node", node)
        self.lose(node)
        self.await_state("COMPLETED", last, seconds=300)
        self.assertIn("1 claim of the papers: 1 holds; 1 claim of this project: 1 fails", (cluster / "report" / "index.html").read_text())
        self.tertium("reproduce", "--runs", laptop)
        for name in FIGURES:
            self.assertEqual(rows(cluster / name / "results.h5"), rows(laptop / name / "results.h5"))


class OwnStep(SlurmTest):
    def processes(self):
        """Of the step's program: command lines that name its copy."""
        lines = (path.read_bytes() for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if path.exists())
        return [line for line in lines if str(self.folder / "own").encode() in line]

    def test_killed_it_ends_and_goes_on(self):
        run, laptop, own = self.folder / "run", self.folder / "laptop", self.folder / "own"
        shutil.copytree(HOME / "examples" / "own-step", own)
        steps = own / "steps.ini"
        steps.write_text(steps.read_text().replace("python3 spectral.py", f"python3 {own}/slow.py").replace(
            "files = spectral.py", "files = slow.py, spectral.py"))  # fmt: skip
        (own / "slow.py").write_text("import runpy, time\nopen('begun', 'w').close()\ntime.sleep(0.7)\nrunpy.run_path('spectral.py')\n")
        words = "--steps", steps, "--set", "methods.run=AL, spectral-places+AL"
        array, merge = self.submit(TINY, run, *words, "--target-time", "3s")
        self.await_that("the step runs", (own / "begun").exists)
        node = self.node_of(array, 0)
        self.local_slurm("kill-node", node)
        self.lose(node)
        self.in_cluster("scancel", array, merge)
        self.await_that("the queue is empty", lambda: not self.in_cluster("squeue", "-h"))
        self.await_that("the step's program ends with its job", lambda: not self.processes(), 30)
        self.local_slurm("start-node", node)
        array, merge = self.submit(TINY, run, *words, "--target-time", "3s")
        self.await_state("COMPLETED", merge, seconds=300)
        self.tertium("run", TINY, *words, "-o", laptop)
        self.assertEqual(rows(run / "results.h5"), rows(laptop / "results.h5"))
        self.assertEqual(self.tertium("report", run, "--format", "rows").count(",done,"), 16 + 32)


class OneJob(SlurmTest):
    def test_one_job_of_teams(self):
        run, laptop = self.folder / "run", self.folder / "laptop"
        job, merge = self.submit(TINY, run, "--job", "mpi", "--nodes", "3", "--team-size", "2")
        self.await_state("COMPLETED", merge)
        self.assertEqual(self.state(job), "COMPLETED")
        self.tertium("run", TINY, "-o", laptop)
        self.assertEqual(rows(run / "results.h5"), rows(laptop / "results.h5"))


if __name__ == "__main__":
    main()
