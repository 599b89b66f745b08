"""What the figure scripts share: reading a result file, mean and spread per curve, styles, saving.

A result file holds one row per trial in the columns of `/trials`, the methods in the plan's order in
`/methods` and the resolved configuration in `/config/resolved`.
"""

import argparse
import configparser
import logging
import math
import os
import sys
from collections import namedtuple

import numpy as np

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # font-cache notes do not belong on a figure's stderr

STATUS_DONE = 0
EXTENSIONS = ("pdf", "svg", "png")

# Kinships share a hue, never a marker: linkage on comparisons grey, kernels blue and purple, 4-AL warm. Of the readings
# of a kernel, the one that is meant by the plain name is the darkest.
Style = namedtuple("Style", "color marker line")
STYLES = {
    "SL": Style("#7f7f7f", "v", (0, (1, 1.2))),
    "CL": Style("#4d4d4d", "^", (0, (4, 1.5))),
    "AL": Style("#000000", "*", (0, (6, 1.5, 1, 1.5))),
    "4K-AL": Style("#0072B2", "o", "-"),
    "4K-AL-literal": Style("#56B4E9", "s", (0, (4, 1.5))),
    "4K-AL-act": Style("#AA3377", "D", "-"),
    "4K-AL-act-lnN": Style("#E07BB5", "d", (0, (1, 1.2))),
    "4K-AL-act-lnN-redrawn": Style("#A58BC9", "8", (0, (5, 1.2, 1, 1.2))),
    "AddS-4-AL": Style("#009E73", "P", (0, (5, 1.2, 1, 1.2))),
    "4-AL": Style("#D55E00", "X", "-"),
    "4-AL-I3": Style("#E69F00", "<", (0, (4, 1.5))),
    "4-AL-I5": Style("#661100", ">", "-"),
    "tSTE-AL": Style("#44AA99", "h", (0, (1, 1.2))),
    "FORTE-AL": Style("#999933", "p", (0, (4, 1.5))),
}
SPARE_STYLES = (
    Style("#332288", "h", "-"),
    Style("#882255", "H", (0, (4, 1.5))),
    Style("#117733", "8", (0, (1, 1.2))),
    Style("#DDCC77", "o", (0, (5, 1.2, 1, 1.2))),
    Style("#88CCEE", "s", (0, (4, 1.5))),
    Style("#AA4499", "D", "-"),
)

Curve = namedtuple("Curve", "x mean sd count")  # arrays of equal length, x ascending


class FigureError(Exception):
    """A problem of the input or the output, said in one line."""


class Results:
    """The finished trials of one result file: `columns` by name, `methods` in the plan's order, `config` as text."""

    def __init__(self, path, columns, methods, config, varied):
        self.path = path
        self.columns = columns
        self.methods = methods
        self.config = config
        self.varied = varied

    def column(self, name):
        """The column `name` of the finished trials; numbers come as float64."""
        if name not in self.columns:
            known = ", ".join(sorted(self.columns))
            raise FigureError(f"{self.path} has no column '{name}' in /trials; it has {known}")
        values = self.columns[name]
        return values if values.dtype == object else values.astype(float)

    def optional(self, name):
        """Like column(), or NaN in every row when the run has no such column."""
        if name in self.columns:
            return self.column(name)
        return np.full(len(self.columns["method_name"]), np.nan)

    def refuse_other_parameters(self, drawn):
        """A mean over a parameter that the figure does not show would mislead: refuse it."""
        for name in sorted(self.varied - set(drawn)):
            raise FigureError(
                f"{self.path} also varies '{name}' (this figure shows {', '.join(drawn)} only); "
                f"run it with one value of '{name}'"
            )


def read_results(path):
    """Reads the finished trials of the result file at `path`; FigureError says what is wrong with it."""
    try:
        import h5py
    except ImportError:
        raise FigureError("the Python package h5py is missing; install Debian's python3-h5py") from None
    if not os.path.exists(path):
        raise FigureError(f"{path} does not exist; give the results.h5 of a finished run")
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise FigureError(f"{path} cannot be read; give the results.h5 of a finished run")
    if not h5py.is_hdf5(path):
        raise FigureError(f"{path} is not an HDF5 file; give the results.h5 of a finished run")
    try:
        with h5py.File(path, "r") as file:
            return _read_open_file(path, file, h5py)
    except (OSError, RuntimeError) as error:
        raise FigureError(f"{path} cannot be read as HDF5 ({_one_line(error)})") from None


def _read_open_file(path, file, h5py):
    if not isinstance(file.get("trials"), h5py.Group):
        raise FigureError(f"{path} is not a Tertium result file (it has no group /trials)")
    trials = _columns(file["trials"], h5py)
    for needed in ("method_name", "status"):
        if needed not in trials:
            raise FigureError(f"{path} is not a Tertium result file (/trials has no column '{needed}')")
    rows = len(trials["method_name"])
    trials = {name: values for name, values in trials.items() if len(values) == rows}
    if "status" not in trials:
        raise FigureError(f"{path} is damaged (the columns of /trials differ in length)")
    done = trials["status"] == STATUS_DONE
    if not done.any():
        raise FigureError(f"{path} holds no finished trial ({rows} rows); run the configuration first")
    columns = {name: values[done] for name, values in trials.items()}
    return Results(path, columns, _method_order(file, columns, h5py), _config(file), _varied(file, columns, h5py))


def _columns(group, h5py):
    """Every one-dimensional data set of a group as an array; strings as Python strings."""
    columns = {}
    for name, item in group.items():
        if isinstance(item, h5py.Dataset) and item.ndim == 1 and not item.dtype.names:
            text = h5py.check_string_dtype(item.dtype) is not None
            columns[name] = np.array(item.asstr()[...], dtype=object) if text else item[...]
    return columns


def _method_order(file, columns, h5py):
    """The names that occur in the trials, in the order of /methods; names it does not list come last."""
    present = list(dict.fromkeys(columns["method_name"]))
    listed = []
    methods = file.get("methods")
    if isinstance(methods, h5py.Group):
        tables = _columns(methods, h5py)
        listed = list(tables.get("method_name", tables.get("name", [])))
    elif isinstance(methods, h5py.Dataset):
        listed = list(_columns({"methods": methods}, h5py).get("methods", []))
    ordered = [name for name in listed if name in present]
    return list(dict.fromkeys(ordered)) + [name for name in present if name not in listed]


def _config(file):
    """The resolved configuration as INI text; empty when the file has none."""
    item = file.get("config/resolved")
    if item is None or not hasattr(item, "shape"):
        return ""
    value = item[()] if item.shape == () else item[0]
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _varied(file, columns, h5py):
    """Names of the swept parameters (columns of /points and of /trials) that take several values."""
    points = file.get("points")
    if not isinstance(points, h5py.Group):
        return set()
    bookkeeping = {"point", "index", "id", "key_hi", "key_lo", "method", "method_name", "rep", "seed"}
    names = set(_columns(points, h5py)) & set(columns) - bookkeeping
    return {name for name in names if len(distinct(columns[name])) > 1}


def distinct(values):
    """The different values, ascending, without NaN and without empty strings."""
    if values.dtype == object:
        return list(dict.fromkeys(value for value in values if value))
    return sorted(set(values[~np.isnan(values.astype(float))].tolist()))


def config_number(results, section, key):
    """The number behind `key` in `[section]` of the resolved configuration; None if absent or a list."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, inline_comment_prefixes=("#", ";"))
    try:
        parser.read_string(results.config)
        number = float(parser.get(section, key))
    except (configparser.Error, ValueError):
        return None
    return number if math.isfinite(number) else None


def curve(x, y):
    """Mean and population standard deviation of y at each distinct x; rows without x or y do not count."""
    whole = ~(np.isnan(x) | np.isnan(y))
    places = np.array(sorted(set(x[whole].tolist())))
    groups = [y[whole & (x == place)] for place in places]
    return Curve(
        places,
        np.array([group.mean() for group in groups]),
        np.array([group.std() for group in groups]),
        np.array([len(group) for group in groups], dtype=int),
    )


def method_styles(methods):
    """A style per method name: its own where it has one, otherwise the next spare one."""
    unknown = [name for name in methods if name not in STYLES]
    spare = {name: SPARE_STYLES[i % len(SPARE_STYLES)] for i, name in enumerate(unknown)}
    return {name: STYLES.get(name) or spare[name] for name in methods}


def draw_thin_curve(axes, x, y, color):
    """A curve of second importance: thin, dashed, without markers and deviations."""
    (line,) = axes.plot(x, y, color=color, linestyle=(0, (2, 1.5)), linewidth=0.8)
    return line


def draw_curve(axes, points, style, label, offset=0.0):
    """A curve with its standard deviation as thin bars; `offset` moves it sideways so that bars stay apart."""
    size = 8 if style.marker == "*" else 5.5
    line, _, _ = axes.errorbar(
        points.x + offset, points.mean, yerr=points.sd, label=label, color=style.color, linestyle=style.line,
        marker=style.marker, markersize=size, markeredgecolor="white", markeredgewidth=0.5, linewidth=1.4,
        elinewidth=0.8, capsize=1.8, capthick=0.8,
    )  # fmt: skip
    return line


def offsets(count, places):
    """Sideways shifts for `count` curves: within a third of the narrowest step and a thirtieth of the whole range."""
    if len(places) < 2 or count < 2:
        return np.zeros(count)
    room = min(min(np.diff(places)) / 3, (places[-1] - places[0]) / 30)
    return (np.arange(count) / (count - 1) - 0.5) * room


def set_places_axis(axes, places, inches):
    """Limits around the places that were run, and ticks at as many of them as `inches` can label."""
    step = min(np.diff(places)) if len(places) > 1 else 0.2 * abs(places[0]) or 1.0
    step = max(step, 0.06 * (places[-1] - places[0]))
    low, high = places[0] - 0.5 * step, places[-1] + 0.5 * step
    axes.set_xlim(low, high)
    ticks = []
    for place in places:
        if not ticks or (place - ticks[-1]) / (high - low) * inches >= 0.36:
            ticks.append(place)
    axes.set_xticks(ticks)


def nice_grid(axes):
    """A quiet background that helps reading values."""
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_color("#999999")


def panel_title(index, count, text):
    """(a) text, (b) text, ... as in the papers; a single panel needs no letter."""
    return text if count == 1 else f"({chr(ord('a') + index % 26)})  {text}"


def pyplot():
    """matplotlib.pyplot, set up to draw the same bytes every time and without a display."""
    try:
        import matplotlib
    except ImportError:
        raise FigureError("the Python package matplotlib is missing; install Debian's python3-matplotlib") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcdefaults()
    plt.rcParams.update({
        "svg.hashsalt": "tertium", "pdf.fonttype": 42, "font.family": "DejaVu Sans", "font.size": 9,
        "axes.titlesize": 10, "axes.labelsize": 9.5, "xtick.labelsize": 8.5, "ytick.labelsize": 8.5,
        "legend.fontsize": 9, "mathtext.fontset": "dejavusans", "axes.unicode_minus": True,
    })  # fmt: skip
    return plt


def new_panels(plt, count, width=3.9, height=3.1, legend_height=0.75, title=None, gaps=(0.75, 1.05)):
    """`count` panels of equal size in inches, at most three a row; leaves room for a legend below and a title above.

    Returns the figure and its axes. `gaps` are the inches between columns and between rows.
    """
    columns = min(count, 3)
    rows = -(-count // columns)
    left, right, below, above = 0.65, 0.2, 0.5 + legend_height, 0.65 + (0.3 if title else 0.0)
    total_width = left + right + columns * width + (columns - 1) * gaps[0]
    total_height = below + above + rows * height + (rows - 1) * gaps[1]
    figure = plt.figure(figsize=(total_width, total_height))
    panels = []
    for index in range(count):
        row, column = divmod(index, columns)
        bottom = below + (rows - 1 - row) * (height + gaps[1])
        box = (left + column * (width + gaps[0]), bottom, width, height)
        scale = (total_width, total_height, total_width, total_height)
        panels.append(figure.add_axes([a / b for a, b in zip(box, scale)]))
    if title:
        figure.text(0.5, 1 - 0.12 / total_height, title, ha="center", va="top", fontsize=11)
    return figure, panels


def legend_below(figure, handles, labels):
    """One legend for all panels, centred at the lower edge, as many columns as the width takes."""
    if not handles:
        return
    widest = max(len(label) for label in labels) * 0.075 + 0.75
    columns = int(min(len(handles), max(1, (figure.get_figwidth() - 0.3) // widest)))
    rows = -(-len(handles) // columns)
    columns = -(-len(handles) // rows)
    figure.legend(
        by_rows(handles, columns), by_rows(labels, columns), loc="lower center", ncol=columns,
        frameon=False, handlelength=3.0, columnspacing=1.5,
        bbox_to_anchor=(0.5, 0.04 / figure.get_figheight()), borderaxespad=0.0,
    )  # fmt: skip


def by_rows(entries, columns):
    """Reorders legend entries, which matplotlib fills column by column, so that they read row by row."""
    return [entry for column in range(columns) for entry in entries[column::columns]]


def legend_height(figure_width, labels):
    """Inches that legend_below() will need for these labels in a figure of this width."""
    widest = max((len(label) for label in labels), default=0) * 0.075 + 0.75
    columns = max(1, min(len(labels), int((figure_width - 0.3) // widest)))
    return 0.15 + 0.21 * -(-len(labels) // columns)


def save(figure, stem, extensions=EXTENSIONS):
    """Writes STEM.pdf, STEM.svg and STEM.png without dates, so that equal input gives equal files."""
    metadata = {
        "pdf": {"CreationDate": None, "ModDate": None},
        "svg": {"Date": None},
        "png": {"Software": None},
    }
    try:
        folder = os.path.dirname(stem)
        if folder:
            os.makedirs(folder, exist_ok=True)
        for extension in extensions:
            name = f"{stem}.{extension}"
            figure.savefig(name, metadata=metadata[extension], dpi=160, bbox_inches="tight", pad_inches=0.08)
    except OSError as error:
        raise FigureError(f"{stem}.{extensions[0]} cannot be written ({_one_line(error)})") from None


def arguments(description, inputs):
    """Parses INPUT... --output STEM [--title TEXT]; `inputs` maps argument names to help texts."""
    parser = argparse.ArgumentParser(description=description)
    for name, text in inputs.items():
        parser.add_argument(name, help=text)
    parser.add_argument("--output", required=True, metavar="STEM", help="writes STEM.pdf, STEM.svg and STEM.png")
    parser.add_argument("--title", default=None, help="a heading over the figure")
    return parser.parse_args()


def run(main):
    """Runs a script's main(): a FigureError becomes one line on stderr and exit code 1."""
    try:
        main()
    except FigureError as error:
        script = os.path.basename(sys.argv[0])
        print(f"{script}: {_one_line(error)}", file=sys.stderr)
        sys.exit(1)


def _one_line(error):
    return " ".join(str(error).split())
