"""spectral.py FOLDER: places of objects from the largest eigenvectors of signed counts of triplets."""

import os
import sys

import numpy as np

folder, n = sys.argv[1], int(os.environ["TERTIUM_OBJECTS"])
d = int(os.environ["TERTIUM_PARAMETER_d"])

anchor, near, far = np.load(f"{folder}/triplets.npy").T
counts = np.zeros((n, n))
np.add.at(counts, (anchor, near), 1)
np.add.at(counts, (anchor, far), -1)

values, vectors = np.linalg.eigh(counts + counts.T)
np.save(f"{folder}/coordinates.npy", vectors[:, -d:] * np.sqrt(np.maximum(values[-d:], 0)))
