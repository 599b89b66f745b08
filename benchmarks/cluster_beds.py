"""Test beds of flat clusters: answers about three objects whose clusters are known.

A bed is a function of a random generator. It returns answers (m, 3): anchor, near, far; truth (n,): the cluster of each
object, -1 for an outlier, which is not counted; and the number of clusters. n objects get 4 n ln n answers times a factor
of the bed ("few": 1). Names: line4 6, four groups of six objects on a line; plane, anywhere in the plane; 1:4, groups of
unequal sizes; 15%, this fraction of the answers is flipped; o2, two distant outliers; L, answers are wrong more often if
the two distances are similar; hier, flat, caterpillar: similarities of planted models with noise. The others are answers
of participants, and cosines of the features of tables.
"""

import csv
import functools
import pathlib
import statistics

import numpy as np

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"


def number_of_answers(objects, times):
    return int(times * int(4 * objects * np.log(objects)))


def triplets(random, objects, count):
    """At most so many triplets of three different objects."""
    rows = random.integers(0, objects, (2 * count + 100, 3))
    different = (rows[:, 0] != rows[:, 1]) & (rows[:, 0] != rows[:, 2]) & (rows[:, 1] != rows[:, 2])
    return rows[different][:count]


def turned(rows, swap):
    """The same with the last two objects of some rows in the other order."""
    rows[swap] = rows[swap][:, [0, 2, 1]]
    return rows


def answers_by(random, similarities, count, flipped):
    """So many answers by similarities (n, n), a share of them flipped."""
    objects = len(similarities)
    if count < 3000:
        rows = np.array([random.choice(objects, 3, replace=False) for _ in range(count)])
    else:
        rows = triplets(random, objects, count)
    swap = similarities[rows[:, 0], rows[:, 1]] < similarities[rows[:, 0], rows[:, 2]]
    return turned(rows, swap ^ (random.random(len(rows)) < flipped))


# Groups of points.


def middles(random, groups, where):
    """Of groups in a line two apart; in the plane more than 1.5 apart."""
    while True:
        places = np.array([(2.0 * group, 0.0) for group in range(groups)])
        if where == "plane":
            places = 5 * random.random((groups, 2))
        apart = np.sqrt(((places[:, None] - places[None]) ** 2).sum(-1)) + 99 * np.eye(groups)
        if where == "line" or apart.min() > 1.5:
            return places


def points(random, sizes, where, outliers):
    """(squared distances (n, n), truth) of groups of such sizes, each 0.3 wide, and outliers 7 to 12 from their middle."""
    middle = middles(random, len(sizes), where)
    truth = np.repeat(np.arange(len(sizes)), sizes)
    places = middle[truth] + 0.3 * random.random((len(truth), 2))
    if outliers:
        angle = 2 * np.pi * random.random(outliers)
        far = (7 + 5 * random.random(outliers))[:, None] * np.c_[np.cos(angle), np.sin(angle)]
        places = np.r_[places, places.mean(0) + far]
        truth = np.r_[truth, -np.ones(outliers, int)]
    return ((places[:, None] - places[None]) ** 2).sum(-1), truth


def flipped_points(sizes, where, times, flipped, outliers=0):
    def make(random):
        squares, truth = points(random, sizes, where, outliers)
        return answers_by(random, -squares, number_of_answers(len(truth), times), flipped), truth, len(sizes)

    return make


def logistic_points(sizes, where, times, outliers=0):
    """Wrong with probability 1 / (1 + exp(2 times the difference of the two distances))."""

    def make(random):
        squares, truth = points(random, sizes, where, outliers)
        distance = np.sqrt(squares)
        rows = triplets(random, len(truth), number_of_answers(len(truth), times))
        gap = np.clip(distance[rows[:, 0], rows[:, 1]] - distance[rows[:, 0], rows[:, 2]], -30, 30)
        return turned(rows, random.random(len(rows)) > 1 / (1 + np.exp(2 * gap))), truth, len(sizes)

    return make


# Models of similarities, with normal noise of standard deviation 0.1.


def noisy(random, mean):
    upper = np.triu(mean + 0.1 * random.normal(size=mean.shape), 1)
    return upper + upper.T


def hierarchy(random, size, levels, top):
    """A balanced tree of clusters of such a size, levels one standard deviation apart; the truth is its top levels."""
    cluster = np.repeat(np.arange(2**levels), size)
    above = sum((cluster[:, None] >> level != cluster[None] >> level).astype(int) for level in range(levels))
    return noisy(random, 0.8 - 0.1 * above), cluster >> (levels - top)


def flat(random, sizes):
    """A similarity inside a cluster exceeds one outside with probability 0.9."""
    truth = np.repeat(np.arange(len(sizes)), sizes)
    shift = statistics.NormalDist().inv_cdf(0.9) * np.sqrt(2) * 0.1
    return noisy(random, shift * (truth[:, None] == truth[None])), truth


def caterpillar(random, sizes):
    """One cluster after the other splits off, levels one and a half standard deviations apart."""
    truth = np.repeat(np.arange(len(sizes)), sizes)
    above = len(sizes) - 1 - np.minimum(truth[:, None], truth[None])
    return noisy(random, -0.15 * np.where(truth[:, None] == truth[None], 0, above)), truth


def model(similarities, times, flipped=0.0, **parameters):
    def make(random):
        made, truth = similarities(random, **parameters)
        count = number_of_answers(len(truth), times)
        return answers_by(random, made, count, flipped), truth, len(set(truth.tolist()))

    return make


# Data.


@functools.cache
def table(name):
    """The rows of a file of data/, without the header."""
    with open(DATA / f"{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.reader(file))[1:]


def classes_of(names):
    return np.unique(names, return_inverse=True)[1]


def features(name, scaled=False, first=0, pick=0, least=0):
    """Answers by cosines of features, scaled to [-1, 1] or as they are, of the objects of classes of at least so many,
    or `pick` of these."""

    def make(random):
        values = np.array([[float(field) for field in row[first:-1]] for row in table(name)])
        truth = classes_of([row[-1] for row in table(name)])
        if scaled:
            values = 2 * (values - values.min(0)) / np.ptp(values, 0) - 1
        kept = np.array([np.sum(truth == one) >= least for one in truth])
        values, truth = values[kept], truth[kept]
        if pick:
            some = random.choice(len(values), pick, replace=False)
            values, truth = values[some], truth[some]
        values = values / np.linalg.norm(values, axis=1, keepdims=True)
        count = number_of_answers(len(values), 3)
        return answers_by(random, values @ values.T, count, 0.0), truth, len(set(truth.tolist()))

    return make


def people(name, share):
    """A random share of the answers of people about cars, whose fourth class are outliers, or faces."""

    def make(random):
        rows = [row[:3] for row in table(f"{name}_triplets") if len(row) < 5 or row[4] != "check"]
        rows = np.array(rows).astype(int)
        if name == "car":
            truth = np.array([int(row[3]) for row in table("car_labels")])
            truth[truth == 3] = -1
        else:
            truth = classes_of([row[3] for row in table("faces_names")])
        return rows[random.random(len(rows)) < share], truth, 3

    return make


BEDS = {
    "line3 6": flipped_points([6] * 3, "line", 4, 0),
    "line4 6": flipped_points([6] * 4, "line", 4, 0),
    "line5 6": flipped_points([6] * 5, "line", 4, 0),
    "plane3 6": flipped_points([6] * 3, "plane", 4, 0),
    "plane4 6": flipped_points([6] * 4, "plane", 4, 0),
    "plane5 6": flipped_points([6] * 5, "plane", 4, 0),
    "line3 20 15%": flipped_points([20] * 3, "line", 3, 0.15),
    "plane3 20": flipped_points([20] * 3, "plane", 3, 0),
    "plane4 15 15%": flipped_points([15] * 4, "plane", 3, 0.15),
    "plane5 12 30%": flipped_points([12] * 5, "plane", 5, 0.30),
    "plane3 1:4": flipped_points([6, 12, 24], "plane", 3, 0),
    "plane4 1:4 15%": flipped_points([6, 6, 12, 24], "plane", 3, 0.15),
    "line4 1:4 15%": flipped_points([5, 20, 5, 20], "line", 3, 0.15),
    "plane3 12 o3": flipped_points([12] * 3, "plane", 3, 0, 3),
    "plane4 12 o2 15%": flipped_points([12] * 4, "plane", 3, 0.15, 2),
    "line3 10 o1": flipped_points([10] * 3, "line", 3, 0, 1),
    "plane3 1:4 o2": flipped_points([6, 12, 24], "plane", 3, 0, 2),
    "plane5 12 few": flipped_points([12] * 5, "plane", 1, 0),
    "plane4 15 few 15%": flipped_points([15] * 4, "plane", 1, 0.15),
    "plane6 10": flipped_points([10] * 6, "plane", 3, 0),
    "line6 8 few": flipped_points([8] * 6, "line", 1, 0),
    "plane3 30 few 15% o3": flipped_points([30] * 3, "plane", 1, 0.15, 3),
    "hier 4x15": model(hierarchy, 4, size=15, levels=2, top=2),
    "hier 8x12": model(hierarchy, 8, size=12, levels=3, top=3),
    "hier 8x8 top2": model(hierarchy, 4, size=8, levels=3, top=1),
    "flat 3x20": model(flat, 4, sizes=[20] * 3),
    "flat 4 skew": model(flat, 4, 0.1, sizes=[10, 15, 22, 33]),
    "caterpillar 4x15": model(caterpillar, 4, sizes=[15] * 4),
    "car": people("car", 0.9),
    "car 1/4": people("car", 0.25),
    "faces": people("faces", 0.9),
    "faces 1/20": people("faces", 0.05),
    "iris 75": features("iris", pick=75),
    "wine 75": features("wine", scaled=True, pick=75),
    "zoo": features("zoo", first=1),
    "glass 4 classes": features("glass", scaled=True, pick=80, least=15),
    "L plane3 1:4": logistic_points([6, 12, 24], "plane", 3),
    "L plane4 1:4": logistic_points([6, 6, 12, 24], "plane", 3),
    "L line4 1:4": logistic_points([5, 20, 5, 20], "line", 3),
    "L plane5 12": logistic_points([12] * 5, "plane", 3),
    "L plane4 15 few": logistic_points([15] * 4, "plane", 1),
    "L line5 8": logistic_points([8] * 5, "line", 3),
    "L plane3 1:4 o2": logistic_points([6, 12, 24], "plane", 3, 2),
    "L plane4 12 o3": logistic_points([12] * 4, "plane", 3, 3),
}


def made(name, seed):
    """(answers, truth, clusters) of a bed, by the seed alone."""
    return BEDS[name](np.random.default_rng([seed, list(BEDS).index(name)]))
