#!/usr/bin/env python3
"""Makes news20_counts_pca.csv: three draws of 200 articles of 20 newsgroups in 100 dimensions. Needs numpy and scipy.

Usage: news20_counts.py COUNTS DOCS > news20_counts_pca.csv; the two files are described in README.md.

The 100 leading principal components of how often each word is in each of all articles, words of mail headers included,
in units of 0.01, each with the sign that makes the largest of its loadings positive. Every 200 rows are one draw, its
articles in the order of the list. The first of the three draws is the one whose cosines are furthest from adding up to 0:
costs of trees are sums of cosines, and where these nearly cancel out a hundredth of a cost tells little.
"""

import csv
import sys

import numpy as np
import scipy.sparse

from news20_pca import DIMENSIONS, principal_components, read

UNIT = 0.01  # of the numbers written, which are whole
SEEDS = (1, 0, 2)  # of the draws
ARTICLES = 200


def main():
    counts_file, documents_file = sys.argv[1:]
    documents = list(read(documents_file))
    entries = np.array([[int(x) for x in row] for row in read(counts_file)])
    counts = scipy.sparse.csr_matrix((entries[:, 2].astype(float), (entries[:, 0], entries[:, 1])))
    points = principal_components(counts)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["document"] + [f"pc{k + 1}" for k in range(DIMENSIONS)] + ["label"])
    for seed in SEEDS:
        for row in np.sort(np.random.default_rng(seed).choice(len(documents), ARTICLES, replace=False)):
            _, article, group, label = documents[row]
            numbers = [round(x / UNIT) for x in points[row]]
            out.writerow([f"{group}/{article}"] + numbers + [label])


if __name__ == "__main__":
    main()
