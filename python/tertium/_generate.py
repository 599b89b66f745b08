"""Makes the classes of estimators out of what the library knows of its methods."""

import functools
import inspect
import keyword
import re

from . import _tertium
from ._estimator import COMMON
from ._graphs import GraphClustering, GraphEmbedding, GraphTree
from ._products import Clustering, Embedding, Tree
from ._values import shown, text

BASES = {"a tree": Tree, "a partition": Clustering, "coordinates": Embedding}
GRAPH_BASES = {"a tree": GraphTree, "a partition": GraphClustering, "coordinates": GraphEmbedding}
COMMON_LINES = (
    "    kind: what arrays and files are, as tertium.answers takes it",
    "    n_objects: how many there are, if some occur in no answer",
    "    random_state: seed of the random renumbering of objects and of random ties",
    "    n_jobs: threads; -1: as many as there are, -2: one less, and so on; None: one",
)
WORDS = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")


def class_name(method):
    """FourAL of 4-AL, AddS3SPUR of AddS-3+SPUR, TSTE of t-STE (d = 5): parts begin with a capital, a digit at the
    beginning is spelled out, pluses that belong to a name are PlusPlus, or Plus, and parameters are left out."""
    method = re.sub(r"\s*\([^()]*\)", "", method)
    method = re.sub(r"\+$", "Plus", re.sub(r"\+\+(?=\+|$)", "PlusPlus", method))
    parts = [part for part in re.split(r"[-+.]", method) if part]
    text = "".join(part[0].upper() + part[1:] for part in parts)
    return WORDS[int(text[0])] + text[1:] if text[0].isdigit() else text


USUAL = {"d": "n_components", "iterations": "max_iter", "passes": "max_iter"}  # as scikit-learn calls them


def argument_name(parameter, base):
    """SDP_k_max_iter of SDP-k.iterations, lambda_ of lambda; k, the clusters that a method makes, is n_clusters."""
    *step, own = parameter.split(".")
    own = "n_clusters" if parameter == "k" and not issubclass(base, Tree) else USUAL.get(own, own)
    name = re.sub(r"\W", "_", ".".join([*step, own]))
    return name + "_" if keyword.iskeyword(name) else name


def constructor(defaults):
    """An __init__ that takes these parameters, and does nothing but keep them."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, kind, default=value) for name, value in defaults.items()]
    signature = inspect.Signature(parameters)

    def __init__(self, **given):
        values = {**defaults, **signature.bind(**given).arguments}
        for name, value in values.items():
            setattr(self, name, value)

    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    __init__.__signature__ = inspect.Signature([own, *parameters])
    return __init__


def documentation(entry, base, names):
    source = f"Source: {entry['citation']}" if entry["citation"] else ""
    lines = [f"{entry['name']}: {entry['doc']}.", "", entry["description"] or source, "", "Parameters"]
    if issubclass(base, Tree):
        lines.append("    n_clusters: the tree is cut into so many; None: the tree itself predicts")
    for parameter in entry["parameters"]:
        lines.append(f"    {names[parameter['name']]}: {parameter['doc']}; {parameter['range']}")
    common = COMMON_LINES[1:] if base in GRAPH_BASES.values() else COMMON_LINES
    return "\n".join([*lines, *common, "", inspect.cleandoc(base.__doc__)])


def estimator(method):
    """The class of estimators of a method, or of any chain of steps, as in "AddS-3+SPUR" or "t-STE+k-means". Parameters
    that the name sets, as in "t-STE(d = 5)", are its defaults.

    Unknown names, and steps that do not fit, raise TertiumError with those that are known, or would."""
    if not isinstance(method, str):
        raise _tertium.TertiumError(f"{shown(method)} is no name of a method, give a text such as 'AddS-3-AL'")
    return made_estimator(text("method", method), _tertium.method(method)["chain"])


@functools.cache
def made_estimator(method, chain):
    """chain: the steps, by which methods are told apart whose steps were declared anew."""
    entry = _tertium.method(method)
    if not entry["on_answers"] and not entry["on_graphs"]:
        raise _tertium.TertiumError(f"{method} needs {entry['needs']} (only answers and graphs are known here), take another")
    base = (BASES if entry["on_answers"] else GRAPH_BASES)[entry["returns"]]
    names = {parameter["name"]: argument_name(parameter["name"], base) for parameter in entry["parameters"]}
    own = {names[parameter["name"]]: parameter["default"] for parameter in entry["parameters"]}
    common = {name: value for name, value in COMMON.items() if entry["on_answers"] or name != "kind"}
    defaults = {**({"n_clusters": None} if issubclass(base, Tree) else {}), **own, **common}
    return type(class_name(method), (base,), {
        "__module__": "tertium", "__doc__": documentation(entry, base, names), "__init__": constructor(defaults),
        "_method": method, "_probable": entry["probable"], "_defaults": defaults, "_own": {ours: theirs for theirs, ours in names.items()},
    })  # fmt: skip


@functools.cache
def estimators():
    """All of them by the names of their classes: every method, and every embedding, that works on answers, or on a graph."""
    classes = {}
    for entry in _tertium.methods():
        made = estimator(entry["name"])
        if made.__name__ in classes:
            raise RuntimeError(f"two methods make the class {made.__name__}: {entry['name']} and another")
        classes[made.__name__] = made
    return classes
