"""Input of the functions: answers as files, as arrays in the layouts of cblearn, or read before."""

import os
import warnings

import numpy as np

from . import _tertium
from ._docs import documented
from ._frames import columns_of, expect_question, fields_of, in_order, is_frame, raise_surrogate, written
from ._tertium import Answers, Graph, TertiumError
from ._values import as_array, flag, is_missing, number_of_objects, path_if, path_of, shown, text, texts, words

Answers.__doc__ = """Answers about similarities; they never change. `tertium.read` and `tertium.answers` make them.

Attributes
----------
kind : {"triplets", "quadruplets", "odd-one-outs", "most-central"}
    What a row is.
array : array of int64, shape (m, 3) or (m, 4)
    The answers, objects numbered from 0: anchor, near, far; a, b, odd; central, a, b; or i, j, k, l.
counts : array of int64, shape (m,)
    How often each answer was given.
subjects, sets, groups : array of int64, shape (m,)
    Participant, set, and group or condition of each answer, as positions in the lists of names; -1 if not known.
subject_names, set_names, group_names : list of str
    Their names.
n_objects : int
    Number of objects.
names : list of str
    Names of the objects.
notes : list of str
    How the file was interpreted.
source : str
    A path, the name of a data set, or "".
shape : tuple of int
    The shape of array.

Notes
-----
Slices, lists of rows and masks give `Answers` about the same objects, with counts and participants. answers[7] is one
answer, as names of objects. `taken(rows, counts)` gives rows with new counts. `Answers` can be pickled.

Examples
--------
>>> import tertium
>>> answers = tertium.read("car")
>>> answers[:100]
<tertium.Answers car: triplets, 60 objects, 100 answers>
>>> answers[7]
('off-road/SUV 1', 'off-road/SUV 4', 'ordinary 10')
>>> answers.array[:2].tolist()
[[0, 1, 15], [0, 1, 48]]
"""

# Of read, what is for files alone, and what is for data frames, too.
OF_FILES = ("names", "responses", "header")
HOW = (*OF_FILES, "columns", "base", "skip_bad", "sets", "drop_subjects", "where", "missing", "answers", "grades", "ties", "preset", "questions",
       "normalize")
NUMBERS = (int, float, np.integer, np.floating)


def read(path, *, kind="auto", columns=(), base="auto", header="auto", skip_bad=False, n_objects=None, names=None,
         responses=None, sets=(), drop_subjects=(), where=(), missing=(), answers=(), grades=(), ties="leave-out",
         preset="", questions=None, normalize=False):  # fmt: skip
    r"""Reads answers from a file or a data set.

    Files are read as `tertium cluster` reads them (docs/answers-files.md). Several files are joined by the names of their
    columns.

    Parameters
    ----------
    path : str, path or list of paths
        A file, a folder of files, a list of files, or the name of a data set.
    kind : {"auto", "triplets", "quadruplets", "odd-one-outs", "most-central"}, default "auto"
        What a row is. "auto": the header says it, or the number of fields.
    columns : list of str, str or dict, optional
        What the columns are, in the words of a header: ("anchor", "near", "far"); "-" skips a column. Or what some columns
        are, by name: {"Participant": "subject", "pic_l": "left", "pic_r": "right"}.
    base : {"auto", "0", "1", "none"}, default "auto"
        The number of the first object. "none": numbers are names. "auto": inferred.
    header : {"auto", "yes", "no"}, default "auto"
        Whether the first row is a header.
    skip_bad : bool, default False
        Leave out rows that cannot be read.
    n_objects : int, optional
        Number of objects, if some occur in no answer.
    names : path, optional
        A table with the columns object and name.
    responses : path, optional
        For a .npy file of questions: the .npy file of their answers.
    sets : str or list of str, optional
        Read only the answers of these sets.
    drop_subjects : str or list of str, optional
        Participants to leave out.
    where : str, list of str or dict, optional
        Read only rows with these values: {"stage": "main"} or "status!=rejected".
    missing : str or list of str, optional
        Words that stand for a missing answer.
    answers : str, list of str or dict, optional
        What the words in the answer column mean: {"f": "left", "j": "right"}.
    grades : str, list of str or dict, optional
        Weights of confidence ratings: {"definitely": 1, "maybe": 0.5}.
    ties : {"leave-out", "data"}, default "leave-out"
        What to do with ties in the answers. "data": half an answer for each option.
    preset : str, optional
        The software that wrote the file, if the header does not show it: jspsych, psychopy, gorilla, qualtrics, salmon,
        meadows, next, things or tripletTools; "none" ignores what the header looks like.
    questions : path, optional
        For a file with a row for each participant: the table with the columns question, anchor, left and right.
    normalize : bool, default False
        Join names that look the same.

    Returns
    -------
    Answers
        The answers, with their participants and counts.

    Raises
    ------
    TertiumError
        If the file cannot be read. The message contains the file, the line and what to correct.

    See Also
    --------
    answers : makes `Answers` from arrays and data frames.

    Examples
    --------
    >>> import tertium
    >>> tertium.read("car")
    <tertium.Answers car: triplets, 60 objects, 12112 answers>

    A file with columns of its own:

    >>> with open("mine.csv", "w") as file:
    ...     _ = file.write("std,pic_l,pic_r,said\ncat,dog,cow,f\ncow,cat,dog,j\n")
    >>> columns = {"std": "anchor", "pic_l": "left", "pic_r": "right", "said": "answer"}
    >>> list(tertium.read("mine.csv", columns=columns, answers={"f": "left", "j": "right"}))
    [('cat', 'dog', 'cow'), ('cow', 'dog', 'cat')]
    """
    options = reading(kind, n_objects, columns=columns, base=base, header=header, skip_bad=skip_bad, sets=sets,
                      drop_subjects=drop_subjects, where=where, missing=missing, answers=answers, grades=grades, ties=ties, preset=preset,
                      questions=questions, normalize=normalize)  # fmt: skip
    paths = list(path) if isinstance(path, (list, tuple)) and path else [path]
    return _tertium.read([path_of("path", one) for one in paths], path_if("names", names), path_if("responses", responses), options)


def reading(kind, n_objects, *, columns=(), base="auto", header="auto", skip_bad=False, sets=(), drop_subjects=(),
            where=(), missing=(), answers=(), grades=(), ties="leave-out", preset="", questions=None,
            normalize=False):  # fmt: skip
    """How rows are read, as the library takes it."""
    if not isinstance(base, str):
        base = str(base) if isinstance(base, (int, np.integer)) and base in (0, 1) else shown(base)
    return {"kind": text("kind", kind), "n_objects": number_of_objects(n_objects), "columns": words("columns", columns),
            "base": text("base", base), "header": text("header", header), "skip_bad": flag("skip_bad", skip_bad),
            "sets": texts("sets", sets), "drop_subjects": texts("drop_subjects", drop_subjects), "where": words("where", where),
            "missing": texts("missing", missing), "answers": words("answers", answers), "grades": words("grades", grades), "ties": text("ties", ties), "preset": "" if preset is None else text("preset", preset),
            "questions": path_if("questions", questions), "normalize": flag("normalize", normalize)}  # fmt: skip


@documented
def answers(X, y=None, *, kind="auto", subjects=None, groups=None, n_objects=None, **how):
    """Makes `Answers` from arrays, data frames or files.

    Parameters
    ----------
    X : array, data frame, path, list of paths, name of a data set, or Answers
        One of these forms:

        - array (m, 3) of triplets: anchor, near, far (cblearn's list-order); with kind="odd-one-outs": a, b, odd; with
          kind="most-central": central, a, b;
        - array (m, 4) of quadruplets i, j, k, l: i and j are more similar than k and l;
        - array of questions, with their answers y;
        - data frame, read by the names of its columns as a file with this header: anchor, near, far; a, b, odd; anchor,
          first, second and answer; with subject, count and others (docs/answers-files.md);
        - path, list of paths, or name of a data set;
        - `Answers`, returned unchanged.
    y : array of shape (m,), optional
        Answers to the questions X. Booleans: whether the first option was chosen (list-boolean). Whole numbers: votes for
        the first option, negative for the second (list-count). 0, masked and missing values are missing answers.
    {kind}
    subjects : array of shape (m,), optional
        The participant of each answer, from 0; for a data frame also names.
    groups : array of shape (m,), optional
        The group, or the condition, of each answer, from 0; for a data frame also names.
    {n_objects}
    **how
        Options of `read` for files and data frames, such as columns, missing and skip_bad.

    Returns
    -------
    Answers
        The answers; objects of arrays are numbered from 0.

    Raises
    ------
    {TertiumError}

    Notes
    -----
    Whole numbers y that are all 0 and 1, or all 1 and 2, are refused, because their meaning is ambiguous.

    Examples
    --------
    >>> import tertium
    >>> given = tertium.answers([[0, 1, 2], [1, 0, 2], [2, 1, 0]], subjects=[0, 0, 1])
    >>> given
    <tertium.Answers: triplets, 3 objects, 3 answers>
    >>> given[given.subjects == 0].array.tolist()
    [[0, 1, 2], [1, 0, 2]]

    Questions and their answers:

    >>> tertium.answers([[0, 1, 2], [1, 0, 2]], [True, False]).array.tolist()
    [[0, 1, 2], [1, 2, 0]]
    """
    unknown = sorted(set(how) - set(HOW))
    if unknown:
        raise TypeError(f"answers() got an unexpected keyword argument '{unknown[0]}'")
    if isinstance(X, Graph) or hasattr(X, "tocsr"):
        raise TertiumError("X is a graph (answers are needed here), give it to cluster or to an estimator for graphs, such as AL")
    if isinstance(X, (Answers, str, os.PathLike)) or is_list_of_paths(X):
        for name, value in (("y is", y), ("subjects are", subjects), ("groups are", groups)):
            if value is not None:
                raise TertiumError(f"{name} for arrays (answers that were read have theirs), leave them out")
        if isinstance(X, Answers):
            expect_none(how, "files and data frames (these answers were read)")
            return X
        return read(X, kind=kind, n_objects=n_objects, **how)
    if is_frame(X):
        expect_none([name for name in how if name in OF_FILES], "files (a data frame has names, and a header)")
        return of_frame(X, y, {"subject": subjects, "group": groups}, reading(kind, n_objects, **how))
    expect_none(how, "files and data frames (this is an array)")
    return of_array(X, y, text("kind", kind), subjects, groups, number_of_objects(n_objects))


def expect_none(how, others):
    if how:
        raise TertiumError(f"{next(iter(how))} is for {others}, leave it out")


def of_array(X, y, kind, subjects, groups, n_objects):
    rows = whole_numbers(X, "answers")
    if rows.ndim != 2 or rows.shape[1] not in (3, 4):
        raise TertiumError(f"answers are arrays of shape (m, 3) or (m, 4) (this one is {rows.shape}), give such an array")
    form = kind if kind != "auto" else "triplets" if rows.shape[1] == 3 else "quadruplets"
    origins = [None if numbers is None else whole_numbers(numbers, what, missing=-1)
               for what, numbers in (("subjects", subjects), ("groups", groups))]  # fmt: skip
    for what, numbers in zip(("subjects", "groups"), origins):
        if numbers is not None and numbers.shape != (len(rows),):
            raise TertiumError(f"{what} have shape {numbers.shape} for {len(rows)} answers, give one for each")
    counts = None
    if y is not None:
        rows, counts, origins = with_responses(rows, y, form, origins)
    return _tertium.from_arrays(rows, form, no_array(counts), *map(no_array, origins), n_objects)


def some_answers(X, y=None, kind="auto", n_objects=None, weight=None):
    """The same, at least one answer. Each row counts as often as its weight says."""
    given = answers(X, y, kind=kind, n_objects=n_objects)
    if weight is not None:
        said = np.ones(len(given), bool) if y is None or is_frame(X) else signs(y) != 0
        weight = whole_weights(weight, len(said))[said]
        rows = np.flatnonzero(weight)
        given = given.taken(rows, weight[rows] * given.counts[rows])
    if len(given) == 0:
        raise TertiumError("there are no answers (0 rows), give some")
    if n_objects is None and isinstance(X, np.ndarray):
        warn_of_ids_from_one(given.array)
    return given


def warn_of_ids_from_one(rows):
    """For objects numbered from 1, as R and MATLAB number them."""
    if rows.min() == 1 and np.unique(rows).size == rows.max():
        warnings.warn(f"object 0 is in no answer (objects of arrays count from 0, and these ids are 1 to {rows.max()}), "
                      "subtract 1, or give n_objects", stacklevel=4)  # fmt: skip


def whole_weights(weight, rows):
    """How many answers each row stands for."""
    given = as_array(weight, "sample_weight")
    if given.dtype.kind == "O":
        given = of_objects(given, "sample_weight")
    fits = given.shape == (rows,) and given.dtype.kind in "iubf" and np.all(given == np.rint(given))
    if not fits or np.any(given < 0) or np.any(given >= 2**31):
        raise TertiumError(f"sample_weight needs a whole number of at least 0 for each of {rows} rows (rows of a data frame "
                           "without an answer do not count), correct it")  # fmt: skip
    return given.astype(np.int64)


def no_array(array):
    return np.empty(0, dtype=np.int64) if array is None else array


def of_frame(frame, y, origins, how):
    """As a file with these columns is read."""
    # First what is given beside the frame, for of two columns that mean the same the first one counts.
    beside = [(name, values) for name, values in origins.items() if values is not None]
    columns = beside + [column for column in in_order(columns_of(frame)) if column[0] not in dict(beside)]
    if y is not None:
        expect_question([name for name, _ in columns], how)
        columns.append(("votes_first", ["" if vote == 0 else vote for vote in signs(y).ravel().tolist()]))
    table = [(name, fields_of(name, values)) for name, values in columns]
    if len({len(fields) for _, fields in table}) != 1:
        raise TertiumError("y, subjects and groups are of other lengths than the data frame, give one for each row")
    try:
        return _tertium.read_text(written(table).encode("utf-8"), how)
    except UnicodeEncodeError:
        raise_surrogate(table)


def is_list_of_paths(X):
    return isinstance(X, (list, tuple)) and bool(X) and all(isinstance(path, (str, os.PathLike)) for path in X)


def whole_numbers(values, what, missing=None):
    """An int64 array of the same numbers; `missing` where they are masked, which is refused without it."""
    if np.ma.is_masked(values):
        if missing is None:
            raise TertiumError(f"{what} contain {np.ma.count_masked(values)} masked values, leave these rows out")
        values = np.ma.filled(values, missing)
    array = as_array(values, what)
    if array.dtype.kind == "O":  # as pandas and lists of mixed types have numbers
        array = of_objects(array, what)
    if array.size == 0:
        return np.zeros(array.shape, np.int64)
    if array.dtype.kind not in "iubf" or not np.all(np.isfinite(array)) or np.any(array != np.rint(array)):
        raise TertiumError(f"{what} must be whole numbers (these have type {array.dtype}), number them from 0, or give a "
                           "data frame with columns anchor, near, far")  # fmt: skip
    if array.dtype.kind in "uf" and np.any(np.abs(array) >= 2**63):
        raise TertiumError(f"{what} contain {shown(array[np.abs(array) >= 2**63][0].item())}, which is too large, correct it")
    return array.astype(np.int64)


def of_objects(array, what):
    """Converts an array of Python numbers to a numpy type. Other arrays are returned unchanged."""
    values = array.ravel().tolist()
    if not all(isinstance(value, NUMBERS) for value in values):
        return array
    large = next((value for value in values if abs(value) >= 2**63), None)
    if large is not None and large == large and abs(large) != float("inf"):
        raise TertiumError(f"{what} contain {shown(large)}, which is too large, correct it")
    return np.array(values, dtype=None if values else np.int64).reshape(array.shape)


def with_responses(rows, y, form, origins):
    """Questions and responses as answers, with counts, and subjects and groups."""
    if form.rstrip("s") not in ("triplet", "quadruplet"):
        raise TertiumError(f"y is for triplets and quadruplets (rows of {shown(form)[1:-1]} contain the answer), leave it out")
    sign = signs(y)
    if sign.shape != (len(rows),):
        raise TertiumError(f"y has shape {sign.shape} for {len(rows)} answers, give one response for each")
    other = [0, 2, 1] if rows.shape[1] == 3 else [2, 3, 0, 1]
    said = sign != 0
    taken = np.where((sign < 0)[:, None], rows[:, other], rows)[said]
    counts = np.abs(sign[said])
    return taken, (None if np.all(counts == 1) else counts), [None if numbers is None else numbers[said] for numbers in origins]


def signs(y):
    """(m,), int64: how often the first option was chosen; negative for the second, 0 for a missing answer."""
    values = as_array(y, "responses y")
    masked = np.ma.getmaskarray(np.ma.asarray(y)) if np.ma.isMaskedArray(y) else np.zeros(values.shape, bool)
    if values.dtype.kind in "Of":  # of pandas, with what is missing
        masked = masked | np.array([is_missing(value) for value in values.ravel().tolist()], bool).reshape(values.shape)
    said = values[~masked]
    if said.dtype.kind == "O" and all(isinstance(value, (bool, np.bool_)) for value in said.tolist()):
        said = said.astype(bool)
    if said.dtype.kind != "b":
        said = whole_numbers(said, "responses y")
        expect_votes(said)
    sign = np.zeros(values.shape, np.int64)
    sign[~masked] = np.where(said, 1, -1) if said.dtype.kind == "b" else said
    return sign


def expect_votes(numbers):
    """Refuses ambiguous codes of the two options: 0 and 1, or 1 and 2."""
    values = set(np.unique(numbers).tolist())
    if values - {1} and (values <= {0, 1} or values <= {1, 2}):
        raise TertiumError(f"y contains only {' and '.join(map(str, sorted(values)))}, which is ambiguous (an option, a missing "
                           "answer or a count): give y == 1 if 1 stands for the first option, or votes: 1 for the first, -1 "
                           "for the second, 0 for a missing answer; repeat rows by their counts: numpy.repeat(X, y, axis=0)")  # fmt: skip
