"""Comparison of embeddings with one another and with other vectors."""

import numpy as np

from . import _tertium
from ._docs import documented
from ._tertium import TertiumError
from ._values import as_array, texts


def table_of(places, name):
    """Finite numbers, (objects, dimensions)."""
    table = as_array(places, name)
    if table.ndim != 2 or 0 in table.shape or table.dtype.kind not in "iuf" or not np.all(np.isfinite(table)):
        raise TertiumError(f"{name} is not a table of finite numbers (objects, dimensions), give such a table")
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
        raise TertiumError("names contains a name twice, leave one of the two vectors out")
    return table, names


@documented
def procrustes(places, target):
    """Moves coordinates onto others of the same objects.

    The coordinates are rotated or reflected, scaled and shifted, by least squares.

    Parameters
    ----------
    places : array of shape (objects, d)
        The coordinates to move.
    target : array of shape (objects, e)
        The coordinates that stay.

    Returns
    -------
    moved : array of float64, shape (objects, e)
        The moved coordinates, in the dimensions of the target.
    distance : float
        Fraction of the spread that remains between the two, from 0 (identical) to 1: the disparity of
        `scipy.spatial.procrustes`.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> moved, distance = tertium.procrustes([[0, 0], [2, 0], [0, 4]], [[0, 0], [0, 1], [2, 0]])
    >>> moved.round(6) + 0.0
    array([[0., 0.],
           [0., 1.],
           [2., 0.]])
    >>> round(distance, 6)
    0.0
    """
    places, target = table_of(places, "places"), table_of(target, "target")
    if len(places) != len(target):
        raise TertiumError(f"places has {len(places)} objects and target {len(target)}, give the same objects")
    return _tertium.procrustes(places, target)
