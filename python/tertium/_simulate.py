"""Answers of tables: what somebody would say who saw the objects' places."""

import numpy as np

from ._answers import of_array
from ._places import table_of
from ._tertium import TertiumError
from ._values import real, seed_of, shown, text, whole

MOST_ANSWERS = 50_000_000
# Objects of a question, and the pairs of it, as places among them, of which the closer is the answer.
QUESTIONS = {"triplets": (3, ((0, 1), (0, 2))), "quadruplets": (4, ((0, 1), (2, 3))), "odd-one-outs": (3, ((0, 1), (0, 2), (1, 2)))}
# The objects of the answer, if that pair is the closest.
ANSWERS = {"triplets": ((0, 1, 2), (0, 2, 1)), "quadruplets": ((0, 1, 2, 3), (2, 3, 0, 1)),
           "odd-one-outs": ((0, 1, 2), (0, 2, 1), (1, 2, 0))}  # fmt: skip


def simulate_answers(X, n, *, kind="triplets", noise=0.0, random_state=None):
    """n answers of somebody who sees the rows of X, (objects, d), as places, and compares their Euclidean distances:
    those of a language model, of pictures' features, of a planted map.

    kind: triplets (which of two is closer to the anchor), quadruplets (which of two pairs is closer) or odd-one-outs (which
    one of three is not of the closest pair). Every question is drawn with different objects, all equally probable, perhaps
    again. noise: the standard deviation of what is added to each distance, anew for every answer, in standard deviations of
    all distances that are compared: with 0 nobody errs, with 1 about one answer in four is wrong (of odd-one-outs more). A
    tie goes to the first. random_state: the seed (1).

    Returns Answers. Raises TertiumError.
    """
    places = table_of(X, "X")
    if text("kind", kind) not in QUESTIONS:
        raise TertiumError(f"kind = {shown(kind)} is not known, give one of {', '.join(QUESTIONS)}")
    size, pairs = QUESTIONS[kind]
    if len(places) < size:
        raise TertiumError(f"X has {len(places)} objects ({kind} need {size}), give more")
    n = whole("n", n, 1, MOST_ANSWERS)
    noise = real("noise", noise, 0.0)
    draws = np.random.default_rng(seed_of(random_state))
    questions = different(draws, len(places), n, size)
    distances = np.stack([np.linalg.norm(places[questions[:, a]] - places[questions[:, b]], axis=1) for a, b in pairs], axis=1)
    distances += noise * distances.std() * draws.standard_normal(distances.shape)
    order = np.array(ANSWERS[kind])[distances.argmin(axis=1)]
    return of_array(np.take_along_axis(questions, order, axis=1), None, kind, None, None, len(places))


def different(draws, objects, n, size):
    """n rows of so many different objects: those that hold one twice are drawn again."""
    rows = draws.integers(objects, size=(n, size))
    while True:
        ordered = np.sort(rows, axis=1)
        again = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if len(again) == 0:
            return rows
        rows[again] = draws.integers(objects, size=(len(again), size))
