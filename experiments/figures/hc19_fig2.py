"""HC19 Figure 2: AARI over delta, one panel per sampling probability p, one curve per method.

Usage: hc19_fig2.py RESULTS.h5 --output STEM [--title TEXT]
"""

import numpy as np

import tertium_figures as tf

PANEL_WIDTH = 3.9  # inches
PANEL_HEIGHT = 3.4


def curves_of_panel(results, p):
    """{method: Curve} of the rows at this p; rows without p belong in every panel."""
    delta, aari, name = results.column("delta"), results.column("aari"), results.column("method_name")
    row_p = results.optional("p")
    here = np.isnan(row_p) if p is None else np.isnan(row_p) | (row_p == p)
    curves = {}
    for method in results.methods:
        rows = here & (name == method)
        found = tf.curve(delta[rows], aari[rows])
        if len(found.x):
            curves[method] = found
    return curves


def draw_panel(axes, curves, order, styles, places):
    """The curves of one panel, axes from 0 to 1, ticks at the deltas that were run."""
    shifts = dict(zip(order, tf.offsets(len(order), places)))
    handles = {m: tf.draw_curve(axes, curves[m], styles[m], m, shifts[m]) for m in order if m in curves}
    tf.nice_grid(axes)
    lowest = min([0.0] + [float(min(c.mean)) for c in curves.values()])
    axes.set_ylim(lowest - 0.03, 1.03)
    axes.set_yticks(np.linspace(0, 1, 6))
    tf.set_places_axis(axes, places, PANEL_WIDTH)
    axes.set_xlabel(r"$\delta$")
    return handles


def add_ratio_axis(axes, sigma):
    """delta / sigma along the upper edge."""
    upper = axes.secondary_xaxis("top", functions=(lambda d: d / sigma, lambda r: r * sigma))
    upper.set_xticks(axes.get_xticks() / sigma)
    upper.set_xticklabels([f"{tick / sigma:.3g}" for tick in axes.get_xticks()])
    upper.set_xlabel(r"$\delta/\sigma$", labelpad=3)


def draw(results, title):
    """The whole figure."""
    results.column("delta"), results.column("aari")
    results.refuse_other_parameters(["delta", "p"])
    panels_p = tf.distinct(results.optional("p")) or [None]
    curves = [curves_of_panel(results, p) for p in panels_p]
    drawn = [m for m in results.methods if any(m in panel for panel in curves)]
    if not drawn:
        raise tf.FigureError(f"{results.path} has no AARI in its finished trials; nothing to draw")
    places = np.array(sorted({x for panel in curves for c in panel.values() for x in c.x.tolist()}))
    plt = tf.pyplot()
    width = min(len(panels_p), 3) * PANEL_WIDTH
    figure, axes = tf.new_panels(plt, len(panels_p), PANEL_WIDTH, PANEL_HEIGHT, tf.legend_height(width, drawn), title)
    styles, sigma, handles = tf.method_styles(results.methods), tf.config_number(results, "model", "sigma"), {}
    for i, (panel, p) in enumerate(zip(axes, panels_p)):
        handles.update(draw_panel(panel, curves[i], drawn, styles, places))
        if sigma:
            add_ratio_axis(panel, sigma)
        if p is not None:
            panel.set_title(tf.panel_title(i, len(panels_p), f"$p = {p:g}$"), pad=6)
        if i % 3 == 0:
            panel.set_ylabel("AARI (mean ± sd)")
    tf.legend_below(figure, [handles[m] for m in drawn], drawn)
    return figure


def main():
    options = tf.arguments("HC19 Figure 2: AARI over delta for each p.", {"results": "results.h5 of a run"})
    tf.save(draw(tf.read_results(options.results), options.title), options.output)


if __name__ == "__main__":
    tf.run(main)
