"""Names that were dropped are in no page, help page or message any more."""

import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).parents[2]
COMMANDS = "validate|advise|plan|failures|trial|info|diff|export|verify|claims|methods|models|datasets|schemes|metrics"
OPTIONS = "compare|people|shuffles|screens|swap|recorded|retry-failed"
WORDS = ("foret[eo]ll?|unsaid|not[ _]told[ _]apart|answers_seen|less_than_best|standard_error_of_that|remarkable|root_beside|most_looks|"
         "refine_(?:least|most|over)|(?:places|people|left_out|shuffles)\\.csv")  # fmt: skip
DROPPED = re.compile(rf"tertium (?:{COMMANDS})\b|--(?:{OPTIONS})\b|\b\w*(?:{WORDS})")
HASHED = ("experiments/plan/grid.cpp", "python/tertium/_tasks.py")  # words that keys and digests of before are made of


class Names(unittest.TestCase):
    def test_no_page_and_no_message_has_a_dropped_name(self):
        files = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
        for room, kind in (("program", "*.cpp"), ("experiments", "*.cpp"), ("answers", "*.cpp"), ("python", "*.py"), ("pictures", "*.py")):
            files += (ROOT / room).rglob(kind)
        for file in files:
            if file.relative_to(ROOT).as_posix() not in HASHED:
                self.assertIsNone(DROPPED.search(file.read_text()), f"{file}: {DROPPED.search(file.read_text())}")

    def test_no_help_page_has_one(self):
        program = os.environ["TERTIUM_PROGRAM"]
        overview = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        for command in re.findall(r"(?m)^  (\w+) ", overview):
            for topic in ((), ("reading",), ("drawing",), ("running",)):
                page = subprocess.run([program, command, "--help", *topic], capture_output=True, text=True, check=True).stdout
                self.assertIsNone(DROPPED.search(page), f"{command} --help: {DROPPED.search(page)}")


if __name__ == "__main__":
    unittest.main()
