"""Data frames of pandas, polars or the like as the text of a file with the same columns."""

import csv
import io

import numpy as np

from . import _tertium
from ._tertium import TertiumError
from ._values import as_array, is_missing, shown, text


def is_frame(X):
    """A data frame of pandas, polars or the like, whose columns have names: with numbers it is an array."""
    columns = getattr(X, "columns", None)
    return columns is not None and len(columns) > 0 and not all(isinstance(name, (int, np.integer)) for name in columns)


def is_frame_of_questions(X):
    """A data frame of questions without answers: an anchor and two others."""
    return is_frame(X) and _tertium.lacks_answer([name for name, _ in columns_of(X)])


def columns_of(frame):
    """Name and values of each, in order; two may have the same name, as in a file."""
    by_place = getattr(frame, "iloc", None)
    return [(name_of_column(name), frame[name] if by_place is None else by_place[:, k]) for k, name in enumerate(frame.columns)]


def name_of_column(name):
    if isinstance(name, tuple):
        raise TertiumError(f"columns of the data frame have names of several levels, {shown(name)}, use one level: "
                           "frame.columns = frame.columns.get_level_values(-1)")  # fmt: skip
    if is_missing(name):
        raise TertiumError("a column of the data frame has no name, give it one")
    return " ".join(text("the name of a column", name if isinstance(name, str) else str(name)).splitlines())


def in_order(columns):
    """The columns, first before second: in a file their order says which is which."""
    columns = list(columns)
    lower = [name.strip().lower() for name, _ in columns]
    for one, other in (("first", "second"), ("left", "right"), ("a", "b"), ("b", "c"), ("a", "b")):
        if one in lower and other in lower and lower.index(one) > lower.index(other):
            i, j = lower.index(one), lower.index(other)
            for some in (columns, lower):
                some[i], some[j] = some[j], some[i]
    return columns


def expect_question(names, how):
    """Refuses y if a column contains the answers already."""
    if how["preset"] or how["questions"]:
        return
    said = dict(word.rsplit("=", 1) for word in how["columns"] if "=" in word)
    roles = [said.get(name, name) for name in names] if said else how["columns"] or names
    if not _tertium.lacks_answer(roles):
        raise TertiumError(f"y needs questions: columns anchor, first and second, and no column with the answer (these are {', '.join(roles)}), "
                           "leave y out or rename the columns")  # fmt: skip


def fields_of(name, values):
    """The fields that a file would have in this column."""
    column = values if np.ma.isMaskedArray(values) else as_array(values, name)
    if column.ndim != 1:
        raise TertiumError(f"{name} has shape {column.shape}, give one value for each row")
    return [as_field(value) for value in column.tolist()]


def as_field(value):
    """The field that a file would have; empty: missing."""
    if is_missing(value):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():  # as pandas has whole numbers beside missing ones
        return str(int(value))
    try:
        return " ".join(str(value).splitlines())
    except ValueError:  # a number of thousands of digits
        return shown(value)


def written(table):
    """The text of a file with these columns."""
    rows = [[name for name, _ in table], *zip(*(fields for _, fields in table))]
    result = io.StringIO()
    write = csv.writer(result, lineterminator="\n").writerow
    for row in rows:  # one by one: Ctrl-C is noticed between them
        write(row)
    if not any(mark in result.getvalue() for mark in "#;\t"):
        return result.getvalue()
    # In quotes these neither begin a comment nor divide.
    result = io.StringIO()
    write = csv.writer(result, lineterminator="\n", quoting=csv.QUOTE_ALL).writerow
    for row in rows:
        write(row) if any(row) else result.write("\n")
    return result.getvalue()


def raise_surrogate(table):
    """Raises an error that names the first row of a table that cannot be written as UTF-8."""
    for name, fields in table:
        for row, field in enumerate(fields):
            text(f"row {row} of the data frame, {name}", field)
