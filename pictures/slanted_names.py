"""Names that go on in the directions of the branches that lead to them, where they cover neither each other nor branches.

Places and lengths are in cm, angles in radians. A box is a rectangle that lies anyhow, (3, 2): its middle, and how far it reaches
from there along its longer side and its shorter one; that of a line has no width.
"""

import itertools

import numpy as np

SHIFTS = (0.0, 0.5, 1.0, 1.6, 2.4, 3.4, 4.6, 6.0, 8.0, 10.0, 13.0, 17.0)  # outwards, in heights of a name
TURNS = np.radians((0, 8, -8, 16, -16, 25, -25, 36, -36, 48, -48, 60, -60, 75, -75, 90, -90))
TURN_COST = 2.5  # heights for which a name is moved outwards rather than turned by a radian
# A name stands in the first of these that is free.
CHANGES = np.array(sorted(itertools.product(SHIFTS, TURNS), key=lambda change: change[0] + TURN_COST * abs(change[1])))
SOME = (1, 12, 60)  # where these are divided: most names need only the first ones
NEAREST = 3  # other leaves: how near they are says how crowded a place is


def along(angles):
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def boxes(begins, angles, lengths, height):
    """Of names that begin in the middles of their left sides, turned by their angles about these."""
    half = along(angles) * np.asarray(lengths)[..., None] / 2
    return np.stack([begins + half, half, along(np.asarray(angles) + np.pi / 2) * height / 2], axis=-2)


def line_boxes(first, last):
    return np.stack([(first + last) / 2, (last - first) / 2, np.zeros(np.shape(last))], axis=-2)


def corners(some):
    """(left and low, right and high) of each box."""
    reach = np.abs(some[..., 1, :]) + np.abs(some[..., 2, :])
    return some[..., 0, :] - reach, some[..., 0, :] + reach


def covered(some, others):
    """(k,): which of some boxes (k, 3, 2) have anything in common with others (m, 3, 2): no line along a side parts them."""
    (low, high), (least, most) = corners(some), corners(others)
    others = others[((least <= high.max(axis=0)) & (most >= low.min(axis=0))).all(axis=1)]
    return ~(parted(some, others) | parted(others, some).T).all(axis=1)


def parted(some, others):
    """(k, m): whether a line along a side of some box has it and the other on different sides."""
    apart, found = others[None, :, 0] - some[:, None, 0], np.zeros((len(some), len(others)), bool)
    for normals in (some[:, 1], some[:, 1, ::-1] * [-1, 1]):
        reach = np.abs((some[:, 1:] * normals[:, None]).sum(axis=2)).sum(axis=1)
        theirs = np.abs(normals @ others[:, 1].T) + np.abs(normals @ others[:, 2].T)
        found |= np.abs((apart * normals[:, None]).sum(axis=2)) > reach[:, None] + theirs
    return found


def orders(tips):
    """Two in which names may find their places: the most crowded first, and from the middle outwards."""
    apart = np.sort(np.hypot(*(tips[:, None] - tips).transpose(2, 0, 1)), axis=1)
    for first in (apart[:, 1 : 1 + NEAREST].sum(axis=1), np.hypot(*(tips - tips.mean(axis=0)).T)):
        yield np.argsort(np.round(first, 6), kind="stable")


def placed(order, tips, angles, lengths, height, branches, gap, frame):
    """(shifts, angles, free) of names: how far from its tip, beyond the gap, each begins; its angle; and whether it covers nothing
    there, nor the line that leads to it another name. Those that find no place stay at their tips. Branches are boxes; names stay
    inside the frame, (left and low, right and high).
    """
    shifts, turned, free = np.zeros(len(tips)), np.array(angles, float), np.ones(len(tips), bool)
    names, lines = np.zeros((0, 3, 2)), branches
    for name in order:
        for changes in np.split(CHANGES, SOME):
            turns = angles[name] + changes[:, 1]
            begins = tips[name] + along(turns) * (gap + changes[:, :1] * height)
            some, leaders = boxes(begins, turns, np.full(len(turns), lengths[name]), height), line_boxes(tips[name], begins)
            low, high = corners(some)
            inside = ((low >= frame[0]) & (high <= frame[1])).all(axis=1)
            good = np.flatnonzero(inside & ~covered(some, np.concatenate([lines, names])) & ~covered(leaders, names))
            if good.size:
                shifts[name], turned[name], box = changes[good[0], 0] * height, turns[good[0]], some[good[0]]
                lines = np.concatenate([lines, leaders[good[:1]]]) if shifts[name] else lines
                break
        else:
            free[name], box = False, boxes(tips[name] + gap * along(angles[name]), angles[name], lengths[name], height)
        names = np.concatenate([names, box[None]])
    return shifts, turned, free
