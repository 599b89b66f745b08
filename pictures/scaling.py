"""Speed-up and efficiency of a scaling benchmark, SCALING.h5, next to the ideal line."""

import numpy as np

from . import tertium_figures as tf

IDEAL = "#888888"
WAYS = {"cells over ranks": ("o", "-"), "one cell over a team": ("s", "--"), "threads in a cell": ("^", ":")}
COLORS = ("#0072B2", "#D55E00", "#009E73", "#AA3377", "#E69F00", "#332288")


def read(path):
    """(mode, columns of /scaling) of a benchmark's file."""
    try:
        import h5py

        with h5py.File(path, "r") as file:
            columns = {name: item.asstr()[...].astype(object) if h5py.check_string_dtype(item.dtype) else item[...]
                       for name, item in file["scaling"].items()}  # fmt: skip
            return str(file.attrs["mode"]), columns
    except ImportError:
        raise tf.FigureError("the Python package h5py is missing; install Debian's python3-h5py") from None
    except (OSError, KeyError) as error:
        raise tf.FigureError(f"{path} has no /scaling ({error}); give the file of tertium bench strong or weak") from None


def draw_curves(axes, columns, value, low, high):
    """One curve for each way and method; bars go from the worst repeat to the best."""
    handles, widths = {}, columns["width"]
    methods = list(dict.fromkeys(columns["method"]))
    for way, method in dict.fromkeys(zip(columns["way"], columns["method"])):
        rows = np.flatnonzero((columns["way"] == way) & (columns["method"] == method))
        rows = rows[np.argsort(widths[rows])]
        bars = [np.maximum(0, value[rows] - low[rows]), np.maximum(0, high[rows] - value[rows])]
        marker, line = WAYS[way]
        handles[way if method == "all" else f"{way}: {method}"] = axes.errorbar(
            widths[rows], value[rows], yerr=bars, color=COLORS[methods.index(method) % len(COLORS)], marker=marker, markersize=6,
            markeredgecolor="white", linewidth=1.4, elinewidth=0.8, capsize=2, linestyle=line,
        )[0]  # fmt: skip
    ticks = sorted(set(widths.tolist()))
    axes.set_xscale("log", base=2)
    axes.set_xticks(ticks, [str(width) for width in ticks])
    axes.minorticks_off()
    axes.set_xlim(ticks[0] / 1.15, max(ticks[-1], 2) * 1.15)
    axes.set_xlabel("ranks or threads")
    tf.nice_grid(axes)
    return handles, ticks


def draw(mode, columns):
    """Speed-up on the left, efficiency on the right."""
    plt = tf.pyplot()
    curves = dict.fromkeys(zip(columns["way"], columns["method"]))
    legend = tf.legend_height(8.8, [f"{way}: {method}" for way, method in curves] + ["ideal"])
    figure, (left, right) = tf.new_panels(plt, 2, 4.4, 3.4, legend)
    value, low, high, width = (columns[name] for name in ("speedup", "speedup_low", "speedup_high", "width"))
    handles, ticks = draw_curves(left, columns, value, low, high)
    handles["ideal"] = left.plot(ticks, ticks, color=IDEAL, linewidth=1, zorder=1)[0]
    left.set_yscale("log", base=2)
    left.set_yticks(sorted({1, *ticks}), [f"{tick}" for tick in sorted({1, *ticks})])
    left.minorticks_off()
    left.set_ylabel("speed-up" if mode == "strong" else "speed-up, by work done per second")
    left.set_title(f"{mode} scaling", pad=6)
    draw_curves(right, columns, columns["efficiency"], low / width, high / width)
    right.axhline(1, color=IDEAL, linewidth=1, zorder=1)
    right.set_ylim(0, max(1.1, 1.05 * float(np.max(high / width))))
    right.set_ylabel("efficiency (speed-up / width)")
    right.set_title("median of the repeats; bars: worst and best", pad=6)
    tf.legend_below(figure, list(handles.values()), list(handles))
    return figure


def main(_, results, stem):
    tf.save(draw(*read(results)), stem)
