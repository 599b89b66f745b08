"""Maps of objects, held against each other and against vectors of others."""

import numpy as np

from . import _tertium
from ._answers import as_array
from ._tertium import TertiumError
from ._values import texts


def table_of(places, name):
    """Finite numbers, (objects, dimensions)."""
    table = as_array(places, name)
    if table.ndim != 2 or 0 in table.shape or table.dtype.kind not in "iuf" or not np.all(np.isfinite(table)):
        raise TertiumError(f"{name} is no table of finite numbers (objects, dimensions), give one")
    return table.astype(float)


def named_vectors(vectors, names, objects):
    """(table, names): as Estimator.against takes them."""
    if names is None:
        names = vectors.index if hasattr(vectors, "index") and hasattr(vectors, "columns") else None
    table = table_of(vectors, "vectors")
    if names is None:
        if len(table) != len(objects):
            raise TertiumError(f"vectors has {len(table)} rows for {len(objects)} objects, give their names, too")
        return table, list(objects)
    names = texts("names", [str(name) for name in names])
    if len(names) != len(table):
        raise TertiumError(f"there are {len(names)} names for {len(table)} vectors, give one for each")
    if len(set(names)) != len(names):
        raise TertiumError("names holds one twice, leave one of its vectors out")
    return table, names


def procrustes(places, target):
    """(moved, distance): places, (objects, d), rotated or reflected, scaled and shifted onto the target, (objects, e),
    by least squares, in its dimensions; and the share of the spread that is left between the two, from 0, the same map,
    to 1, the disparity of scipy.spatial.procrustes. Raises TertiumError.
    """
    places, target = table_of(places, "places"), table_of(target, "target")
    if len(places) != len(target):
        raise TertiumError(f"places has {len(places)} objects and target {len(target)}, give the same ones")
    return _tertium.procrustes(places, target)
