#!/usr/bin/env python3
"""Makes news20_six_words.csv: how often each word is in the articles of six of the 20 newsgroups.

Usage: news20_words.py COUNTS DOCS > news20_six_words.csv; the two files are described in README.md.

A row is an article: its name, its words as "word:count" with blanks between, and its group. Words are numbered anew, in
the order of the vocabulary, and written as differences from the word before.
"""

import csv
import sys

from news20_pca import read

SIX = [
    "comp.graphics", "comp.os.ms-windows.misc", "comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware",
    "rec.sport.baseball", "rec.sport.hockey",
]  # fmt: skip


def main():
    counts_file, documents_file = sys.argv[1:]
    articles = {doc: (f"{group}/{article}", SIX.index(group))
                for doc, article, group, _ in read(documents_file) if group in SIX}
    words = {doc: [] for doc in articles}
    for doc, term, count in read(counts_file):
        if doc in words:
            words[doc].append((int(term), count))
    number = {term: k for k, term in enumerate(sorted({term for row in words.values() for term, _ in row}))}
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["document", "words", "label"])
    for doc, (name, label) in articles.items():
        row = [(number[term], count) for term, count in words[doc]]
        before = [0] + [word for word, _ in row[:-1]]
        out.writerow([name, " ".join(f"{word - last}:{count}" for (word, count), last in zip(row, before)), label])


if __name__ == "__main__":
    main()
