"""tertium ask with a program that answers: killed at any moment it goes on where it was, and asks nothing twice.

The environment variable TERTIUM_PROGRAM names the program.
"""

import csv
import os
import pathlib
import signal
import stat
import subprocess
import tempfile
import time
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]
# Objects are numbers on a line. Every start is noted, and from the third on it takes its time.
ORACLE = """#!/usr/bin/python3
import csv, os, sys, time
questions = list(csv.DictReader(sys.stdin))
with open("starts", "a") as starts:
    starts.write(f"{len(questions)}\\n")
if os.path.exists("slow") and os.path.getsize("starts") > 6:
    time.sleep(30)
for q in questions:
    a, b, c = int(q["anchor"]), int(q["first"]), int(q["second"])
    print("first" if abs(a - b) < abs(a - c) else "second" if abs(a - c) < abs(a - b) else "skip")
"""


class AskOracle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        oracle = self.folder / "answer.py"
        oracle.write_text(ORACLE)
        oracle.chmod(oracle.stat().st_mode | stat.S_IXUSR)

    def words(self, budget, log="log.csv", oracle="./answer.py"):
        return [TERTIUM, "ask", "--objects", "12", "--oracle", oracle, "--budget", str(budget), "--batch", "10",
                "--votes", "2", "--counterbalance", "--log", log]  # fmt: skip

    def ask(self, *words, **options):
        return subprocess.run(self.words(*words, **options), cwd=self.folder, capture_output=True, text=True, timeout=60)

    def rows(self, log="log.csv"):
        with open(self.folder / log, newline="") as file:
            return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(file)]

    def starts(self):
        return (self.folder / "starts").read_text().split()

    def wait_for_starts(self, number):
        for _ in range(500):
            if (self.folder / "starts").exists() and len(self.starts()) >= number:
                return
            time.sleep(0.02)
        self.fail("the oracle was not started")

    def test_a_record_answers_in_the_place_of_the_program(self):
        self.assertEqual(self.ask(60, "first.csv").returncode, 0)
        (self.folder / "starts").unlink()
        words = [word for word in self.words(60, "again.csv") if word not in ("--oracle", "./answer.py")]
        again = subprocess.run([*words, "--replay", "first.csv"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.rows("again.csv"), self.rows("first.csv"))
        self.assertIn("answered 60 questions", again.stdout)
        self.assertFalse((self.folder / "starts").exists())
        other = [*words, "--seed", "2"]
        other[other.index("again.csv")] = "other.csv"
        refused = subprocess.run([*other, "--replay", "first.csv"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the record has no answer to", refused.stderr)
        helped = subprocess.run([*other, "--replay", "first.csv", "--oracle", "./answer.py"], cwd=self.folder, capture_output=True,
                                text=True, timeout=60)  # fmt: skip
        self.assertEqual(helped.returncode, 0, helped.stderr)
        self.assertEqual(len(self.rows("other.csv")), 60)
        for row in self.rows("other.csv"):  # whoever answered, in whatever order: what is on the line
            near = [abs(int(row["anchor"]) - int(row[place])) for place in ("first", "second")]
            self.assertEqual(row["answer"], "first" if near[0] < near[1] else "second" if near[1] < near[0] else "NA")
        self.assertLess(sum(map(int, self.starts())), 60)
        lost = subprocess.run([*words[:-1], "new.csv", "--replay", "lost.csv"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((lost.returncode, (self.folder / "new.csv").exists()), (1, False))
        for budget in ("20", "60"):  # gone on from: nobody was paid
            part = [*words[:-1], "part.csv", "--replay", "first.csv", "--cost-per-answer", "1"]
            part[part.index("--budget") + 1] = budget
            told = subprocess.run(part, cwd=self.folder, capture_output=True, text=True, timeout=60).stdout
            self.assertIn(f"answered {budget} questions", told)
            self.assertIn("cost       0.00", told)
        same = subprocess.run([*words, "--replay", "again.csv"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(same.returncode, 2)

    def test_killed_in_a_batch_it_goes_on_with_it(self):
        whole = self.ask(60, "whole.csv")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        (self.folder / "starts").unlink()
        for number in (signal.SIGKILL, signal.SIGTERM):
            (self.folder / "slow").touch()
            running = subprocess.Popen(self.words(60), cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)  # fmt: skip
            begun = len(self.starts()) if (self.folder / "starts").exists() else 0
            self.wait_for_starts(max(3, begun + 1))
            running.send_signal(number)
            self.assertEqual(running.wait(), -number)
            self.assertEqual(len(self.rows()), 20)  # all batches that were done
        (self.folder / "slow").unlink()
        resumed = self.ask(60)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertIn("20 of these from before", resumed.stdout)
        self.assertEqual(self.rows(), self.rows("whole.csv"))
        self.assertEqual(self.starts(), ["10"] * 8)  # two of them killed

    def test_a_log_cut_anywhere_is_filled_up(self):
        self.ask(30)
        whole = (self.folder / "log.csv").read_bytes()
        for kept in (len(whole) - 1, len(whole) - 20, len(whole) // 2, 30):
            (self.folder / "log.csv").write_bytes(whole[:kept])
            result = self.ask(30)
            self.assertEqual(result.returncode, 0, result.stderr)
            rows = self.rows()
            self.assertEqual(len(rows), 30)
            asked = {}
            for row in rows:
                key = (row["anchor"], *sorted((row["first"], row["second"])))
                asked.setdefault(key, []).append(row["vote"])
            self.assertEqual({tuple(sorted(votes)) for votes in asked.values()}, {("1", "2")})

    def test_the_log_is_a_file_of_answers(self):
        self.ask(200)
        result = subprocess.run([TERTIUM, "cluster", "log.csv", "--method", "AddS-3-AL", "--no-picture"], cwd=self.folder,
                                capture_output=True, text=True, timeout=60)  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("anchor,first,second", result.stdout)

    def test_by_vectors_it_asks_what_they_leave_open(self):
        numbers = [format(k, "04b") for k in range(16)]
        table = "name,a,b,c,d\n" + "".join(f"{k},{int(b[0]) * 8},{int(b[1]) * 4},{int(b[2]) * 2},{b[3]}\n" for k, b in enumerate(numbers))
        (self.folder / "vectors.csv").write_text(table)
        (self.folder / "tree.py").write_text(
            "import csv, sys\nfor q in csv.DictReader(sys.stdin):\n    o = [int(q[x]) for x in ('first', 'second', 'third')]\n"
            "    apart = [(o[1] ^ o[2]).bit_length(), (o[0] ^ o[2]).bit_length(), (o[0] ^ o[1]).bit_length()]\n"
            "    print(('first', 'second', 'third')[apart.index(min(apart))])\n")  # fmt: skip
        words = [TERTIUM, "ask", "--prior", "vectors.csv", "--oracle", "/usr/bin/python3 tree.py", "--log"]

        def run(*more):
            return subprocess.run([*words, *more], cwd=self.folder, capture_output=True, text=True, timeout=60)

        short = run("asked.csv", "--budget", "10")
        self.assertEqual(short.returncode, 0, short.stderr)
        self.assertIn("before every object is in the tree", short.stderr)
        done = run("asked.csv", "--budget", "500")
        self.assertIn("every object is in the tree", done.stderr)
        self.assertLessEqual(len(self.rows("asked.csv")), 2 * 16)
        self.assertEqual(run("whole.csv", "--budget", "500").returncode, 0)
        self.assertEqual(self.rows("asked.csv"), self.rows("whole.csv"))
        self.assertIn("tertium cluster asked.csv --method AddS-3-AL+search", done.stdout)
        found = subprocess.run([TERTIUM, "cluster", "asked.csv", "--method", "AddS-3-AL+search", "--no-picture", "-o", "found"],
                               cwd=self.folder, capture_output=True, text=True, timeout=60)  # fmt: skip
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("satisfied  100.0 %", found.stdout)
        for more, says in ((["--names", "other.csv"], "has no row for elk"), (["--question-type", "triplets"], "which of three"),
                           (["--choose", "random"], "--choose is not for --prior"), (["asked.csv"], "leave FILE out"),
                           (["--participants", "3"], "not for lists")):  # fmt: skip
            (self.folder / "other.csv").write_text("object,name\n0,elk\n1,2\n2,3\n")
            refused = run("new.csv", "--budget", "9", *more)
            self.assertNotEqual(refused.returncode, 0, more)
            self.assertIn(says, refused.stderr)
            self.assertEqual(refused.stderr.count("\n"), 1 + ("usage" in refused.stderr.lower()), refused.stderr)
        self.assertFalse((self.folder / "new.csv").exists())

    def test_a_failing_oracle_is_one_line(self):
        self.assertEqual(self.ask(10).returncode, 0)
        before = (self.folder / "log.csv").read_bytes()
        for oracle, says in (("exit 4", "exit status is 4"), ("echo maybe", "'maybe'"), ("./answer.py | head -n 3", "3 lines"),
                             ("./missing", "exit status is 127")):  # fmt: skip
            result = self.ask(20, oracle=oracle)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stdout, "")
            lines = [line for line in result.stderr.splitlines() if line.startswith("tertium")]
            self.assertEqual(len(lines), 1, result.stderr)
            self.assertIn(says, lines[0])
            self.assertIn("repeat the command", lines[0])
            self.assertEqual((self.folder / "log.csv").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
