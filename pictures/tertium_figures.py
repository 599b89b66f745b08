"""What the pictures share: styles, pages, letters, saving."""

import contextlib
import fcntl
import logging
import os
import platform
import re
import secrets
import stat
import unicodedata
import warnings
from collections import namedtuple

from . import FigureError, figure_fonts

for noisy in ("matplotlib", "fontTools"):  # notes on caches and clocks do not belong on a figure's stderr
    logging.getLogger(noisy).setLevel(logging.ERROR)

CM = 1 / 2.54  # inches
EXTENSIONS = ("pdf", "svg", "png")
DOTS_PER_INCH = 300
PAGE_WIDTH = 17.0  # cm: the text of an A4 page; a column of a journal has 8.5
FONT_SIZE = 8.0  # points

# Kinships share a hue, never a marker: linkage on comparisons grey, kernels blue and purple, 4-AL warm. Of the readings
# of a kernel, the one that is meant by the plain name is the darkest.
Style = namedtuple("Style", "color marker line")
STYLES = {
    "SL": Style("#7f7f7f", "v", (0, (1, 1.2))),
    "CL": Style("#4d4d4d", "^", (0, (4, 1.5))),
    "AL": Style("#000000", "*", (0, (6, 1.5, 1, 1.5))),
    "4K-AL": Style("#0072B2", "o", "-"),
    "4K-AL-literal": Style("#56B4E9", "s", (0, (4, 1.5))),
    "4K-AL-act": Style("#AA3377", "D", "-"),
    "4K-AL-act-lnN": Style("#E07BB5", "d", (0, (1, 1.2))),
    "4K-AL-act-lnN-redrawn": Style("#A58BC9", "8", (0, (5, 1.2, 1, 1.2))),
    "AddS-4-AL": Style("#009E73", "P", (0, (5, 1.2, 1, 1.2))),
    "4-AL": Style("#D55E00", "X", "-"),
    "4-AL-I3": Style("#E69F00", "<", (0, (4, 1.5))),
    "4-AL-I5": Style("#661100", ">", "-"),
    "3-AL": Style("#117733", "h", (0, (4, 1.5))),
    "3K-AL": Style("#332288", "H", "-"),
    "tSTE-AL": Style("#44AA99", "p", (0, (1, 1.2))),
    "FORTE-AL": Style("#999933", (4, 1, 0), (0, (4, 1.5))),
}
SPARE_STYLES = (
    Style("#882255", "H", "-"),
    Style("#6699CC", "h", (0, (4, 1.5))),
    Style("#44BB99", "8", (0, (1, 1.2))),
    Style("#DDCC77", "p", (0, (5, 1.2, 1, 1.2))),
    Style("#88CCEE", "s", (0, (4, 1.5))),
    Style("#AA4499", "D", "-"),
)
LENT = ("4-AL", "4K-AL", "AddS-4-AL", "4-AL-I3", "4K-AL-act-lnN-redrawn", "4-AL-I5", "AL", "SL", "CL")
LINES = ("-", (0, (4, 1.5)), (0, (1, 1.2)), (0, (5, 1.2, 1, 1.2)))


def method_styles(methods):
    """A style per method name: its own where it has one, otherwise the next spare one, then those of methods that are not
    here."""
    unknown = [name for name in methods if name not in STYLES]
    pool = (*SPARE_STYLES, *(STYLES[name] for name in LENT if name not in methods))
    spare = {name: pool[i % len(pool)] for i, name in enumerate(unknown)}
    return {name: STYLES.get(name) or spare[name] for name in methods}


def nice_grid(axes):
    """A quiet background that helps reading values."""
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_color("#999999")


def pyplot(font_size=9.0, svg_text=False):
    """matplotlib.pyplot, set up to draw the same bytes every time and without a display."""
    # Those of a notebook, which may not be there, and of a package's build: pictures have no date.
    for setting in ("MPLBACKEND", "MATPLOTLIBRC", "SOURCE_DATE_EPOCH"):
        os.environ.pop(setting, None)
    try:
        import matplotlib
    except ImportError:
        raise FigureError("the Python package matplotlib is missing; install Debian's python3-matplotlib") from None
    warnings.simplefilter("ignore")  # letters without a font are told in one line of our own
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcdefaults()
    scale = font_size / 9.0
    plt.rcParams.update({
        "svg.hashsalt": "tertium", "svg.fonttype": "none" if svg_text else "path", "pdf.fonttype": 42,
        "font.family": figure_fonts.FAMILY, "font.size": font_size, "axes.titlesize": 10 * scale,
        "axes.labelsize": 9.5 * scale, "xtick.labelsize": 8.5 * scale, "ytick.labelsize": 8.5 * scale,
        "legend.fontsize": font_size, "mathtext.fontset": "dejavusans", "axes.unicode_minus": True,
        "axes.linewidth": 0.8 * scale, "axes.labelpad": 4 * scale, "axes.titlepad": 6 * scale,
        **{f"{axis}tick.major.{what}": size * scale for axis in "xy"
           for what, size in (("width", 0.8), ("size", 3.5), ("pad", 3.5))},
    })  # fmt: skip
    return plt


def plain(text):
    """Text that is drawn as it is: a dollar sign stays a dollar sign, and a name stays on one line."""
    return visible(text).replace("$", r"\$")


def visible(text):
    """One line, with a question mark for what has no look, and for what no SVG may hold."""
    return "".join("?" if unicodedata.category(c) in ("Cc", "Cs") or c in "\ufffe\uffff" else c
                   for c in " ".join(str(text).split()))


def formula(text):
    """Text with formulas between dollar signs; drawn as it is where they are none."""
    from matplotlib.mathtext import MathTextParser

    text = visible(text)
    signs = text.count("$") - text.count(r"\$")
    if signs > 0 and signs % 2 == 0:
        try:
            MathTextParser("path").parse(text)
            return text
        except ValueError:
            pass
    return plain(text)


def expression(text):
    """An expression such as n*ln(n)^3 as a formula; as it is where it cannot be drawn as one."""
    shown = re.sub(r"(ln|log)\((\w+)\)\^([\w.]+)", r"(\\\1\,\2)^{\3}", str(text))
    shown = re.sub(r"(ln|log)\((\w+)\)", r"\\\1\,\2", shown)
    shown = re.sub(r"\^([\w.]+)", r"^{\1}", shown).replace("*", r"\,")
    drawn = formula(f"${shown}$")
    return drawn if drawn.startswith("$") else plain(text)


def length(text):
    """Letters that a label takes, about: of a formula without what only says how it is set."""
    return len(re.sub(r"\\,|[${}^\\]", "", text))


def panel_title(index, count, text):
    """(a) text, (b) text, ... as in the papers; a single panel needs no letter."""
    return text if count == 1 else f"({chr(ord('a') + index % 26)})  {text}"


def new_panels(plt, count, width=3.9, height=3.1, legend_height=0.75, title=None, gaps=(0.75, 1.05), across=3):
    """`count` panels of equal size in inches, at most `across` a row; leaves space for a legend below and a title above.

    Returns the figure and its axes. `gaps` are the inches between columns and between rows.
    """
    columns = min(count, across)
    rows = -(-count // columns)
    left, right, below, above = 0.65, 0.2, 0.5 + legend_height, 0.65 + (0.3 if title else 0.0)
    total_width = left + right + columns * width + (columns - 1) * gaps[0]
    total_height = below + above + rows * height + (rows - 1) * gaps[1]
    figure = plt.figure(figsize=(total_width, total_height))
    panels = []
    for index in range(count):
        row, column = divmod(index, columns)
        bottom = below + (rows - 1 - row) * (height + gaps[1])
        box = (left + column * (width + gaps[0]), bottom, width, height)
        scale = (total_width, total_height, total_width, total_height)
        panels.append(figure.add_axes([a / b for a, b in zip(box, scale)]))
    if title:
        figure.text(0.5, 1 - 0.12 / total_height, title, ha="center", va="top", fontsize=11)
    return figure, panels


def place_legend(figure, handles, labels, loc, anchor, **look):
    """A legend with its `loc` at `anchor` (parts of the figure), in as many columns as the figure's width takes.

    Returns its height in inches.
    """
    dpi, figure.dpi = figure.dpi, DOTS_PER_INCH  # with fewer, rows are up to a tenth lower than in the file: rounded to pixels
    try:
        return fitted_legend(figure, handles, labels, loc, anchor, look)
    finally:
        figure.dpi = dpi


def fitted_legend(figure, handles, labels, loc, anchor, look):
    renderer = figure.canvas.get_renderer()
    space = figure.get_figwidth() * (1 - anchor[0] if "left" in loc else 1)
    for rows in range(1, len(handles) + 1):
        columns = -(-len(handles) // rows)
        legend = figure.legend(
            by_rows(handles, columns), by_rows(labels, columns), loc=loc, ncol=columns, bbox_to_anchor=anchor,
            frameon=False, borderaxespad=0.0, borderpad=0.1,
            **{"handlelength": 2.6, "columnspacing": 1.2, "handletextpad": 0.5, "labelspacing": 0.3, **look},
        )  # fmt: skip
        box = legend.get_window_extent(renderer)
        if box.width / figure.dpi <= space or columns == 1:
            return box.height / figure.dpi
        legend.remove()
    return 0.0


def legend_below(figure, handles, labels):
    """One legend for all panels, centred at the lower edge. Returns the height in inches that it takes."""
    height = place_legend(figure, handles, labels, "lower center", (0.5, 0.03 / figure.get_figheight()))
    return height + 0.03 if handles else 0.0


def by_rows(entries, columns):
    """Reorders legend entries, which matplotlib fills column by column, so that they read row by row."""
    return [entry for column in range(columns) for entry in entries[column::columns]]


def legend_height(figure_width, labels):
    """Inches that legend_below() will need, about, for these labels in a figure of this width."""
    widest = max((len(label) for label in labels), default=0) * 0.075 + 0.75
    columns = max(1, min(len(labels), int((figure_width - 0.3) // widest)))
    return 0.15 + 0.21 * -(-len(labels) // columns)


def temporary_name(folder):
    """".tmp-tertium-HOST-SYSTEM-PID-RANDOM" as of the program, which removes what is left of those that were killed."""
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            system = file.read(8)
    except OSError:
        system = "0" * 8
    return os.path.join(folder, f".tmp-tertium-{platform.node()}-{system}-{os.getpid()}-{secrets.token_hex(8)}")


def replace_file(name, write):
    """Makes the file `name` of what write(file) writes: whole, or not at all."""
    if os.path.exists(name) and not stat.S_ISREG(os.stat(name).st_mode) and not os.path.isdir(name):
        raise FigureError(f"{name} is not a file (a pipe or a device), move it away or name another")
    temporary = temporary_name(os.path.dirname(name))
    try:
        with open(temporary, "xb") as file:
            with contextlib.suppress(OSError):  # a file system without locks; as long as it is, it is no leftover
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            write(file)
            file.flush()
            os.fsync(file.fileno())
            os.replace(temporary, name)
    except OSError as error:
        why = error.strerror or error
        raise FigureError(f"{name} cannot be written ({why}), free some space or name another file") from None
    finally:
        with contextlib.suppress(OSError):
            os.remove(temporary)


def save(figure, stem, extensions=EXTENSIONS, tight=True):
    """Writes STEM.pdf, STEM.svg and STEM.png without dates, so that equal input gives equal files.

    `tight` cuts the paper to what is drawn; else it keeps its size.
    """
    metadata = {
        "pdf": {"CreationDate": None, "ModDate": None},
        "svg": {"Date": None},
        "png": {"Software": None},
    }
    figure_fonts.give_every_letter_a_font(figure)
    cut = {"bbox_inches": "tight", "pad_inches": 0.08} if tight else {}
    folder = os.path.dirname(stem)
    try:
        if folder:
            os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FigureError(f"{stem}.{extensions[0]} cannot be written ({folder}: {error.strerror}), name another folder") from None
    for extension in extensions:
        look = {"format": extension, "metadata": metadata[extension], "dpi": 160 if tight else DOTS_PER_INCH, **cut}
        replace_file(f"{stem}.{extension}", lambda file, look=look: figure.savefig(file, **look))
