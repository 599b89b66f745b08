"""Simulated answers of a participant who knows the coordinates of the objects."""

import numpy as np

from ._answers import of_array
from ._docs import documented
from ._places import table_of
from ._tertium import TertiumError
from ._values import real, seed_of, shown, text, whole

MOST_ANSWERS = 50_000_000
# Objects of a question, and the pairs of it, as places among them, of which the closer is the answer.
QUESTIONS = {"triplets": (3, ((0, 1), (0, 2))), "quadruplets": (4, ((0, 1), (2, 3))), "odd-one-outs": (3, ((0, 1), (0, 2), (1, 2)))}
# The objects of the answer, if that pair is the closest.
ANSWERS = {"triplets": ((0, 1, 2), (0, 2, 1)), "quadruplets": ((0, 1, 2, 3), (2, 3, 0, 1)),
           "odd-one-outs": ((0, 1, 2), (0, 2, 1), (1, 2, 0))}  # fmt: skip


@documented
def simulate_answers(X, n, *, kind="triplets", noise=0.0, random_state=None):
    """Simulates a participant who compares the distances of vectors.

    The vectors can be a language model's, features of pictures, or planted coordinates.

    Parameters
    ----------
    X : array of shape (objects, d)
        Vectors of the objects; their Euclidean distances are compared.
    n : int
        Number of answers.
    kind : {"triplets", "quadruplets", "odd-one-outs"}, default "triplets"
        Which of two objects is closer to the anchor; which of two pairs is closer; which of three objects is not in the
        closest pair.
    noise : float, default 0.0
        Standard deviation of the noise added to each distance, for each answer anew, in units of the standard deviation of
        all distances that are compared. With 1 about one answer in four is wrong (more of odd-one-outs).
    random_state : int or numpy.random.RandomState, optional
        The seed. None: 1.

    Returns
    -------
    Answers
        Answers to random questions of different objects, drawn with replacement. The first option wins ties.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 500, noise=0.5)
    >>> answers
    <tertium.Answers: triplets, 6 objects, 500 answers>
    >>> tertium.FourAL(n_clusters=2).fit(answers).labels_.tolist()
    [0, 0, 0, 1, 1, 1]
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
    """n rows of `size` different objects: rows in which an object occurs twice are drawn again."""
    rows = draws.integers(objects, size=(n, size))
    while True:
        ordered = np.sort(rows, axis=1)
        again = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if len(again) == 0:
            return rows
        rows[again] = draws.integers(objects, size=(len(again), size))
