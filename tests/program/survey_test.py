"""The page of a survey in Chromium, where that is installed: answered by keys and clicks, reloaded in the middle, and what it
saves read back; at the width of a screen and of a phone."""

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.environ["TERTIUM_PROGRAM"]
CHROMIUM = shutil.which("chromium")
NAMES = ["owl", "cat", 'a, "b"', "dog", "mixer", "toaster", "</script>"]
# Answers every question, by key, click and "I can't say" in turn; then shows what would be saved.
ANSWERING = """<script>
const step = () => {
  if (state && state.answers.length === 7 && !sessionStorage.getItem("again")) { sessionStorage.setItem("again", 1); return location.reload(); }
  const choices = [...main.querySelectorAll(".choice")], first = main.querySelector("button.first");
  if (document.querySelector("h1")?.textContent === "Thank you") {
    const shown = document.createElement("pre");
    shown.id = "saved";
    shown.textContent = csv();
    shown.dataset.wide = document.documentElement.scrollWidth > innerWidth;
    return document.body.append(shown);
  }
  if (!choices.length) first.click();
  else {
    const k = state.answers.length;
    if (k === 5) main.querySelector("button.small").click();
    else if (k % 2) document.dispatchEvent(new KeyboardEvent("keydown", { key: String(1 + k % choices.length) }));
    else choices[k % choices.length].click();
  }
  setTimeout(step, 10);
};
setTimeout(step, 50);
</script></body>"""


def run(*arguments, **more):
    return subprocess.run(list(map(str, arguments)), capture_output=True, text=True, timeout=240, **more)


class Survey(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        quoted = ['"' + name.replace('"', '""') + '"' for name in NAMES]
        (self.folder / "names.csv").write_text("object,name\n" + "".join(f"{k},{name}\n" for k, name in enumerate(quoted)))

    def page(self, kind):
        made = run(PROGRAM, "ask", "--names", "names.csv", "--question-type", kind, "--participants", 3, "-n", 12, "--page",
                   "survey.html", "--force", cwd=self.folder)  # fmt: skip
        self.assertEqual(made.returncode, 0, made.stderr)
        return (self.folder / "survey.html").read_text()

    def test_the_page_asks_nobody_else(self):
        text = self.page("triplets")
        self.assertEqual(re.findall(r"""(?:src|href)=["'][^"']""", text), [])
        data = json.loads(re.search(r'type="application/json">(.*?)</script>', text)[1])
        self.assertEqual(data["names"], NAMES)
        self.assertEqual([len(questions) for questions in data["lists"]], [12, 12, 12])

    @unittest.skipUnless(CHROMIUM, "no Chromium")
    def test_what_it_saves_is_read_without_an_option(self):
        for kind in ("triplets", "odd-one-outs", "quadruplets"):
            for size in ("1280,800", "390,844"):
                with self.subTest(kind, size=size), tempfile.TemporaryDirectory() as profile:
                    (self.folder / "driven.html").write_text(self.page(kind).replace("</body>", ANSWERING))
                    done = run(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", f"--window-size={size}",
                               "--virtual-time-budget=20000", "--dump-dom", f"file://{self.folder}/driven.html?participant=3")  # fmt: skip
                    wide, saved = re.search(r'<pre id="saved" data-wide="(\w+)">(.*?)</pre>', done.stdout, re.DOTALL).groups()
                    self.assertEqual(wide, "false")
                    (self.folder / "saved.csv").write_text(html.unescape(saved))
                    told = run(PROGRAM, "answers", "saved.csv", cwd=self.folder)
                    self.assertEqual(told.returncode, 0, told.stderr)
                    for part in (f"15 rows, {kind}", "1 row without an answer", "1 row of attention checks", "2 rows of practice", "by 1 subject"):
                        self.assertIn(part, told.stdout)


if __name__ == "__main__":
    unittest.main()
