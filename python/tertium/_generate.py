"""Makes the classes of estimators from the library's descriptions of its methods."""

import functools
import inspect
import keyword
import re

from . import _tertium
from ._docs import SHARED, entries, joined, parameter_entry, sections, sentence
from ._estimator import COMMON
from ._graphs import GraphClustering, GraphEmbedding, GraphTree, OfGraph
from ._products import Clustering, Embedding, Tree
from ._values import shown, text

BASES = {"a tree": Tree, "a partition": Clustering, "coordinates": Embedding}
GRAPH_BASES = {"a tree": GraphTree, "a partition": GraphClustering, "coordinates": GraphEmbedding}
# What the examples in docstrings fit, and what they show of it.
INPUTS = {
    "answers": (">>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 500)",),
    "odd-one-outs": (">>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 500,",
                     '...                                    kind="odd-one-outs")'),
    "graph": (">>> graph = tertium.graph([[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5]])",),
}  # fmt: skip
SHOWN = {
    "a tree": (">>> fitted.labels_.tolist()", "[0, 0, 0, 1, 1, 1]", ">>> fitted.linkage_.shape", "(5, 4)"),
    "a partition": (">>> fitted.labels_.tolist()", "[0, 0, 0, 1, 1, 1]"),
    "coordinates": (">>> len(fitted.embedding_)", "6"),
}
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
    """An __init__ that stores these parameters."""
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


def documentation(entry, base, defaults, own):
    """The docstring of a class. own: the library's names of its parameters, by those of the constructor."""
    given = "a graph" if issubclass(base, OfGraph) else "answers"
    of_bases = [sections(made.__doc__) for made in reversed(base.__mro__) if made.__module__.startswith("tertium.")]
    attributes = entries([line for part in of_bases for line in part.get("Attributes", [])])
    if base._held != "answers_":
        attributes.pop("answers_", None)
    notes = [part["Notes"] for part in of_bases if "Notes" in part]
    return joined({
        "": [f"{entry['name']}: fits {entry['returns']} to {given}.", "", *description(entry)],
        "Parameters": [line for key, default in defaults.items() for line in parameter_lines(key, default, own, entry)],
        "Attributes": [line for lines in attributes.values() for line in lines],
        "Notes": [line for k, part in enumerate(notes) for line in ([""] if k else []) + part],
        "References": [f".. [1] {entry['citation']}"] if entry["citation"] else [],
        "Examples": examples(entry, base, defaults),
    })  # fmt: skip


def description(entry):
    """Paragraphs about the steps: idea, formula, guarantee, ties and cost."""
    return entry["description"].split("\n") if entry["description"] else [sentence(entry["doc"])]


def parameter_lines(name, default, own, entry):
    """One parameter of the constructor: a step's, or one that all estimators have."""
    if name not in own:
        return SHARED[name] if name != "n_clusters" else [
            "n_clusters : int, optional", "    Number of clusters that the tree is cut into. None: the tree itself predicts."]  # fmt: skip
    return parameter_entry(name, default, next(found for found in entry["parameters"] if found["name"] == own[name]))


def examples(entry, base, defaults):
    """An example for a class of the package; classes of other chains have no name."""
    if entry["name"] not in {known["name"] for known in _tertium.methods()}:
        return []
    given = "graph" if issubclass(base, OfGraph) else "answers"
    asked = "odd-one-outs" if "odd-one-outs" in (entry["needs"], defaults.get("kind")) else given
    name, number = class_name(entry["name"]), "n_clusters=2" if "n_clusters" in defaults else ""
    return [">>> import tertium", *INPUTS[asked], f">>> fitted = tertium.{name}({number}).fit({given})", *SHOWN[entry["returns"]]]


def method(name):
    """Describes a method, or a chain of steps.

    Parameters
    ----------
    name : str
        A method or a chain, also with parameters: "4-AL", "AddS-3+SPUR", "t-STE(d = 5)".

    Returns
    -------
    dict
        name, chain, doc, description, citation, needs, returns, probable, on_answers, on_graphs, and parameters, a list
        of dicts with name, type, default, doc and range.

    Raises
    ------
    TertiumError
        If the method is unknown. The message lists those that are known.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.method("t-STE(d = 5)")
    >>> found["returns"], found["parameters"][0]["name"], found["parameters"][0]["default"]
    ('coordinates', 'd', 5)
    """
    return _tertium.method(text("name", name))


def methods():
    """Describes every method and embedding that works on answers or on a graph.

    Returns
    -------
    list of dict
        One for each, as `method` describes it.

    Examples
    --------
    >>> import tertium
    >>> [found["name"] for found in tertium.methods() if found["on_graphs"]]
    ['AL', 'Linkage++', 'PCA+', 'graph-CL', 'graph-SL']
    """
    return _tertium.methods()


def kernels():
    """Names of the steps that make similarities of answers.

    Returns
    -------
    list of str
        Names for `similarities`.

    Examples
    --------
    >>> import tertium
    >>> tertium.kernels()
    ['3K', '4K', 'AddS-3', 'AddS-4']
    """
    return _tertium.kernels()


def estimator(method):
    """The class of estimators of a method, or of a chain of steps.

    Parameters
    ----------
    method : str
        A method or a chain, such as "AddS-3+SPUR" or "t-STE+k-means". Parameters in the name, as in "t-STE(d = 5)", are the
        defaults of the class.

    Returns
    -------
    type
        A subclass of `Estimator`.

    Raises
    ------
    TertiumError
        If a step is unknown, or the steps do not fit. The message lists those that would.

    Examples
    --------
    >>> import tertium
    >>> spur = tertium.estimator("AddS-3+SPUR")().fit("car")
    >>> len(set(spur.labels_))
    2
    """
    if not isinstance(method, str):
        raise _tertium.TertiumError(f"{shown(method)} is not the name of a method, give a string such as 'AddS-3-AL'")
    return made_estimator(text("method", method), _tertium.method(method)["chain"])


@functools.cache
def made_estimator(method, chain):
    """chain: the steps; they distinguish methods whose steps were declared again."""
    entry = _tertium.method(method)
    if not entry["on_answers"] and not entry["on_graphs"]:
        raise _tertium.TertiumError(f"{method} needs {entry['needs']} (only answers and graphs are available), choose another method")
    base = (BASES if entry["on_answers"] else GRAPH_BASES)[entry["returns"]]
    names = {parameter["name"]: argument_name(parameter["name"], base) for parameter in entry["parameters"]}
    values = {names[parameter["name"]]: parameter["default"] for parameter in entry["parameters"]}
    own = {ours: theirs for theirs, ours in names.items()}
    common = {name: value for name, value in COMMON.items() if entry["on_answers"] or name != "kind"}
    defaults = {**({"n_clusters": None} if issubclass(base, Tree) else {}), **values, **common}
    return type(class_name(method), (base,), {
        "__module__": "tertium", "__doc__": documentation(entry, base, defaults, own), "__init__": constructor(defaults),
        "_method": method, "_probable": entry["probable"], "_defaults": defaults, "_own": own,
    })  # fmt: skip


@functools.cache
def estimators():
    """All estimators that have a name in the package.

    Returns
    -------
    dict
        Classes by their names: every method and embedding that works on answers or on a graph.

    Examples
    --------
    >>> import tertium
    >>> tertium.estimators()["FourKAL"]
    <class 'tertium.FourKAL'>
    >>> sorted(tertium.estimators())[:3]
    ['AL', 'AddS3AL', 'AddS3Sparse']
    """
    classes = {}
    for entry in _tertium.methods():
        made = estimator(entry["name"])
        if made.__name__ in classes:
            raise RuntimeError(f"two methods make the class {made.__name__}: {entry['name']} and another")
        classes[made.__name__] = made
    return classes
