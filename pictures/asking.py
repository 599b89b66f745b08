"""Draws what questions are worth: the share of answers predicted against the number of answers asked for, or a score
against the number of participants.

The picture has a panel for each table. Tables are those of tertium ask --simulate -o (choose,answers,run,accuracy), or of
tertium ask --how-many -o (method,participants,run,score): the name of the curve, x, run, y. The description has the
titles, and what x and y are.
"""

import csv

import numpy as np

from . import tertium_figures as tf

RULES = {
    "mixed": ("half ARR, half random", tf.Style("#009E73", "P", "-")),
    "arr": ("ARR: anchors in turn", tf.Style("#D55E00", "X", (0, (3, 1, 1, 1)))),
    "infogain": ("information gain", tf.Style("#0072B2", "o", (0, (4, 1.5)))),
    "uncertain": ("uncertain", tf.Style("#AA3377", "D", (0, (1, 1.2)))),
    "random": ("random", tf.Style("#4d4d4d", "^", (0, (5, 1.2, 1, 1.2)))),
}
PANEL_WIDTH, PANEL_HEIGHT = 3.1, 2.5  # inches


def read(path):
    """{curve: (x, mean and standard error of y, a share in percent)}, in the order of the table."""
    shares = {}
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            unit = 100.0 if next(rows)[3] == "accuracy" else 1.0
            for curve, x, _, y in rows:
                shares.setdefault(curve, {}).setdefault(int(x), []).append(unit * float(y))
    except (OSError, StopIteration, IndexError, ValueError) as error:
        raise tf.FigureError(f"{path} is not a table of tertium ask -o ({error})") from None
    curves = {}
    for rule, by_answers in shares.items():
        runs = [np.array(by_answers[answers]) for answers in sorted(by_answers)]
        errors = [run.std(ddof=1) / np.sqrt(len(run)) if len(run) > 1 else 0.0 for run in runs]
        curves[rule] = (np.array(sorted(by_answers)), np.array([run.mean() for run in runs]), np.array(errors))
    return curves


def style_of(name, names):
    """Label and style of a curve."""
    return RULES.get(name, (name, tf.SPARE_STYLES[names.index(name) % len(tf.SPARE_STYLES)]))


def draw_panel(axes, curves):
    """One curve for each rule, in a band of a standard error."""
    handles = {}
    for rule, (answers, mean, error) in curves.items():
        label, style = style_of(rule, list(curves))
        axes.fill_between(answers, mean - error, mean + error, color=style.color, alpha=0.15, linewidth=0)
        handles[label], = axes.plot(answers, mean, color=style.color, marker=style.marker, linestyle=style.line,
                                    linewidth=1.2, markersize=4, markeredgewidth=0)  # fmt: skip
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    ticks = [k * 10**power for power in range(8) for k in (1, 2, 5) if low <= k * 10**power <= high]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    tf.nice_grid(axes)
    return handles


def draw(tables, titles, x, y):
    plt = tf.pyplot()
    curves = [read(table) for table in tables]
    labels = [RULES.get(rule, (rule,))[0] for rule in dict.fromkeys(rule for panel in curves for rule in panel)]
    figure, panels = tf.new_panels(plt, len(tables), PANEL_WIDTH, PANEL_HEIGHT,
                                   tf.legend_height(PANEL_WIDTH * min(3, len(tables)), labels))  # fmt: skip
    handles = {}
    for k, axes in enumerate(panels):
        handles.update(draw_panel(axes, curves[k]))
        axes.set_title(tf.formula(tf.panel_title(k, len(tables), titles[k])))
        axes.set_xlabel(x)
    panels[0].set_ylabel(y)
    tf.legend_below(figure, [handles[label] for label in labels], labels)
    return figure


def main(description, stem, *tables):
    tf.save(draw(tables, *(description[key] for key in ("titles", "x", "y"))), stem)
