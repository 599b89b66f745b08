#!/usr/bin/env python3
"""Makes news20_pca.csv: the articles of 20 newsgroups in 100 dimensions. Needs numpy and scipy.

Usage: news20_pca.py COUNTS VOCABULARY DOCS > news20_pca.csv; the three files are described in README.md.

Counts become tf-idf, tf * (ln((1 + n) / (1 + df)) + 1), without the words of mail headers, and rows of length 1; then
the 100 leading principal components in units of 1e-4, each with the sign that makes the largest of its loadings positive.
"""

import csv
import gzip
import sys

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

DIMENSIONS = 100
UNIT = 1e-4  # of the numbers written, which are whole
HEADER_WORDS = frozenset(
    "from subject organization lines nntp posting host re distribution reply to summary keywords article writes "
    "originator sender in expires followup news x newsreader tin version pl edu com".split()
)


def read(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as file:
        rows = csv.reader(file)
        next(rows)
        yield from rows


def weights(counts_file, vocabulary_file, documents):
    """The sparse matrix of tf-idf weights: documents x words."""
    header = {int(term) for term, word, _ in read(vocabulary_file) if word in HEADER_WORDS}
    entries = np.array([[int(x) for x in row] for row in read(counts_file)])
    entries = entries[~np.isin(entries[:, 1], list(header))]
    counts = scipy.sparse.csr_matrix((entries[:, 2].astype(float), (entries[:, 0], entries[:, 1])))
    frequency = np.bincount(entries[:, 1], minlength=counts.shape[1])
    weighted = counts.multiply(np.log((1 + documents) / (1 + frequency)) + 1).tocsr()
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    return scipy.sparse.diags(1 / lengths) @ weighted


def principal_components(matrix):
    mean = np.asarray(matrix.mean(axis=0)).ravel()
    centred = scipy.sparse.linalg.LinearOperator(
        matrix.shape, dtype=float,
        matvec=lambda v: matrix @ v.ravel() - mean @ v.ravel(),
        rmatvec=lambda u: matrix.T @ u.ravel() - mean * u.sum(),
    )  # fmt: skip
    left, values, right = scipy.sparse.linalg.svds(centred, DIMENSIONS, v0=np.ones(min(matrix.shape)), tol=1e-10)
    order = np.argsort(-values)
    signs = np.sign(right[order, np.abs(right[order]).argmax(axis=1)])
    return left[:, order] * values[order] * signs


def main():
    counts_file, vocabulary_file, documents_file = sys.argv[1:]
    documents = list(read(documents_file))
    points = principal_components(weights(counts_file, vocabulary_file, len(documents)))
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["document"] + [f"pc{k + 1}" for k in range(DIMENSIONS)] + ["label"])
    for (_, article, group, label), point in zip(documents, points):
        numbers = [round(x / UNIT) for x in point]
        out.writerow([f"{group}/{article}"] + numbers + [label])


if __name__ == "__main__":
    main()
