"""What functions return of answers other than those of session_test.py: no subjects, counts, odd ones, partitions."""
import contextlib
import io
import itertools
import json
import pickle
import re
import unittest

import numpy as np
import pandas
import tertium
from program_files import BesideProgram
from tertium import _tertium
from tertium._values import threads_of


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Verbs(BesideProgram):
    some = [[0, 1, 2], [1, 0, 2], [3, 4, 0], [4, 3, 1], [0, 1, 4], [2, 4, 0]] * 6

    def test_compare(self):
        methods = ["AddS-3-AL", "4-AL", "t-STE"]
        found = tertium.compare("car", methods=methods, folds=3, learning_curve=True)
        results = self.results("compare", "car", "--methods", ",".join(methods), "--folds", 3, "--learning-curve")
        self.expect_table(found.table, results / "comparison.csv")
        self.expect_table(found.fold_table, results / "folds.csv")
        self.assertEqual((found.majority_of_others, found.ceiling, found.ceiling_at_most), (None, None, None))

    def test_compare_all(self):
        found = tertium.compare([[0, 1, 2], [1, 0, 2], [3, 4, 0], [4, 3, 1], [0, 1, 4]] * 3, folds=3)
        self.assertGreater(len(found), 20)
        self.assertEqual(set(found.seconds), set(found.table["method"]))

    def test_compare_takes_estimators(self):
        methods = [tertium.AddS3AL, tertium.AddS3AL(ties="random"), tertium.estimator("STE(d = 3)")(max_iter=5, restarts=1, n_components=1), "4K-AL"]
        found = tertium.compare("car", methods=methods, folds=2)
        names = ["AddS-3-AL", "AddS-3-AL (ties = random)", "STE (d = 1, iterations = 5)", "4K-AL"]
        self.assertEqual({name.replace(", ", ",") for name in found.seconds}, {name.replace(", ", ",") for name in names})
        named = tertium.compare("car", methods=names, folds=2)
        self.assertEqual(found.table["accuracy"].tolist(), named.table["accuracy"].tolist())
        self.assertEqual(tertium.compare("car", methods=tertium.AddS3AL(), folds=2).best, "AddS-3-AL")
        studied = tertium.study("car", methods=[tertium.AddS3AL(ties="random"), tertium.FourKAL], folds=2, trees=2, n_clusters=2)
        self.assertEqual(set(studied.comparison.seconds), {"AddS-3-AL (ties = random)", "4K-AL"})
        with self.assertRaisesRegex(tertium.TertiumError, "FourAL has n_clusters = 4 .*set it to None"):
            tertium.compare("car", methods=[tertium.FourAL(n_clusters=4)])
        for clusters in (3, 5):
            self.assertEqual(len(tertium.cluster("car", method=tertium.AddS3AL(n_clusters=clusters)).cluster_sizes), clusters)

    def test_learning_curves_of_other_shares(self):
        found = tertium.compare("car", methods="AddS-3-AL", folds=3, learning_curve=(0.5, 0.1, 1.0))
        self.assertEqual(found.table["train_fraction"].tolist(), [0.1, 0.5, 1.0])
        usual = tertium.compare("car", methods="AddS-3-AL", folds=3, learning_curve=True)
        self.assertEqual(usual.table["train_fraction"].tolist(), [0.25, 0.5, 0.75, 1.0])
        self.assertEqual(usual.table["accuracy"][1], found.table["accuracy"][1])
        for wrong in (0.5, [0.0], [2.0], [float("nan")], "x", ["a"]):
            with self.assertRaisesRegex(tertium.TertiumError, "learning_curve"):
                tertium.compare("car", methods="AddS-3-AL", folds=3, learning_curve=wrong)

    def test_look(self):
        for name, subjects, careless in (("material", 0, []), ("food", 243, ["237", "242"])):
            with self.subTest(name):
                self.expect_look(name, subjects, careless)

    def expect_look(self, name, subjects, careless):
        found, results = tertium.overview(name), self.results("answers", name)
        self.expect_table(found.table, results / "subjects.csv")
        self.expect_table(found.objects, results / "objects.csv")
        self.expect_told(found, self.summary(results), "answers", "questions", "satisfiable", "repeated")
        self.assertEqual((len(found), sorted(found.flagged)), (subjects, careless))
        self.assertIn(f"{subjects} participants", repr(found))

    def test_cluster(self):
        for method, k, given in (("4-AL", 4, 4), ("AddS-3+SPUR", None, "auto"), ("AddS-3-AL", "auto", "auto")):
            with self.subTest(method):
                found = tertium.cluster("car", method=method, n_clusters=k, chance=k == 4)
                results = self.results("cluster", "car", "--method", method, "--no-picture", "-k", given, *["--chance"] * (k == 4))
                self.expect_table(found.table, results / "labels.csv")
                told = self.summary(results)
                self.expect_told(found, told, "cluster_sizes", "satisfied", "satisfied_by_chance", "revenue", "ari",
                                 "normalised_revenue", "ari_without_outliers", "odd_one_outs_satisfied")  # fmt: skip
                for name, value in found.reports.items():  # BLAS rounds by where arrays lie in memory
                    self.assertAlmostEqual(value, told[name], delta=1e-12 * max(1.0, abs(value)))
                if found.number is not None:
                    criteria = dict(zip(map(str, found.number.table["n_clusters"]), found.number.table["criterion"]))
                    self.assertEqual(criteria, told["criterion_by_clusters"])
                    self.assertEqual(tertium.choose_clusters("car", method=method, by="auto").n_clusters, told["clusters"])
                self.assertIn("clusters of", repr(found))

    def test_clusters_of_a_least_size(self):
        """Of a tree without lengths, of one with, and as many as the criterion says."""
        for method, k in (("4-AL+search", 3), ("AddS-3-AL+lengths", 4), ("4-AL+search", "auto")):
            with self.subTest(method, k=k):
                found = tertium.cluster("car", method=method, n_clusters=k, min_cluster_size=7)
                results = self.results("cluster", "car", "--method", method, "--no-picture", "-k", k, "--min-cluster-size", 7)
                self.expect_table(found.table, results / "labels.csv")
                self.assertGreaterEqual(min(found.cluster_sizes), 7)
                self.assertEqual(self.summary(results)["min_cluster_size"], 7)
                tree = tertium.estimator(method)().fit("car")
                self.assertEqual(tree.cut(len(found.cluster_sizes), min_cluster_size=7).tolist(), found.labels.tolist())
        self.assertIn("k = 2 (the default, -k chooses), each of at least 9 objects",
                      self.program("cluster", "car", "--method", "4-AL", "--min-cluster-size", 9, "--no-picture", "-o", "nine"))  # fmt: skip
        for wrong, says in (({"n_clusters": 9}, "at most . clusters of 20 objects or more \\(9 are asked for\\)"),
                            ({"n_clusters": "held-out"}, "trees of folds may have fewer"),
                            ({"method": "AddS-3+SPUR"}, "least sizes are for clusters of a tree")):  # fmt: skip
            with self.assertRaisesRegex(tertium.TertiumError, says):
                tertium.cluster("car", **{"method": "4-AL", "min_cluster_size": 20, **wrong})

    def test_answers_choose_the_method_as_the_program_does(self):
        chain = self.chain(20, 300)
        np.savetxt(self.folder / "chain.csv", chain, "%d", ",")
        for given, source, lengths in ((chain, "chain.csv", False), ("music", "music", True)):
            with self.subTest(source):
                found = tertium.cluster(given, n_clusters=3)
                results = self.results("cluster", source, "--no-picture", "-k", 3)
                self.expect_table({"label": found.table["label"]}, self.only(results / "labels.csv", "label"))
                told, choice = self.summary(results), found.method_choice
                self.assertEqual(choice.method.split(" (")[0], told["method"].split(" (")[0])
                self.assertEqual(choice.clusters_by is None, lengths)
                self.assertEqual(choice.errors_over, told["method_choice"]["errors_over"])
                self.assertEqual(dict(zip(choice.table["method"], choice.table["accuracy"])),
                                 {name: one["accuracy"] for name, one in told["method_choice"]["methods"].items()})  # fmt: skip
                self.assertEqual(tertium.choose_method(given).method, choice.method)
        self.assertIsNone(tertium.cluster("car", method="AddS-3-AL").method_choice)
        self.assertIn("nothing could be held out", repr(tertium.choose_method([[0, 1, 2]])))

    @staticmethod
    def chain(objects, answers):
        """Right answers of a tree that splits off one object after another."""
        drawn = np.random.default_rng(1)
        triples = [np.sort(drawn.choice(objects, 3, replace=False)) for _ in range(answers)]
        return np.array([(t[0], t[1], t[2]) if drawn.random() < 0.5 else (t[1], t[0], t[2]) for t in triples])

    @staticmethod
    def only(path, name):
        """One column of a table, as text."""
        header, *rows = (line.split(",") for line in path.read_text().splitlines())
        return "\n".join([name] + [row[header.index(name)] for row in rows])

    def test_support(self):
        found = tertium.support("car", method=tertium.AddS3AL(), trees=30)
        results = self.results("cluster", "car", "--method", "AddS-3-AL", "--support", 30, "--no-picture")
        self.expect_table(found.table, results / "nodes.csv")
        told = self.summary(results)["support"]
        self.assertEqual((found.drawn, found.units), ("questions", told["sampled"]))
        self.assertEqual(found.at_least(0.95), told["branches_of_95_percent"])

    def test_support_where_people_count_differently(self):
        for rule in ("attentive", "weighted"):
            with self.subTest(rule):
                found = tertium.support("faces", method="4K-AL", trees=20, people=rule)
                results = self.results("cluster", "faces", "--method", "4K-AL", "--support", 20, "--weights", rule,
                                       "--no-picture")  # fmt: skip
                self.expect_table(found.table, results / "nodes.csv")
                self.expect_table(found.people, results / "weights.csv")
                again = pickle.loads(pickle.dumps(found.tree))
                self.assertEqual(again.bootstrap_support(20).tolist(), found.table["support"].tolist())
        self.assertIsNone(tertium.support("car", method="AddS-3-AL", trees=2).people)

    def test_study(self):
        for options, words in (({}, ()), ({"n_clusters": 3, "random_state": 5}, ("-k", 3, "--seed", 5))):
            with self.subTest(words):
                self.expect_study(options, words)

    def expect_study(self, options, words):
        found = tertium.study("faces", methods=["AddS-3-AL", "4K-AL"], folds=3, trees=20, **options)
        results = self.results("study", "faces", "--methods", "AddS-3-AL,4K-AL", "--folds", 3, "--support", 20, *words)
        page = re.sub(r"Written by .*", "", found.methods)
        written = re.sub(r"Written by .*", "", (results / "methods.md").read_text(encoding="utf-8"))
        written = re.sub(r"\n## Commands\n.*?```\n(?=\n)", "", re.sub(r"(\| program \| Tertium [^,]*),.* \|", r"\1 |", written), flags=re.S)
        self.assertEqual(page, written)
        self.assertEqual(found.references, (results / "references.bib").read_text(encoding="utf-8"))
        self.expect_table(found.table, results / "compare" / "comparison.csv")
        self.expect_table(found.support.table, results / "tree" / "nodes.csv")
        self.expect_table(found.clusters.table, results / "tree" / "labels.csv")
        self.assertEqual(found.tree.newick() + "\n", (results / "tree" / "tree.nwk").read_text(encoding="utf-8"))
        told = self.summary(results)
        self.assertEqual((found.method, found.n_clusters), (told["method"], told["clusters"]))
        self.assertEqual((len(found.overview), found.comparison.best), (told["people"], told["method"]))
        self.assertEqual(found.number and found.number.indistinguishable.tolist(), told["clusters_indistinguishable"])
        self.assertEqual(found.clusters.number is None, "n_clusters" in options)
        self.assertIn(found.methods.splitlines()[4][:60], written)

    def test_a_study_names_who_was_left_out(self):
        path = self.folder / "participants.csv"
        path.write_text("subject,anchor,near,far\n" + "".join(
            f"{who},{a},{b},{c}\n" for who in range(9) for a, b, c in self.some))  # fmt: skip
        answers = tertium.read(path, drop_subjects=[1, "3"])
        for given in (answers, pickle.loads(pickle.dumps(answers))):
            self.assertIn("The answers of 2 participants were left out: 1 and 3.",
                          tertium.study(given, methods="AddS-3-AL", folds=2, trees=2, n_clusters=2).methods)  # fmt: skip

    def test_long_work_tells_how_far_it_is(self):
        groups = np.arange(len(self.some)) % 2
        people = tertium.answers(self.some, subjects=np.arange(len(self.some)) % 6, groups=groups)
        for told, call in (
            ("3/3 fits", lambda **v: tertium.compare(self.some, methods=["AddS-3-AL"], folds=3, **v)),
            ("9/9 trees", lambda **v: tertium.support(self.some, method="AddS-3-AL", trees=9, **v)),
            ("9/9 trees", lambda **v: tertium.AddS3AL().fit(self.some).membership(9, **v)),
            ("2/2 fits", lambda **v: tertium.choose_clusters(self.some, method="AddS-3-AL", folds=2, **v)),
            ("2/2 fits", lambda **v: tertium.cluster(self.some, method="AddS-3-AL", n_clusters="held-out", folds=2, **v)),
            ("20/20 permutations", lambda **v: tertium.compare_groups(people, method="AddS-3-AL", permutations=19, **v)),
            ("2/2 runs", lambda **v: tertium.simulate_asking("car", rules=["random"], budget=100, batch=50, runs=2, **v)),
        ):  # fmt: skip
            with self.subTest(told):
                silent, lines, terminal = io.StringIO(), io.StringIO(), Terminal()
                for stream, given in ((silent, {}), (lines, {"verbose": True}), (terminal, {"verbose": 1})):
                    with contextlib.redirect_stderr(stream):
                        call(**given)
                self.assertEqual(silent.getvalue(), "")
                self.assertRegex(lines.getvalue(), rf"\A(\d+ %: .* left\n)*100 %: {told}, \S+/s, took .*\n\Z")
                self.assertRegex(terminal.getvalue(), rf"\r\033\[K\[#{{24}}\] 100 % {told}, \S+/s, took .*\n\Z")

    def test_who_cannot_be_told_ends_nothing(self):
        closed = io.StringIO()
        closed.close()
        for stream in (closed, None):
            with contextlib.redirect_stderr(stream):
                self.assertEqual(len(tertium.compare(self.some, methods=["AddS-3-AL"], folds=2, verbose=True)), 1)

    def test_n_jobs_counts_threads_as_scikit_learn_does(self):
        expected = tertium.support(self.some, method="AddS-3-AL", trees=9).table["support"].tolist()
        for jobs in (1, 2, -1, -2, -4096, None):
            found = tertium.support(self.some, method="AddS-3-AL", trees=9, n_jobs=jobs)
            self.assertEqual(found.table["support"].tolist(), expected)
        cores = _tertium.cores()
        self.assertEqual([threads_of(jobs) for jobs in (None, 3, -1, -cores, -cores - 5)], [1, 3, 0, 1, 1])
        for jobs in (0, 0.5, True, 5000):
            with self.assertRaisesRegex(tertium.TertiumError, "n_jobs"):
                tertium.compare(self.some, n_jobs=jobs)

    def test_groups(self):
        """Of a file, of a data frame and of arrays; pickled or not."""
        draws = np.random.default_rng(2)
        rows = np.array([draws.permutation(8)[:3] for _ in range(240)])
        people = np.repeat(np.arange(12), 20)
        apart = np.abs(rows[:, :1] - rows[:, 1:])
        turned = (apart[:, 0] > apart[:, 1]) != ((people % 2 == 1) & (rows.sum(axis=1) % 2 == 0))
        rows[turned] = rows[turned][:, [0, 2, 1]]
        frame = pandas.DataFrame(rows, columns=["anchor", "near", "far"])
        frame["subject"], frame["group"] = people, np.where(people % 2, "ill", "well")
        frame.to_csv(self.folder / "study.csv", index=False)
        answers = tertium.read(self.folder / "study.csv")
        self.assertEqual((answers.group_names, answers.groups.tolist()), (["ill", "well"], (1 - people % 2).tolist()))
        results = self.results("groups", "study.csv", "--permutations", 50, "--no-picture")
        told = self.summary(results)
        for given in (answers, frame, tertium.answers(rows, subjects=people, groups=people % 2),
                      pickle.loads(pickle.dumps(answers)), answers[np.arange(240)]):  # fmt: skip
            found = tertium.compare_groups(given, permutations=50)
            self.assertEqual((found.distance, found.p_distance), (told["distance"]["observed"], told["distance"]["p"]))
            self.assertEqual(found.p_own, told["own_minus_other"]["p"])
            self.assertEqual(found.table["people"].tolist(), [6, 6])
        self.assertLess(found.p, 0.05)
        self.assertEqual(found.permuted_own.shape, (50,))
        alone = tertium.answers(rows, subjects=people)
        table = pandas.DataFrame({"subject": range(12), "group": ["well", "ill"] * 6})
        table.to_csv(self.folder / "participants.csv", index=False)
        for groups in (dict(zip(table["subject"], table["group"])), table, table.set_index("subject")["group"],
                       self.folder / "participants.csv"):  # fmt: skip
            again = tertium.compare_groups(alone, groups=groups, permutations=50)
            self.assertEqual((again.distance, again.p_own), (found.distance, found.p_own))
            self.assertEqual(again.table["group"], ["well", "ill"])
        self.assertEqual(alone.group_names, [])
        for groups, part in (({0: "well", "x": "ill"}, "all answers are of the group well"),
                             ({"x": "ill"}, "groups: has none of the participants \\(it has x; 0, 1"),
                             (pandas.DataFrame({"subject": [0, 0], "group": ["a", "b"]}), "groups: 0 is of the group b, and of a"),
                             (table["group"].tolist(), "groups must be a dict"),
                             (table.rename(columns={"group": "who"}), "no columns subject and group"),
                             ({}, "has none of the participants")):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(tertium.TertiumError, part):
                tertium.compare_groups(alone, groups=groups)
        trees = tertium.compare_groups(answers, method=tertium.FourKAL(), permutations=19).linkages
        self.assertEqual({name: tree.shape for name, tree in trees.items()}, {"well": (7, 4), "ill": (7, 4)})
        self.assertEqual(found.embeddings["ill"].shape, (8, 2))
        renamed = frame.rename(columns={"group": "condition"})
        given = tertium.answers(renamed, groups=np.where(people < 6, "first", "second"))
        self.assertEqual(given.group_names, ["first", "second"])
        self.assertEqual(len(tertium.compare_groups(answers[answers.subjects != 3], permutations=19)), 2)
        for call in (lambda: tertium.compare_groups(rows), lambda: tertium.answers(answers, groups=people)):
            with self.assertRaisesRegex(tertium.TertiumError, "the groups are unknown|groups are for arrays"):
                call()

    def test_similarities(self):
        answers = [[0, 1, 2], [1, 0, 2], [0, 1, 3], [2, 3, 0]]
        sums = np.zeros((4, 4), dtype=np.int64)
        for anchor, near, far in answers:
            for other, times in ((near, 1), (far, -1)):
                sums[anchor, other] += times
                sums[other, anchor] += times
        for method in ("AddS-3", "AddS-4"):
            np.testing.assert_array_equal(tertium.similarities(answers, method=method), sums)
        for method in tertium.kernels():
            with self.subTest(method):
                alike = tertium.similarities("material", method=method)
                self.assertEqual(alike.shape, (100, 100))
                np.testing.assert_array_equal(alike, alike.T)
                self.assertFalse(alike.diagonal().any())

    def test_bound(self):
        """As the program says it; of answers that agree with a tree nothing is above it but all of them."""
        found = tertium.bound("car", seconds=0)
        self.assertEqual(found.table["class"], ["rooted tree", "tree with lengths", "distances"])
        self.assertTrue(np.all(np.diff(found.table["satisfied_at_most"]) >= 0))
        results = self.results("compare", "car", "--methods", "AddS-3-AL", "--bound", "0s")
        told = json.loads((results / "summary.json").read_text())["bounds"]
        self.assertEqual([one["satisfied_at_most"] for one in told], list(found.table["satisfied_at_most"]))
        right = [[a, b, c] for a, b, c in itertools.permutations(range(6), 3) if (a ^ b).bit_length() < (a ^ c).bit_length()]
        self.assertEqual(list(tertium.bound(right, seconds=0).table["satisfied_at_most"]), [1.0, 1.0, 1.0])

    @staticmethod
    def local_by_members(nodes):
        """Of the branches, whatever their order."""
        return {frozenset(members): local for members, local in zip(nodes["members"][:-1], nodes["local"])}

    def test_judge_tree(self):
        """As the program says it, of Newick, of a linkage and of what is fitted, whose own numbers they are."""
        answers = tertium.read("car")
        tree = tertium.AddS3AL().fit(answers)
        (self.folder / "given.nwk").write_text(tree.newick())
        results = self.results("cluster", "car", "--tree", "given.nwk", "--bound", "0s", "-k", "1", "--no-picture")
        told = json.loads((results / "summary.json").read_text())
        made = tertium.support(answers, method="AddS-3-AL", trees=1).table
        expected = self.local_by_members(made)
        for given in (tree, tree.newick(), tree.linkage_, self.folder / "given.nwk"):
            found = tertium.judge_tree(answers, tree=given, seconds=0)
            self.assertEqual(found.satisfied, told["satisfied"])
            self.assertEqual([one["satisfied_at_most"] for one in told["bounds"]], list(found.bounds.table["satisfied_at_most"]))
            self.assertEqual(self.local_by_members(found.table), expected)
        self.assertIsNone(tertium.judge_tree(answers, tree=tree).bounds)
        with self.assertRaisesRegex(tertium.TertiumError, "has leaves that are in no answer"):
            tertium.judge_tree(answers, tree="((a,b),c);")

    def test_cite(self):
        for words, found in (((), tertium.cite()), (("4K-AL",), tertium.cite(tertium.FourKAL)),
                             (("AL", "--bibtex"), tertium.cite("AL", bibtex=True))):  # fmt: skip
            self.assertEqual(found, self.program("cite", *words))

    def test_seeds(self):
        """None is 1; of a RandomState a seed is drawn, and of an equal one the same."""
        def asked(random_state):
            return tertium.ask(8, 5, random_state=random_state).array.tolist()

        self.assertEqual(asked(None), asked(1))
        self.assertEqual(asked(np.random.RandomState(5)), asked(np.random.RandomState(5)))
        self.assertNotEqual(asked(np.random.RandomState(5)), asked(1))
        labels = [tertium.cluster("car", method="t-STE+k-means", n_clusters="held-out", folds=2,
                                  random_state=np.random.RandomState(5)).labels.tolist() for _ in range(2)]  # fmt: skip
        self.assertEqual(*labels)

    def test_tables_are_data_frames(self):
        found = tertium.overview("faces")
        for table in (found.table, found.objects, tertium.ask(5, 3).table):
            frame = pandas.DataFrame(table)
            self.assertEqual(list(frame.columns), list(table))
            for name, values in table.items():
                self.assertEqual(isinstance(values, np.ndarray), frame[name].dtype != object, name)

    def test_refusals(self):
        rows = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        for part, call in (
            ("no answer", lambda: tertium.overview(np.empty((0, 3), int))),
            ("AL needs a graph", lambda: tertium.compare(rows, methods=["AL"])),
            ("folds 1 is not known", lambda: tertium.compare(rows, folds=1)),
            ("does not say who answered", lambda: tertium.compare(rows, folds="subjects")),
            ("unknown method", lambda: tertium.cluster(rows, method="5-AL")),
            ("is not a method", lambda: tertium.cluster(rows, method=5)),
            ("4 clusters cannot be made of 3 objects", lambda: tertium.cluster(rows, n_clusters=4)),
            ("n_clusters = 'many'", lambda: tertium.cluster(rows, n_clusters="many")),
            ("makes coordinates", lambda: tertium.cluster(rows, method="t-STE")),
            ("by = 'eye'", lambda: tertium.choose_clusters(rows, by="eye")),
            ("SDP-k does not find", lambda: tertium.cluster(rows, method="AddS-3+SDP-k", n_clusters="auto")),
            ("are quadruplets", lambda: tertium.cluster([[0, 1, 2, 3]], method="4-AL", n_clusters="auto")),
            ("AddS-3\\+SPUR finds the number of clusters itself", lambda: tertium.choose_clusters(rows, method="AddS-3+SPUR")),
            ("makes none", lambda: tertium.support(rows, method="AddS-3+SPUR")),
            ("t-STE: it makes coordinates \\(a study has one tree\\)", lambda: tertium.study(rows, methods="t-STE")),
            ("n_clusters = 'many'", lambda: tertium.study(rows, n_clusters="many")),
            ("trees = 0", lambda: tertium.study(rows, trees=0)),
            ("no similarities", lambda: tertium.similarities(rows, method="t-STE")),
            ("random_state", lambda: tertium.compare(rows, random_state=-1)),
            ("data set faces has its own .*, leave out drop_subjects", lambda: tertium.read("faces", drop_subjects=[3])),
            ("random_state", lambda: tertium.ask(rows, random_state=0.5)),
        ):
            with self.subTest(part), self.assertRaisesRegex(tertium.TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
