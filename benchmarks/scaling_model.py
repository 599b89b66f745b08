"""How long Figure 2 of HC19 takes on 10 to 10,000 ranks, for N = 240, 2,000 and 10,000: a model, not a measurement.

The time of a cell is a sum of parts. Each part was measured in seconds on one core at N = 480; it grows with N as the steps
that its method states. On a team of T ranks it is divided by T, plus sums or gathered slices between the ranks, or every
rank does all of it. One controller hands cells out, longest first, as `tertium run` does. The stated steps and bytes are
those of stated_costs.csv, which the program writes (scripts/stated_costs.sh); docs/scaling.md explains the other constants
and what the model leaves out.

Usage: scaling_model.py --output STEM [--repetitions R] [--memory GB]
"""

import argparse
import csv
import functools
import heapq
import math
import os
import sys
from collections import namedtuple

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

import pictures  # noqa: E402
from pictures import tertium_figures as tf  # noqa: E402

# Measured (docs/scaling.md says how) on one core each of a machine with two.
N0 = 480  # objects at which the seconds below were measured
SUM_BANDWIDTH = 3.0e9  # bytes a second, all-reduce of 64-bit integers between two ranks, 128 MiB
GATHER_BANDWIDTH = 8.5e9  # bytes a second, all-gather between two ranks, 128 MiB
MEMORY_LATENCY = 1.0e-6  # seconds of one step of a collective within a node
ROW = 34e-6  # seconds of the controller for a row: message, log, segment with fsync
HANDOUT = 1e-3  # seconds until the controller looks at a message, at most
CHARGE = 0.01  # of the time of asking a question, being charged for it
MERGE_ROW = 14e-6  # seconds to merge a row in the end
START = 0.5  # seconds of mpirun with two ranks
SPARSE_ANSWER = 0.33e-6  # seconds of one core for each answer of adds20-million, drawing included
SPARSE_OWN = 5e-6  # seconds for each object that every rank of a team spends: what two ranks lose of a twofold speed, at most
SPARSE_PRODUCTS = 60  # products of AddS-3-sparse, each with one sum of 64 bytes for an object; proofs among them
# Assumed: no cluster was at hand.
NETWORK_LATENCY = 5.0e-6  # seconds of a step of a collective between nodes
NODE = 64  # ranks on a node
MEMORY = 4e9  # bytes for each rank

DELTAS, REPETITIONS, PROPORTIONS, METHODS = 10, 10, (0.01, 0.1, 1.0), 11
RANKS = (10, 30, 100, 300, 1000, 3000, 10000)
SIZES = ((240, True), (2000, True), (2000, False), (10000, False))  # N, and whether 4-AL is among the methods
FOUR_AL = ("4-AL", "4-AL-I3", "4-AL-I5")

# seconds: of one core, all shares together; own: of them, what every rank of a team does; pieces: what the rest is dealt
# out in; sums, gathers: (times, bytes).
Part = namedtuple("Part", "name seconds own pieces sums gathers", defaults=((0, 0), (0, 0)))
Prediction = namedtuple("Prediction", "n ranks team seconds efficiency bytes")


def pairs(n):
    return n * (n - 1) / 2


@functools.lru_cache
def stated_costs():
    """What the program states: {(method, N, p): (steps, bytes of a rank alone, bytes of one of 1024)}."""
    with open(os.path.join(HERE, "stated_costs.csv"), newline="") as file:
        return {(row["method"], int(row["objects"]), float(row["p"])):
                (float(row["steps"]), float(row["bytes"]), float(row["bytes_of_1024"])) for row in csv.DictReader(file)}  # fmt: skip


def grown(seconds, methods, n, p):
    """Seconds at N0 taken to n as the steps that methods state."""
    steps = {size: sum(stated_costs()[method, size, p][0] for method in methods) for size in (n, N0)}
    return seconds * steps[n] / steps[N0]


def active(method, seconds, references, n, p):
    """Blocks of 64 references, or more, are dealt out; every rank is charged for all questions."""
    total = grown(seconds, [method], n, p)
    return Part(method.replace("-AL", ""), total, CHARGE * total / (1 + n / 128), references / 64, (1, 8 * pairs(n)))


def four_al(n, p):
    """4-AL, 4-AL-I3 and 4-AL-I5: three tables of bits, and a gathered array of M doubles at every merge."""
    merges = n * (1 + 1 / 3 + 1 / 5)
    blocks = 3e-9 * pairs(n) * merges  # sums over blocks and corrections: every rank
    shared = grown(3 * 1.4 + 7.5, FOUR_AL, n, p)
    return Part("4-AL", shared + blocks, blocks, pairs(n) / 512, gathers=(merges, 8 * pairs(n)))


def parts(n, p, with_four_al=True):
    """All of one cell."""
    def own(name, seconds):
        return Part(name, seconds, seconds, 1)

    def kernel(name, seconds, method):
        return Part(name, grown(seconds, [method], n, p), 0.0, pairs(n) / 2048, (1, 8 * pairs(n)))

    result = [own("data", grown(0.02, ["data"], n, p)), own("average linkage", 6e-3 * (n / N0) ** 3)]
    if p >= 1:
        return [*result, own("closed forms", grown(0.05, ["4K-AL-literal"], n, p))]
    result += [kernel("4K", 5.1 if p < 0.02 else 11.6, "4K-AL-literal"), kernel("AddS-4", 0.5, "AddS-4-AL")]
    if p * n < 4 * math.log(n):  # else all pairs are references: a closed form
        result.append(active("4K-AL-act-lnN", 0.06 * p / 0.01, p * pairs(n) * n / (4 * math.log(n)), n, p))
    result.append(active("4K-AL-act", 0.12 if p < 0.02 else 1.0, p * pairs(n) / 2, n, p))
    return [*result, four_al(n, p)] if with_four_al else result


def exchange(part, team):
    """Seconds that a team of ranks spends on sums and gathered slices of a part."""
    if team == 1:
        return 0.0
    latency = NETWORK_LATENCY if team > NODE else MEMORY_LATENCY
    steps, share = math.log2(team), (team - 1) / team
    sums = part.sums[0] * (2 * share * part.sums[1] / SUM_BANDWIDTH + 2 * steps * latency)
    return sums + part.gathers[0] * (share * part.gathers[1] / GATHER_BANDWIDTH + 3 * steps * latency)


def part_seconds(part, team):
    """Of the member of a team that has most to do."""
    pieces = max(1, math.ceil(part.pieces))
    return part.own + (part.seconds - part.own) * math.ceil(pieces / team) / pieces + exchange(part, team)


def cell_seconds(n, p, team, with_four_al=True):
    return sum(part_seconds(part, team) for part in parts(n, p, with_four_al))


@functools.lru_cache
def most_bytes(n, with_four_al):
    """For every p and method (what every rank has, what they share), in bytes."""
    found = []
    for (method, objects, p), (_, one, many) in stated_costs().items():
        if objects == n and method != "data" and (with_four_al or method not in FOUR_AL):
            divided = (one - many) / (1 - 1 / 1024)
            found.append((one - divided + stated_costs()["data", n, PROPORTIONS[0]][1], divided))
    return found


def cell_bytes(n, team, with_four_al=True):
    """Most that a rank of a team needs: the data, and its part of the method that needs most."""
    return max(own + divided / team for own, divided in most_bytes(n, with_four_al))


def makespan(cells, teams, rows):
    """Longest cells first to whoever is free; one controller takes `rows` rows from each before it gives the next."""
    free = [0.0] * min(teams, len(cells))
    controller = end = 0.0
    for seconds in sorted(cells, reverse=True):
        asked = heapq.heappop(free)
        controller = max(controller, asked) + ROW * rows
        done = controller + (HANDOUT if asked > 0 else 0.0) + seconds
        end = max(end, done)
        heapq.heappush(free, done)
    return end


def core_seconds(n, repetitions=REPETITIONS, with_four_al=True):
    return DELTAS * repetitions * sum(cell_seconds(n, p, 1, with_four_al) for p in PROPORTIONS)


def predict(n, ranks, team, repetitions=REPETITIONS, with_four_al=True):
    """The whole run."""
    cells = [cell_seconds(n, p, team, with_four_al) for p in PROPORTIONS for _ in range(DELTAS * repetitions)]
    rows = METHODS - (0 if with_four_al else 3)
    seconds = START + makespan(cells, ranks // team, rows) + MERGE_ROW * rows * len(cells)
    efficiency = core_seconds(n, repetitions, with_four_al) / (ranks * seconds)
    return Prediction(n, ranks, team, seconds, efficiency, cell_bytes(n, team, with_four_al))


def teams_of(ranks):
    """Sizes to try."""
    return [2**k for k in range(int(math.log2(ranks)) + 1)]


def best(n, ranks, memory=MEMORY, repetitions=REPETITIONS, with_four_al=True):
    """The fastest team size that fits into memory; None where none does."""
    fitting = [t for t in teams_of(ranks) if cell_bytes(n, t, with_four_al) <= memory]
    found = (predict(n, ranks, t, repetitions, with_four_al) for t in fitting)
    return min(found, key=lambda x: x.seconds, default=None)


def heading(n, with_four_al):
    return f"N = {n:,}" + ("" if with_four_al else ", without 4-AL")


def table(memory, repetitions):
    def duration(seconds):
        units = (("years", 31557600), ("days", 86400), ("h", 3600), ("min", 60))
        return next((f"{seconds / size:.3g} {unit}" for unit, size in units if seconds >= 2 * size), f"{seconds:.2g} s")

    lines = []
    for n, with_four_al in SIZES:
        limit = max(memory, cell_bytes(n, 10**9, with_four_al))  # what no team can divide is given
        lines.append(f"{heading(n, with_four_al)}: {duration(core_seconds(n, repetitions, with_four_al))} of one core")
        for ranks in RANKS:
            found = best(n, ranks, limit, repetitions, with_four_al)
            lines.append(f"  {ranks:6d} ranks: " + (
                f"{duration(found.seconds):>10}, teams of {found.team:4d}, efficiency {100 * found.efficiency:3.0f} %, "
                f"{found.bytes / 1e9:.2g} GB a rank" if found else "4-AL's table does not fit"))  # fmt: skip
    return "\n".join(lines)


def sparse_table(k=4, signal=0.75 * 0.5, times=2.6):
    """AddS-3-sparse in teams of one rank on a node: from so many c* = n k ln(nk) / (eps delta)^2 triplets, with proof."""
    lines = [f"AddS-3-sparse, k = {k}, {times} c*: seconds, GB of a rank"]
    for n in (10**6, 10**7):
        answers = times * n * k * math.log(n * k) / signal**2
        for ranks in (1, 4, 16, 64):
            sums = SPARSE_PRODUCTS * (2 * (ranks - 1) / ranks * 64 * n / SUM_BANDWIDTH + 2 * math.log2(ranks) * NETWORK_LATENCY)
            batches = -(-n // 512)
            sections = -(-batches // (8 * -(-batches // 512)))
            share = -(-sections // ranks) / sections
            seconds = SPARSE_ANSWER * answers * share + SPARSE_OWN * n + (sums if ranks > 1 else 0)
            gigabytes = (4 * answers * share + 128 * n * (k + 8) + 64 * n * (24 + 5)) / 1e9
            lines.append(f"  N = {n:11,} {ranks:3d} ranks: {seconds:6.0f} s, {gigabytes:5.1f} GB")
    return "\n".join(lines)


TICKS = {1: "1 s", 10: "10 s", 60: "1 min", 600: "10 min", 3600: "1 h", 36000: "10 h", 86400: "1 day", 864000: "10 days",
         31557600: "1 year", 315576000: "10 years", 3155760000: "100 years"}  # fmt: skip
LOOKS = {"a rank for each cell": ("#0072B2", "o"), "best team for each cell": ("#D55E00", "s"),
         "best team, without 4-AL": ("#009E73", "^")}  # fmt: skip


def draw_panel(axes, n, memory, repetitions):
    """Curves of one N, by label; at the points of teams their sizes."""
    whole = n < 10000
    core = core_seconds(n, repetitions, whole)
    handles = {"ideal": axes.plot(RANKS, [core / r for r in RANKS], color="#888888", linewidth=1)[0]}

    def curve(label, found, below=None):
        color, marker = LOOKS[label]
        found = [x for x in found if x]
        for x in found if below is not None else ():
            axes.annotate(f"{x.team}", (x.ranks, x.seconds), xytext=(0, -13 if below else 6), textcoords="offset points",
                          fontsize=7.5, ha="center", color=color)  # fmt: skip
        handles[label] = axes.plot([x.ranks for x in found], [x.seconds for x in found], color=color, marker=marker,
                                   markeredgecolor="white", linewidth=1.4)[0]  # fmt: skip

    if not whole or cell_bytes(n, 1) <= memory:
        curve("a rank for each cell", [predict(n, r, 1, repetitions, whole) for r in RANKS])
    if whole:
        curve("best team for each cell", [best(n, r, memory, repetitions) for r in RANKS], n < 2000)
    if n > 240:
        limit = max(memory, cell_bytes(n, 1, False))
        curve("best team, without 4-AL", [best(n, r, limit, repetitions, False) for r in RANKS], True)
    axes.set_xscale("log")
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    axes.set_ylim(low / 2, high)
    ticks = [seconds for seconds in TICKS if low / 2 < seconds < high]
    axes.set_yticks(ticks, [TICKS[seconds] for seconds in ticks])
    axes.minorticks_off()
    tf.nice_grid(axes)
    axes.set_xlabel("ranks (at the points: ranks of a team)")
    return handles


def draw(memory, repetitions):
    plt = tf.pyplot()
    labels = ["ideal", *LOOKS]
    figure, panels = tf.new_panels(plt, 3, 3.7, 3.3, tf.legend_height(11, labels), None)
    handles = {}
    for index, (axes, n) in enumerate(zip(panels, (240, 2000, 10000))):
        handles.update(draw_panel(axes, n, memory, repetitions))
        axes.set_title(tf.panel_title(index, 3, heading(n, n < 10000)), pad=6)
    tf.legend_below(figure, [handles[label] for label in labels if label in handles], labels)
    return figure


def main():
    parser = argparse.ArgumentParser(description="Predicted time of HC19 Figure 2 on 10 to 10,000 ranks.")
    parser.add_argument("--output", required=True, metavar="STEM", help="writes STEM.pdf, STEM.svg and STEM.png")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS, help="repetitions of every point (default: 10)")
    parser.add_argument("--memory", type=float, default=MEMORY / 1e9, metavar="GB", help="for each rank (default: 4)")
    options = parser.parse_args()
    if options.repetitions < 1 or options.memory <= 0:
        raise pictures.FigureError("--repetitions and --memory must be positive, correct them")
    print(table(options.memory * 1e9, options.repetitions))
    print(sparse_table())
    tf.save(draw(options.memory * 1e9, options.repetitions), options.output)


if __name__ == "__main__":
    pictures.run(main)
