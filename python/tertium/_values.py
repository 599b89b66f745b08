"""Numbers, texts and lists that functions are given. What is none is refused in one line that says which one it is."""

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
    """A value in a message: one line, not a long one."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a number of thousands of digits, say
        text = f"some {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def whole(name, value, least, most=2**63 - 1):
    """A parameter that is a whole number between two."""
    number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not number or not least <= int(value) <= most:  # numpy compares large numbers as doubles
        raise TertiumError(f"{name} = {shown(value)} is no whole number from {least} to {most}, correct it")
    return int(value)


def real(name, value, least=-MOST_REAL, most=MOST_REAL):
    """A parameter that is a number between two; NaN is none."""
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if not number or not least <= value <= most:
        to = "" if least == -MOST_REAL else f" from {least:g} to {most:g}"
        raise TertiumError(f"{name} = {shown(value)} is no number{to}, correct it")
    return float(value)


def flag(name, value):
    """True or false, 1 and 0, too."""
    if isinstance(value, (bool, np.bool_, int, np.integer)) and value in (0, 1):
        return bool(value)
    raise TertiumError(f"{name} = {shown(value)} is neither True nor False, give one of them")


def text(name, value):
    """A parameter that is a text which a file could hold."""
    if not isinstance(value, str):
        raise TertiumError(f"{name} = {shown(value)} is no text, give one in quotes")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise TertiumError(f"{name} = {shown(value)} has half a character (a surrogate, as of bytes that are no UTF-8), "
                           "correct it") from None  # fmt: skip
    if "\0" in value:
        raise TertiumError(f"{name} = {shown(value)} has a character of number 0, take it out")
    return str(value)


def path_of(name, value):
    """Of a file, as the system writes it: names that are no UTF-8, too."""
    if not isinstance(value, (str, os.PathLike)):
        raise TertiumError(f"{name} = {shown(value)} is no path, give a text or a pathlib.Path")
    try:
        path = os.fsencode(value)
    except (UnicodeEncodeError, TypeError):
        raise TertiumError(f"{name} = {shown(value)} is no path that a file can have, correct it") from None
    if b"\0" in path:
        raise TertiumError(f"{name} = {shown(value)} has a character of number 0, take it out")
    return path


def path_if(name, value):
    """The same; b"" of None and of an empty text."""
    return b"" if value is None or (isinstance(value, str) and not value) else path_of(name, value)


def items(name, values):
    """Those of something that can be gone through."""
    try:
        return list(values)
    except TypeError:
        raise TertiumError(f"{name} = {shown(values)} is no list, give one") from None


def texts(name, values):
    """A list of texts, also of one that is no list, and of None. Numbers are written as texts."""
    if isinstance(values, (str, int, np.integer)):
        values = [values]
    return [text(name, str(one) if is_id(one) else one) for one in items(name, () if values is None else values)]


def is_id(value):
    """A number that a file could have in place of a name."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and abs(int(value)) < 2**63


def words(name, values):
    """A list of words, NAME=WORD out of a dict; a text is one by its commas."""
    if isinstance(values, dict):
        return [f"{text(name, str(one))}={word if isinstance(word, (int, float)) else text(name, word)}" for one, word in values.items()]
    return text(name, values).split(",") if isinstance(values, str) else texts(name, values)


def names_of_objects(name, values):
    """Names: texts, none of them empty or there twice."""
    if isinstance(values, str):
        raise TertiumError(f"{name} = {shown(values)} is one text, give a list of names")
    names = texts(name, values)
    if "" in names:
        raise TertiumError(f"{name}: the name of object {names.index('')} (from 0) is empty, give it one")
    seen = set()
    twice = next((one for one in names if one in seen or seen.add(one)), None)
    if twice is not None:
        raise TertiumError(f"{name}: two objects have the same name, {shown(twice)}, make the names different")
    return names


def names_for(names, known):
    """Names given for as many objects as there are known ones; None: these."""
    if names is None:
        return list(known)
    given = names_of_objects("names", names)
    if len(given) != len(known):
        raise TertiumError(f"there are {len(given)} names for {len(known)} objects, give one for each")
    return given


def folds_of(folds):
    """As --folds writes them."""
    if isinstance(folds, str):
        return text("folds", folds)
    if isinstance(folds, (int, np.integer)) and not isinstance(folds, bool) and abs(folds) < 2**31:
        return str(folds)
    raise TertiumError(f'folds = {shown(folds)} is not known, give a number of folds, 2 to 1000000, "subjects", "subjects:5" or '
                       '"sets"')  # fmt: skip


def number_of_objects(n_objects):
    """0 stands for what the answers say."""
    return 0 if n_objects is None else whole("n_objects", n_objects, 1, MOST_OBJECTS)


def clusters_or_none(n_clusters):
    return None if n_clusters is None else whole("n_clusters", n_clusters, 1, MOST_OBJECTS)


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
