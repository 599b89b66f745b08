"""HC18 Figures 2 and 4: AARI over delta, one panel per size m of the initial clusters, one curve per method.

Curves are of the tree cut by depth (column aari_depth); thin dashed lines, where the run has them, of the same tree cut
by the order of its merges (aari). The size is read off the method's name, "4-AL-I3" = 4-AL from clusters of three
objects. Methods without initial clusters (SL, CL) are in every panel.

Usage: hc18_initial_clusters.py RESULTS.h5 --output STEM [--title TEXT]
"""

import re

import numpy as np

import hc19_fig2 as panels
import tertium_figures as tf

BY_DEPTH, BY_ORDER = "aari_depth", "aari"
STYLES = {"3-AL": tf.Style("#117733", "8", (0, (4, 1.5))), "3K-AL": tf.Style("#332288", "H", "-")}
WITHOUT_CLUSTERS = ("SL", "CL", "AL")
THIN_LABEL = "by merge order"


def family_and_size(method):
    """("4-AL", 3) for "4-AL-I3"; size 1 without the ending."""
    found = re.fullmatch(r"(.*)-I(\d+)", method)
    return (found[1], int(found[2])) if found else (method, 1)


def curves_of_panel(results, size, score=BY_DEPTH):
    """{family: Curve} of the methods with initial clusters of this size, in the plan's order."""
    delta, values, name = results.column("delta"), results.optional(score), results.column("method_name")
    curves = {}
    for method in results.methods:
        family, m = family_and_size(method)
        if m != size and method not in WITHOUT_CLUSTERS:
            continue
        found = tf.curve(delta[name == method], values[name == method])
        if len(found.x):
            curves[family] = found
    return curves


def draw_thin_curves(axes, curves, order, styles, places):
    """The curves of the other cut, shifted as those of the first are; what stands for them in the legend."""
    shifts = dict(zip(order, tf.offsets(len(order), places)))
    for family in (f for f in order if f in curves):
        tf.draw_thin_curve(axes, curves[family].x + shifts[family], curves[family].mean, styles[family].color)
    return tf.draw_thin_curve(axes, [], [], "#444444") if curves else None


def draw(results, title):
    """The whole figure."""
    results.column("delta"), results.column(BY_DEPTH)
    results.refuse_other_parameters(["delta"])
    sizes = sorted({family_and_size(m)[1] for m in results.methods})
    curves = [curves_of_panel(results, size) for size in sizes]
    thin_curves = [curves_of_panel(results, size, BY_ORDER) for size in sizes]
    families = list(dict.fromkeys(family_and_size(m)[0] for m in results.methods))
    drawn = [f for f in families if any(f in panel for panel in curves)]
    if not drawn:
        raise tf.FigureError(f"{results.path} has no AARI in its finished trials; nothing to draw")
    places = np.array(sorted({x for panel in curves for c in panel.values() for x in c.x.tolist()}))
    plt = tf.pyplot()
    width = min(len(sizes), 3) * panels.PANEL_WIDTH
    legend = tf.legend_height(width, drawn + [THIN_LABEL])
    figure, axes = tf.new_panels(plt, len(sizes), panels.PANEL_WIDTH, panels.PANEL_HEIGHT, legend, title)
    styles, sigma, handles = {**tf.method_styles(families), **STYLES}, tf.config_number(results, "model", "sigma"), {}
    for i, (panel, size) in enumerate(zip(axes, sizes)):
        thin = draw_thin_curves(panel, thin_curves[i], drawn, styles, places)
        handles.update(panels.draw_panel(panel, curves[i], drawn, styles, places))
        if thin is not None:
            handles[THIN_LABEL] = thin
        if sigma:
            panels.add_ratio_axis(panel, sigma)
        panel.set_title(tf.panel_title(i, len(sizes), f"$m = {size}$"), pad=6)
        if i % 3 == 0:
            panel.set_ylabel("AARI by depth (mean ± sd)")
    shown = [label for label in (*drawn, THIN_LABEL) if label in handles]
    tf.legend_below(figure, [handles[label] for label in shown], shown)
    return figure


def main():
    options = tf.arguments("HC18 Figures 2 and 4: AARI over delta for each m.", {"results": "results.h5 of a run"})
    tf.save(draw(tf.read_results(options.results), options.title), options.output)


if __name__ == "__main__":
    tf.run(main)
