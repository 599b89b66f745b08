"""Draws a sweep: a metric over x, one curve per method and one panel per value of other columns.

Points are means, bars population standard
deviations; what does not depend on x is a level line in a band of the same meaning. Where some methods are so far from
the others that these would lie on each other the axis is broken.
"""

import numpy as np

from . import figure_texts
from . import grouping
from . import tertium_figures as tf
from .sweep_layout import Axis, BrokenAxis, Layout, far_apart, fit_page

THIN_COLOR = "#444444"


def styles_of(curves):
    """A style per curve: hue and marker of its method; its line tells what else differs."""
    methods = list(dict.fromkeys(curve["method"] for curve in curves))
    if len(methods) == 1 and len(curves) > 1:  # all of one hue would be hard to tell apart
        pool = list(tf.STYLES.values()) + list(tf.SPARE_STYLES)
        return [pool[(3 + 2 * i) % len(pool)] for i in range(len(curves))]
    styles = tf.method_styles(methods)
    found = []
    for curve in curves:
        style = styles[curve["method"]]
        own = sorted({other["variant"] for other in curves if other["method"] == curve["method"]})
        if len(own) > 1:
            rank = own.index(curve["variant"])
            style = tf.Style(paler(style.color, 0.6 * rank / (len(own) - 1)), style.marker,
                             tf.LINES[rank % len(tf.LINES)])  # fmt: skip
        found.append(style)
    return found


def paler(color, share):
    """The colour mixed with white."""
    parts = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(part + share * (255 - part)):02x}" for part in parts)


def reach(curves):
    """(lowest, highest) end of all bars."""
    ends = [(m - s, m + s) for c in curves for m, s in zip(np.ravel(c["mean"]), np.ravel(c["sd"]))]
    return min(end[0] for end in ends), max(end[1] for end in ends)


def lower_bars(mean, sd, log):
    """Lengths of the lower halves; on a logarithmic axis they end above 0."""
    return np.minimum(sd, 0.9 * mean) if log else sd


class Drawing:
    """One picture of a sweep."""

    def __init__(self, picture):
        self.picture = picture
        self.layout = Layout(picture)
        self.plt = tf.pyplot(self.layout.font_size, picture["page"]["svg_text"])
        self.axis = Axis(picture, self.layout)
        self.styles = styles_of(picture["curves"])
        self.unit = self.layout.font_size / 9.0  # of lines and markers
        self.label_size = 1.05 * self.layout.font_size
        self.figure = self.plt.figure(figsize=(self.layout.width * tf.CM, 10), layout="constrained")
        self.handles = {}

    def draw_curve(self, axes, curve, log):
        style = self.styles[curve["curve"]]
        if curve["x"] is None:
            if curve["sd"] > 0:
                ends = curve["mean"] - lower_bars(curve["mean"], curve["sd"], log), curve["mean"] + curve["sd"]
                axes.axhspan(*ends, color=style.color, alpha=0.10, linewidth=0)
            return axes.axhline(curve["mean"], color=style.color, linestyle=style.line, linewidth=1.2 * self.unit)
        mean, sd = np.array(curve["mean"]), np.array(curve["sd"])
        bars = [lower_bars(mean, sd, log), sd] if np.any(sd > 0) else None
        size = (6.5 if style.marker == "*" else 4.5) * self.unit
        line = axes.errorbar(
            self.axis.shifted(curve["x"], self.share(curve["curve"])), mean, yerr=bars, color=style.color,
            linestyle=style.line if self.axis.x["ordered"] else "none", marker=style.marker, markersize=size,
            markeredgecolor="white", markeredgewidth=0.4 * self.unit, linewidth=1.2 * self.unit,
            elinewidth=0.7 * self.unit, capsize=1.5 * self.unit, capthick=0.7 * self.unit,
        )  # fmt: skip
        return line.lines[0]

    def share(self, curve):
        """Where a curve stands among all: from -0.5 to 0.5."""
        count = len(self.picture["curves"])
        return curve / (count - 1) - 0.5 if count > 1 else 0.0

    def draw_thin(self, axes, curve):
        color = self.styles[curve["curve"]].color
        look = {"color": color, "linestyle": (0, (2, 1.5)), "linewidth": 0.7 * self.unit}
        if curve["x"] is None:
            axes.axhline(curve["mean"], **look)
        else:
            axes.plot(self.axis.shifted(curve["x"], self.share(curve["curve"])), curve["mean"], **look)

    def draw_panel(self, axes, panel, shared):
        y = self.picture["y"][panel["metric"]]
        log = y["scale"] == "log"
        if log and any(mean <= 0 for curve in panel["curves"] for mean in np.ravel(curve["mean"])):
            raise tf.FigureError(f"{y['label']} is not above 0 everywhere (its axis is logarithmic); "
                                 "take y_scale linear")  # fmt: skip
        for curve in panel["thin"]:
            self.draw_thin(axes, curve)
        for curve in panel["curves"]:
            self.handles[curve["curve"]] = self.draw_curve(axes, curve, log)
        if log:
            axes.set_yscale("log")
        self.axis.apply(axes)
        axes.margins(y=0.05)
        if y["limits"]:
            axes.set_ylim(*y["limits"])
        tf.nice_grid(axes)
        if not log:
            axes.yaxis.set_major_locator(self.plt.MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
            may_break = not (y["limits"] or shared or panel["thin"] or self.axis.x["categories"])
            if gap := may_break and far_apart([reach([curve]) for curve in panel["curves"]]):
                BrokenAxis(*reach(panel["curves"]), *gap).apply(axes, self.unit)
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}".replace("-", "\N{MINUS SIGN}"))

    def wrapped(self, text, inches, size):
        return figure_texts.in_lines(self.figure, text, inches / tf.CM, size)

    def shared(self, metric):
        """Whether the panels of a metric have one range: where that does not press one of them flat."""
        panels = [p["curves"] for p in self.picture["panels"] if p["metric"] == metric and p["curves"]]
        ranges = [reach(curves) for curves in panels]
        if len(ranges) < 2 or self.picture["y"][metric]["limits"]:
            return bool(self.picture["y"][metric]["limits"])
        whole = max(high for _, high in ranges) - min(low for low, _ in ranges)
        return all(high - low > 0.3 * whole for low, high in ranges)

    def draw(self):
        picture, layout = self.picture, self.layout
        panels = picture["panels"]
        if not any(panel["curves"] for panel in panels):
            raise tf.FigureError("the finished trials have no values to draw")
        figure = self.figure
        grid = figure.add_gridspec(layout.rows, layout.columns)
        axes = {layout.place(i): figure.add_subplot(grid[layout.place(i)]) for i in range(len(panels))}
        shared = [self.shared(metric) for metric in range(len(picture["y"]))]
        for index, panel in enumerate(panels):
            self.draw_panel(axes[layout.place(index)], panel, shared[panel["metric"]])
        for metric in (metric for metric, together in enumerate(shared) if together):
            self.give_one_range([axes[layout.place(i)] for i, p in enumerate(panels) if p["metric"] == metric])
        for index, panel in enumerate(panels):
            self.label_panel(axes, index, panel, shared[panel["metric"]])
        self.finish()
        return figure

    def give_one_range(self, panels):
        limits = [axes.get_ylim() for axes in panels]
        for axes in panels:
            axes.set_ylim(min(low for low, _ in limits), max(high for _, high in limits))

    def label_panel(self, axes, index, panel, shared):
        """What stands around a panel: only what its neighbours do not tell."""
        row, column = self.layout.place(index)
        own = axes[row, column]
        below = (row + 1, column) in axes
        if below:
            own.tick_params(labelbottom=False)
        else:
            own.set_xlabel(self.wrapped(self.axis.x["label"], self.axis.space, self.label_size))
        if row == 0:
            self.axis.add_over(own)
        first = column == 0 or (self.layout.swapped and len(self.picture["y"]) > 1)
        if first:
            label = self.picture["y"][panel["metric"]]["label"]
            own.set_ylabel(self.wrapped(label, 0.95 * self.layout.box_height * tf.CM, self.label_size))
        elif shared:
            own.tick_params(labelleft=False)
        if panel["title"]:
            letter = row * self.layout.columns + column
            title = tf.panel_title(letter, len(self.picture["panels"]), panel["title"])
            own.set_title(self.wrapped(title, 0.97 * self.layout.panel_width * tf.CM, 1.1 * self.layout.font_size))

    def finish(self):
        """Title, legend, and the height that all of it needs."""
        picture = self.picture
        labels = [curve["label"] for curve in picture["curves"]]
        drawn = [i for i in sorted(self.handles) if labels[i] and labels != picture["x"]["categories"]]
        handles, words = [self.handles[i] for i in drawn], [tf.plain(labels[i]) for i in drawn]
        for curve in picture["curves"]:  # what cannot be drawn is named
            if curve.get("without"):
                handles.append(self.plt.Line2D([], [], linestyle="none"))
                words.append(f"{tf.plain(curve['label'])}: no {tf.plain(curve['without'])}")
        if picture["thin"]:
            look = {"color": THIN_COLOR, "linestyle": (0, (2, 1.5)), "linewidth": 0.7 * self.unit}
            handles.append(self.plt.Line2D([], [], **look))
            words.append(f"thin: {tf.plain(picture['thin'])}")
        fit_page(self.figure, self.layout, picture, handles, words, bool(picture["x"]["over"]))


def main(sent, stem):
    tf.save(Drawing(grouping.sweep(sent)).draw(), stem, tight=False)
