"""What results look like."""

import numpy as np

MOST_SHOWN = 10


class Found:
    """A result: named attributes, and `table`, a dict of columns of one length, which pandas.DataFrame takes."""

    table = {}

    def __len__(self):
        return len(next(iter(self.table.values())))

    def __repr__(self):
        lines = [f"<tertium.{type(self).__name__}: {self._head()}>"]
        return "\n".join(lines + table_lines(self._shown()))

    def _head(self):
        """The first line of what is printed."""
        return f"{len(self)} rows"

    def _shown(self):
        """The columns below it."""
        return self.table


def table_lines(columns):
    """The first rows as text, columns two blanks apart, numbers to the right."""
    count = len(next(iter(columns.values())))
    cells, right = [], []
    for name, values in columns.items():
        values = list(values[:MOST_SHOWN])
        right.append(all(isinstance(value, (int, float, np.number)) for value in values) and bool(values))
        cells.append([name, *map(cell, values)])
    widths = [max(map(len, column)) for column in cells]
    lines = ["  ".join(text.rjust(width) if numbers else text.ljust(width)
                       for text, width, numbers in zip(row, widths, right)).rstrip()
             for row in zip(*cells)]  # fmt: skip
    return lines + ([f"... and {count - MOST_SHOWN} more"] if count > MOST_SHOWN else [])


def cell(value):
    if value is None or (isinstance(value, (float, np.floating)) and np.isnan(value)):
        return "-"
    if isinstance(value, (float, np.floating)):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        text = ", ".join(map(str, value))
        return text if len(text) <= 40 else text[:37] + "..."
    return str(value)
