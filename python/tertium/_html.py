"""What notebooks show of an estimator: its parameters, and the tree once it is fitted."""

import html

from . import _tertium

MOST_LEAVES = 300
ROW, WIDTH, TEXT = 14, 360, 220  # pixels: of a leaf, of the tree, of the names


def html_of(estimator):
    """Text, and below it the tree as a picture of lines."""
    text = f"<pre>{html.escape(repr(estimator))}</pre>"
    linkage = getattr(estimator, "linkage_", None)
    if linkage is None or not 2 <= len(linkage) + 1 <= MOST_LEAVES:
        return text
    return text + picture(linkage, _tertium.short_names(estimator.names_), estimator.labels_)


def leaves_in_order(linkage):
    """Objects as the tree is drawn, from the top."""
    n, order, waiting = len(linkage) + 1, [], [2 * len(linkage)]
    while waiting:
        node = waiting.pop()
        if node < n:
            order.append(node)
        else:
            left, right = (int(child) for child in linkage[node - n, :2])
            waiting += [right, left]
    return order


def picture(linkage, names, labels):
    """An SVG; branches inside a cluster have its colour."""
    n, top = len(linkage) + 1, float(linkage[-1, 2]) or 1.0
    order = leaves_in_order(linkage)
    y = {leaf: ROW * (place + 0.5) for place, leaf in enumerate(order)}
    x = dict.fromkeys(range(n), float(WIDTH))
    cluster = {leaf: int(labels[leaf]) for leaf in range(n)}
    lines = []
    for row, (left, right, height, _) in enumerate(linkage):
        node, left, right = n + row, int(left), int(right)
        x[node], y[node] = 4 + (WIDTH - 4) * (1.0 - height / top), (y[left] + y[right]) / 2
        cluster[node] = cluster[left] if cluster[left] == cluster[right] else None
        for child in (left, right):
            lines.append(f'<path d="M{x[node]:.1f} {y[node]:.1f}V{y[child]:.1f}H{x[child]:.1f}" '
                         f'stroke="{colour(cluster[node])}"/>')  # fmt: skip
    texts = [f'<text x="{WIDTH + 4}" y="{y[leaf] + 4:.1f}">{html.escape(str(names[leaf]))}</text>' for leaf in order]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + TEXT}" height="{ROW * n}" font-size="11" '
            f'font-family="sans-serif" role="img" aria-label="tree of {n} objects"><g fill="none">{"".join(lines)}</g>'
            f'<g fill="currentColor">{"".join(texts)}</g></svg>')  # fmt: skip


def colour(cluster):
    """Grey between clusters; ten that are told apart."""
    known = ("#3b6ea5", "#c8722e", "#4b8b5a", "#b04a4a", "#7a62a8", "#8a6a4f", "#c77fa6", "#6f6f6f", "#9a9a3c", "#3e97a3")
    return "#999999" if cluster is None else known[cluster % len(known)]
