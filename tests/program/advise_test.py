"""tertium ask --how-many: from a small map to fits to an answer, what lies beyond the map, and what is refused."""
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

    def rows(self, said):
        return [line.split() for line in said.splitlines() if " triplets" in line[20:] or " quadruplets" in line[20:]][: said.count("-AL")]

    def test_from_a_map_to_an_answer(self):
        self.tertium("run", "map-advice", "--smoke", "-o", "map")
        said = self.tertium("ask", "--how-many", "--fit", "map", "-o", "fits.json")
        self.assertRegex(said, r"AddS-3-AL( +-?\d+\.\d\d){5} +\d+ +16")
        self.assertIn("triplets", self.tertium("ask", "--how-many", "--objects", 20, "--levels", 1, "--gap", 2, "--fits", "fits.json"))
        uneven = subprocess.run([TERTIUM, "report", "map", "--by", "eps"], capture_output=True, text=True, timeout=120, check=True, cwd=self.folder)
        self.assertIn("is refined, so means over p are", uneven.stderr)
        self.tertium("run", "map-advice-check", "--smoke", "-o", "others")
        checked = self.tertium("ask", "--how-many", "--check", "others", "--fits", "fits.json")
        self.assertRegex(checked, r"AddS-3-AL( +\d+){4}( +\d+\.\d\d){2}")

    def test_flat_clusters(self):
        self.tertium("run", "map-advice-flat", "--smoke", "-o", "map")
        self.tertium("ask", "--how-many", "--fit", "map", "-o", "fits.json")
        said = self.tertium("ask", "--how-many", "--objects", 20, "--clusters", 3, "--gap", 2, "--fits", "fits.json")
        self.assertIn("20 objects in 3 clusters of one size; similarities inside are above those between by 2", said)
        self.assertIn("is about flat clusters", self.tertium("ask", "--how-many", "--objects", 20, "--fits", "fits.json", expect=1))
        self.tertium("run", "map-advice-flat-check", "--smoke", "-o", "others")
        self.assertIn("AddS-4+spectral", self.tertium("ask", "--how-many", "--check", "others", "--fits", "fits.json"))
        self.assertIn("of 81", self.tertium("ask", "--how-many", "--objects", 100, "--clusters", 5))

    def test_answers_from_the_map_that_is_there(self):
        here = self.tertium("ask", "--how-many", "--objects", 100, "--levels", 3, "--error", 0.1)
        self.assertIn("100 objects in 8 clusters", here)
        self.assertIn("10.0 % of the answers are wrong", here)
        self.assertIn("of 81", here)
        counts = [int(row[1].replace(",", "")) for row in self.rows(here) if row[1] != "more"]
        self.assertGreaterEqual(len(counts), 3)
        self.assertEqual(counts, sorted(counts))
        more = self.tertium("ask", "--how-many", "--objects", 100, "--levels", 3, "--error", 0.25)
        self.assertGreater(int(self.rows(more)[0][1].replace(",", "")), counts[0])
        beyond = self.tertium("ask", "--how-many", "--objects", 100000)
        self.assertIn("beyond (objects)", beyond)
        self.assertIn("extrapolate a law that was not checked", " ".join(beyond.split()))
        self.assertGreater(int(self.rows(beyond)[0][1].replace(",", "")), 10**8)

    def test_refuses(self):
        self.assertIn("--objects is missing", self.tertium("ask", "--how-many", expect=2))
        self.assertIn("fewer levels", self.tertium("ask", "--how-many", "--objects", 10, "--levels", 3, expect=2))
        self.assertIn("give one of them", self.tertium("ask", "--how-many", "--objects", 10, "--levels", 1, "--clusters", 2, expect=2))
        self.assertIn("--output is for --fit", self.tertium("ask", "--how-many", "--check", "map", "-o", "x.json", expect=2))
        self.assertIn("--error", self.tertium("ask", "--how-many", "--objects", 10, "--error", 0.5, expect=2))
        self.tertium("run", "map-advice", "--smoke", "-o", "cut", "--time-limit", "0s", expect=3)
        self.assertIn("is not finished", self.tertium("ask", "--how-many", "--fit", "cut", "-o", "x.json", expect=1))
        self.assertIn("--output is missing", self.tertium("ask", "--how-many", "--fit", "map", expect=2))
        (self.folder / "x.json").write_text("{}")
        self.assertIn("contains no advice", self.tertium("ask", "--how-many", "--objects", 10, "--levels", 1, "--fits", "x.json", expect=1))
        (self.folder / "x.json").write_text('{"format": "tertium advice 3", "about": "flowers"}')
        self.assertIn("x.json contains no advice (about is neither trees nor clusters)",
                      self.tertium("ask", "--how-many", "--objects", 10, "--levels", 1, "--fits", "x.json", expect=1))
        (self.folder / "x.json").write_text('{"format": "tertium advice 3", "about": "trees", "score": "aari", "level": 0.9, "fits": []}')
        self.assertIn("contains no fits", self.tertium("ask", "--how-many", "--objects", 10, "--levels", 1, "--fits", "x.json", expect=1))


if __name__ == "__main__":
    unittest.main()
