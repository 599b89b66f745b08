"""Formulas of the documentation: LaTeX between dollar signs in Markdown, made into HTML by KaTeX (Debian: katex)."""

import json
import re
import shutil
import subprocess
from pathlib import Path

KATEX = Path("/usr/share/javascript/katex")
# Code, which is left alone, or a displayed formula, or one in a line.
FORMULA = re.compile(r"(?ms)^(?P<fence>```+|~~~+).*?^(?P=fence)\s*?$|(?P<tick>`+).+?(?P=tick)|\$\$(?P<display>.+?)\$\$"
                     r"|(?<![\\\w$])\$(?P<inline>(?![\s$])(?:[^$`\n]|\n(?!\s*\n))*?(?<![\s\\]))\$(?![\w$])")  # fmt: skip
RENDER = """
const katex = require(process.argv[1]);
const html = JSON.parse(require("fs").readFileSync(0)).map(([latex, displayMode]) => {
  try {
    return katex.renderToString(latex, {displayMode, throwOnError: true, strict: "error"});
  } catch (error) {
    return {error: error.message};
  }
});
process.stdout.write(JSON.stringify(html));
"""


class WrongFormula(ValueError):
    """What KaTeX does not understand."""


def node():
    return shutil.which("node") or shutil.which("nodejs")


def is_installed():
    return node() is not None and (KATEX / "katex.js").is_file()


def replaced(markdown, new):
    """`markdown` with new(latex, display) in place of every formula outside code."""
    def one(match):
        for display in (True, False):
            if latex := match["display" if display else "inline"]:
                return new(" ".join(latex.split()), display)
        return match[0]

    return FORMULA.sub(one, markdown)


def rendered(formulas):
    """The HTML of formulas, (latex, display) each. Raises WrongFormula."""
    made = subprocess.run([node(), "-e", RENDER, KATEX / "katex.js"], input=json.dumps(formulas), capture_output=True, text=True, check=True)
    html = json.loads(made.stdout)
    for (latex, _), one in zip(formulas, html):
        if not isinstance(one, str):
            raise WrongFormula(f"{latex}: {one['error']}")
    return html


def copy_style(folder):
    """KaTeX's style sheet and its fonts, in `folder`."""
    css = (KATEX / "katex.min.css").read_text(encoding="utf-8")
    css = re.sub(r',\s*url\([^)]*\.(?:woff|ttf)\)\s*format\([^)]*\)', "", css)  # every browser reads woff2
    (folder / "fonts").mkdir(parents=True)
    (folder / "katex.min.css").write_text(css, encoding="utf-8")
    for font in re.findall(r"url\((fonts/[^)]+)\)", css):
        shutil.copy(KATEX / font, folder / font)
