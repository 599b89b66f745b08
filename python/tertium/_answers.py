"""What functions are given, in the forms that people have it in: answers as files, arrays of cblearn's layouts, or read
before; and numbers, seeds and threads.
"""

import csv
import io
import os

import numpy as np

from . import _tertium
from ._tertium import Answers, TertiumError

MOST_THREADS = 4096


def read(path, *, kind="auto", columns=(), base="auto", header="auto", skip_bad=False, n_objects=None, names=None,
         responses=None, sets=(), drop_subjects=(), missing=(), answers=(), preset="", questions=None,
         normalize=False):  # fmt: skip
    """Reads a file of answers, as `tertium cluster` does (docs/answers-files.md), or a data set of answers by its name.

    kind: triplets, quadruplets, odd-one-outs, most-central, or auto: by the header or the number of fields.
    columns: what each column is, in the words of a header ("anchor", "near", "far"; "-" for one to be passed over); or
    what some are, by their names: {"Participant": "subject", "pic_l": "left", "pic_r": "right"}.
    base: "0" or "1", what ids count from; "none": numbers are names; "auto": found out. header: yes, no or auto.
    skip_bad: leaves out rows that cannot be read. n_objects: if some occur in no answer. names: a table object,name.
    responses: of a .npy file of questions, that of their answers. sets, drop_subjects: which answers to take; missing:
    fields that say that nobody could say; a single one may stand without brackets. answers: what the words of the column
    that says which one was chosen mean, {"f": "left", "j": "right"}. preset: what wrote the file, where its header does
    not tell: jspsych, psychopy, gorilla, qualtrics, salmon, things, tripletTools; or none, whatever its header looks like.
    questions: of a file with a row for each person, the table question,anchor,left,right. normalize: names that look alike
    are joined.

    Returns Answers. Raises TertiumError, a ValueError, that names the file and the line.
    """
    return _tertium.read(os.fspath(path), kind=kind, columns=words(columns), base=str(base), header=header,
                         skip_bad=skip_bad, n_objects=number_of_objects(n_objects), names=os.fspath(names or ""),
                         responses=os.fspath(responses or ""), sets=texts(sets),
                         drop_subjects=texts(drop_subjects), missing=texts(missing), answers=words(answers),
                         preset=preset or "", questions=os.fspath(questions or ""), normalize=normalize)  # fmt: skip


def answers(X, y=None, *, kind="auto", subjects=None, groups=None, n_objects=None):
    """Answers out of

    - an array (m, 3) of triplets: anchor, near, far (cblearn's list-order); with kind="odd-one-outs" of a, b, odd, with
      kind="most-central" of central, a, b;
    - an array (m, 4) of quadruplets i, j, k, l: i and j are more alike than k and l;
    - an array of questions and their answers y, (m,): true, or above 0, if the first of two was chosen (list-boolean),
      or how often it was, below 0 the second (list-count). Nobody could say where y is 0, masked or missing: such rows
      are left out. Whole numbers that are all 0 and 1, or 1 and 2, are refused: they do not tell what they stand for;
    - a data frame, read by the names of its columns as a file with such a header is: anchor, near, far; a, b, odd;
      anchor, first, second and answer; with subject, count and so on, names or numbers (docs/answers-files.md);
    - a path, or the name of a data set; or Answers, which stay as they are.

    Objects are numbered from 0; n_objects says how many there are if the last ones occur in no answer. subjects: (m,),
    who gave each answer, from 0; groups: (m,), of which group these are, or under which condition,
    from 0; of a data frame names, too. Raises TertiumError.
    """
    if isinstance(X, (Answers, str, os.PathLike)):
        for name, value in (("y is", y), ("subjects are", subjects), ("groups are", groups)):
            if value is not None:
                raise TertiumError(f"{name} for arrays (answers that were read have theirs), leave them out")
        return X if isinstance(X, Answers) else read(X, kind=kind, n_objects=n_objects)
    if is_frame(X):
        return of_frame(X, y, kind, {"subject": subjects, "group": groups}, n_objects)
    rows = whole_numbers(X, "answers")
    if rows.ndim != 2 or rows.shape[1] not in (3, 4):
        raise TertiumError(f"answers are of shape (m, 3) or (m, 4) (this array is {rows.shape}), give such ones")
    form = kind if kind != "auto" else "triplets" if rows.shape[1] == 3 else "quadruplets"
    origins = [None if numbers is None else whole_numbers(numbers, what, missing=-1)
               for what, numbers in (("subjects", subjects), ("groups", groups))]  # fmt: skip
    counts = None
    if y is not None:
        rows, counts, origins = with_responses(rows, y, form, origins)
    return _tertium.from_arrays(rows, form, no_array(counts), *map(no_array, origins), number_of_objects(n_objects))


def number_of_objects(n_objects):
    """0 stands for what the answers say."""
    return 0 if n_objects is None else whole("n_objects", n_objects, 1, 2**31 - 1)


def texts(values):
    """A list of texts, also of one that is no list, and of None."""
    values = () if values is None else values
    return [str(values)] if isinstance(values, (str, int, np.integer)) else [str(value) for value in values]


def words(values):
    """A list of words, NAME=WORD out of a dict; a text is one by its commas."""
    if isinstance(values, dict):
        return [f"{name}={word}" for name, word in values.items()]
    return values.split(",") if isinstance(values, str) else list(values)


def some_answers(X, y=None, kind="auto", n_objects=None, weight=None):
    """The same, one at least, each row as many as its weight says."""
    given = answers(X, y, kind=kind, n_objects=n_objects)
    if weight is not None:
        said = np.ones(len(given), bool) if y is None or is_frame(X) else signs(y) != 0
        weight = whole_weights(weight, len(said))[said]
        rows = np.flatnonzero(weight)
        given = given.taken(rows, weight[rows] * given.counts[rows])
    if len(given) == 0:
        raise TertiumError("there is no answer (0 rows), give some")
    return given


def whole_weights(weight, rows):
    """How many answers each row stands for."""
    given = np.asarray(weight)
    fits = given.shape == (rows,) and given.dtype.kind in "iubf" and np.all(given == np.rint(given))
    if not fits or np.any(given < 0) or np.any(given >= 2**31):
        raise TertiumError(f"sample_weight is a whole number from 0 on for each of {rows} rows (rows of a data frame in "
                           "which nobody could say have none), correct it")  # fmt: skip
    return given.astype(np.int64)


def whole(name, value, least, most=2**63 - 1):
    """A parameter that is a whole number between two."""
    number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        to = "on" if most == 2**63 - 1 else f"to {most}"
        raise TertiumError(f"{name} = {value!r} is no whole number from {least} {to}, correct it")
    return int(value)


def seed_of(random_state):
    """As scikit-learn takes it: a number, or numpy's RandomState, of which one is drawn; but None is always 1."""
    if hasattr(random_state, "randint"):
        random_state = random_state.randint(1, 2**31 - 1)
    return 1 if random_state is None else whole("random_state", random_state, 0)


def threads_of(n_jobs):
    """As scikit-learn counts them: -1 is as many as there are, -2 one less, None one. Returns 0 for all of them."""
    if n_jobs is None:
        return 1
    jobs = whole("n_jobs", n_jobs, -MOST_THREADS, MOST_THREADS)
    if jobs == 0:
        raise TertiumError("n_jobs = 0 is nobody to compute, give a number of threads, or -1 for as many as there are")
    return jobs if jobs > 0 else 0 if jobs == -1 else max(1, _tertium.cores() + 1 + jobs)


def no_array(array):
    return np.empty(0, dtype=np.int64) if array is None else array


def is_frame(X):
    """A data frame of pandas, polars or the like, whose columns have names."""
    columns = getattr(X, "columns", None)
    return columns is not None and len(columns) > 0 and all(isinstance(name, str) for name in columns)


def of_frame(frame, y, kind, origins, n_objects):
    """As a file with these columns is read."""
    # First what is given beside the frame, for of two columns that mean the same the first one counts.
    columns = {name: values for name, values in origins.items() if values is not None}
    columns |= {name: frame[name] for name in in_order(frame.columns) if name not in columns}
    table = {name: [as_field(value) for value in np.ma.asarray(values).tolist()] for name, values in columns.items()}
    if y is not None:
        sign = signs(y)
        table["votes_first"] = ["" if vote == 0 else str(vote) for vote in sign.tolist()]
    if len({len(column) for column in table.values()}) != 1:
        raise TertiumError("y, subjects and groups are of other lengths than the data frame, give one for each row")
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(table)
    rows.writerows(zip(*table.values()))
    return _tertium.read_text(text.getvalue(), kind, number_of_objects(n_objects))


def in_order(columns):
    """The names, the first of two before the second: a file's columns are the first and the second by their places."""
    names = list(columns)
    lower = [name.strip().lower() for name in names]
    for one, other in (("first", "second"), ("left", "right"), ("a", "b"), ("b", "c"), ("a", "b")):
        if one in lower and other in lower and lower.index(one) > lower.index(other):
            i, j = lower.index(one), lower.index(other)
            for words in (names, lower):
                words[i], words[j] = words[j], words[i]
    return names


def as_field(value):
    """What a file would have; empty: missing."""
    if is_missing(value):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():  # as pandas has whole numbers beside missing ones
        return str(int(value))
    return " ".join(str(value).splitlines())


def is_missing(value):
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)


def whole_numbers(values, what, missing=None):
    """An int64 array of the same numbers; `missing` where they are masked, which is refused without it."""
    if np.ma.is_masked(values):
        if missing is None:
            raise TertiumError(f"{what} are masked in {np.ma.count_masked(values)} places, leave these rows out")
        values = np.ma.filled(values, missing)
    array = np.asarray(values)
    if array.dtype.kind in "iub" or array.size == 0:
        return array.astype(np.int64)
    if array.dtype.kind != "f" or not np.all(np.isfinite(array)) or np.any(array != np.rint(array)):
        raise TertiumError(f"{what} are whole numbers (these are of type {array.dtype}), number them from 0")
    return array.astype(np.int64)


def with_responses(rows, y, form, origins):
    """Rows that say what was answered, how often, and by whom in which group."""
    if form.rstrip("s") not in ("triplet", "quadruplet"):
        raise TertiumError(f"y is for triplets and quadruplets (rows of {form} say the answer), leave it out")
    sign = signs(y)
    if sign.shape != (len(rows),):
        raise TertiumError(f"y has shape {sign.shape} for {len(rows)} answers, give one response for each")
    other = [0, 2, 1] if rows.shape[1] == 3 else [2, 3, 0, 1]
    said = sign != 0
    taken = np.where((sign < 0)[:, None], rows[:, other], rows)[said]
    counts = np.abs(sign[said])
    return taken, (None if np.all(counts == 1) else counts), [None if numbers is None else numbers[said] for numbers in origins]


def signs(y):
    """Of each response how often the first was chosen, below 0 the second, 0 where nobody could say. (m,), int64."""
    masked, values = np.ma.getmaskarray(np.ma.asarray(y)), np.asarray(y)
    if values.dtype.kind in "Of":  # of pandas, with what is missing
        masked = masked | np.array([is_missing(value) for value in values.ravel().tolist()], bool).reshape(values.shape)
        said = values[~masked]
        if values.dtype.kind == "O" and all(isinstance(value, (bool, np.bool_)) for value in said):
            said = said.astype(bool)
        elif values.dtype.kind == "O" and all(isinstance(value, (int, float, np.number)) for value in said):
            said = np.array(said.tolist())
    else:
        said = values[~masked]
    if said.dtype.kind != "b":
        said = whole_numbers(said, "responses y")
        expect_votes(said)
    sign = np.zeros(values.shape, np.int64)
    sign[~masked] = np.where(said, 1, -1) if said.dtype.kind == "b" else said
    return sign


def expect_votes(numbers):
    """Refuses what others write for the two: 0 and 1, or 1 and 2."""
    values = set(np.unique(numbers).tolist())
    if values - {1} and (values <= {0, 1} or values <= {1, 2}):
        raise TertiumError(f"y holds {' and '.join(map(str, sorted(values)))} only (whether that means the second, nobody "
                           "could say, or a count, it does not tell): give y == 1 if 1 stands for the first, or votes, 1 for "
                           "the first, -1 for the second, 0 for nobody could say; repeat counted rows: "
                           "numpy.repeat(X, y, axis=0)")  # fmt: skip
