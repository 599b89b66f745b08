"""tertium bench strong|weak: the table, the file, the picture, alone and under mpirun."""
import subprocess
import unittest

import h5py
import numpy as np

from sweep_support import PROGRAM, SweepTest, environment


class Scaling(SweepTest):
    def bench(self, mode, ranks=None, extra=(), expect=0):
        start = ["mpirun", "-n", str(ranks)] if ranks else []
        done = subprocess.run(start + [PROGRAM, "bench", mode, "--smoke", "--force", "-o", str(self.folder / mode), *extra],
                              env=environment(), capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def check(self, mode, widths):
        with h5py.File(self.folder / mode / f"{mode}.h5") as file:
            self.assertEqual(file.attrs["mode"], mode)
            self.assertEqual(file["scaling/seconds"].attrs["units"], "s")
            way = file["scaling/way"].asstr()[...]
            for name in ("cells over ranks", "one cell over a team"):
                self.assertEqual(sorted(set(file["scaling/width"][way == name])), widths)
            one = file["scaling/width"][...] == 1
            self.assertTrue(np.all(file["scaling/speedup"][one] == 1.0))
            self.assertTrue(np.all(file["scaling/speedup"][...] > 0.0))
            self.assertTrue(np.allclose(file["scaling/efficiency"][...] * file["scaling/width"][...],
                                        file["scaling/speedup"][...]))
            runs = file["runs"]
            self.assertEqual(set(runs["repeat"][...]), {0, 1})
            self.assertEqual(len({len(runs[name]) for name in runs}), 1)
            self.assertEqual(sorted(set(file["messages/width"][...])), [width for width in widths if width > 1])
            self.assertTrue(np.all(file["messages/seconds"][...] > 0.0))
        for extension in ("png", "pdf", "svg"):
            self.assertGreater((self.folder / mode / f"{mode}.{extension}").stat().st_size, 1000)

    def test_strong_on_ranks(self):
        done = self.bench("strong", ranks=3)
        self.check("strong", [1, 2, 3])
        self.assertIn("one cell over a team", done.stdout)
        self.assertIn("efficiency", done.stdout)

    def test_weak_alone_and_on_ranks(self):
        self.bench("weak")
        self.check("weak", [1])
        self.bench("weak", ranks=2, extra=("--methods", "AddS-4-AL"))
        self.check("weak", [1, 2])
        with h5py.File(self.folder / "weak" / "weak.h5") as file:
            team = file["scaling/way"].asstr()[...] == "one cell over a team"
            objects = dict(zip(file["scaling/width"][team], file["scaling/objects"][team]))
        self.assertGreater(objects[2], objects[1])

    def test_a_wrong_line_is_said_once(self):
        for extra in (("--objects", "50"), ("--methods", "5-AL"), ("--cells", "0"), ("--repeats", "x")):
            with self.subTest(extra=extra):
                done = self.bench("strong", ranks=2, extra=extra, expect=2)
                self.assertEqual(done.stderr.count("tertium bench:"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
