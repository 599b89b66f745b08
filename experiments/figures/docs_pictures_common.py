"""What the pictures of the documentation share: a canvas in inches, boxes, arrows, cells of a table, colours."""

INK, ARROW, QUIET = "#222222", "#555555", "#8a8a8a"
PLUS, MINUS = "#8cc8ee", "#f0b357"  # answers; blue and orange stay apart for every kind of colour vision
KNOWN, EMPTY, GOOD = "#3b3b3b", "#f3f3f3", "#0072B2"


def canvas(plt, width, height, bottom=0.0):
    """A figure of the given inches whose coordinates are inches; y begins at `bottom`."""
    figure = plt.figure(figsize=(width, height))
    axes = figure.add_axes([0, 0, 1, 1])
    axes.set_xlim(0, width)
    axes.set_ylim(bottom, bottom + height)
    axes.axis("off")
    return figure, axes


def box(axes, corner, size, color, title, text, dashed=False, title_size=11):
    """A rounded box with a bold title over a line or two of text."""
    from matplotlib.patches import FancyBboxPatch

    axes.add_patch(FancyBboxPatch(
        corner, *size, boxstyle="round,pad=0,rounding_size=0.08", facecolor=color, edgecolor=INK, linewidth=1.0,
        linestyle=(0, (4, 2)) if dashed else "-",
    ))  # fmt: skip
    middle, top = corner[0] + size[0] / 2, corner[1] + size[1]
    axes.text(middle, top - 0.09, title, ha="center", va="top", fontsize=title_size, fontweight="bold", color=INK)
    axes.text(middle, top - 0.34, text, ha="center", va="top", fontsize=0.78 * title_size, color=INK, linespacing=1.25)


def arrow(axes, start, end):
    """A straight one-way arrow."""
    axes.annotate("", xy=end, xytext=start, arrowprops={
        "arrowstyle": "-|>", "color": ARROW, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 13,
    })  # fmt: skip


def cell(axes, corner, size, color, text="", text_size=8, edge="white", text_color=INK, weight="normal"):
    """A rectangle of a table with a glyph in its middle; `size` is (width, height)."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle(corner, *size, facecolor=color, edgecolor=edge, linewidth=0.8))
    if text:
        axes.text(corner[0] + size[0] / 2, corner[1] + size[1] / 2 + 0.005, text, ha="center", va="center_baseline",
                  fontsize=text_size, color=text_color, fontweight=weight)  # fmt: skip


def frame(axes, corner, size, color=INK, width=1.2, line="-"):
    """An outline."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle(corner, *size, facecolor="none", edgecolor=color, linewidth=width, linestyle=line))


def words(axes, x, y, text, size=8.5, color=INK, **how):
    """Text, by default left-aligned and hanging from y."""
    how = {"ha": "left", "va": "top", "linespacing": 1.3, **how}
    axes.text(x, y, text, fontsize=size, color=color, **how)
