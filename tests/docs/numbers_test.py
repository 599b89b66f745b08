"""Numbers in the prose of the documents that a command prints are those that it prints. A passage says which command:

    <!-- printed by: tertium answers faces -->two answers agree in 65.8 % of all cases<!-- end -->

Commands of a page are typed in the order of the page, in one folder, several with && between. Every number of the passage
has to be among what was printed, or be one of these rounded; links and what stands in back quotes are left out.
"""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ["TERTIUM_PROGRAM"]).resolve()
HOME = pathlib.Path(os.environ["TERTIUM_HOME"]).resolve()
PASSAGE = re.compile(r"<!-- printed by: (.+?) -->(.*?)<!-- end -->", re.S)
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])|(?<![\w.])\.\d+(?![\w])")


def numbers_in(text):
    """As they are written, thousands without commas."""
    return [number.replace(",", "") for number in NUMBER.findall(re.sub(r",(?!\d)", " ", text))]


def prose(text):
    return re.sub(r"`[^`]*`|\]\([^)]*\)", " ", text)


def decimals(number):
    return len(number.partition(".")[2])


def missing(passage, printed):
    """The numbers of a passage that nothing printed is, or rounds to."""
    known = [(float(number), decimals(number)) for number in numbers_in(printed)]
    return [number for number in numbers_in(prose(passage))
            if not any(places >= decimals(number) and abs(value - float(number)) <= 0.5 * 10.0 ** -decimals(number) + 1e-9
                       for value, places in known)]  # fmt: skip


class Numbers(unittest.TestCase):
    def typed(self, line, folder):
        env = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        done = subprocess.run(["bash", "-ec", line], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
        return done.stdout

    def test_prose(self):
        passages = 0
        for page in [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count("<!-- printed by:"), len(PASSAGE.findall(text)), f"{page.name}: a passage has no end")
            with tempfile.TemporaryDirectory() as folder:
                for command, passage in PASSAGE.findall(text):
                    self.assertTrue(numbers_in(prose(passage)), f"{page.name}: no number in '{passage}'")
                    with self.subTest(page.name, command=command):
                        self.assertEqual(missing(passage, self.typed(command, folder)), [], passage)
                    passages += 1
        self.assertGreater(passages, 5)

    def test_a_wrong_number_is_found(self):
        printed = "ceiling    some 74.2 %, of 37234 answers, t-STE 71.6 ± 1.1 %\nbest of 39"
        for passage in ("some 74.2 %, in 37,234 answers", "74 % of `12` [faces](page.md#3), 71.6 ± 1.1 %", "39 people."):
            self.assertEqual(missing(passage, printed), [], passage)
        for passage, wrong in (("some 67 to 82 %", ["67", "82"]), ("74.3 %", ["74.3"]), ("75 %", ["75"]), ("74.20 %", ["74.20"]),
                               ("some 148.4 %", ["148.4"]), ("37,235", ["37235"]), ("37.1", ["37.1"])):  # fmt: skip
            self.assertEqual(missing(passage, printed), wrong, passage)


if __name__ == "__main__":
    unittest.main()
