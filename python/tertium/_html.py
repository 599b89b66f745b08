"""The view of an estimator in notebooks: its parameters, and the tree after fit."""

import html

from . import _tertium
from ._pictures import dendrogram

MOST_LEAVES = 300
ROW, WIDTH, TEXT = 14, 360, 220  # pixels: of a leaf, of the tree, of the names


def html_of(estimator):
    """Text, and below it the tree as a picture of lines."""
    text = f"<pre>{html.escape(repr(estimator))}</pre>"
    linkage = getattr(estimator, "linkage_", None)
    if linkage is None or not 2 <= len(linkage) + 1 <= MOST_LEAVES:
        return text
    return text + picture(linkage, _tertium.short_names(estimator.names_), estimator.labels_)


def picture(linkage, names, labels):
    """An SVG; branches inside a cluster have its colour."""
    order, brackets, colours, _ = dendrogram.drawn(linkage, labels)
    top, lines = float(linkage[-1, 2]) or 1.0, []
    for bracket, colour in zip(brackets, colours):
        points = " ".join(f"{4 + (WIDTH - 4) * (1.0 - height / top):.1f},{ROW * (leaf + 0.5):.1f}" for height, leaf in bracket)
        colour = "currentColor" if colour == dendrogram.ABOVE_THE_CUT else colour
        lines.append(f'<polyline points="{points}" stroke="{colour}"/>')
    texts = [f'<text x="{WIDTH + 4}" y="{ROW * (place + 0.5) + 4:.1f}">{html.escape(str(names[leaf]))}</text>'
             for place, leaf in enumerate(order)]  # fmt: skip
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + TEXT}" height="{ROW * len(order)}" font-size="11" '
            f'font-family="sans-serif" role="img" aria-label="tree of {len(order)} objects"><g fill="none">{"".join(lines)}</g>'
            f'<g fill="currentColor">{"".join(texts)}</g></svg>')  # fmt: skip
