"""Figure 2 of HC19 (small) as a job array on three nodes, merged and drawn by the dependent job: the same bits as on a
laptop. All papers as a chain of arrays, of which a node dies, and their report at the end of it."""
import re

from slurm_support import HERE, SlurmTest, main, rows
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
        self.assertIn("Of 2 statements 1 holds, 1 fails", (cluster / "report" / "index.html").read_text())
        self.tertium("reproduce", "--runs", laptop)
        for name in FIGURES:
            self.assertEqual(rows(cluster / name / "results.h5"), rows(laptop / name / "results.h5"))


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
