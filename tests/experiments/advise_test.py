"""tertium advise: from a small map to fits to an answer, what lies beyond the map, and what is refused."""
import os
import pathlib
import subprocess
import tempfile
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]


class Advise(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def tertium(self, *words, expect=0):
        done = subprocess.run([TERTIUM, *map(str, words)], capture_output=True, text=True, timeout=120, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done.stdout if expect == 0 else done.stderr

    def test_from_a_map_to_an_answer(self):
        self.tertium("run", "map-advice", "--smoke", "-o", "map")
        said = self.tertium("advise", "--fit", "map", "-o", "fits.json")
        self.assertRegex(said, r"AddS-3-AL( +-?\d+\.\d\d){5} +\d+")
        self.assertIn("triplets", self.tertium("advise", "-n", 20, "--levels", 1, "--gap", 2, "--fits", "fits.json"))

    def test_answers_from_the_map_that_is_there(self):
        here = self.tertium("advise", "-n", 100, "--levels", 3, "--error", 0.1)
        self.assertIn("100 objects in 8 clusters", here)
        self.assertIn("10.0 % of the answers are wrong", here)
        self.assertNotIn("Beyond", here)
        rows = [line.split() for line in here.splitlines() if line.endswith(("triplets", "quadruplets"))]
        counts = [int(row[1].replace(",", "")) for row in rows if row[1] != "more"]
        self.assertGreaterEqual(len(counts), 3)
        self.assertEqual(counts, sorted(counts))
        more = self.tertium("advise", "-n", 100, "--levels", 3, "--error", 0.25)
        first = next(line.split() for line in more.splitlines() if line.endswith(("triplets", "quadruplets")))
        self.assertGreater(int(first[1].replace(",", "")), counts[0])
        self.assertIn("Beyond what was measured: objects 5000", self.tertium("advise", "-n", 5000))

    def test_refuses(self):
        self.assertIn("--objects is missing", self.tertium("advise", expect=2))
        self.assertIn("fewer levels", self.tertium("advise", "-n", 10, "--levels", 3, expect=2))
        self.assertIn("--error", self.tertium("advise", "-n", 10, "--error", 0.5, expect=2))
        self.assertIn("--output is missing", self.tertium("advise", "--fit", "map", expect=2))
        (self.folder / "x.json").write_text("{}")
        self.assertIn("has no advice in it", self.tertium("advise", "-n", 10, "--levels", 1, "--fits", "x.json", expect=1))
        (self.folder / "x.json").write_text('{"format": "tertium advice 1", "score": "aari", "level": 0.9, "fits": []}')
        self.assertIn("has no fits", self.tertium("advise", "-n", 10, "--levels", 1, "--fits", "x.json", expect=1))


if __name__ == "__main__":
    unittest.main()
