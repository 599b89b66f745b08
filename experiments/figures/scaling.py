"""Speed-up and efficiency of a scaling benchmark, next to the ideal line.

Usage: scaling.py SCALING.h5 STEM < DESCRIPTION; the description is {}.
"""

import os

import tertium_figures as tf
import numpy as np

PANEL_WIDTH = 4.4  # inches
PANEL_HEIGHT = 3.4
IDEAL = "#888888"
WAYS = {"cells over ranks": "o", "one cell over a team": "s", "threads in a cell": "^"}
COLORS = ("#0072B2", "#D55E00", "#009E73", "#AA3377", "#E69F00", "#332288")


def read(path):
    """(mode, columns of /scaling) of a benchmark's file."""
    try:
        import h5py
    except ImportError:
        raise tf.FigureError("the Python package h5py is missing; install Debian's python3-h5py") from None

    if not os.path.isfile(path) or not h5py.is_hdf5(path):
        raise tf.FigureError(f"{path} is not an HDF5 file; give the file of tertium bench strong or weak")
    with h5py.File(path, "r") as file:
        if "scaling" not in file:
            raise tf.FigureError(f"{path} has no /scaling; give the file of tertium bench strong or weak")
        group = file["scaling"]
        columns = {
            name: np.array(item.asstr()[...], dtype=object) if h5py.check_string_dtype(item.dtype) else item[...]
            for name, item in group.items()
        }
        mode = file.attrs["mode"]
    if not len(columns.get("width", ())):
        raise tf.FigureError(f"{path} holds no measurement; run the benchmark again")
    return mode.decode() if isinstance(mode, bytes) else str(mode), columns


def curves(columns):
    """(way, method, rows) of every curve, widths ascending."""
    names = list(dict.fromkeys(zip(columns["way"], columns["method"])))
    for way, method in names:
        rows = np.flatnonzero((columns["way"] == way) & (columns["method"] == method))
        yield way, method, rows[np.argsort(columns["width"][rows])]


def label_of(way, method):
    return way if method == "all" else f"{way}: {method}"


def draw_curves(axes, columns, value, low, high):
    """One curve for each way and method; bars go from the worst repeat to the best."""
    handles = {}
    methods = list(dict.fromkeys(columns["method"]))
    for way, method, rows in curves(columns):
        middle = columns[value][rows]
        bars = [np.maximum(0, middle - low[rows]), np.maximum(0, high[rows] - middle)]
        color = COLORS[methods.index(method) % len(COLORS)]
        line, _, _ = axes.errorbar(
            columns["width"][rows], middle, yerr=bars, color=color, marker=WAYS.get(way, "D"), markersize=6,
            markeredgecolor="white", linewidth=1.4, elinewidth=0.8, capsize=2, label=label_of(way, method),
            linestyle="-" if way == "cells over ranks" else "--" if way == "one cell over a team" else ":",
        )  # fmt: skip
        handles[label_of(way, method)] = line
    return handles


def width_axis(axes, columns):
    widths = sorted(set(columns["width"].tolist()))
    axes.set_xscale("log", base=2)
    axes.set_xticks(widths, [str(width) for width in widths])
    axes.minorticks_off()
    axes.set_xlim(widths[0] / 1.15, max(widths[-1], 2) * 1.15)
    axes.set_xlabel("ranks or threads")
    tf.nice_grid(axes)
    return widths


def draw(mode, columns):
    """Speed-up on the left, efficiency on the right."""
    plt = tf.pyplot()
    labels = [label_of(way, method) for way, method, _ in curves(columns)] + ["ideal"]
    legend = tf.legend_height(2 * PANEL_WIDTH, labels)
    figure, (left, right) = tf.new_panels(plt, 2, PANEL_WIDTH, PANEL_HEIGHT, legend)
    handles = draw_curves(left, columns, "speedup", columns["speedup_low"], columns["speedup_high"])
    widths = width_axis(left, columns)
    handles["ideal"] = left.plot(widths, widths, color=IDEAL, linewidth=1, zorder=1)[0]
    left.set_yscale("log", base=2)
    ticks = sorted({1.0, *map(float, widths)})
    left.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    left.minorticks_off()
    left.set_ylabel("speed-up" if mode == "strong" else "speed-up, by work done per second")
    left.set_title(f"{mode} scaling", pad=6)
    draw_curves(right, columns, "efficiency", columns["speedup_low"] / columns["width"],
                columns["speedup_high"] / columns["width"])  # fmt: skip
    width_axis(right, columns)
    right.axhline(1, color=IDEAL, linewidth=1, zorder=1)
    right.set_ylim(0, max(1.1, 1.05 * float(np.max(columns["speedup_high"] / columns["width"]))))
    right.set_ylabel("efficiency (speed-up / width)")
    right.set_title("median of the repeats; bars: worst and best", pad=6)
    tf.legend_below(figure, list(handles.values()), list(handles))
    return figure


def main():
    (results, stem), _ = tf.inputs("SCALING.h5", "STEM")
    mode, columns = read(results)
    tf.save(draw(mode, columns), stem)


if __name__ == "__main__":
    tf.run(main)
