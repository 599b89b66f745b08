"""Arrays of every layout say the same as files do, and what is no answer is refused in one line."""
import gzip
import pathlib
import pickle
import tempfile
import unittest

import numpy as np
import pandas
import tertium
from tertium import TertiumError


class Layouts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.car = tertium.read("car")
        cls.order = cls.car.array  # anchor, near, far
        cls.linkage = tertium.AddS3AL().fit(cls.car).linkage_

    def expect_same_tree(self, *data, **options):
        self.assertEqual(tertium.AddS3AL(**options).fit(*data).linkage_.tobytes(), self.linkage.tobytes())

    def questions(self):
        """Questions in random order of the two, and whether the first was chosen."""
        first = np.random.default_rng(3).random(len(self.order)) < 0.5
        return np.where(first[:, None], self.order, self.order[:, [0, 2, 1]]), first

    def test_triplets(self):
        self.expect_same_tree(self.order)
        self.expect_same_tree(self.order.tolist())
        self.expect_same_tree(self.order.astype(np.uint8))
        self.expect_same_tree(np.asfortranarray(self.order.astype(float)))
        questions, first = self.questions()
        self.expect_same_tree(questions, first)  # list-boolean
        self.expect_same_tree(questions, np.where(first, 1, -1))  # list-count
        missing = np.vstack([questions, [[0, 1, 2]]]), np.append(np.where(first, 1, -1), 0)
        self.expect_same_tree(*missing)

    def test_counts(self):
        questions, first = self.questions()
        times = np.arange(len(first)) % 3 + 1
        repeated = np.repeat(self.order, times, axis=0)
        tree = tertium.AddS3AL().fit(repeated).linkage_
        counted = tertium.AddS3AL().fit(questions, np.where(first, times, -times))
        self.assertEqual(counted.linkage_.tobytes(), tree.tobytes())
        self.assertEqual(counted.answers_.counts.tolist(), times.tolist())
        self.assertEqual(counted.score(questions, np.where(first, times, -times)), counted.score(repeated))

    def test_missing_responses(self):
        questions, first = self.questions()
        votes = np.where(first, 1, -1)
        kept = votes.copy()
        kept[::7] = 0
        expected = tertium.answers(questions, kept).array.tolist()
        hidden = np.arange(len(votes)) % 7 == 0
        for y in (np.ma.array(votes, mask=hidden), np.ma.array(first, mask=hidden), np.where(hidden, np.nan, votes),
                  [None if gone else one for gone, one in zip(hidden, first.tolist())]):
            self.assertEqual(tertium.answers(questions, y).array.tolist(), expected)

    def test_data_frames_are_read_by_the_names_of_their_columns(self):
        class Frame(dict):  # what a data frame has of this
            columns = property(lambda self: list(self))

        faces = tertium.read("faces")
        anchor, near, far = faces.array.T
        who = [faces.subject_names[k] for k in faces.subjects]
        made = tertium.answers(Frame(far=far, subject=who, near=near, anchor=anchor))
        self.assertEqual(made.array.tolist(), faces.array.tolist())
        self.assertEqual([made.subject_names[k] for k in made.subjects], who)
        questions, first = self.questions()
        a, b, c = questions.T
        for frame, y in ((Frame(second=c, first=b, anchor=a), first), (Frame(second=c, first=b, anchor=a, first_chosen=first), None)):
            self.assertEqual(tertium.answers(frame, y).array.tolist(), self.order.tolist())
        self.expect_same_tree(Frame(anchor=self.order[:, 0].astype(float), near=self.order[:, 1], far=self.order[:, 2]))
        named = tertium.answers(Frame(anchor=["x", "y", None], a=["y", "x", "x"], b=["z", "z", "z"], answer=["z", "x", ""]))
        self.assertEqual((named.names, named.array.tolist()), (["x", "y", "z"], [[0, 2, 1], [1, 0, 2]]))
        with self.assertRaisesRegex(TertiumError, "the data frame, columns: the header"):
            tertium.answers(Frame(u=[1], v=[2], w=[3]))

    def test_data_frames_are_read_as_files_are(self):
        frame = pandas.DataFrame({"anchor": ["a", "b", "# c", "c"], "near": ["b", "a", "a", "#"], "far": ["c", "c", "b", "x;y"]})
        self.assertEqual(list(tertium.answers(frame)), list(frame.itertuples(index=False, name=None)), "no comments")
        blank = pandas.concat([frame, pandas.DataFrame({"anchor": [None]})])
        self.assertEqual(len(tertium.answers(blank)), 4, "as blank lines")
        marked = frame.rename(columns={"anchor": "# anchor"})
        self.assertEqual(len(tertium.answers(marked, columns={"# anchor": "anchor"})), 4)
        words = pandas.DataFrame([["near", "far", "anchor"], ["far", "near", "x"], ["anchor", "x", "near"]], columns=["anchor", "near", "far"])
        self.assertEqual(list(tertium.answers(words.iloc[1:])), [("far", "near", "x"), ("anchor", "x", "near")], "names are not the header's")
        twice = pandas.concat([frame, pandas.DataFrame({"rt": [1.0] * 4}), pandas.DataFrame({"rt": [2.0] * 4})], axis=1)
        self.assertEqual(len(tertium.answers(twice)), 4, "of two columns of no answers either may be meant")
        self.assertEqual(tertium.answers(pandas.DataFrame([[0, 1, 2]], columns=np.array([5, 6, 7]))).array.tolist(), [[0, 1, 2]])
        several = pandas.DataFrame([[0, 1, 2]], columns=pandas.MultiIndex.from_product([["q"], ["far", "near", "anchor"]]))
        rows = [[0, 1, 2], [1, 0, 2]]
        for X, y, message in (
            (several, None, r"names of several levels, \('q', 'far'\)"),
            (pandas.DataFrame(rows, columns=["far", "near", None]), None, "a column of the data frame has no name"),
            (pandas.DataFrame([[0, 1, 3, 2]], columns=["anchor", "near", "near", "far"]), None, "'near' and 'near' both mean near"),
            (pandas.DataFrame(rows, columns=["anchor", "near", "far"]), [False, True], "y needs questions"),
            (pandas.DataFrame(rows, columns=["anchor", "other", "near"]), None, "is not understood"),
            (pandas.DataFrame(rows * 9, columns=["anchor", 1.5, "x"]), [True] * 18, "^$"),
        ):
            with self.subTest(message):
                if message == "^$":  # numbers among the names are names
                    self.assertEqual(len(tertium.answers(X, y)), 18)
                    continue
                with self.assertRaisesRegex(TertiumError, message):
                    tertium.answers(X, y)

    def test_packed_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.csv.gz")
            path.write_bytes(gzip.compress(b"anchor,near,far\nx,y,z\ny,x,z\n"))
            self.assertEqual(list(tertium.read(path)), [("x", "y", "z"), ("y", "x", "z")])
            path.write_bytes(path.read_bytes()[:-9])
            with self.assertRaisesRegex(TertiumError, "a.csv.gz: the gzip file is cut off, copy or pack it again"):
                tertium.read(path)

    def test_answers_are_sliced_as_arrays_are(self):
        faces = tertium.read("faces")
        who = faces.subjects == 3
        mine = faces[who]
        self.assertEqual((mine.array.tolist(), mine.n_objects), (faces.array[who].tolist(), faces.n_objects))
        self.assertEqual(set(mine.subjects), {3})
        self.assertEqual((mine.names, mine.subject_names), (faces.names, faces.subject_names))
        for key in (slice(5, 50, 3), [7, 2, 2], np.array([-1]), np.zeros(len(faces), bool)):
            self.assertEqual(faces[key].array.tolist(), faces.array[key].tolist())
            self.assertEqual(faces[key, ...].array.tolist(), faces.array[key].tolist())
        self.assertEqual(faces[4], tuple(faces.names[k] for k in faces.array[4]))
        self.assertEqual(list(faces[:2]), [faces[0], faces[1]])
        self.assertEqual(faces.shape, faces.array.shape)
        odd = tertium.answers([[0, 1, 2], [3, 2, 1]], kind="odd-one-outs")[1:]
        self.assertEqual((odd.kind, odd.array.tolist(), odd.n_objects), ("odd-one-outs", [[3, 2, 1]], 4))
        again = pickle.loads(pickle.dumps(mine))
        for name in ("array", "counts", "subjects", "sets"):
            self.assertEqual(getattr(again, name).tolist(), getattr(mine, name).tolist())
        self.assertEqual(repr(again), repr(mine))
        self.assertEqual(str(tertium.overview(again)), str(tertium.overview(mine)))
        screens = tertium.answers(pandas.DataFrame({"probe": ["a", "b"], "chosen": ["b", "a"], "others": ["c|d", "c|d"]}))
        self.assertEqual(repr(pickle.loads(pickle.dumps(screens))), repr(screens))
        for bad in (len(faces), -len(faces) - 1, "x", np.array([len(faces)]), None, True, np.zeros((2, 2), int)):
            with self.assertRaises(IndexError):
                faces[bad]
        with self.assertRaisesRegex(TertiumError, "whole numbers"):
            faces.taken([0.7])
        self.assertEqual(sum(1 for _ in faces), len(faces))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.csv")
            path.write_text("who,std,pic_l,pic_r,said\nAnn,x,y,z,y\nBob,y,x,z,none\n")
            named = {"who": "subject", "std": "anchor", "pic_l": "left", "pic_r": "right", "said": "answer"}
            read = tertium.read(path, columns=named, missing="none")
        self.assertEqual((list(read), read.subject_names), ([("x", "y", "z")], ["Ann", "Bob"]))
        with self.assertRaisesRegex(TertiumError, "no row 12"):
            faces[:12].taken([12])

    def test_files_are_joined_by_the_names_of_their_columns(self):
        with tempfile.TemporaryDirectory() as folder:
            one, other = pathlib.Path(folder) / "P1.csv", pathlib.Path(folder) / "P2.csv"
            one.write_text("anchor,near,far\nowl,cat,dog\n")
            other.write_text("far,near,anchor\ndog,cat,owl\n")
            for given in ([one, str(other)], folder):
                read = tertium.read(given)
                self.assertEqual(read.array.tolist(), [[2, 0, 1], [2, 0, 1]])
                self.assertEqual(read.subject_names, ["P1", "P2"])
            self.assertEqual(tertium.answers([one, other]).array.tolist(), [[2, 0, 1], [2, 0, 1]])
        with self.assertWarnsRegex(UserWarning, r"object 0 is in no answer \(objects of arrays count from 0, and these ids are 1 to 4"):
            tertium.AddS3AL().fit(np.array([[1, 2, 3], [2, 3, 1], [3, 2, 1], [4, 2, 3]]))

    def test_exports_of_programs_of_experiments(self):
        folder = pathlib.Path(__file__).parents[1] / "files" / "exports"
        for name, options in {
            "jspsych.csv": {}, "psychopy.csv": {"answers": {"f": "left", "j": "right"}}, "gorilla.csv": {"preset": "gorilla"},
            "qualtrics.csv": {"questions": folder / "qualtrics-questions.csv"}, "salmon.csv": {}, "tripletTools.csv": {},
        }.items():  # fmt: skip
            with self.subTest(name):
                read = tertium.read(folder / name, **options)
                self.assertEqual((len(read), len(read.subject_names), read.n_objects), (11, 3, 4))
        self.assertEqual(tertium.read(folder / "things.txt", preset="things").kind, "odd-one-outs")
        tree = tertium.FourAL().fit(tertium.read(folder / "jspsych.csv"))
        self.assertIn(">owl</text>", tree._repr_html_(), "paths are short in pictures")
        self.assertIn("img/owl.jpg", tree.newick())
        with tempfile.TemporaryDirectory() as place:
            path = pathlib.Path(place, "a.csv")
            path.write_text("anchor,near,far\nOwl,cat,mixer\nowl,cat,mixer\n")
            self.assertEqual([tertium.read(path, normalize=joined).n_objects for joined in (False, True)], [4, 3])
        for wrong in ({"answers": "f"}, {"preset": "lab"}):
            with self.assertRaises(TertiumError):
                tertium.read(folder / "jspsych.csv", **wrong)

    def test_a_single_name_needs_no_brackets(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.csv")
            path.write_text("subject,anchor,near,far\n1,0,1,2\n2,1,2,0\n12,2,1,0\n")
            for dropped in ("12", ["12"], 12, [12]):
                self.assertEqual(tertium.read(path, drop_subjects=dropped).array.tolist(), [[0, 1, 2], [1, 2, 0]])
            read = tertium.read(path, columns="-,anchor,near,far", header="yes")
            self.assertEqual(len(read), 3)

    def test_quadruplets(self):
        as_quadruplets = self.order[:, [0, 1, 0, 2]]
        tree = tertium.FourAL().fit(as_quadruplets)
        flipped = tertium.FourAL().fit(as_quadruplets[:, [2, 3, 0, 1]], np.full(len(self.order), False))
        self.assertEqual(tree.linkage_.tobytes(), flipped.linkage_.tobytes())
        self.assertEqual(tree.answers_.kind, "quadruplets")
        with self.assertRaisesRegex(TertiumError, "ThreeAL|3-AL needs .*triplets"):
            tertium.ThreeAL().fit(as_quadruplets)

    def test_odd_and_central_ones(self):
        rng = np.random.default_rng(1)
        objects = np.array([rng.permutation(12)[:3] for _ in range(400)])
        for kind in ("odd-one-outs", "most-central"):
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "answers.csv")
                np.savetxt(path, objects, fmt="%d", delimiter=",")
                of_file = tertium.read(path, kind=kind)
                self.assertEqual(of_file.array.tolist(), objects.tolist())
                of_array = tertium.answers(objects, kind=kind)
                self.assertEqual((len(of_array), of_array.kind), (400, kind))
                for method in (tertium.AddS3AL, tertium.FourKAL):
                    tree = method(kind=kind).fit(objects).linkage_
                    self.assertEqual(tree.tolist(), method().fit(of_file).linkage_.tolist())
                score = tertium.AddS3AL().fit(of_file).score(of_file)
                self.assertTrue(1 / 3 < score < 1, score)

    def test_objects_that_do_not_occur(self):
        made = tertium.AddS3AL(n_objects=70).fit(self.order)
        self.assertEqual((made.n_objects_, len(made.labels_), made.linkage_.shape), (70, 70, (69, 4)))
        few = tertium.AddS3AL().fit(self.order[np.all(self.order < 50, axis=1)])
        self.assertEqual(few.predict([[0, 1, 55], [55, 0, 1]]).tolist(), [0, 0])
        self.assertEqual(few.score([[0, 1, 55], [55, 0, 1]]), 0.5)

    def test_subjects(self):
        faces = tertium.read("faces")
        again = tertium.answers(faces.array, subjects=faces.subjects)
        self.assertEqual(again.subjects.tolist(), faces.subjects.tolist())
        self.assertEqual(tertium.AddS3AL().fit(again).bootstrap_support(20).tolist(),
                         tertium.AddS3AL().fit(faces).bootstrap_support(20).tolist())

        some = tertium.answers([[0, 1, 2]] * 4, y=[1.0, 0.0, -1.0, np.nan], subjects=[3, 4, 5, 6], groups=[0, 1, 2, 3])
        self.assertEqual([some.subject_names[k] for k in some.subjects], ["3", "5"], "of whom something is known")

    def frames(self):
        """Answers about points on a line, as a data frame of names in no order of the points."""
        rng, names = np.random.default_rng(1), "ghadjbcife"
        rows = [rng.choice(10, 3, replace=False) for _ in range(600)]
        rows = [(a, b, c) if abs(a - b) <= abs(a - c) else (a, c, b) for a, b, c in rows]
        return pandas.DataFrame([[names[i] for i in row] for row in rows], columns=["anchor", "near", "far"])

    def test_held_out_answers_go_by_names(self):
        frame = self.frames()
        train, held_out = frame[:400], frame[400:]
        fewer = held_out[~(held_out == "a").any(axis=1)]
        everything = tertium.answers(frame)
        sliced = everything[np.flatnonzero(frame.index.isin(fewer.index))]
        for made in (tertium.STE(n_jobs=1).fit(train), tertium.AddS3AL(n_jobs=1).fit(train)):
            self.assertEqual(made.score(fewer), made.score(sliced))
            self.assertEqual(made.predict(fewer).tolist(), made.predict(sliced).tolist())
            numbers = [[made.names_.index(name) for name in row] for row in fewer.itertuples(index=False)]
            self.assertEqual(made.predict(numbers).tolist(), made.predict(fewer).tolist(), "numbers are places in names_")
            again = pickle.loads(pickle.dumps(made))
            self.assertEqual(again.predict(fewer).tolist(), made.predict(fewer).tolist())
        made = tertium.STE(n_jobs=1).fit(train)
        for pair in (["first", "second"], ["left", "right"], ["a", "b"]):  # questions, which nobody has answered
            asked = fewer.set_axis(["anchor", *pair], axis=1)
            self.assertEqual(made.predict(asked).tolist(), made.predict(fewer).tolist())
            self.assertEqual(made.predict_proba(asked).tolist(), made.predict_proba(fewer).tolist())
        self.assertGreater(made.score(fewer), 0.95)
        self.assertEqual(made.predict_proba(fewer).tolist(), made.predict_proba(sliced).tolist())
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, name) for name in ("train.csv", "fewer.csv")]
            train.to_csv(paths[0], index=False)
            fewer.to_csv(paths[1], index=False)
            self.assertEqual(tertium.STE(n_jobs=1).fit(paths[0]).score(paths[1]), made.score(fewer))

    def test_objects_that_the_fit_does_not_know(self):
        frame = self.frames()
        known = frame[~frame.isin(["a", "e"]).any(axis=1)]
        made = tertium.STE(n_jobs=1).fit(known)
        for call in (made.predict, made.predict_proba, made.score, tertium.AddS3AL(n_jobs=1).fit(known).score):
            with self.assertRaisesRegex(ValueError, "the fit does not know 'a', 'e' .*8 other objects"):
                call(frame)
        both = tertium.answers(frame)
        asked = both[np.flatnonzero(~frame.isin(["a", "e"]).any(axis=1))]
        self.assertEqual(made.score(asked), made.score(known), "listed alone they are no matter")
        numbered = tertium.AddS3AL(n_jobs=1).fit(tertium.answers(known).array)
        self.assertEqual(numbered.score(known), tertium.AddS3AL(n_jobs=1).fit(known).score(known))
        with self.assertRaisesRegex(ValueError, "10 objects with names .*whose 8 objects have no names"):
            numbered.score(frame)

    def test_ids_are_names(self):
        """A file without object 0 has ids from 1; it is read otherwise than the whole, and predicted as before."""
        rows = [(a, b, c) for a in range(7) for b in range(7) for c in range(7) if len({a, b, c}) == 3 and abs(a - b) < abs(a - c)]
        whole = pandas.DataFrame(rows, columns=["anchor", "near", "far"])
        part = whole[(whole > 0).all(axis=1)]
        for given in (whole, np.array(rows)):
            made = tertium.AddS3AL(n_jobs=1).fit(given)
            self.assertEqual(made.score(part), made.score(np.array(rows)[(whole > 0).all(axis=1)]))

    def test_predictions(self):
        made = tertium.TSTE().fit(self.order)
        places = made.embedding_
        far = ((places[self.order[:, 0]] - places[self.order[:, 2]]) ** 2).sum(axis=1)
        near = ((places[self.order[:, 0]] - places[self.order[:, 1]]) ** 2).sum(axis=1)
        said = made.predict(self.order)
        self.assertEqual(said.tolist(), np.where(near < far, 1, -1).tolist())
        self.assertEqual(made.score(self.order), np.mean(said == 1))
        self.assertEqual(made.predict(self.order[:, [0, 1, 0, 2]]).tolist(), said.tolist())
        tree = tertium.AddS3AL().fit(self.order)
        said = tree.predict(self.order)
        self.assertAlmostEqual(tree.score(self.order), np.mean(said == 1) + np.mean(said == 0) / 2, places=12)

    def test_refusals(self):
        fit = tertium.AddS3AL().fit
        for part, call in (
            ("shape", lambda: fit(np.zeros((5, 2), int))),
            ("shape", lambda: fit([1, 2, 3])),
            ("whole numbers", lambda: fit([[0.5, 1, 2]])),
            ("whole numbers", lambda: fit([[np.nan, 1, 2]])),
            ("whole numbers", lambda: fit([["a", "b", "c"]])),
            ("row 1: 0,3,0 are not three objects", lambda: fit([[0, 1, 2], [0, 3, 0]])),
            ("row 0: object -1 does not exist \\(objects are numbered from 0\\)", lambda: fit([[-1, 1, 2]])),
            ("outside 0 to 4", lambda: tertium.AddS3AL(n_objects=5).fit([[0, 1, 5]])),
            ("at most 1000000", lambda: fit([[0, 1, 2**40]])),
            ("one response for each", lambda: fit([[0, 1, 2]], [1, 1])),
            ("no answers", lambda: fit(np.empty((0, 3), int))),
            ("no answers", lambda: fit([[0, 1, 2]], [None])),
            ("y contains only 0", lambda: fit([[0, 1, 2]], [0])),
            ("give y == 1", lambda: fit([[0, 1, 2], [0, 1, 2]], [0, 1])),
            ("give y == 1", lambda: fit([[0, 1, 2], [0, 1, 2]], [1.0, 2.0])),
            ("contain 1 masked values", lambda: fit(np.ma.array([[0, 1, 2]], mask=[[0, 0, 1]]))),
            ("n_objects = -5", lambda: tertium.AddS3AL(n_objects=-5).fit([[0, 1, 2]])),
            ("n_objects = 2.5", lambda: tertium.read("car", n_objects=2.5)),
            ("None is not the name of a method", lambda: tertium.estimator(None)),
            ("n_objects = True is no", lambda: tertium.answers([[0, 1, 2]], n_objects=True)),
            ("replicates = 10+ is not a whole number from 1 to 1000000", lambda: fit([[0, 1, 2]]).bootstrap_support(10**15)),
            ("n_clusters = 10+ is not a whole", lambda: fit([[0, 1, 2]]).cut(10**12)),
            ("leave it out", lambda: tertium.AddS3AL(kind="odd-one-outs").fit([[0, 1, 2]], [1])),
            ("unknown kind of answers 'triads'; known: trip", lambda: tertium.AddS3AL(kind="triads").fit([[0, 1, 2]])),
            ("no such file", lambda: fit("nowhere.csv")),
            ("columns: 'colour'", lambda: tertium.read("car", columns=["colour"])),
            ("ties", lambda: tertium.AddS3AL(ties="never").fit([[0, 1, 2]])),
            ("2 clusters|9 clusters", lambda: tertium.AddS3AL(n_clusters=9).fit([[0, 1, 2]])),
            ("random_state", lambda: tertium.AddS3AL(random_state=0.5).fit([[0, 1, 2]])),
            ("known: .*n_clusters", lambda: tertium.AddS3AL().set_params(clusters=3)),
            ("unknown", lambda: tertium.estimator("AddS-5-AL")),
            ("only answers and graphs are available", lambda: tertium.estimator("4K-AL-act")),
            ("add a step after it", lambda: tertium.estimator("AddS-3")),
            ("not fitted yet", lambda: tertium.AddS3AL().predict([[0, 1, 2]])),
            ("names for", lambda: fit([[0, 1, 2]]).newick(names=["a"])),
        ):
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))
            self.assertIsInstance(raised.exception, ValueError)


if __name__ == "__main__":
    unittest.main()
