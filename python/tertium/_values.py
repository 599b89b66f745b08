"""Checks of numbers, strings and lists that functions are given. Errors are one line and name the argument."""

import os

import numpy as np

from . import _tertium
from ._tertium import TertiumError

MOST_THREADS = 4096
MOST_REAL = 1e300
MOST_OBJECTS = 2**31 - 1  # the library says itself how many are too many

TertiumError.__doc__ = """Raised if an argument or the data are invalid. Its one line says what is wrong and what to do.

It is a ValueError.

Examples
--------
>>> import tertium
>>> try:
...     tertium.answers([[0, 1]])
... except tertium.TertiumError as problem:
...     print(problem)
answers are arrays of shape (m, 3) or (m, 4) (this one is (1, 2)), give such an array
"""


def shown(value):
    """A value in a message: one short line."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a number of thousands of digits, say
        text = f"some {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def whole(name, value, least, most=2**63 - 1):
    """A parameter that is a whole number in a range."""
    number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not number or not least <= int(value) <= most:  # numpy compares large numbers as doubles
        raise TertiumError(f"{name} = {shown(value)} is not a whole number from {least} to {most}, correct it")
    return int(value)


def real(name, value, least=-MOST_REAL, most=MOST_REAL):
    """A parameter that is a number in a range; NaN is refused."""
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        to = "" if least == -MOST_REAL else f" from {least:g} to {most:g}"
        raise TertiumError(f"{name} = {shown(value)} is not a number{to}, correct it")
    return float(value)


def flag(name, value):
    """True or False; also 1 or 0."""
    if isinstance(value, (bool, np.bool_, int, np.integer)) and value in (0, 1):
        return bool(value)
    raise TertiumError(f"{name} = {shown(value)} is neither True nor False, give one of them")


def text(name, value):
    """A parameter that is a string which a file can contain."""
    if not isinstance(value, str):
        raise TertiumError(f"{name} = {shown(value)} is not a string, give one in quotes")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise TertiumError(f"{name} = {shown(value)} contains half a character (a surrogate, as of bytes that are not UTF-8), "
                           "correct it") from None  # fmt: skip
    if "\0" in value:
        raise TertiumError(f"{name} = {shown(value)} contains a null character, remove it")
    return str(value)


def path_of(name, value):
    """The path of a file, as bytes of the system; names need not be UTF-8."""
    if not isinstance(value, (str, os.PathLike)):
        raise TertiumError(f"{name} = {shown(value)} is not a path, give a string or a pathlib.Path")
    try:
        path = os.fsencode(value)
    except (UnicodeEncodeError, TypeError):
        raise TertiumError(f"{name} = {shown(value)} cannot be the path of a file, correct it") from None
    if b"\0" in path:
        raise TertiumError(f"{name} = {shown(value)} contains a null character, remove it")
    return path


def path_if(name, value):
    """The same; b"" for None and an empty string."""
    return b"" if value is None or (isinstance(value, str) and not value) else path_of(name, value)


def items(name, values):
    """The elements of an iterable, as a list."""
    try:
        return list(values)
    except TypeError:
        raise TertiumError(f"{name} = {shown(values)} is not a list, give a list") from None


def texts(name, values):
    """A list of strings, also from a single string and from None. Numbers are converted."""
    if isinstance(values, (str, int, np.integer)):
        values = [values]
    return [text(name, str(one) if is_id(one) else one) for one in items(name, () if values is None else values)]


def is_id(value):
    """A number that can stand for a name in a file."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and abs(int(value)) < 2**63


def words(name, values):
    """A list of words; NAME=WORD from a dict; a string is split at commas."""
    if isinstance(values, dict):
        return [f"{text(name, str(one))}={word if isinstance(word, (int, float)) else text(name, word)}" for one, word in values.items()]
    return text(name, values).split(",") if isinstance(values, str) else texts(name, values)


def names_of_objects(name, values):
    """Names: strings, none of them empty and no two equal."""
    if isinstance(values, str):
        raise TertiumError(f"{name} = {shown(values)} is a single string, give a list of names")
    names = texts(name, values)
    if "" in names:
        raise TertiumError(f"{name}: the name of object {names.index('')} (from 0) is empty, give it a name")
    seen = set()
    twice = next((one for one in names if one in seen or seen.add(one)), None)
    if twice is not None:
        raise TertiumError(f"{name}: two objects have the same name, {shown(twice)}, make the names different")
    return names


def names_for(names, known):
    """Names given for the known objects, one for each; None: the known names."""
    if names is None:
        return list(known)
    given = names_of_objects("names", names)
    if len(given) != len(known):
        raise TertiumError(f"there are {len(given)} names for {len(known)} objects, give one for each")
    return given


def folds_of(folds):
    """Folds in the form of --folds."""
    if isinstance(folds, str):
        return text("folds", folds)
    if isinstance(folds, (int, np.integer)) and not isinstance(folds, bool) and abs(folds) < 2**31:
        return str(folds)
    raise TertiumError(f'folds = {shown(folds)} is not known, give a number of folds, 2 to 1000000, "subjects", "subjects:5" or '
                       '"sets"')  # fmt: skip


def number_of_objects(n_objects):
    """The number of objects; 0: as the answers have it."""
    return 0 if n_objects is None else whole("n_objects", n_objects, 1, MOST_OBJECTS)


def clusters_or_none(n_clusters):
    return None if n_clusters is None else whole("n_clusters", n_clusters, 1, MOST_OBJECTS)


def seed_of(random_state):
    """As in scikit-learn: a number, or a numpy RandomState, from which a number is drawn; but None is always 1."""
    if hasattr(random_state, "randint"):
        random_state = random_state.randint(1, 2**31 - 1)
    return 1 if random_state is None else whole("random_state", random_state, 0)


def threads_of(n_jobs):
    """As in scikit-learn: -1 is all, -2 all but one, None one. Returns 0 for all."""
    if n_jobs is None:
        return 1
    jobs = whole("n_jobs", n_jobs, -MOST_THREADS, MOST_THREADS)
    if jobs == 0:
        raise TertiumError("n_jobs = 0 is not possible, give a number of threads, or -1 for all")
    return jobs if jobs > 0 else 0 if jobs == -1 else max(1, _tertium.cores() + 1 + jobs)


def is_missing(value):
    return value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)


def as_array(values, what):
    try:
        return np.asarray(values)
    except ValueError:  # rows of several lengths
        raise TertiumError(f"{what} are not an array (rows differ in length), give rows of equal length") from None
