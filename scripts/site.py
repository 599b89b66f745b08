#!/usr/bin/python3
"""scripts/site.py OUTPUT [--package FOLDER]

Builds the site of the documentation below OUTPUT, which opens from disk and asks no server: docs/ as pages, the README as
the first one, files that pages point to, and, where FOLDER holds the package tertium (build/python), its Python functions.
The C++ reference is below cpp/, if Doxygen is installed. Formulas between dollar signs are set when the site is built, if
KaTeX is installed. Only the search needs JavaScript.
Then follows every link of every other page, to the heading that it names; exits 1 and tells those that lead nowhere. Needs
mkdocs; no network.
"""

import argparse
import html
import html.parser
import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from pathlib import Path

import cpp_reference
import formulas

ROOT = Path(__file__).resolve().parent.parent
# Headings of the menu and the pages below them, in docs/; all pages are there, or the build fails.
MENU = {
    "Start": ["index", "concepts", "tutorial", "install", "glossary"],
    "Your answers": ["answers", "answers-files", "answers-standard", "answers-methods", "answers-support", "answers-trees", "answers-maps",
                     "answers-people", "answers-asking", "answers-large", "bounds", "python", "api", "benchmark"],
    "Examples": ["examples", "examples/answers-to-tree", "examples/answers-to-tree-python", "examples/own-sweep", "examples/own-step",
                 "examples/own-step-cpp", "examples/cmake-project", "examples/slurm-site"],
    "Experiments": ["configurations", "own-methods", "operations", "cluster", "results", "scaling", "figures", "figures-hc18",
                    "figures-adds20", "figures-lpp17", "figures-occ17", "maps", "choosing", "claims"],
    "The papers again": ["papers/report", "papers/hc19", "papers/hc18", "papers/adds20", "papers/lpp17", "papers/occ17",
                         "papers/beyond", "papers/choosing", "papers/maps"],
    "Reference": ["methods", "models", "datasets", "data", "schemes", "scores"],
    "Inside": ["design", "performance", "stability", "contributing", "conduct", "security", "changes"],
}  # fmt: skip
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def moved(text, source, pages, files):
    """A page whose links lead to pages and copied files of the site. source: the page, from the root."""
    def new(match):
        target, _, anchor = match[2].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        path = os.path.normpath(os.path.join(os.path.dirname(source), target))
        here = os.path.dirname(pages[source])
        if path in pages:
            found = pages[path]
        elif (ROOT / path).is_file():
            found = path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"
            files[path] = found
        else:
            return match[0]  # told when links are followed
        return match[1] + os.path.relpath(found, here or ".") + (f"#{anchor}" if anchor else "") + match[3]

    return LINK.sub(new, text)


def api_page(package):
    """What the Python package has, out of its docstrings."""
    sys.path.insert(0, str(package))
    module = importlib.import_module("tertium")
    lines = ["# Python functions", "", inspect.getdoc(module) or "", ""]
    results = {made.__name__: made for made in module._found.Found.__subclasses__()}
    for name in sorted([*module.__all__, *results]):
        thing = results.get(name) or getattr(module, name)
        if inspect.ismodule(thing) or not callable(thing):
            continue
        try:
            signature = "" if name in results else str(inspect.signature(thing))
        except ValueError:
            signature = "(...)"
        lines += [f"## {name}", "", "```text", f"tertium.{name}{signature}", "", inspect.getdoc(thing) or "", "```", ""]
    return "\n".join(lines)


class Formulas:
    """Of all pages. Markdown would change LaTeX, so it gets a mark in place of each."""

    def __init__(self):
        self.found = []

    def marked(self, markdown):
        def mark(latex, display):
            self.found.append((latex, display))
            return f"FORMULA{len(self.found) - 1}X"

        return formulas.replaced(markdown, mark) if formulas.is_installed() else markdown

    def as_latex(self, text):
        return re.sub(r"FORMULA(\d+)X", lambda match: self.found[int(match[1])][0], text)

    def set_in(self, output):
        """Puts the formulas in place of the marks, in all pages below `output`."""
        if not self.found:
            return
        html = formulas.rendered(self.found)
        formulas.copy_style(output / "katex")
        for page in output.rglob("*.html"):
            text = page.read_text(encoding="utf-8")
            made, count = re.subn(r"FORMULA(\d+)X", lambda match: html[int(match[1])], text)
            if count:
                style = os.path.relpath(output / "katex" / "katex.min.css", page.parent)
                made = made.replace("</head>", f'<link rel="stylesheet" href="{style}">\n</head>', 1)
                page.write_text(made, encoding="utf-8")


def prepare(folder, package, of_pages):
    """The sources of the site in `folder`."""
    pages = {str(path.relative_to(ROOT)): str(path.relative_to(ROOT / "docs")) for path in sorted((ROOT / "docs").rglob("*.md"))}
    pages |= {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changes.md",
              "SECURITY.md": "security.md", "CODE_OF_CONDUCT.md": "conduct.md", "data/README.md": "data.md",
              "examples/README.md": "examples.md"}
    pages |= {f"examples/{path.parent.name}/README.md": f"examples/{path.parent.name}.md" for path in ROOT.glob("examples/*/README.md")}
    files = {}
    for source, page in pages.items():
        target = folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        text = moved((ROOT / source).read_text(encoding="utf-8"), source, pages, files)
        target.write_text(of_pages.marked(text), encoding="utf-8")
    for source, found in files.items():
        (folder / found).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, folder / found)
    if package:
        (folder / "api.md").write_text(api_page(package), encoding="utf-8")
    written = {str(path.relative_to(folder))[:-3] for path in folder.rglob("*.md")}
    listed = {page for of_heading in MENU.values() for page in of_heading}
    if written - listed:
        sys.exit(f"scripts/site.py: the menu lacks {', '.join(sorted(written - listed))}, add them to MENU")
    return {heading: [page for page in of_heading if page in written] for heading, of_heading in MENU.items()}


def cpp_pages(heading):
    """The C++ reference, of which only the first page is in the menu."""
    return [{"C++ reference": "cpp/index.html"}] if heading == "Reference" and cpp_reference.is_installed() else []


def configuration(sources, output, menu):
    """What mkdocs is told, as JSON, which is YAML."""
    return json.dumps({
        "site_name": "Tertium", "docs_dir": str(sources), "site_dir": str(output), "use_directory_urls": False,
        "theme": {"name": None, "custom_dir": str(ROOT / "scripts" / "site_theme"), "search_index_only": True}, "plugins": ["search"],
        "markdown_extensions": ["tables", "fenced_code", "toc", "sane_lists"],
        "nav": [{heading: [f"{page}.md" for page in of_heading] + cpp_pages(heading)} for heading, of_heading in menu.items()],
    })  # fmt: skip


def write_search(output, of_pages):
    """What search/box.js loads: lunr, which comes with mkdocs, and all sections as a script, since pages from disk read no JSON."""
    import mkdocs.contrib.search

    index = output / "search" / "search_index.json"
    pages, sections = {}, []
    for entry in json.loads(index.read_text(encoding="utf-8"))["docs"]:
        page, _, anchor = entry["location"].partition("#")
        if not anchor:  # the whole page, before its sections
            pages[page] = entry["title"]
            continue
        text = re.sub(r"(?<=[(\[]) | (?=[,;:)\]]+(?: |$)|\.(?: [A-Z]|$))", "", of_pages.as_latex(entry["text"]))
        sections.append({"page": pages[page], "heading": entry["title"], "at": entry["location"], "text": text})
    (index.parent / "sections.js").write_text(f"const SECTIONS = {json.dumps(sections, ensure_ascii=False, indent=0)};\n", encoding="utf-8")
    index.unlink()
    shutil.copy(Path(mkdocs.contrib.search.__file__).parent / "templates" / "search" / "lunr.js", index.parent)


class Page(html.parser.HTMLParser):
    """Anchors and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            if name in ("href", "src") and value:
                self.links.append(value)


def dead_links(output):
    """Every link that leads nowhere, "page: link"; Doxygen's pages, which it links itself, are only led to."""
    checked = [path for path in sorted(output.rglob("*.html")) if path.name != "404.html" and path.parent != output / "cpp"]
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in checked}
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(html.unescape(link))
            if parts.scheme in ("http", "https", "mailto", "data", "javascript"):
                continue
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path.resolve()
            if not target.is_file():
                yield f"{path.relative_to(output)}: {link}"
            elif parts.fragment and target in pages and parts.fragment not in pages[target].anchors:
                yield f"{path.relative_to(output)}: {link} (no such heading)"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
    parser.add_argument("output", type=Path)
    parser.add_argument("--package", type=Path, help="folder of the package tertium, as build/python")
    options = parser.parse_args()
    output = options.output.resolve()
    if output.exists() and not (output.is_dir() and (not any(output.iterdir()) or (output / "stability.html").is_file())):
        sys.exit(f"scripts/site.py: {output} holds something else, give another folder")
    of_pages = Formulas()
    if not formulas.is_installed():
        print("scripts/site.py: KaTeX is not installed (formulas stay LaTeX), to set them: apt install katex", file=sys.stderr)
    with tempfile.TemporaryDirectory() as scratch:
        sources = Path(scratch, "docs")
        sources.mkdir()
        menu = prepare(sources, options.package, of_pages)
        settings = Path(scratch, "mkdocs.yml")
        settings.write_text(configuration(sources, output, menu), encoding="utf-8")
        made = subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", settings], capture_output=True, text=True)
        if made.returncode != 0:
            sys.exit(f"scripts/site.py: mkdocs failed: {made.stderr.strip()[-2000:]}")
    of_pages.set_in(output)
    write_search(output, of_pages)
    for name in ("sitemap.xml", "sitemap.xml.gz"):  # of addresses that it does not have
        (output / name).unlink(missing_ok=True)
    if cpp_reference.is_installed():
        cpp_reference.build(output / "cpp")
    else:
        print("scripts/site.py: Doxygen is not installed (no C++ reference), to have it: apt install doxygen", file=sys.stderr)
    dead = list(dead_links(output))
    print("\n".join(dead) if dead else f"{output}: {len(list(output.rglob('*.html')))} pages, every link leads somewhere")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
