"""HC19 Figure 3: Dasgupta cost (lower is better) over p, one panel per data set, one curve per method.

Usage: hc19_fig3.py RESULTS.h5 --output STEM [--title TEXT]
"""

import numpy as np

import tertium_figures as tf

PANEL_WIDTH = 4.2  # inches
PANEL_HEIGHT = 3.2
NAMES = {"zoo": "Zoo", "glass": "Glass", "20news": "20 newsgroups"}


def split_rows(results, data, method):
    """(curve over p, costs of the rows that have no p) of one method on one data set."""
    cost, p = results.column("dasgupta_cost"), results.optional("p")
    rows = (results.column("name") == data) & (results.column("method_name") == method)
    without_p = cost[rows & np.isnan(p)]
    return tf.curve(p[rows], cost[rows]), without_p[~np.isnan(without_p)]


def draw_reference(axes, costs, style, label):
    """A horizontal line at the mean; a pale band shows the standard deviation."""
    mean, sd = float(costs.mean()), float(costs.std())
    if sd > 0:
        axes.axhspan(mean - sd, mean + sd, color=style.color, alpha=0.10, linewidth=0)
    return axes.axhline(mean, color=style.color, linestyle=style.line, linewidth=1.5, label=label)


def draw_panel(axes, results, data, styles, places):
    """All methods on one data set; returns their legend handles."""
    handles = {}
    shifts = dict(zip(results.methods, tf.offsets(len(results.methods), places)))
    for method in results.methods:
        found, without_p = split_rows(results, data, method)
        if len(found.x):
            handles[method] = tf.draw_curve(axes, found, styles[method], method, shifts[method])
        if len(without_p):
            handles[method] = draw_reference(axes, without_p, styles[method], method)
    tf.nice_grid(axes)
    axes.margins(y=0.08)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.6g}" if abs(value) < 1e5 else f"{value:,.0f}")
    axes.set_xlabel("proportion $p$ of the quadruplets")
    return handles


def set_p_axis(axes, places):
    """Linear over p, logarithmic when p spans more than a factor of 50."""
    if not len(places):
        axes.set_xticks([])
        return
    if places[0] > 0 and places[-1] / places[0] > 50:
        axes.set_xscale("log")
        return
    tf.set_places_axis(axes, places, PANEL_WIDTH)


def draw(results, title):
    """The whole figure."""
    results.column("dasgupta_cost")
    results.refuse_other_parameters(["name", "p"])
    data_sets = tf.distinct(results.column("name"))
    if not data_sets or np.isnan(results.column("dasgupta_cost")).all():
        raise tf.FigureError(f"{results.path} has no Dasgupta cost in its finished trials; nothing to draw")
    places = np.array(tf.distinct(results.optional("p")))
    plt = tf.pyplot()
    width = min(len(data_sets), 3) * PANEL_WIDTH
    legend = tf.legend_height(width, results.methods)
    figure, axes = tf.new_panels(plt, len(data_sets), PANEL_WIDTH, PANEL_HEIGHT, legend, title, gaps=(1.0, 0.95))
    styles, handles = tf.method_styles(results.methods), {}
    for i, (panel, data) in enumerate(zip(axes, data_sets)):
        handles.update(draw_panel(panel, results, data, styles, places))
        set_p_axis(panel, places)
        panel.set_title(tf.panel_title(i, len(data_sets), NAMES.get(data, data)), pad=6)
        if i % 3 == 0:
            panel.set_ylabel("Dasgupta cost (mean ± sd; lower is better)")
    drawn = [m for m in results.methods if m in handles]
    tf.legend_below(figure, [handles[m] for m in drawn], drawn)
    return figure


def main():
    options = tf.arguments("HC19 Figure 3: Dasgupta cost over p on real data.", {"results": "results.h5 of a run"})
    tf.save(draw(tf.read_results(options.results), options.title), options.output)


if __name__ == "__main__":
    tf.run(main)
