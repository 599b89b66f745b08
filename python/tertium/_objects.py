"""Methods of one's own: steps in other programs, and Python objects with fit and labels_, linkage_ or embedding_."""

import contextlib
import copy
import inspect
import threading

import numpy as np

from . import _tertium
from ._docs import documented
from ._estimator import Estimator, method_name
from ._tertium import TertiumError
from ._values import items, path_of, text

MADE = ("linkage_", "embedding_", "labels_")  # the first of them that an object has counts
_one_at_a_time = threading.Lock()  # names of objects hold for one call


@documented
def add_steps(file):
    r"""Declares steps that other programs do.

    From then on methods may contain the steps by name, in `compare`, `estimator` and the other functions.

    Parameters
    ----------
    file : path
        An INI file with sections [step.NAME], as `tertium compare --steps` reads it (docs/own-methods.md).

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> with open("steps.ini", "w") as file:
    ...     _ = file.write("[step.by-number]\ncommand = seq 6 > $1/labels.csv; :\nneeds = triplets\n"
    ...                    "returns = labels\nversion = 1\n")
    >>> tertium.add_steps("steps.ini")
    >>> tertium.method("by-number")["returns"]
    'a partition'
    """
    _tertium.add_steps(path_of("file", file).decode("utf-8", "surrogateescape"))


def is_object(method):
    """Whether it is an object with fit that is not a method of Tertium."""
    return not isinstance(method, (str, type, Estimator)) and callable(getattr(method, "fit", None))


def fit_of(method):
    """fit(rows, n_objects) -> (the attribute of MADE that it set, its value). A copy is fitted, the object is unchanged."""
    parameters = inspect.signature(method.fit).parameters
    takes_number = "n_objects" in parameters

    def fit(rows, n_objects):
        fitted = copy.deepcopy(method)
        fitted.fit(rows, **({"n_objects": n_objects} if takes_number else {}))
        name = next((name for name in MADE if getattr(fitted, name, None) is not None), None)
        if name is None:
            raise TertiumError(f"has neither {', '.join(MADE[:-1])} nor {MADE[-1]} after fit, set one of them")
        value = np.asarray(getattr(fitted, name))
        return (name, [str(label) for label in value.ravel()]) if name == "labels_" else (name, value)

    return fit


@contextlib.contextmanager
def names_of_methods(methods, given):
    """Names of methods inside the block. Methods may be names, objects or pairs (name, object)."""
    one = isinstance(methods, (str, type, Estimator)) or is_object(methods) or is_pair(methods)
    several = [methods] if one else items("methods", methods)
    objects = [method for method in several if is_object(method) or is_pair(method)]
    if not objects:
        yield named(several)
        return
    with _one_at_a_time:
        names = {}
        for method in objects:
            name, thing = method if is_pair(method) else (type(method).__name__, method)
            if text("the name of a method", name) in names:
                raise TertiumError(f"two objects are called {name}, give pairs: methods=[('one', ...), ('other', ...)]")
            names[name] = thing
            _tertium.add_object(name, fit_of(thing), given)
        yield named([method[0] if is_pair(method) else type(method).__name__ if is_object(method) else method for method in several])


def is_pair(method):
    return isinstance(method, tuple) and len(method) == 2 and isinstance(method[0], str) and is_object(method[1])


def named(methods):
    names = [method_name(method) for method in methods]
    if not names:
        raise TertiumError("there is no method (methods is empty), give one or more")
    return names
