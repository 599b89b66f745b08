"""What is drawn of a sweep's rows: means in panels and curves, tables of agreement, branches by support, trees."""

import unittest

import figure_support  # noqa: F401  (it tells where the package is)

from pictures import grouping


def column(*values, **more):
    return {"values": list(values), "number": True, "varies": True, "ordered": True, **more}


COLUMNS = {
    "delta": column("0.1", "0.2"), "p": column("0.5", "1"), "sigma": column("0.1", varies=False), "m": column("1", "2"),
    "method": column("SL", "4-AL", number=False, ordered=False),
}  # fmt: skip


def sent(rows, curves=("method", "m"), panels=("p",), x="delta", measured=False, titles=("p = 0.5", "p = 1"), **keys):
    """Rows of a sweep, written as dictionaries; every one has AARI and seconds."""
    names = dict.fromkeys(name for row in rows for name in row)
    figure = {"curves": list(curves), "panels": list(panels), "x": [x], **keys}
    return {"figure": figure, "columns": COLUMNS, "panels": list(titles), "repetitions": 2, "metrics": ["aari", "t_wall"][:1],
            "units": [""], "measured": measured, "page": None, "rows": {name: [row.get(name) for row in rows] for name in names}}  # fmt: skip


def trials():
    """SL does not depend on p and has no m; the AARI is the repetition."""
    for x in (0.1, 0.2):
        for repetition in (0, 1):
            same = {"x": x, "point": f"delta={x}", "data": int(10 * x), "cell": 0, "repetition": repetition, "divides": False}
            yield {**same, "panels": [0, 1], "words": ["SL", None], "values": [repetition], "divides": True}
            for p in (0, 1):
                for m in "12":
                    yield {**same, "panels": [p], "words": ["4-AL", m], "values": [repetition], "cell": p}


class Sweep(unittest.TestCase):
    def test_means_over_repetitions_for_every_curve_of_every_panel(self):
        picture = grouping.sweep(sent(list(trials())))
        self.assertEqual([panel["title"] for panel in picture["panels"]], ["p = 0.5", "p = 1"])
        self.assertEqual(picture["curves"][0], {"label": "SL", "method": "SL", "variant": 0})
        self.assertEqual(picture["curves"][2], {"label": "4-AL, m = 2", "method": "4-AL", "variant": 2})
        for panel in picture["panels"]:
            for number, curve in enumerate(panel["curves"]):
                self.assertEqual(curve, {"curve": number, "x": [0.1, 0.2], "mean": [0.5, 0.5], "sd": [0.5, 0.5]})
        self.assertEqual((picture["y"][0]["label"], picture["columns"]), ("aari, mean ± sd", None))

    def test_what_has_no_x_is_a_level_and_what_cannot_be_drawn_is_named(self):
        rows = list(trials())
        for row in rows:
            row["x"] = None if row["words"][0] == "SL" else row["x"]
            row["values"] = [None] if row["words"][1] == "2" else row["values"]
        picture = grouping.sweep(sent(rows))
        self.assertEqual(picture["panels"][0]["curves"][0], {"curve": 0, "x": None, "mean": 0.5, "sd": 0.5})
        self.assertEqual([curve.get("without") for curve in picture["curves"]], [None, None, "aari"])

    def test_axes(self):
        log = grouping.sweep(sent(list(trials()), x_scale=["log"], x_over=["sigma"], x_limits=["0", "1"]))["x"]
        self.assertEqual((log["scale"], log["limits"], log["ordered"]), ("log", [0.0, 1.0], True))
        self.assertEqual(log["over"], {"label": "delta / sigma", "divisor": 0.1})
        rows = [{**row, "x": row["words"][0]} for row in trials()]
        picture = grouping.sweep(sent(rows, x="method", panels=("p", "delta"), titles=list("abcd"), thin=["t_wall"]))
        self.assertEqual((picture["x"]["categories"], picture["x"]["ordered"], picture["columns"]), (["SL", "4-AL"], False, 2))
        self.assertEqual(picture["panels"][0]["curves"][1]["x"], [1])

    def test_points_stand_where_they_were_measured(self):
        rows = [{**row, "x": 100 + row["repetition"] if row["words"][1] == "2" else 50, "point": str(row["words"])} for row in trials()]
        picture = grouping.sweep(sent(rows, curves=("method",), measured=True))
        self.assertEqual([curve["x"] for curve in picture["panels"][0]["curves"]], [[50.0], [50.0, 100.5]])

    def test_a_metric_may_be_relative_to_a_method(self):
        rows = list(trials())
        for row in rows:
            row["values"] = [(1 + row["repetition"]) * (2.0 if row["divides"] else 4.0 + 4.0 * row["cell"])]
        picture = grouping.sweep(sent(rows, relative_to=["SL"]))
        self.assertEqual(picture["y"][0]["label"], "aari / that of SL, mean ± sd")
        for panel, mean in enumerate((2.0, 4.0)):  # SL is planned for one p, and divides at both
            curves = picture["panels"][panel]["curves"]
            self.assertEqual([curve["mean"] for curve in curves[:2]], [[1.0, 1.0], [mean, mean]])


class Others(unittest.TestCase):
    def test_agreement_is_of_partitions_of_one_repetition(self):
        same, other = [0, 0, 1, 1], [0, 1, 0, 1]
        rows = [{"panels": [0], "words": [name], "repetition": k, "labels": labels, "ari": 0.25} for name, k, labels in (
            ("AL", 0, same), ("AL", 1, same), ("4K", 0, [1, 1, 0, 0]), ("4K", 1, other), ("none", 0, None))]  # fmt: skip
        (panel,) = grouping.agreement(sent(rows, ("method",), titles=[""]))["panels"]
        self.assertEqual(panel["labels"], ["AL", "4K", "true classes"])
        self.assertEqual(panel["values"], [[1.0, 0.25, 0.25], [0.25, 1.0, 0.25], [0.25, 0.25, 1.0]])  # the mean of 1 and -0.5

    def test_support_adds_up_branches_and_has_panels_for_each_kind(self):
        counts = {"support_branches_95": 3.0, "support_right_95": 2.0, "support_branches_0": 4.0, "transfer_wrong_50": 1.0}
        rows = [{"panels": [k % 2], "words": ["4-AL", None], "values": counts} for k in range(4)]
        panels = grouping.support(sent(rows, supports=["support", "transfer"]))["panels"]
        self.assertEqual([panel["title"] for panel in panels][1:3], ["in the trees, p = 1", "transfer support, p = 0.5"])
        self.assertEqual(panels[1]["curves"][0]["classes"], [{"from": 0, "branches": 8.0, "right": 0.0, "wrong": 0.0},
                                                             {"from": 95, "branches": 6.0, "right": 4.0, "wrong": 0.0}])  # fmt: skip
        self.assertEqual(panels[3]["curves"][0]["classes"], [{"from": 50, "branches": 0.0, "right": 0.0, "wrong": 2.0}])

    def test_trees_and_their_tops(self):
        tree = {"leaf": [0, 0, 1, 2], "merges": [[2, 1], [0, 3]]}  # two objects of one leaf are merged first
        self.assertEqual(grouping.children_of(**tree), [[0, 1], [2, 3], [4, 5]])
        self.assertEqual(grouping.top_of(tree, [0, 0, 1, 1]), {"merges": [[0, 1]], "clusters": [[2, 0], [0, 2]]})
        self.assertEqual(grouping.top_of(tree, [0, 0, 0, 0]), {"merges": [], "clusters": [[4]]})
        rows = [{"panels": [0, 1], "words": ["SL", None], "cell": "7", "tree": tree}, {"panels": [0], "words": ["CL", None], "tree": None}]
        objects = {"7": {"names": list("abcd"), "classes": list("1122"), "x": [0] * 4, "y": [1] * 4}}
        found = grouping.trees({**sent(rows), "objects": objects})["trees"]
        self.assertEqual([one["label"] for one in found], ["SL, p = 0.5", "SL, p = 1"])
        panels = grouping.classes({**sent(rows), "objects": objects})["panels"]
        self.assertEqual(panels[0]["points"]["label"], [0, 0, 1, 1])
        self.assertEqual([one["label"] for one in panels[0]["trees"]], ["SL"])

    def test_maps(self):
        line = {"label": "1/N", "points": [[1, 0.5], [2, None]]}
        one = {"places": [[1, 0.1, 0.5]], "contour": [[1, 0.2, None, 0.3]], "curves": [line], "laws": []}
        told = {**sent([], panels=("method",), titles=["4-AL"], y=["p"]), "maps": [one], "metric": "exact", "level": 0.5, "range": [0, 1]}
        picture = grouping.maps(told)
        (panel,) = picture["panels"]
        self.assertEqual(panel["contour"], {"x": [1], "y": [0.2], "low": [None], "high": [0.3]})
        self.assertEqual((panel["curves"][0]["y"], picture["x"]["label"], picture["y"]["label"]), ([0.5, None], "delta", "p"))


if __name__ == "__main__":
    unittest.main()
