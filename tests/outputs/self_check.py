#!/usr/bin/python3
"""Proves that outputs.py leaves out circumstances and nothing else, and names each kind of difference."""
import pathlib
import tempfile
import unittest

import outputs  # beside this file

REPORT = "method     4-AL (m = 1), seed 1: 0.03 s\nclusters   k = 4: 9, 15 objects\n"
TABLE = "method  by its   predicted  seconds\nSOE     distances  71.5 %   0.0085\n\nchance  50.0 %\n"
ROWS = "key,method,rep,aari,t_wall,host\n3f2a,4-AL,0,0.5,0.01,here\n"


def text_of(name, text):
    return "".join(outputs.plain(name, text).values())


class Outputs(unittest.TestCase):
    def test_leaves_out_circumstances(self):
        for name, one, other in (("out", REPORT, REPORT.replace("0.03", "12.3")),
                                 ("out", TABLE, TABLE.replace("  0.0085", "12.5")),
                                 ("out", ROWS, ROWS.replace("0.01,here", "7,there")),
                                 ("summary.json", '{"a": 1, "seconds": 2}\n', '{"a": 1, "seconds": 3}\n')):
            self.assertEqual(text_of(name, one), text_of(name, other))

    def test_leaves_out_nothing_else(self):
        for name, one, before, after in (("out", REPORT, "seed 1", "seed 2"), ("out", REPORT, "15", "16"),
                                         ("out", TABLE, "71.5", "71.6"), ("out", TABLE, "50.0", "50.1"),
                                         ("out", ROWS, "0.5", "0.6"), ("out", ROWS, "3f2a", "3f2b"),
                                         ("tree.nwk", "(a,b);\n", "a,b", "b,a"),
                                         ("labels.csv", "0,a,1\n", "a,1", "a,2"),
                                         ("summary.json", '{"a": 1}\n', "1", "2")):
            self.assertNotEqual(text_of(name, one), text_of(name, one.replace(before, after)))

    def test_keys_stand_apart(self):
        files = outputs.plain("out", ROWS)
        self.assertEqual(files["keys"], "key\n3f2a\n")
        self.assertNotIn("3f2a", files["out"])

    def test_tells_differences(self):
        one = {"line/same": "1\n", "line/changed": "2\n", "line/gone": "3\n"}
        told = list(outputs.differences(one, {"line/same": "1\n", "line/changed": "4\n", "line/new": "5\n"}))
        self.assertEqual([line for line in told if ":" in line],
                         ["line/changed: differs", "line/gone: only in the first", "line/new: only in the second"])
        self.assertIn("    -2", told)
        self.assertIn("    +4", told)
        self.assertEqual(list(outputs.differences(one, one)), [])

    def test_tells_what_is_off_the_record(self):
        files = {"one/out": "1\n", "one/keys": "2\n", "two/out": "3\n", "two/tree.nwk": "4\n"}
        with tempfile.TemporaryDirectory() as folder:
            outputs.DIGESTS = pathlib.Path(folder) / "digests.txt"
            known = outputs.digests(files)
            outputs.DIGESTS.write_text("# head\n" + "".join(f"{known[line]}  {line}\n" for line in known))
            self.assertEqual(outputs.off_record(files), [])
            for name, line in (("one/out", "one"), ("one/keys", "one, keys"), ("two/tree.nwk", "two")):
                self.assertEqual(outputs.off_record({**files, name: "5\n"}), [line])
            self.assertEqual(outputs.off_record({**files, "new/out": "1\n"}), ["new"])
            self.assertEqual(outputs.off_record({name: files[name] for name in files if name != "two/out"}), ["two"])


if __name__ == "__main__":
    unittest.main()
