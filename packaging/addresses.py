#!/usr/bin/python3
"""packaging/addresses.py [--check]

Writes the addresses of packaging/addresses.ini (repository, site, contact) into every file that states one: metadata of
Python, CodeMeta, CFF, Zenodo, Debian, Spack and EasyBuild, and the pages that say where to ask. A file has no address that is
empty there; two formats require one, and get a placeholder. With --check nothing is written: lists the files that differ from
addresses.ini, exit code 1.
"""

import configparser
import dataclasses
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOBODY = "developers@tertium.example"  # Debian requires an address; .example belongs to nobody
FORMS = {"repository": r"https://\S+[^/\s]", "reports": r"https://\S+", "site": r"https://\S+[^/\s]", "doi": r"10\.\d{4,}/\S+",
         "name": r"\S.*", "contact": r"[^\s@<>]+@[^\s@<>]+", "security": r"[^\s@<>]+@[^\s@<>]+"}  # fmt: skip


@dataclasses.dataclass
class Addresses:
    """As in addresses.ini; None: empty."""

    repository: str = None
    reports: str = None
    site: str = None
    doi: str = None
    name: str = None
    contact: str = None
    security: str = None

    @property
    def home(self):
        return self.site or self.repository

    @property
    def mail(self):
        return self.contact or NOBODY


def read(root):
    """The addresses of a tree. Raises ValueError where one has not the form of its kind."""
    path = root / "packaging" / "addresses.ini"
    parser = configparser.ConfigParser(inline_comment_prefixes=("#",), interpolation=None)
    parser.read_string(path.read_text(encoding="utf-8"))
    given = {key: value for key, value in parser["addresses"].items() if value}
    for key, value in given.items():
        if key not in FORMS:
            raise ValueError(f"{path}: unknown key '{key}', known are {', '.join(FORMS)}")
        if not re.fullmatch(FORMS[key], value) or re.search(r"[\"'\\<>]", value):
            raise ValueError(f"{path}: '{value}' is no value of '{key}', expected the form {FORMS[key]}")
    if "name" not in given:
        raise ValueError(f"{path}: 'name' is empty, give the name of the maintainers")
    if "repository" in given:
        given.setdefault("reports", given["repository"] + "/issues")
    if "contact" in given:
        given.setdefault("security", given["contact"])
    return Addresses(**given)


def placed(text, old, after, lines):
    """The text without what matches `old`, with the lines that have a value inserted where `after` ends."""
    text = re.sub(old, "", text, flags=re.M)
    found = re.search(after, text, re.M)
    if not found:
        raise ValueError(f"no line like {after}")
    return text[: found.end()] + "".join(line for line in lines if line) + text[found.end() :]


def replaced(text, old, new):
    """With the one thing that matches `old` replaced."""
    made, count = re.subn(old, lambda match: new, text, count=1, flags=re.M)
    if not count:
        raise ValueError(f"no line like {old}")
    return made


def line(form, *values):
    """The form with its values, or nothing where one is missing."""
    return form.format(*values) + "\n" if all(values) else ""


def pyproject(text, to):
    mail = f', email = "{to.contact}"' if to.contact else ""
    text = replaced(text, r"^authors = .*$", f'authors = [{{name = "{to.name}"{mail}}}]')
    urls = [line('Homepage = "{}"', to.home), line('Documentation = "{}"', to.site), line('Repository = "{}"', to.repository),
            line('Issues = "{}"', to.reports), line('Changelog = "{}/changes.html"', to.site)]  # fmt: skip
    return placed(text, r"\n\[project\.urls\]\n(?:\w+ = .*\n)*", r"\Z", ["\n[project.urls]\n" if any(urls) else "", *urls])


def codemeta(text, to):
    author = {"@type": "Organization", "name": to.name, **({"email": to.contact} if to.contact else {})}
    text = replaced(text, r'^  "author": .*$', f'  "author": [{json.dumps(author, ensure_ascii=False)}],')
    return placed(text, r'^  "(?:codeRepository|issueTracker|url|identifier)": .*\n', r'^  "author": .*\n',
                  [line('  "codeRepository": "{}",', to.repository), line('  "issueTracker": "{}",', to.reports),
                   line('  "url": "{}",', to.home), line('  "identifier": "https://doi.org/{}",', to.doi)])  # fmt: skip


def citation(text, to):
    text = replaced(text, r"^authors:\n  - name: .*$", f"authors:\n  - name: {to.name}")
    return placed(text, r"^(?:repository-code|url|doi): .*\n", r"^date-released: .*\n",
                  [line('repository-code: "{}"', to.repository), line('url: "{}"', to.home), line("doi: {}", to.doi)])  # fmt: skip


def zenodo(text, to):
    text = replaced(text, r'^  "creators": .*$', f'  "creators": [{json.dumps({"name": to.name}, ensure_ascii=False)}],')
    related = [{"identifier": address, "relation": relation, "scheme": "url"}
               for address, relation in ((to.repository, "isSupplementTo"), (to.site, "isDocumentedBy")) if address]  # fmt: skip
    return placed(text, r'^  "related_identifiers": .*\n', r'^  "creators": .*\n',
                  [f'  "related_identifiers": {json.dumps(related)},\n' if related else ""])  # fmt: skip


def debian_control(text, to):
    text = replaced(text, r"^Maintainer: .*$", f"Maintainer: {to.name} <{to.mail}>")
    git = to.repository and to.repository.removesuffix(".git")
    return placed(text, r"^(?:Homepage|Vcs-Browser|Vcs-Git): .*\n", r"^Rules-Requires-Root: .*\n",
                  [line("Homepage: {}", to.home), line("Vcs-Browser: {}", git), line("Vcs-Git: {}.git", git)])  # fmt: skip


def debian_changelog(text, to):
    """The newest entry alone: older ones keep who made them."""
    return replaced(text, r"^ -- .*>  ", f" -- {to.name} <{to.mail}>  ")


def debian_copyright(text, to):
    return placed(text, r"^(?:Upstream-Contact|Source): .*\n", r"^Upstream-Name: .*\n",
                  [line("Upstream-Contact: {}", to.contact), line("Source: {}", to.repository)])  # fmt: skip


def spack(text, to):
    return placed(text, r'^    (?:homepage|git) = .*\n|(?<="""\n)\n(?=    (?:homepage|git) = )', r'^class .*\n    """.*"""\n',
                  ["\n" if to.home else "", line('    homepage = "{}"', to.home), line('    git = "{}"', to.repository)])  # fmt: skip


def easybuild(text, to):
    return replaced(text, r"^homepage = .*$", f"homepage = '{to.home or 'none yet'}'")


def forms(text, to):
    about = "Concepts, the tutorial, and which method to choose."
    return placed(text, r"^contact_links:\n(?: .*\n)*", r"^blank_issues_enabled: .*\n",
                  [line("contact_links:\n  - name: Documentation\n    url: {}\n    about: {}", to.site, about)])  # fmt: skip


def write_to(key):
    """Of a page: who is written to, below the comment that names the key."""
    def page(text, to):
        return placed(text, r"^Write to <.*>\.\n", rf"^<!-- packaging/addresses.py: {key} -->\n", [line("Write to <{}>.", getattr(to, key))])

    return page


def contributing(text, to):
    return placed(text, r"^The forms are at <.*>\.\n", r"^<!-- packaging/addresses.py: reports -->\n",
                  [line("The forms are at <{}>.", to.reports)])  # fmt: skip


def cluster(text, to):
    return replaced(text, r"^git clone .* tertium && ", f"git clone {to.repository or '<this project>'} tertium && ")


FILES = {
    "pyproject.toml": pyproject, "codemeta.json": codemeta, "CITATION.cff": citation, ".zenodo.json": zenodo,
    "debian/control": debian_control, "debian/changelog": debian_changelog, "debian/copyright": debian_copyright,
    "packaging/spack/package.py": spack, "packaging/tertium.eb": easybuild, ".github/ISSUE_TEMPLATE/config.yml": forms,
    "SECURITY.md": write_to("security"), "CODE_OF_CONDUCT.md": write_to("contact"), "CONTRIBUTING.md": contributing,
    "docs/cluster.md": cluster,
}  # fmt: skip


def wanted(root):
    """What the files of a tree shall be: {name: text}. Raises ValueError where an address or a file has another form."""
    to, made = read(root), {}
    for name, written in FILES.items():
        try:
            made[name] = written((root / name).read_text(encoding="utf-8"), to)
        except ValueError as error:
            raise ValueError(f"{root / name}: {error}") from None
    return made


def missing(root):
    """The keys that are empty in a tree's addresses.ini."""
    return [key for key, value in vars(read(root)).items() if not value]


def main(words, root=ROOT):
    if words not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        files, empty = wanted(root), missing(root)
    except ValueError as error:
        sys.exit(f"packaging/addresses.py: {error}")
    different = [name for name, text in files.items() if (root / name).read_text(encoding="utf-8") != text]
    for name in different if not words else []:
        (root / name).write_text(files[name], encoding="utf-8")
    for name in different:
        print(f"differs: {name}" if words else f"written: {name}")
    if empty:
        print(f"packaging/addresses.ini has no {', '.join(empty)}: the files have none, either")
    if "contact" in empty:
        print(f"debian/ has the placeholder {NOBODY}")
    return 1 if words and different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
