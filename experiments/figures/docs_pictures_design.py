"""The pictures of docs/design.md: the house of rooms and the way of the data."""

import os
from collections import namedtuple

from docs_pictures_common import ARROW, INK, arrow, box, canvas

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TINTS = {
    "core": "#dcebf7", "kernels": "#d9f0e6", "embedding": "#fbeccb", "linkage": "#f8dccb", "partition": "#efdcec",
    "answers": "#e4e9c6", "experiments": "#e6e6e6",
}  # fmt: skip

Room = namedtuple("Room", "name job corner size")  # inches, origin at the lower left
Step = namedtuple("Step", "title text room")

ROOMS = (
    Room("core", "the vocabulary: comparisons, trees and partitions, problems, models, data sets,\n"
         "comparison schemes, scores, methods as chains of steps, random streams", (0.3, 6.45), (7.0, 0.8)),
    Room("kernels", "similarities between objects out of comparisons:\n4K, 4K-act, 3K, AddS-3, AddS-4",
         (0.3, 5.2), (7.0, 0.8)),
    Room("embedding", "coordinates out of comparisons: t-STE, FORTE, CrowdClust;\nspectral coordinates",
         (0.3, 3.95), (7.0, 0.8)),
    Room("linkage", "trees: SL, CL, AL, 4-AL, 3-AL;\none file per step", (0.3, 2.7), (3.35, 0.8)),
    Room("partition", "flat clusterings:\nthe clusters that a tree is cut into", (3.95, 2.7), (3.35, 0.8)),
    Room("answers", "a file of answers: what it says, who gave it; a tree of it, what that foretells of answers\n"
         "held out, how sure its branches are", (0.3, 1.45), (7.0, 0.8)),
    Room("experiments", "sweeps: configuration, grid, schedule, result store, merge, report,\n"
         "figures, the program; the only room that knows MPI, HDF5 and Boost", (0.3, 0.2), (7.0, 0.8)),
)  # fmt: skip
USES = (
    ("kernels", "core", 3.8), ("embedding", "kernels", 3.8), ("linkage", "embedding", 1.975),
    ("partition", "embedding", 5.625), ("answers", "linkage", 1.975), ("answers", "partition", 5.625),
    ("experiments", "answers", 3.8),
)  # fmt: skip

WAY = (
    (
        Step("config", "INI file and --set", "experiments"),
        Step("grid", "every combination\nof the listed values", "experiments"),
        Step("cells", "point × repetition", "experiments"),
    ),
    (
        Step("model", "planted, or a data set;\nrelabelled at random", "core"),
        Step("scheme", "adds comparisons:\na function of ranks", "core"),
        Step("problem", "provisions, made when\nfirst asked for", "core"),
        Step("step", "similarities from\ncomparisons", "kernels"),
        Step("step", "a tree of these, or of\nthe problem itself", "linkage"),
        Step("step", "perhaps a partition\nof the tree", "partition"),
        Step("scores", "of the product", "core"),
    ),
    (
        Step("rows", "one per method\nand cell", "experiments"),
        Step("segments", "small whole files,\nnever appended to", "experiments"),
        Step("merge", "union by key into\nresults.h5", "experiments"),
        Step("table, figure", "means and sd;\nPDF, SVG, PNG", "experiments"),
    ),
)
STEP_WIDTH, STEP_HEIGHT, STEP_GAP = 1.45, 0.8, 0.3


def house(plt):
    """The rooms, one over the other; arrows point at what a room uses. Rooms without a folder are dashed."""
    figure, axes = canvas(plt, 7.6, 7.75)
    rooms = {room.name: room for room in ROOMS}
    missing = [room.name for room in ROOMS if not os.path.isdir(os.path.join(ROOT, room.name))]
    for room in ROOMS:
        box(axes, room.corner, room.size, TINTS[room.name], f"{room.name}/", room.job, room.name in missing)
    for user, used, x in USES:
        arrow(axes, (x, rooms[user].corner[1] + rooms[user].size[1]), (x, rooms[used].corner[1]))
    linkage, partition = rooms["linkage"], rooms["partition"]
    beside = partition.corner[1] + partition.size[1] / 2
    arrow(axes, (partition.corner[0], beside), (linkage.corner[0] + linkage.size[0], beside))
    note = "An arrow reads “uses”. A room may use every room that arrows lead to from it, directly or not; no other."
    axes.text(0.3, 7.65, note + ("\nDashed: still to be built." if missing else ""), va="top", fontsize=8.5, color=INK)
    return figure


def row_of_steps(axes, steps, left, bottom):
    """One row of the way; returns the x of its first and of its last box's middle."""
    for i, step in enumerate(steps):
        x = left + i * (STEP_WIDTH + STEP_GAP)
        box(axes, (x, bottom), (STEP_WIDTH, STEP_HEIGHT), TINTS[step.room], step.title, step.text, title_size=10)
        if i:
            arrow(axes, (x - STEP_GAP, bottom + STEP_HEIGHT / 2), (x, bottom + STEP_HEIGHT / 2))
    return left + STEP_WIDTH / 2, left + (len(steps) - 1) * (STEP_WIDTH + STEP_GAP) + STEP_WIDTH / 2


def turn(axes, start, end):
    """An arrow from the bottom of one row to the top of the next: down, across, down."""
    middle = (start[1] + end[1]) / 2
    axes.plot([start[0], start[0], end[0]], [start[1], middle, middle], color=ARROW, linewidth=1.4)
    arrow(axes, (end[0], middle), end)


def data_way(plt):
    """Three rows: the plan, one cell, the results."""
    from matplotlib.patches import Rectangle

    longest = max(len(row) for row in WAY)
    width = 0.5 + longest * STEP_WIDTH + (longest - 1) * STEP_GAP
    figure, axes = canvas(plt, width, 4.75)
    bottoms = (3.85, 2.1, 0.65)
    axes.add_patch(Rectangle((0.08, 1.97), width - 0.16, 1.3, facecolor="none", edgecolor="#888888",
                             linestyle=(0, (4, 3)), linewidth=0.9))  # fmt: skip
    note = "one cell: methods share its data and what steps make; each product is released after its last user"
    axes.text(width - 0.18, 3.2, note, fontsize=8.5, color=INK, style="italic", va="top", ha="right")
    ends = [row_of_steps(axes, row, 0.25, bottom) for row, bottom in zip(WAY, bottoms)]
    for (_, last), (first, _), above, below in zip(ends, ends[1:], bottoms, bottoms[1:]):
        turn(axes, (last, above), (first, below + STEP_HEIGHT))
    room_legend(axes, sorted({step.room for row in WAY for step in row}, key=list(TINTS).index))
    return figure


def room_legend(axes, rooms):
    """Which colour is which room."""
    from matplotlib.patches import Rectangle

    axes.text(0.25, 0.23, "room:", fontsize=8.5, color=INK, va="center")
    for i, room in enumerate(rooms):
        x = 0.8 + 1.15 * i
        axes.add_patch(Rectangle((x, 0.15), 0.2, 0.16, facecolor=TINTS[room], edgecolor=INK, linewidth=0.7))
        axes.text(x + 0.27, 0.23, room, fontsize=8.5, color=INK, va="center")
