"""The class of results, and how they are shown."""

import numpy as np

from . import _tertium
from ._docs import joined, sections, sentence

MOST_SHOWN = 10


def telling(*results, **tables):
    """Appends the results and columns that the library describes to the Attributes of a class."""

    def told(made):
        known, parts = _tertium.results(), sections(made.__doc__)
        lines = [line for result in results for name, meaning in known[result].items() for line in (name, f"    {sentence(meaning)}")]
        for table, result in tables.items():
            lines += [f"{table} : dict of columns", *(f"    - {name}: {meaning}" for name, meaning in known[result].items())]
        parts["Attributes"] = parts.get("Attributes", []) + lines
        made.__doc__ = joined(parts)
        return made

    return told


class Found:
    """A result: named attributes and a table.

    Attributes
    ----------
    table : dict of columns
        Columns of equal length, for `pandas.DataFrame(found.table)`. A column of numbers is an array, with NaN for what is
        not known; other columns are lists.
    """

    _columns = ()  # of the table, those that are shown; none named: all

    def __init__(self, **named):
        vars(self).update(named)

    def __len__(self):
        return len(next(iter(self.table.values()), ()))

    def __repr__(self):
        head = f"<tertium.{type(self).__name__}: {self._head()}>"
        return "\n".join([head, *(table_lines(self._shown()) if len(self) else [])])

    def _shown(self):
        """The columns below the first line."""
        return {name: self.table[name] for name in self._columns or self.table}


def columns_of(lists):
    """A table from lists, one for each column."""
    return {name: column(values) for name, values in lists.items()}


def column(values):
    """An array if all are numbers, NaN for None; otherwise the list itself."""
    if not values or not all(value is None or isinstance(value, (int, float)) for value in values):
        return values
    return np.array([np.nan if value is None else value for value in values])


def table_lines(columns):
    """The first rows as text, columns two blanks apart, numbers right-aligned."""
    aligned = []
    for name, values in columns.items():
        cells = [name, *map(cell, values[:MOST_SHOWN])]
        width = max(map(len, cells))
        aligned.append([text.rjust(width) if isinstance(values, np.ndarray) else text.ljust(width) for text in cells])
    more = len(values) - MOST_SHOWN
    return ["  ".join(row).rstrip() for row in zip(*aligned)] + ([f"... and {more} more"] if more > 0 else [])


def cell(value):
    """A value as text."""
    if value is None or value != value:
        return "-"
    if isinstance(value, list):
        text = "; ".join(map(str, value))
        return text if len(text) <= 40 else text[:37] + "..."
    return f"{value:.4g}" if isinstance(value, float) else str(value)
