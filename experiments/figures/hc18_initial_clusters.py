"""HC18 Figures 2 and 4: AARI over delta, one panel per size m of the initial clusters, one curve per method.

The size is read off the method's name, "4-AL-I3" = 4-AL from clusters of three objects. Methods without initial
clusters (SL, CL) are in every panel.

Usage: hc18_initial_clusters.py RESULTS.h5 --output STEM [--title TEXT]
"""

import re

import numpy as np

import hc19_fig2 as panels
import tertium_figures as tf

STYLES = {"3-AL": tf.Style("#117733", "8", (0, (4, 1.5))), "3K-AL": tf.Style("#332288", "H", "-")}
WITHOUT_CLUSTERS = ("SL", "CL", "AL")


def family_and_size(method):
    """("4-AL", 3) for "4-AL-I3"; size 1 without the ending."""
    found = re.fullmatch(r"(.*)-I(\d+)", method)
    return (found[1], int(found[2])) if found else (method, 1)


def curves_of_panel(results, size):
    """{family: Curve} of the methods with initial clusters of this size, in the plan's order."""
    delta, aari, name = results.column("delta"), results.column("aari"), results.column("method_name")
    curves = {}
    for method in results.methods:
        family, m = family_and_size(method)
        if m != size and method not in WITHOUT_CLUSTERS:
            continue
        found = tf.curve(delta[name == method], aari[name == method])
        if len(found.x):
            curves[family] = found
    return curves


def draw(results, title):
    """The whole figure."""
    results.column("delta"), results.column("aari")
    results.refuse_other_parameters(["delta"])
    sizes = sorted({family_and_size(m)[1] for m in results.methods})
    curves = [curves_of_panel(results, size) for size in sizes]
    families = list(dict.fromkeys(family_and_size(m)[0] for m in results.methods))
    drawn = [f for f in families if any(f in panel for panel in curves)]
    if not drawn:
        raise tf.FigureError(f"{results.path} has no AARI in its finished trials; nothing to draw")
    places = np.array(sorted({x for panel in curves for c in panel.values() for x in c.x.tolist()}))
    plt = tf.pyplot()
    width = min(len(sizes), 3) * panels.PANEL_WIDTH
    legend = tf.legend_height(width, drawn)
    figure, axes = tf.new_panels(plt, len(sizes), panels.PANEL_WIDTH, panels.PANEL_HEIGHT, legend, title)
    styles, sigma, handles = {**tf.method_styles(families), **STYLES}, tf.config_number(results, "model", "sigma"), {}
    for i, (panel, size) in enumerate(zip(axes, sizes)):
        handles.update(panels.draw_panel(panel, curves[i], drawn, styles, places))
        if sigma:
            panels.add_ratio_axis(panel, sigma)
        panel.set_title(tf.panel_title(i, len(sizes), f"$m = {size}$"), pad=6)
        if i % 3 == 0:
            panel.set_ylabel("AARI (mean ± sd)")
    tf.legend_below(figure, [handles[f] for f in drawn], drawn)
    return figure


def main():
    options = tf.arguments("HC18 Figures 2 and 4: AARI over delta for each m.", {"results": "results.h5 of a run"})
    tf.save(draw(tf.read_results(options.results), options.title), options.output)


if __name__ == "__main__":
    tf.run(main)
