"""What functions are given, in the forms that people have it in: answers as files, arrays of cblearn's layouts, or read
before; and numbers, seeds and threads.
"""

import os

import numpy as np

from . import _tertium
from ._tertium import Answers, TertiumError


def read(path, *, kind="auto", columns=(), base="auto", header="auto", skip_bad=False, n_objects=None, names=None,
         responses=None, sets=(), drop_subjects=()):  # fmt: skip
    """Reads a file of answers, as `tertium cluster` does (docs/answers-files.md), or a data set of answers by its name.

    kind: triplets, quadruplets, odd-one-outs, most-central, or auto: by the header or the number of fields.
    columns: what each column is, in the words of a header ("anchor", "near", "far"; "-" for one to be passed over).
    base: "0" or "1", what ids count from; "none": numbers are names; "auto": found out. header: yes, no or auto.
    skip_bad: leaves out rows that cannot be read. n_objects: if some occur in no answer. names: a table object,name.
    responses: of a .npy file of questions, that of their answers. sets, drop_subjects: which answers to take.

    Returns Answers. Raises TertiumError, a ValueError, that names the file and the line.
    """
    return _tertium.read(os.fspath(path), kind=kind, columns=list(columns), base=str(base), header=header,
                         skip_bad=skip_bad, n_objects=n_objects or 0, names=os.fspath(names or ""),
                         responses=os.fspath(responses or ""), sets=list(sets),
                         drop_subjects=[str(subject) for subject in drop_subjects])  # fmt: skip


def answers(X, y=None, *, kind="auto", subjects=None, n_objects=None):
    """Answers out of

    - an array (m, 3) of triplets: anchor, near, far (cblearn's list-order); with kind="odd-one-outs" of a, b, odd, with
      kind="most-central" of central, a, b;
    - an array (m, 4) of quadruplets i, j, k, l: i and j are more alike than k and l;
    - an array of questions and their answers y, (m,): true, or above 0, if the first of two was chosen (list-boolean),
      or how often it was, below 0 the second (list-count). Nobody could say where y is 0: such rows are left out;
    - a path, or the name of a data set; or Answers, which stay as they are.

    Objects are numbered from 0; n_objects says how many there are if the last ones occur in no answer. subjects: (m,),
    who gave each answer, from 0. Raises TertiumError.
    """
    if isinstance(X, (Answers, str, os.PathLike)):
        if y is not None:
            raise TertiumError("y is for arrays of questions (answers that were read have theirs), leave it out")
        return X if isinstance(X, Answers) else read(X, kind=kind, n_objects=n_objects)
    rows = whole_numbers(X, "answers")
    if rows.ndim != 2 or rows.shape[1] not in (3, 4):
        raise TertiumError(f"answers are of shape (m, 3) or (m, 4) (this array is {rows.shape}), give such ones")
    form = kind if kind != "auto" else "triplets" if rows.shape[1] == 3 else "quadruplets"
    given = None if subjects is None else whole_numbers(subjects, "subjects")
    counts = None
    if y is not None:
        rows, counts, given = with_responses(rows, y, form, given)
    return _tertium.from_arrays(rows, form, no_array(counts), no_array(given), n_objects or 0)


def some_answers(X, y=None, kind="auto", n_objects=None):
    """The same, one at least."""
    given = answers(X, y, kind=kind, n_objects=n_objects)
    if len(given) == 0:
        raise TertiumError("there is no answer (0 rows), give some")
    return given


def whole(name, value, least):
    """A parameter that is a whole number, not below the least."""
    number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not number or not least <= value < 2**63:
        raise TertiumError(f"{name} = {value!r} is no whole number from {least} on, correct it")
    return int(value)


def seed_of(random_state):
    """As scikit-learn takes it: a number, or numpy's RandomState, of which one is drawn; but None is always 1."""
    if hasattr(random_state, "randint"):
        random_state = random_state.randint(1, 2**31 - 1)
    return 1 if random_state is None else whole("random_state", random_state, 0)


def threads_of(n_threads):
    """0 stands for as many as there are."""
    return 0 if n_threads is None else whole("n_threads", n_threads, 1)


def no_array(array):
    return np.empty(0, dtype=np.int64) if array is None else array


def whole_numbers(values, what):
    """An int64 array of the same numbers."""
    array = np.asarray(values)
    if array.dtype.kind in "iub" or array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind != "f" or not np.all(np.isfinite(array)) or np.any(array != np.rint(array)):
        raise TertiumError(f"{what} are whole numbers (these are of type {array.dtype}), number the objects from 0")
    return array.astype(np.int64)


def with_responses(rows, y, form, subjects):
    """Rows that say what was answered, how often, and by whom."""
    if form.rstrip("s") not in ("triplet", "quadruplet"):
        raise TertiumError(f"y is for triplets and quadruplets (rows of {form} say the answer), leave it out")
    response = np.asarray(y)
    sign = np.where(response, 1, -1) if response.dtype.kind == "b" else whole_numbers(response, "responses y")
    if sign.shape != (len(rows),):
        raise TertiumError(f"y has shape {sign.shape} for {len(rows)} answers, give one response for each")
    other = [0, 2, 1] if rows.shape[1] == 3 else [2, 3, 0, 1]
    said = sign != 0
    taken = np.where((sign < 0)[:, None], rows[:, other], rows)[said]
    counts = np.abs(sign[said])
    return taken, (None if np.all(counts == 1) else counts), (None if subjects is None else subjects[said])
