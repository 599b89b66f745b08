"""stubs.py FOLDER: writes the types of the package tertium in FOLDER, tertium/__init__.pyi, for editors and mypy.

Constructors and functions have the signatures of the running package; the types of methods of classes are in this file.
"""

import inspect
import pathlib
import re
import sys

HEAD = '''# Written by python/stubs.py when the module is built.
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Self = TypeVar("Self", bound="Estimator")
P = TypeVar("P", bound="Program")
Method = Union[str, "Estimator", "type[Estimator]"]

class HasFit(Protocol):
    @property
    def fit(self) -> Any: ...

OwnMethod = Union[HasFit, tuple[str, HasFit]]
__version__: str

class TertiumError(ValueError): ...

class Answers:
    kind: str
    n_objects: int
    names: list[str]
    array: NDArray[np.int64]
    counts: NDArray[np.int64]
    subjects: NDArray[np.int64]
    subject_names: list[str]
    sets: NDArray[np.int64]
    set_names: list[str]
    groups: NDArray[np.int64]
    group_names: list[str]
    notes: list[str]
    source: str
    shape: tuple[int, int]
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, key: slice | Sequence[int] | Sequence[bool] | NDArray[Any]) -> Answers: ...
    def __iter__(self) -> Iterator[tuple[str, ...]]: ...
    def taken(self, rows: ArrayLike, counts: ArrayLike = ...) -> Answers: ...

class Graph:
    n_objects: int
    names: list[str]
    edges: NDArray[np.int64]
    weights: NDArray[np.float64]
    notes: list[str]
    source: str
    shape: tuple[int, int]

class Found:
    table: dict[str, Any]
    def __len__(self) -> int: ...
    def __getattr__(self, name: str) -> Any: ...

class Estimator:
    n_objects_: int
    names_: list[str]
    answers_: Answers
    reports_: dict[str, float]
    method_: str
    n_features_in_: int
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self: Self, **params: Any) -> Self: ...
    def fit(self: Self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self: ...
    classes_: NDArray[np.int64]
    def predict(self, X: Any) -> NDArray[np.int64]: ...
    def predict_proba(self, X: Any) -> NDArray[np.float64]: ...
    def score(self, X: Any, y: ArrayLike | None = None) -> float: ...
    def against(
        self, vectors: Any, names: Iterable[str] | None = None, *, cosine: bool = False
    ) -> dict[str, Any]: ...

class Clustering(Estimator):
    labels_: NDArray[np.int64]
    membership_: NDArray[np.float64]
    co_clustering_: NDArray[np.float64]
    def fit_predict(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> NDArray[np.int64]: ...
    def membership(self, replicates: int = 1000, *, verbose: bool = False) -> NDArray[np.float64]: ...

class Tree(Clustering):
    linkage_: NDArray[np.float64]
    support_: NDArray[np.float64]
    support_of_: tuple[str, int]
    transfer_support_: NDArray[np.float64]
    local_support_: NDArray[np.float64]
    concordance_: NDArray[np.float64]
    bootstrap_trees_: str
    consensus_: str
    def cut(self, n_clusters: int, min_cluster_size: int = 1) -> NDArray[np.int64]: ...
    def newick(self, names: Iterable[str] | None = None) -> str: ...
    def root_by_outgroup(self: Self, outgroup: str | Iterable[str]) -> Self: ...
    def bootstrap_support(self, replicates: int = 1000, *, verbose: bool = False) -> NDArray[np.float64]: ...
    def local_support(self) -> NDArray[np.float64]: ...
    def merge_similarities(self) -> NDArray[np.float64]: ...
    def collapsed(self, share: float, by: str = "support", names: Iterable[str] | None = None) -> str: ...
    def plot(self, ax: Any = None, *, orientation: str = "left", **options: Any) -> Any: ...

class Embedding(Estimator):
    embedding_: NDArray[np.float64]
    spread_: NDArray[np.float64]
    covariances_: NDArray[np.float64]
    spread_of_: tuple[str, int]
    def fit_transform(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> NDArray[np.float64]: ...
    def transform(self, X: Any = None) -> NDArray[np.float64]: ...
    def set_output(self: Self, *, transform: str | None = None) -> Self: ...
    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]: ...
    def bootstrap_spread(self, replicates: int = 200, *, verbose: bool = False) -> NDArray[np.float64]: ...
    def plot(self, ax: Any = None, *, names: bool = True, ellipses: bool = True, **options: Any) -> Any: ...

class Program:
    labels_: NDArray[np.int64]
    n_clusters_: int
    solution_: NDArray[np.float64]
    theta_: float
    thetas_: dict[int, float]
    certified_: bool
    gap_: float
    trace_penalty_: float
    reports_: dict[str, float]
    n_features_in_: int
    def get_params(self, deep: bool = True) -> dict[str, Any]: ...
    def set_params(self, **params: Any) -> Any: ...
    def fit(self: P, S: Any, y: Any = None) -> P: ...
    def fit_predict(self, S: Any, y: Any = None) -> NDArray[np.int64]: ...

class GraphTree(Tree):
    graph_: Graph

class GraphClustering(Clustering):
    graph_: Graph

class GraphEmbedding(Embedding):
    graph_: Graph
'''

# Of arguments whose defaults do not tell; the others are of the type of these.
ARGUMENTS = {
    "path": "str | os.PathLike[str]", "n": "int", "columns": "str | Sequence[str] | Mapping[str, str]", "base": "str | int", "n_objects": "int | None",
    "sets": "str | Iterable[str]", "drop_subjects": "str | int | Iterable[str | int]", "where": "str | Sequence[str] | Mapping[str, str]", "missing": "str | Iterable[str]",
    "answers": "str | Sequence[str] | Mapping[str, str]", "grades": "str | Sequence[str] | Mapping[str, float]", "y": "ArrayLike | None", "subjects": "ArrayLike | None",
    "method": "Method", "methods": "OwnMethod | Method | Sequence[OwnMethod | Method]", "file": "str | os.PathLike[str]", "folds": "int | str", "learning_curve": "bool | Sequence[float]",
    "n_clusters": "int | str | None", "comparisons": "float | None", "random_state": "Any", "n_jobs": "int | None", "verbose": "bool | int", "people": "str | Sequence[str]",
    "rule": "str | None", "screens": "str | None", "participants": "int | None", "oracle": "Callable[[NDArray[np.int64]], Any]", "budget": "int",
    "log": "str | os.PathLike[str] | None", "rules": "Sequence[str] | None", "truth": "Any", "weights": "ArrayLike | None", "places": "ArrayLike", "target": "ArrayLike", "name": "str",
}  # fmt: skip
# Of functions whose docs do not tell.
RESULTS = {"add_steps": "None", "cite": "str", "similarities": "NDArray[Any]", "estimator": "type[Estimator]",
           "estimators": "dict[str, type[Estimator]]", "method": "dict[str, Any]", "procrustes": "tuple[NDArray[np.float64], float]", "methods": "list[dict[str, Any]]", "kernels": "list[str]"}  # fmt: skip


def default(value):
    return repr(value) if value is None or isinstance(value, (bool, int, float, str, tuple)) else "..."


def arguments(signature, types):
    """Parameters as in a definition."""
    parts, named = [], False
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{name}: Any")
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not named:
            parts.append("*")
            named = True
        if name == "self":
            parts.append("self")
            continue
        given = "" if parameter.default is parameter.empty else f" = {default(parameter.default)}"
        kind = types.get(name) or (type(parameter.default).__name__ if isinstance(parameter.default, (bool, int, float, str)) else "Any")
        may_be_none = parameter.default is None and kind != "Any" and "None" not in kind
        parts.append(f"{name}: {kind}{' | None' if may_be_none else ''}{given}")
    return ", ".join(parts)


def function(name, made):
    told = re.search(r"Returns\n-+\n([A-Z]\w+)\n", inspect.getdoc(made))
    return f"def {name}({arguments(inspect.signature(made), ARGUMENTS)}) -> {RESULTS.get(name) or told[1]}: ..."


def estimator(name, made, entry):
    theirs = {parameter["name"]: parameter["type"] for parameter in entry["parameters"]}
    types = {**ARGUMENTS, **{ours: theirs[their] for ours, their in made._own.items()}}
    if "n_clusters" not in made._own:
        types["n_clusters"] = "int | None"
    signature = inspect.signature(made.__init__)
    return f"class {name}({made.__bases__[0].__name__}):\n    def __init__({arguments(signature, types)}) -> None: ..."


def stub(tertium):
    """The text of __init__.pyi."""
    lines = [HEAD, *(f"class {found.__name__}(Found): ..." for found in tertium._found.Found.__subclasses__()), ""]
    classes = tertium.estimators()
    lines += [function(name, getattr(tertium, name)) for name in sorted(tertium.__all__) if name[0].islower()]
    lines.append("")
    for made in sorted(tertium._programs.Program.__subclasses__(), key=lambda made: made.__name__):
        lines.append(f"class {made.__name__}(Program):\n    def __init__({arguments(inspect.signature(made.__init__), ARGUMENTS)}) -> None: ...")
    for name, made in sorted(classes.items()):
        lines.append(estimator(name, made, tertium.method(made._method)))
    return "\n".join(lines) + "\n"


def main():
    folder = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    try:
        import tertium

        text = stub(tertium)
    except ImportError as error:  # built for another processor than this one
        print(f"stubs.py: types of tertium are left open ({error})")
        text = "from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n"
    (folder / "tertium" / "__init__.pyi").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
