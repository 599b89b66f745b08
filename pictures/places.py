"""Draws a map: objects in the plane, with their names or pictures.

The description has title, page (of every picture), names, plane (a row x, y for each object), dimensions (of the map) and
shown, the share of its spread that the plane has. Perhaps also covariances, xx, xy, yy of each object's place over samples,
and samples, how many; classes, a word for each object, or values, a number or null for each, which colours tell apart, and
what they are called; images, for each object a picture as data: address, or "".

A name is written on the side of its point where it covers nothing and stays inside the frame; one that finds no such side
is left out. A picture stands in the place of its point, and of the name.
"""

import base64
import io

import numpy as np

from . import figure_fonts
from . import figure_texts
from . import tertium_figures as tf
from .dendrogram import COLORS

NAMES_UP_TO = 1000  # more objects than this are drawn without names
POINT = 3.0  # points, the diameter
NAMES_SIZE = 0.75  # of the letters' size
GAP = 1.5  # points between a point and its name
MARGIN = 0.3  # cm
INSIDE = 5.991  # a plane's normal distribution has 95 % within this many squared standard deviations
IMAGE_CM = (0.35, 1.4)  # the least and the most height of a picture
SCALE = "viridis"
UNKNOWN = "#bbbbbb"  # of objects that nothing is said of
SIDES = (("left", "center", 1, 0), ("right", "center", -1, 0), ("center", "bottom", 0, 1), ("center", "top", 0, -1),
         ("left", "bottom", 0.7, 0.7), ("right", "bottom", -0.7, 0.7), ("left", "top", 0.7, -0.7),
         ("right", "top", -0.7, -0.7))  # fmt: skip


def free_side(text, taken, frame, offset):
    """Moves a name to the first side of its point where it covers nothing; False where there is none."""
    for horizontal, vertical, right, up in SIDES:
        text.set(position=(right * offset, up * offset), ha=horizontal, va=vertical)
        box = text.get_window_extent()
        inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
        if inside and not any(box.overlaps(other) for other in taken):
            taken.append(box)
            return True
    return False


def make_names(axes, names, plane, size):
    """The names as texts of the axes, each at its point."""
    look = {"textcoords": "offset points", "xytext": (0, 0), "fontsize": size, "annotation_clip": False}
    return [axes.annotate(tf.plain(name), point, **look) for name, point in zip(names, plane)]


def place_names(axes, texts, plane, diameter=POINT):
    """Moves names beside their points, and leaves out those that find no place; returns how many. Those farthest out come
    first. The axes have their size and limits."""
    from matplotlib.transforms import Bbox

    half = diameter / 2 * axes.figure.dpi / 72
    taken = [Bbox.from_extents(x - half, y - half, x + half, y + half) for x, y in axes.transData.transform(plane)]
    order = np.argsort(-np.hypot(*(plane - plane.mean(axis=0)).T), kind="stable")
    left_out = [texts[k] for k in order if not free_side(texts[k], taken, axes.bbox, GAP + diameter / 2)]
    for text in left_out:
        text.remove()
    return len(left_out)


def draw_ellipses(axes, plane, covariances, colors):
    """Where 95 % of a normal distribution with each object's covariance lie."""
    from matplotlib.collections import EllipseCollection

    xx, xy, yy = np.asarray(covariances, dtype=float).T
    root = np.sqrt(0.25 * (xx - yy) ** 2 + xy**2)
    long, short = 0.5 * (xx + yy) + root, np.maximum(0.5 * (xx + yy) - root, 0.0)
    look = {"units": "xy", "offsets": plane, "offset_transform": axes.transData, "zorder": 0.5, "linewidths": 0.5}
    ellipses = EllipseCollection(
        2 * np.sqrt(INSIDE * long), 2 * np.sqrt(INSIDE * short), np.degrees(0.5 * np.arctan2(2 * xy, xx - yy)), **look
    )
    ellipses.set(facecolor=[(*color[:3], 0.10) for color in colors], edgecolor=[(*color[:3], 0.55) for color in colors])
    axes.add_collection(ellipses, autolim=False)
    reach = np.sqrt(INSIDE * np.column_stack([xx, yy]))
    axes.update_datalim(np.vstack([plane - reach, plane + reach]))


def plot(axes, names, plane, covariances=None, **look):
    """Draws a map in the plane on axes of any size."""
    points = axes.scatter(*plane.T, **look)
    if covariances is not None:
        colors = points.get_facecolors()
        draw_ellipses(axes, plane, covariances, np.broadcast_to(colors, (len(plane), 4)) if len(colors) == 1 else colors)
        axes.autoscale_view()
    axes.set_aspect("equal", "datalim")
    axes.figure.canvas.draw()  # which gives the axes their limits
    if 0 < len(names) <= NAMES_UP_TO:
        place_names(axes, make_names(axes, names, plane, "small"), plane, float(points.get_sizes().max()) ** 0.5)


def read_image(address):
    """The pixels of a picture, at most some hundred high; None of a kind that is not read here, such as SVG."""
    from PIL import Image, UnidentifiedImageError

    try:
        image = Image.open(io.BytesIO(base64.b64decode(address.split(",", 1)[1]))).convert("RGBA")
    except (UnidentifiedImageError, OSError, ValueError, IndexError):
        return None
    image.thumbnail((300, 300))
    return np.asarray(image)


def draw_images(axes, plane, addresses, frames):
    """Pictures in the places of points, as high as half the objects have room for, in frames of these colours (None: without);
    returns which objects have one."""
    from matplotlib.offsetbox import AnnotationBbox, OffsetImage

    images = [read_image(address) if address else None for address in addresses]
    shown = np.array([image is not None for image in images])
    cm = axes.figure.dpi / 2.54
    where = axes.transData.transform(plane)
    apart = np.hypot(*(where[:, None] - where[None]).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    height = np.clip(np.median(apart.min(axis=1)), *(bound * cm for bound in IMAGE_CM))
    order = np.argsort(plane[:, 1])[::-1]  # those in front lie lower
    for k in order[shown[order]]:
        box = OffsetImage(images[k], zoom=height / max(images[k].shape[:2]) * 72 / axes.figure.dpi)
        frame = None if frames is None else {"edgecolor": frames[k], "facecolor": "none", "linewidth": 1.2}
        axes.add_artist(AnnotationBbox(box, plane[k], frameon=frame is not None, bboxprops=frame, pad=0.0, annotation_clip=False))
    return shown


def class_colors(description):
    """{class: colour} in the order of the objects; ten colours, over and over."""
    found = dict.fromkeys(name for name in description.get("classes", []) if name)
    return {name: COLORS[k % len(COLORS)] for k, name in enumerate(found)}


def point_colors(description, colors):
    """A colour for each object, as RGBA, and the scale of numbers, or None."""
    from matplotlib import cm, colors as mpl_colors

    if "values" not in description:
        said = description.get("classes") or [None] * len(description["names"])
        one = None if colors else COLORS[0]
        return mpl_colors.to_rgba_array([one or colors.get(name, UNKNOWN) for name in said]), None
    values = np.array([np.nan if value is None else value for value in description["values"]], dtype=float)
    scale = cm.ScalarMappable(mpl_colors.Normalize(np.nanmin(values), np.nanmax(values)), SCALE)
    rgba = scale.to_rgba(values)
    rgba[np.isnan(values)] = mpl_colors.to_rgba(UNKNOWN)
    return rgba, scale


def note(description, left_out, classes):
    """What the picture does not show by itself."""
    objects, parts = len(description["names"]), []
    if classes > len(COLORS):
        parts.append(f"colours: {description['called']}")
    if description["dimensions"] > 2:
        parts.append(f"projection of {description['dimensions']} dimensions, with {100 * description['shown']:.0f} % of the spread")
    if "covariances" in description:
        parts.append(f"ellipses: 95 %, from {description['samples']} bootstrap samples of the answers")
    if objects > NAMES_UP_TO:
        parts.append(f"{objects} objects, without names")
    elif left_out:
        parts.append(f"{left_out} of {objects} names are left out because they would cover others")
    return "; ".join(parts)


def write_legend(plt, figure, colors, title, low):
    """What the colours are, from `low` on, a part of the figure's height; returns its height in cm."""
    if not 0 < len(colors) <= len(COLORS):
        return 0.0
    look = {"marker": "o", "linestyle": "none", "markersize": POINT}
    handles = [plt.Line2D([], [], color=color, **look) for color in colors.values()]
    return 2.54 * tf.place_legend(figure, handles, list(map(tf.plain, colors)), "lower center", (0.5, low),
                                  title=tf.plain(title), handlelength=0.8)  # fmt: skip


def write_scale(figure, scale, title, low, width, height, size):
    """A bar of the scale's colours, from `low` cm on; returns its height in cm."""
    bar_height, label = 0.25, 3.2 * size / 72 * 2.54
    axes = figure.add_axes((0.25, (low + label) / height, 0.5, bar_height / height))
    bar = figure.colorbar(scale, cax=axes, orientation="horizontal")
    bar.set_label(tf.plain(title), fontsize=size)
    bar.outline.set_visible(False)
    axes.tick_params(labelsize=NAMES_SIZE * size, length=2)
    return bar_height + label


def draw(description):
    page, names, plane = description["page"], description["names"], np.array(description["plane"], dtype=float)
    size = page["font_size"] or tf.FONT_SIZE
    plt = tf.pyplot(size, page["svg_text"])
    spans = np.maximum(np.ptp(plane, axis=0), 1e-9)
    width = page["width"] or tf.PAGE_WIDTH
    line = size / 72 * 2.54 * 1.4  # cm
    figure = plt.figure(figsize=(width * tf.CM, width * tf.CM))
    colors = class_colors(description)
    rgba, scale = point_colors(description, colors)
    most = note(description, len(names), len(colors))
    lines = 1 + figure_texts.in_lines(figure, most, width - 2 * MARGIN, NAMES_SIZE * size).count("\n")
    noted = MARGIN + NAMES_SIZE * line * lines
    legend = write_legend(plt, figure, colors, description.get("called", ""), noted / width)
    if scale:
        legend = write_scale(figure, scale, description["called"], noted, width, width, size)
    below, above = noted + legend + 0.2, MARGIN + 1.2 * line * bool(page["title"])
    height = page["height"] or min(1.2 * width, max(0.4 * width, width * spans[1] / spans[0])) + above + below
    figure.set_size_inches(width * tf.CM, height * tf.CM)
    for old in [*figure.legends, *figure.axes]:  # now that the page has its height
        old.remove()
    write_legend(plt, figure, colors, description.get("called", ""), noted / height)
    if scale:
        write_scale(figure, scale, description["called"], noted, width, height, size)
    axes = figure.add_axes((MARGIN / width, below / height, 1 - 2 * MARGIN / width, 1 - (below + above) / height))
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.12, 0.06)
    axes.set(xticks=[], yticks=[])
    for side in axes.spines.values():
        side.set_color("#bbbbbb")
    if "covariances" in description:
        draw_ellipses(axes, plane, description["covariances"], rgba)
    points = axes.scatter(*plane.T, s=POINT**2, c=rgba, linewidths=0)
    axes.autoscale_view()
    figure.canvas.draw()
    named = np.full(len(names), len(names) <= NAMES_UP_TO)
    if description.get("images"):
        has_image = draw_images(axes, plane, description["images"], rgba if "called" in description else None)
        points.set_sizes(np.where(has_image, 0.0, POINT**2))
        named &= ~has_image
    chosen = np.flatnonzero(named)
    texts = make_names(axes, [names[k] for k in chosen], plane[chosen], NAMES_SIZE * size)
    figure_fonts.give_every_letter_a_font(figure)
    left_out = place_names(axes, texts, plane[chosen]) if texts else 0
    if page["title"]:
        title = figure_texts.in_lines(figure, description["title"], width - 2 * MARGIN, size)
        figure.text(0.5, 1 - 0.4 * line / height, title, ha="center", va="top")
    told = figure_texts.in_lines(figure, note(description, left_out, len(colors)), width - 2 * MARGIN, NAMES_SIZE * size)
    figure.text(0.5, MARGIN / height, told, ha="center", va="bottom", fontsize=NAMES_SIZE * size)
    return figure


def main(description, stem):
    tf.save(draw(description), stem, tight=False)
