"""Small result files in the layout of `tertium merge`, with made-up numbers, for the tests of the figure scripts."""

import itertools
import math
import random

import h5py
import numpy as np

WITHOUT_P = ("SL", "CL", "AL")
METHODS = (
    "SL", "CL", "AL", "4K-AL", "4K-AL-literal", "4K-AL-act", "4K-AL-act-lnN", "4K-AL-act-lnN-redrawn", "AddS-4-AL",
    "4-AL", "4-AL-I3", "4-AL-I5",
)  # fmt: skip
HC18_METHODS = ("SL", "CL", "4-AL", "3-AL", "3K-AL", "4-AL-I3", "3-AL-I3", "3K-AL-I3")
MIDDLES = dict(zip(METHODS, (0.105, 0.055, 0.037, 0.036, 0.042, 0.045, 0.05, 0.046, 0.041, 0.043, 0.015, 0.011)))
MIDDLES.update({"3-AL": 0.044, "3K-AL": 0.024, "3-AL-I3": 0.016, "3K-AL-I3": 0.014})


def write(path, rows, points, config, methods=METHODS, keep=None):
    """Writes rows (dicts with equal keys) as /trials; `keep` drops the columns that it does not name."""
    with h5py.File(path, "w") as file:
        trials = file.create_group("trials")
        for name in rows[0] if rows else ("method_name", "status"):
            if keep and name not in keep:
                continue
            values = [row[name] for row in rows]
            text = bool(values) and isinstance(values[0], str)
            kind = h5py.string_dtype("utf-8") if text or name == "method_name" else None
            trials.create_dataset(name, data=np.array(values, dtype=object if kind else None), dtype=kind)
        if "method" in trials:
            trials["method"].attrs["flag_values"] = np.arange(len(methods))
            trials["method"].attrs["flag_meanings"] = " ".join(methods)
        names = file.create_group("methods")
        names.create_dataset("name", data=np.array(methods, dtype=object), dtype=h5py.string_dtype("utf-8"))
        table = file.create_group("points")
        for name, values in points.items():
            kind = h5py.string_dtype("utf-8") if isinstance(values[0], str) else None
            table.create_dataset(name, data=np.array(values, dtype=object if kind else None), dtype=kind)
        file.create_dataset("config/resolved", data=config, dtype=h5py.string_dtype("utf-8"))


def _row(method, point, rep, status, **rest):
    code = list(MIDDLES).index(method)
    base = dict(key_hi=rep, key_lo=code, point=point, method=code, method_name=method, rep=rep, seed=7)
    return {**base, **rest, "status": status}


def fig2(path, deltas, ps, reps, methods=METHODS, status=0, keep=None, extra=None):
    """An HC19 Figure 2 sweep: AARI rises with delta, noisier at small p. `extra` adds a swept parameter."""
    draw = random.Random(1)
    rows, grid = [], list(itertools.product(deltas, ps))
    for (delta, p), rep, method in itertools.product(grid, range(reps), methods):
        free = method in WITHOUT_P
        if free and p != ps[0]:
            continue
        value = 1 / (1 + math.exp(-(delta - MIDDLES[method]) / 0.012)) + draw.gauss(0, 0.03 if p >= 0.1 else 0.05)
        row = _row(method, 0, rep, status, delta=delta, p=math.nan if free else p, aari=min(1.0, max(-0.01, value)))
        rows.append({**row, **({extra: float(rep % 2)} if extra else {})})
    points = {"delta": [g[0] for g in grid], "p": [g[1] for g in grid], **({extra: [0.0] * len(grid)} if extra else {})}
    write(path, rows, points, "[model]\nkind = planted-hierarchy\nsigma = 0.1\n", methods, keep)


def hc18(path, deltas, reps, methods=HC18_METHODS, keep=None):
    """An HC18 Figure 2 sweep: by order of merges 3-AL falls back at large delta, by depth it does not."""
    draw = random.Random(3)
    rows = []
    for delta, rep, method in itertools.product(deltas, range(reps), methods):
        depth = min(1.0, 1 / (1 + math.exp(-(delta - MIDDLES[method]) / 0.012)) + draw.gauss(0, 0.02))
        order = min(depth, 0.67) if method.startswith("3-AL") else depth
        rows.append(_row(method, 0, rep, 0, delta=delta, aari=order, aari_depth=depth))
    write(path, rows, {"delta": list(deltas)}, "[model]\nkind = planted-hierarchy\nsigma = 0.1\n", methods, keep)


def fig3(path, ps, reps, methods=("AL", "4K-AL", "4K-AL-literal", "4-AL"), keep=None):
    """An HC19 Figure 3 sweep: Dasgupta cost over p on two data sets."""
    draw = random.Random(2)
    rows = []
    for data, p, rep, method in itertools.product(("zoo", "glass"), ps, range(reps), methods):
        free = method in WITHOUT_P
        if free and p != ps[0]:
            continue
        best = 171_457.6 if data == "zoo" else 2_063_451.0
        worse = 0.0 if free else 0.0004 * METHODS.index(method) * (1 + 0.02 / p) * (1 + draw.gauss(0, 0.25))
        rows.append(_row(method, 0, rep, 0, name=data, p=math.nan if free else p, dasgupta_cost=best * (1 + worse)))
    write(path, rows, {"name": ["zoo", "glass"], "p": [ps[0], ps[-1]]}, "[model]\nkind = dataset\n", methods, keep)
