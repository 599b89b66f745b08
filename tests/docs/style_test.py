"""Pages that people read have short sentences and narrow lines; by hand it prints the table of pages, too.

README.md, docs/*.md and the pages of examples/ count, without the pages that the program prints. A sentence is a run of words up to a full stop, a
question mark or an exclamation mark. Code, tables, headings and pictures are no sentences; inline code is one word; the items
of a list belong to one sentence unless they end as sentences do.
"""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRINTED = ("datasets", "methods", "models", "schemes", "scores")  # by scripts/reference-pages.sh
MEAN, NINE_IN_TEN, FEWEST = 23, 40, 4  # words of a sentence; shorter ones are captions
PROSE, CODE = 120, 88  # characters of a line
END = re.compile(r"""(?<=[.!?])["')*_\]]*\s+(?=["'(*_`\[]*[A-Z0-9])""")
NO_PROSE = re.compile(r"\s*(?:\||#|\[?!\[|<!--.*-->\s*$)| {4}")  # tables, headings, pictures, comments, indented code


def pages():
    return [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")) if page.stem not in PRINTED),
            *sorted((ROOT / "examples").rglob("README.md"))]


def read(page):
    return page.read_text(encoding="utf-8")


def lines_of(text):
    """(number from 1, whether it is code, the line) of every line but the fences of code."""
    code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            code = not code
        else:
            yield number, code, line


def paragraphs(text):
    """Prose, without markup that has no words."""
    found = [[]]
    for _, code, line in lines_of(text):
        if code or not line.strip() or NO_PROSE.match(line):
            found.append([])
        else:
            found[-1].append(line.strip())
    for lines in found:
        prose = re.sub(r"<!--.*?-->", " ", " ".join(lines))
        yield re.sub(r"`[^`]+`", "code", re.sub(r"\]\([^)]*\)", "]", prose))


def sentence_lengths(text):
    lengths = [len(sentence.split()) for prose in paragraphs(text) for sentence in END.split(prose)]
    return sorted(length for length in lengths if length >= FEWEST)


def summary(lengths):
    """Mean, median and ninth decile."""
    return (sum(lengths) / len(lengths), lengths[len(lengths) // 2], lengths[9 * len(lengths) // 10]) if lengths else (0, 0, 0)


def wide_lines(text):
    """Descriptions of lines that are too long. Addresses of links count for nothing in prose; tables may be wide."""
    for number, code, line in lines_of(text):
        shown = line if code else re.sub(r"\]\([^)]*\)", "]", line)
        most = CODE if code else PROSE
        if len(shown) > most and (code or not NO_PROSE.match(line)):
            yield f"line {number}: {len(shown)} characters of {'code' if code else 'prose'}, {most} at most"


class Style(unittest.TestCase):
    def test_sentences_are_short(self):
        mean, _, ninth = summary(sorted(length for page in pages() for length in sentence_lengths(read(page))))
        self.assertLess(mean, MEAN)
        self.assertLessEqual(ninth, NINE_IN_TEN)

    def test_lines_are_narrow(self):
        for page in pages():
            with self.subTest(page.name):
                self.assertEqual(list(wide_lines(read(page))), [])

    def test_what_is_counted(self):
        text = ("# A heading of five words\n\nOne two three four. Five `a b c` seven eight\n[nine](page.md) ten? Too short.\n\n"
                "| a | table that is no sentence |\n\n```\ncode is none either\n```\n\nOf these:\n- one two\n- three four\n")  # fmt: skip
        self.assertEqual(sentence_lengths(text), [4, 6, 8])
        self.assertEqual(summary([4, 6, 8]), (6, 6, 8))

    def test_wide_lines_are_found(self):
        wide = "a" * 121
        self.assertEqual(len(list(wide_lines(f"{wide}\n\n```\n{wide[:89]}\n{wide[:88]}\n```\n{wide[:120]}\n"))), 2)
        self.assertEqual(list(wide_lines(f"| {wide} |\n[more]({wide})\n# {wide}\n![{wide}](a.svg)\n")), [])


def table():
    """Prints the numbers of every page."""
    print("page                                  sentences  mean  median  nine in ten  wide lines")
    every = []
    for page in pages():
        text = read(page)
        lengths = sentence_lengths(text)
        every += lengths
        mean, median, ninth = summary(lengths)
        print(f"{str(page.relative_to(ROOT)):<36}{len(lengths):>11}{mean:>6.1f}{median:>8}{ninth:>13}{len(list(wide_lines(text))):>12}")
    mean, median, ninth = summary(sorted(every))
    print(f"{'all pages':<36}{len(every):>11}{mean:>6.1f}{median:>8}{ninth:>13}")


if __name__ == "__main__":
    table()
    unittest.main()
