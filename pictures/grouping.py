"""Groups the rows of a sweep into what its picture draws: panels, and in these curves, tables, trees or maps.

Rows are what experiments/report/picture.hpp tells. A panel has what its trials have; one that does not depend on the panels'
columns is in all of them.
"""

import math
from collections import defaultdict

import numpy as np


def text(sent, key, otherwise=""):
    return (sent["figure"].get(key) or [otherwise])[0]


def axis(sent, letter, label):
    limits = sent["figure"].get(f"{letter}_limits")
    return {"label": label, "scale": text(sent, f"{letter}_scale", "auto"), "limits": [float(end) for end in limits] if limits else None}


def picture(sent, **more):
    return {"title": text(sent, "title"), "page": sent["page"], **more}


def across(sent, always=False):
    """Panels side by side where two columns, or rows of metrics, say so; None: as many as fit."""
    panels = sent["figure"]["panels"]
    if len(panels) < 2 and not always:
        return None
    return len(sent["columns"][panels[0]]["values"]) if panels else 1


def statistics(values):
    """Mean and population standard deviation."""
    mean = sum(values) / len(values)
    return {"mean": mean, "sd": math.sqrt(sum((value - mean) * (value - mean) for value in values) / len(values))}


def curves_of(sent, shown=None):
    """(what a curve is: its label, method, and variant, which tells curves of a method apart; of each row its curve).

    Rows that are not `shown` have none.
    """
    curves, variants, numbers = {}, {}, []
    for k, row in enumerate(sent["rows"]["words"]):
        told = [(name, word) for name, word in zip(sent["figure"]["curves"], row)
                if word is not None and (name == "method" or sent["columns"][name]["varies"])]  # fmt: skip
        label = ", ".join(word if name == "method" else f"{name} = {word}" for name, word in told)
        others = ", ".join(f"{name} = {word}" for name, word in told if name != "method")
        if shown and shown[k] is None:
            numbers.append(None)
            continue
        variant = variants.setdefault(others, len(variants))
        curves.setdefault(label, {"label": label, "method": dict(told).get("method", ""), "variant": variant})
        numbers.append(list(curves).index(label))
    return list(curves.values()), numbers


def by_panel(sent, numbers, *columns):
    """Each row that has a curve, in each of its panels: (panel, curve, the row's values in these columns)."""
    for k, number in enumerate(numbers):
        for panel in sent["rows"]["panels"][k] if number is not None else ():
            yield panel, number, *(column[k] for column in columns)


def x_axis(sent):
    """What sweep_layout.Axis draws; over: what x is divided by along the upper edge."""
    name = text(sent, "x")
    x = axis(sent, "x", text(sent, "x_label", name))
    x |= {"measured": sent["measured"], "categories": None, "ordered": True, "over": None}
    if sent["measured"]:
        return x
    column, over = sent["columns"][name], text(sent, "x_over")
    x["ordered"] = column["ordered"]
    if not column["number"]:
        x["categories"] = sent["figure"].get("x_labels") or column["values"]
    if over:
        x["over"] = {"label": text(sent, "x_over_label", f"{name} / {over}"), "divisor": float(sent["columns"][over]["values"][0])}
    return x


def y_axes(sent):
    """One for each metric."""
    axes, labels, relative = [], sent["figure"].get("y_label"), text(sent, "relative_to")
    for k, (metric, unit) in enumerate(zip(sent["metrics"], sent["units"])):
        name = f"{metric} / that of {relative}" if relative and k == 0 else f"{metric} ({unit})" if unit else metric
        axes.append(axis(sent, "y", labels[k] if labels else name + ", mean ± sd" * (sent["repetitions"] > 1)))
    return axes


def divisors(rows, values):
    """Of each row the value of the method that divides, on the same data. One that does not depend on the scheme is planned
    in one of the cells of its data, for all of them."""
    found, data = defaultdict(dict), list(zip(rows["data"], rows["repetition"]))
    for where, cell, divides, value in zip(data, rows["cell"], rows["divides"], values):
        if divides:
            found[where][cell] = value
    of_all = {where: next(iter(here.values())) if len(here) == 1 else np.nan for where, here in found.items()}
    return np.array([found[where].get(cell, of_all.get(where, np.nan)) for where, cell in zip(data, rows["cell"])])


def lines(number, points, measured):
    """A curve's level, over all x, and its line; points have the (x, y) of their trials."""
    found, places = [], {}
    for point, sample in sorted(points.items(), key=str) if measured else points.items():
        x, y = zip(*sample)
        if x[0] is None:
            found.append({"curve": number, "x": None, **statistics(y)})
        else:
            places.setdefault(statistics(x)["mean"] if measured else point, statistics(y))
    if places:
        order = sorted(places)
        found.append({"curve": number, "x": order, **{what: [places[x][what] for x in order] for what in ("mean", "sd")}})
    return found


def sweep(sent):
    """Means over the trials of a place on x; where x is measured, over those of equal parameters, at the mean of x."""
    rows, metrics, measured, thin = sent["rows"], sent["metrics"], sent["measured"], text(sent, "thin")
    (curves, numbers), x = curves_of(sent), x_axis(sent)
    values = np.array(rows["values"], dtype=float).reshape(len(numbers), -1)
    if text(sent, "relative_to"):
        with np.errstate(divide="ignore", invalid="ignore"):
            values[:, 0] /= divisors(rows, values[:, 0])
    column = None if measured else sent["columns"][text(sent, "x")]
    places = rows["x"] if measured or column["number"] else [None if x is None else column["values"].index(x) for x in rows["x"]]
    points = defaultdict(lambda: defaultdict(list))
    for panel, number, place, point, row in by_panel(sent, numbers, places, rows["point"], values):
        for metric in np.flatnonzero(np.isfinite(row)) if place is not None or not measured else ():
            points[panel, metric, number][point if measured else place].append((place, float(row[metric])))
    for number, curve in enumerate(curves):
        if all(number != known for _, _, known in points):
            curve["without"] = ", ".join(metrics)

    def drawn(panel, metric):
        return [line for k in range(len(curves)) if (panel, metric, k) in points for line in lines(k, points[panel, metric, k], measured)]

    panels = [{"title": title, "metric": metric, "curves": drawn(panel, metric),
               "thin": drawn(panel, len(metrics)) if thin and metric == 0 else []}
              for metric in range(len(metrics)) for panel, title in enumerate(sent["panels"])]  # fmt: skip
    return picture(sent, x=x, y=y_axes(sent), curves=curves, panels=panels, columns=across(sent, len(metrics) > 1), thin=thin or None)


def adjusted_rand_index(a, b):
    table = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(table, (a, b), 1)
    both, first, second = (float((sizes * (sizes - 1)).sum()) / 2 for sizes in (table, table.sum(axis=1), table.sum(axis=0)))
    expected = first * second / (len(a) * (len(a) - 1) / 2) if len(a) > 1 else 0.0
    largest = (first + second) / 2
    return 1.0 if largest == expected else (both - expected) / (largest - expected)


def mean_known(values):
    known = [value for value in values if value is not None]
    return statistics(known)["mean"] if known else None


def table_of(title, found, curves):
    """The index between the partitions of every two curves, and with the true one: None where no repetition has both."""
    order = sorted(found)
    values = [[1.0 if a == b else mean_known([adjusted_rand_index(found[a][r][0], found[b][r][0]) for r in found[a] if r in found[b]])
               for b in order] for a in order]  # fmt: skip
    truth = [mean_known([ari for _, ari in found[a].values()]) for a in order]
    labels = [curves[a]["label"] for a in order]
    if any(value is not None for value in truth):
        values = [row + [value] for row, value in zip(values, truth)] + [[*truth, 1.0]]
        labels.append("true classes")
    return {"title": title, "labels": labels, "values": values}


def agreement(sent):
    """The adjusted Rand index between partitions of one repetition, in the mean over repetitions."""
    rows = sent["rows"]
    curves, numbers = curves_of(sent, rows["labels"])
    found = [defaultdict(dict) for _ in sent["panels"]]
    for panel, number, repetition, labels, ari in by_panel(sent, numbers, rows["repetition"], rows["labels"], rows["ari"]):
        found[panel][number][repetition] = np.unique(labels, return_inverse=True)[1], ari
    panels = [table_of(title, one, curves) for title, one in zip(sent["panels"], found)]
    return picture(sent, panels=panels)


def support(sent):
    """Branches of all trials of a panel by their support; each kind of support has panels of its own."""
    (curves, numbers), kinds, count = curves_of(sent), sent["figure"]["supports"], len(sent["panels"])
    found = [defaultdict(lambda: defaultdict(lambda: {"branches": 0.0, "right": 0.0, "wrong": 0.0})) for _ in range(len(kinds) * count)]
    for panel, number, values in by_panel(sent, numbers, sent["rows"]["values"]):
        for index, kind in enumerate(kinds):
            classes = found[index * count + panel][number]
            for name, value in values.items():
                of, what, begin = name.rsplit("_", 2)
                if of == kind and begin.isdigit():
                    classes[int(begin)][what] += value
    panels = []
    for k, one in enumerate(found):
        kind = kinds[k // count]
        words = ["in the trees" if kind == "support" else f"{kind} support"] if len(kinds) > 1 else []
        classes = {number: [{"from": begin, **counts} for begin, counts in sorted(one[number].items())] for number in sorted(one)}
        panels.append({"title": ", ".join(filter(None, [*words, sent["panels"][k % count]])),
                       "curves": [{**curves[number], "classes": these} for number, these in classes.items()]})  # fmt: skip
    return picture(sent, panels=panels)


def children_of(leaf, merges):
    """Rows of two nodes each, as scipy has them; objects of one leaf are merged first."""
    rows = []

    def join(left, right):
        rows.append([min(left, right), max(left, right)])
        return len(leaf) + len(rows) - 1

    nodes = {}
    for label in range(max(leaf) + 1):
        for k in (k for k, own in enumerate(leaf) if own == label):
            nodes[label] = join(nodes[label], k) if label in nodes else k
    for left, right in merges:
        nodes[len(nodes)] = join(nodes[left], nodes[right])
    return rows


def trees(sent):
    """Every tree by itself."""
    rows, titles = sent["rows"], sent["panels"]
    curves, numbers = curves_of(sent, rows["tree"])
    found = []
    for panel, number, cell, tree in by_panel(sent, numbers, rows["cell"], rows["tree"]):
        label = curves[number]["label"] + (f", {titles[panel]}" if len(titles) > 1 else "")
        found.append({"label": label, "children": children_of(tree["leaf"], tree["merges"]), **sent["objects"][cell]})
    return picture(sent, trees=found)


def top_of(tree, classes):
    """The last merges of a tree, two nodes each, which join as many clusters as there are classes, and the nodes that
    these make; and of each cluster the objects by class."""
    leaves = np.zeros((max(tree["leaf"]) + 1, max(classes) + 1), dtype=int)
    np.add.at(leaves, (tree["leaf"], classes), 1)
    nodes = list(leaves)
    for left, right in tree["merges"]:
        nodes.append(nodes[left] + nodes[right])
    first = max(len(leaves), len(nodes) - max(classes))
    last = tree["merges"][first - len(leaves) :]
    below = [node for pair in last for node in pair if node < first] or [len(nodes) - 1]
    number = {node: k for k, node in enumerate([*below, *range(first, len(nodes))])}
    return {"merges": [[number[node] for node in pair] for pair in last], "clusters": [nodes[node].tolist() for node in below]}


def classes(sent):
    """Of each panel the objects of its first tree, in the plane, and the top of every tree."""
    rows, panels = sent["rows"], {}
    curves, numbers = curves_of(sent, rows["tree"])
    for panel, number, cell, tree in by_panel(sent, numbers, rows["cell"], rows["tree"]):
        objects = sent["objects"][cell]
        labels = [int(name) - 1 for name in objects["classes"]]
        points = {"x": objects["x"], "y": objects["y"], "label": labels}
        one = panels.setdefault(panel, {"title": sent["panels"][panel], "points": points, "trees": []})
        one["trees"].append({"label": curves[number]["label"], **top_of(tree, labels)})
    return picture(sent, panels=[panels[panel] for panel in sorted(panels)])


def arrays(rows, *names):
    return {name: [row[k] for row in rows] for k, name in enumerate(names)}


def maps(sent):
    """What the program found of each map."""
    panels = []
    for title, one in zip(sent["panels"], sent["maps"]):
        curves, laws = ([{**line, **arrays(line["points"], "x", "y")} for line in one[what]] for what in ("curves", "laws"))
        panels.append({"title": title, "places": arrays(one["places"], "x", "y", "mean"), "curves": curves, "laws": laws,
                       "contour": arrays(one["contour"], "x", "y", "low", "high")})  # fmt: skip
    x, y = (axis(sent, name, text(sent, f"{name}_label", text(sent, name))) for name in "xy")
    told = {name: sent[name] for name in ("metric", "level", "range")}
    return picture(sent, x=x, y=y, panels=panels, columns=across(sent), **told)
