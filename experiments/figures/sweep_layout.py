"""Where things stand in a drawn sweep: panels on the page, places and ticks on the axis of x."""

import math

import tertium_figures as tf
import numpy as np

LEAST_PANEL = 4.8  # cm: panels side by side are at least as wide, where their number is free
NARROWEST_PANEL = 3.4  # cm: rows and columns are swapped rather than have narrower ones


class Layout:
    """How panels stand on the page. Lengths in cm."""

    def __init__(self, picture):
        page = picture["page"]
        self.width = page["width"] or tf.PAGE_WIDTH
        self.font_size = page["font_size"] or tf.FONT_SIZE
        count = len(picture["panels"])
        self.columns, self.swapped = picture["columns"], False
        if self.columns is None:
            most = max(1, int(self.width / LEAST_PANEL))
            self.columns = -(-count // -(-count // min(count, most)))
        self.rows = -(-count // self.columns)
        if picture["columns"] and self.width / self.columns < NARROWEST_PANEL and self.rows < self.columns:
            self.columns, self.rows, self.swapped = self.rows, self.columns, True
        self.panel_width = self.width / self.columns
        self.box_height = min(max(0.68 * self.panel_width, 3.2), 6.0)
        self.height = page["height"]
        self.letter = 0.6 * self.font_size / 72  # inches
        self.line = 1.4 * self.font_size / 72  # inches

    def panels_height(self, has_titles, has_upper_axis):
        """What all panels need, with what stands around them, in inches."""
        around = 3.0 + 1.6 * self.rows * has_titles + 2.9 * has_upper_axis + 0.5 * self.rows
        return self.rows * self.box_height * tf.CM + around * self.line

    def place(self, index):
        """(row, column) of a panel."""
        wide = self.rows if self.swapped else self.columns
        row, column = divmod(index, wide)
        return (column, row) if self.swapped else (row, column)


class Axis:
    """The places of x, their scale and sideways shifts."""

    def __init__(self, picture, layout):
        x = picture["x"]
        self.x, self.layout = x, layout
        lines = [curve for panel in picture["panels"] for curve in panel["curves"] + panel["thin"]]
        self.places = sorted({place for curve in lines for place in curve["x"] or ()})
        spread = bool(self.places) and self.places[0] > 0 and self.places[-1] / self.places[0] > 50
        self.log = x["categories"] is None and (x["scale"] == "log" or (x["scale"] == "auto" and spread))
        self.log = self.log and bool(self.places) and self.places[0] > 0
        self.space = max(0.5, layout.panel_width - 1.4) / 2.54  # inches, about

    def inner(self, places):
        """Places as the axis spaces them."""
        return np.log10(places) if self.log else np.asarray(places, dtype=float)

    def shifted(self, places, share):
        """The places moved by a share of the space around them, so that bars stay apart; -0.5 <= share <= 0.5."""
        inner = self.inner(self.places)
        if len(inner) < 2 or self.x.get("measured"):
            return np.asarray(places, dtype=float)
        if not self.x["ordered"]:
            space = 0.4
        else:
            space = min(min(np.diff(inner)) / 3, (inner[-1] - inner[0]) / 30)
        moved = self.inner(places) + share * space
        return 10**moved if self.log else moved

    def limits(self):
        inner = self.inner(self.places)
        if self.x["limits"]:
            return self.x["limits"]
        even = len(inner) > 1 and not self.x.get("measured")
        step = min(np.diff(inner)) if even else 0.5 if self.log else 0.2 * abs(inner[0]) or 1.0
        step = max(step, 0.06 * (inner[-1] - inner[0]))
        low, high = inner[0] - 0.5 * step, inner[-1] + 0.5 * step
        return (10**low, 10**high) if self.log else (low, high)

    def ticks(self):
        """Places that can be labelled without labels touching, and the labels."""
        texts = [f"{place:g}" for place in self.places]
        if self.x["categories"] is not None:
            words = [self.x["categories"][int(place)] for place in self.places]
            return self.places, [tf.expression(word) if self.x["ordered"] else tf.plain(word) for word in words]
        low, high = self.limits()
        span = math.log10(high / low) if self.log else high - low
        ticks, labels, end = [], [], -math.inf
        for place, text in zip(self.places, texts):
            if not low <= place <= high:
                continue
            middle = (math.log10(place / low) if self.log else place - low) / span * self.space
            half = (len(text) + 1.2) * self.layout.letter / 2
            if middle - half >= end:
                ticks.append(place)
                labels.append(text)
                end = middle + half
        return ticks, labels

    def apply(self, axes):
        if not self.places:
            axes.set_xticks([])
            return
        if self.log:
            axes.set_xscale("log")
        axes.set_xlim(*self.limits())
        if self.x.get("measured"):  # points stand wherever they fall: the ticks are those of the scale
            axes.minorticks_off()
            return
        ticks, labels = self.ticks()
        longest = max(map(tf.length, labels), default=0) * self.layout.letter * len(labels)
        slanted = self.x["categories"] is not None and longest > self.space
        look = {"rotation": 40, "ha": "right", "rotation_mode": "anchor"} if slanted else {}
        axes.set_xticks(ticks, labels, **look)
        axes.minorticks_off()

    def add_over(self, axes):
        """x divided by a parameter along the upper edge."""
        over = self.x["over"]
        if not over or not self.places:
            return
        ticks, _ = self.ticks()
        upper = axes.secondary_xaxis("top", functions=(lambda x: x / over["divisor"], lambda r: r * over["divisor"]))
        ratios = [tick / over["divisor"] for tick in ticks]
        upper.set_xticks(ratios, [f"{ratio:.3g}" for ratio in ratios])
        upper.minorticks_off()
        upper.set_xlabel(tf.formula(over["label"]))
