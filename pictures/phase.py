"""Draws maps: the mean of a metric over two dimensions, the contour where it passes a level, and curves over it.

Colours are linear between the places
that were computed, which are dots; the grey band around the contour is its interval.
"""

import math

import numpy as np

from . import figure_texts
from . import grouping
from . import tertium_figures as tf
from .sweep_layout import Layout, fit_page

COLORS = "cividis"
STEPS = 20  # of colour
LEAST_MAP = 4.2  # cm
BAR = 2.4  # cm that the colours' bar takes, with its words
LOOKS = (("#D55E00", (0, (4, 1.5))), ("#CC79A7", (0, (1, 1.2))), ("#009E73", (0, (5, 1.2, 1, 1.2))), ("#E69F00", "-"))


def is_log(axis, places):
    """Whether an axis is logarithmic: as it says, else where its places span more than a factor of 50."""
    low, high = min(places), max(places)
    if axis["scale"] == "log" and low <= 0:
        raise tf.FigureError(f"{axis['label']} is not above 0 everywhere (its axis is logarithmic); take linear")
    return axis["scale"] == "log" or (axis["scale"] == "auto" and low > 0 and high / low > 50)


def ranged_text(name, numbers):
    """constant 1.2
    (1.1 to 1.3)"""
    value, low, high = numbers
    known = low is not None and high is not None
    return f"{name} {value:.3g}" + (f"\n({low:.3g} to {high:.3g})" if known else "")


def columns_of(picture):
    """Maps side by side: as many as the page takes, in even rows."""
    count = len(picture["panels"])
    most = max(1, int((picture["page"]["width"] or tf.PAGE_WIDTH) / LEAST_MAP))
    return -(-count // -(-count // min(count, most)))


def with_power(value):
    """Of a tick: 5 10^6."""
    power = math.floor(math.log10(value) + 1e-9)
    times = f"{value / 10**power:.3g}"
    return f"$10^{{{power}}}$" if times == "1" else rf"${times}\cdot 10^{{{power}}}$"


class Drawing:
    """One picture of maps."""

    def __init__(self, picture):
        self.picture = picture
        self.layout = Layout({**picture, "columns": picture["columns"] or columns_of(picture)})
        self.plt = tf.pyplot(self.layout.font_size, picture["page"]["svg_text"])
        self.unit = self.layout.font_size / 9.0
        self.size = 1.05 * self.layout.font_size
        self.figure = self.plt.figure(figsize=(self.layout.width * tf.CM, 10), layout="constrained")
        every = [panel["places"] for panel in picture["panels"]]
        self.logs = {}
        for axis in "xy":
            places = [place for one in every for place in one[axis]]
            if not places:
                raise tf.FigureError("the finished trials have no values to draw")
            self.logs[axis] = is_log(picture[axis], places)
        means = [mean for one in every for mean in one["mean"]]
        low, high = picture["range"]
        if low is None or high is None or low < min(0.0, min(means)):
            low, high = min(means), max(means)
        self.levels = np.linspace(low, high if high > low else low + 1.0, STEPS + 1)
        self.lines = {}

    def inner(self, axis, places):
        places = np.asarray(places, dtype=float)
        return np.log(places) if self.logs[axis] else places

    def draw_map(self, axes, places):
        """The means, linear between places as the axes space them. A map of one row or column has no area."""
        from matplotlib.tri import Triangulation

        x, y, mean = (np.asarray(places[key], dtype=float) for key in ("x", "y", "mean"))
        if len(set(x)) < 2 or len(set(y)) < 2:
            return axes.scatter(x, y, c=mean, cmap=COLORS, vmin=self.levels[0], vmax=self.levels[-1])
        spread = [values / (np.ptp(values) or 1.0) for values in (self.inner("x", x), self.inner("y", y))]
        triangles = Triangulation(*spread).triangles
        top = self.levels[-1] - 1e-9 * (self.levels[-1] - self.levels[0])  # what is at the top has its colour, too
        drawn = axes.tricontourf(Triangulation(x, y, triangles), np.clip(mean, self.levels[0], top), levels=self.levels,
                                 cmap=COLORS)  # fmt: skip
        axes.plot(x, y, linestyle="none", marker=".", markersize=1.6 * self.unit, color="#ffffff", alpha=0.55,
                  markeredgewidth=0)  # fmt: skip
        return drawn

    def draw_contour(self, axes, contour):
        from matplotlib.patches import Patch

        if not contour["x"]:
            return
        bottom, top = axes.get_ylim()
        low = [bottom if value is None else value for value in contour["low"]]
        high = [top if value is None else value for value in contour["high"]]
        axes.fill_between(contour["x"], low, high, color="#ffffff", alpha=0.4, linewidth=0)
        look = {"solid_capstyle": "round", "marker": "o", "markersize": 1.8 * self.unit}
        axes.plot(contour["x"], contour["y"], color="#ffffff", linewidth=2.6 * self.unit, **look)
        line = axes.plot(contour["x"], contour["y"], color="#000000", linewidth=1.3 * self.unit, **look)[0]
        self.lines.setdefault(f"{self.picture['metric']} is {self.picture['level']:g}", line)
        self.lines.setdefault("its interval: pale", Patch(facecolor="#c9ccd3"))

    def draw_curves(self, axes, panel):
        for index, curve in enumerate(panel["curves"] + panel["laws"]):
            color, style = LOOKS[index % len(LOOKS)]
            y = [math.nan if value is None or (self.logs["y"] and value <= 0) else value for value in curve["y"]]
            if all(math.isnan(value) for value in y):
                continue  # too few thresholds for a law
            line = axes.plot(curve["x"], y, color=color, linestyle=style, linewidth=1.4 * self.unit)[0]
            self.lines.setdefault(curve["label"], line)

    def give_ticks(self, axes, which):
        """Few, and plain numbers where the axis is logarithmic."""
        from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

        axis = getattr(axes, f"{which}axis")
        if not self.logs[which]:
            axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
            axis.set_major_formatter(lambda value, _: f"{value:,.10g}".replace("-", "\N{MINUS SIGN}"))
            return
        low, high = axis.get_view_interval()
        axis.set_major_locator(LogLocator(subs=(1.0,) if high / low > 300 else (1.0, 2.0, 5.0)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(lambda value, _: f"{value:.6g}" if 1e-4 <= value < 1e5 else with_power(value))

    def fitted_text(self, panel):
        """What the laws came to, one line each."""
        several = len(panel["laws"]) > 1
        lines = []
        for law in panel["laws"]:
            if law["exponent"][0] is None:
                continue
            name = f"{tf.formula(law['label'])}: " if several else ""
            lines.append(name + ranged_text("exponent", law["exponent"]))
            _, low, high = law["exponent"]
            if low is None or high is None or low <= 1.0 <= high:
                lines.append(ranged_text("constant", law["constant"]))
        return "\n".join(lines)

    def draw_panel(self, axes, panel):
        for axis in "xy":
            if self.logs[axis]:
                getattr(axes, f"set_{axis}scale")("log")
        if not panel["places"]["x"]:
            axes.text(0.5, 0.5, "no rows", transform=axes.transAxes, ha="center", va="center")
            return None
        drawn = self.draw_map(axes, panel["places"])
        for axis in "xy":
            places = panel["places"][axis]
            limits = self.picture[axis]["limits"] or (min(places), max(places))
            if limits[0] < limits[1]:
                getattr(axes, f"set_{axis}lim")(*limits)
        self.draw_contour(axes, panel["contour"])
        self.draw_curves(axes, panel)
        for axis in "xy":
            self.give_ticks(axes, axis)
        if text := self.fitted_text(panel):
            axes.text(0.03, 0.04, text, transform=axes.transAxes, fontsize=0.8 * self.layout.font_size, va="bottom",
                      bbox={"facecolor": "#ffffff", "alpha": 0.75, "linewidth": 0, "pad": 1.5})  # fmt: skip
        return drawn

    def wrapped(self, text, inches, size):
        return figure_texts.in_lines(self.figure, text, inches / tf.CM, size)

    def draw(self):
        picture, layout = self.picture, self.layout
        panels = picture["panels"]
        grid = self.figure.add_gridspec(layout.rows, layout.columns)
        axes = {layout.place(i): self.figure.add_subplot(grid[layout.place(i)]) for i in range(len(panels))}
        drawn = None
        for index, panel in enumerate(panels):
            drawn = self.draw_panel(axes[layout.place(index)], panel) or drawn
        self.ranges = {place: (*own.get_xlim(), *own.get_ylim()) for place, own in axes.items()}
        for index, panel in enumerate(panels):
            self.label_panel(axes, layout.place(index), index, panel)
        bar = self.figure.colorbar(drawn, ax=list(axes.values()), fraction=0.04, pad=0.01, aspect=30)
        bar.set_label(f"{picture['metric']}, mean", fontsize=self.size)
        bar.locator = self.plt.MaxNLocator(5)
        bar.update_ticks()
        words = [tf.formula(label) for label in self.lines]
        fit_page(self.figure, layout, picture, list(self.lines.values()), words)
        return self.figure

    def label_panel(self, axes, place, index, panel):
        """What stands around a map: only what its neighbours do not tell."""
        own, (row, column) = axes[place], place
        width = (self.layout.width - BAR) / self.layout.columns * tf.CM
        below, left = axes.get((row + 1, column)), axes.get((row, column - 1))
        if below is None:
            own.set_xlabel(self.wrapped(self.picture["x"]["label"], width, self.size))
        elif self.ranges[place][:2] == self.ranges[row + 1, column][:2]:
            own.tick_params(labelbottom=False)
        if left is None:
            own.set_ylabel(self.wrapped(self.picture["y"]["label"], 0.9 * self.layout.box_height * tf.CM, self.size))
        elif self.ranges[place][2:] == self.ranges[row, column - 1][2:]:
            own.tick_params(labelleft=False)
        if panel["title"]:
            title = tf.panel_title(index, len(self.picture["panels"]), panel["title"])
            own.set_title(self.wrapped(title, 0.9 * width, 1.1 * self.layout.font_size))


def main(sent, stem):
    tf.save(Drawing(grouping.maps(sent)).draw(), stem, tight=False)
