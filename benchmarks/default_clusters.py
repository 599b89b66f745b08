"""Flat clusters of the methods for answers whose clusters are known: the table of docs/choosing.md.

    PYTHONPATH=build/python benchmarks/default_clusters.py [--seeds 0..5] [--beds TEXT...] [--methods NAME...] [--jobs 2]

Each bed of cluster_beds.py is made once for each seed. Methods that do not find the number of clusters are given it.
Prints a table in Markdown: the mean adjusted Rand index over beds, without outliers; the mean regret over beds, i.e. how
much lower a method's mean is than that of the best one in the table; and the worst beds. --number reports instead how
often -k auto and -k held-out find the number of clusters, for beds of 2 to 9 clusters. --means FILE writes the means of
beds; --beside FILE reads such means of further methods, which also count for the best. About three seconds for each bed
and seed, most of it for t-STE and the default.
"""

import argparse
import concurrent.futures
import csv
import time

import cluster_beds
import numpy as np
import tertium
from tertium._tertium import adjusted_rand_index

DEFAULT = "default"  # the method that answers choose, as tertium.cluster where none is named
METHODS = [DEFAULT, "4-AL+search+lengths", "4-AL+search", "AddS-3-AL+search", "4-AL", "4K-AL", "AddS-3-AL", "t-STE+AL", "AddS-3+SDP-k",
           "AddS-3+spectral", "AddS-3+k-means", "t-STE+k-means", "AddS-3-sparse", "AddS-3+SPUR", "Ls-MS"]  # fmt: skip
RULES = ("auto", "held-out")
REGRET = 0.05


def labels_by(method, rows, objects, clusters):
    """Of a method that is told the number of clusters, or finds it."""
    if method == DEFAULT:
        return tertium.cluster(rows, n_clusters=clusters, n_objects=objects, n_jobs=1).labels
    made = tertium.estimator(method)
    told = {"n_clusters": clusters} if "n_clusters" in made().get_params() else {}
    return made(n_objects=objects, random_state=1, n_jobs=1, **told).fit(rows).labels_


def agreements(name, seed, methods):
    """The adjusted Rand index of each method on a bed."""
    rows, truth, clusters = cluster_beds.made(name, seed)
    known = truth >= 0
    return [adjusted_rand_index(truth[known], labels_by(method, rows, len(truth), clusters)[known])
            for method in methods]  # fmt: skip


def errors_of_numbers(name, seed, methods):
    """By how much the number of clusters that each rule chooses is wrong, by method and rule."""
    rows, truth, clusters = cluster_beds.made(name, seed)
    found = [tertium.choose_clusters(rows, method=None if method == DEFAULT else method, by=rule, folds=5, n_objects=len(truth), n_jobs=1).n_clusters
             for method in methods for rule in RULES]  # fmt: skip
    return [number - clusters for number in found]


def over_beds(measure, wanted, methods):
    """(beds, seeds, columns) of what is measured, by several processes."""
    cells = [(name, seed) for name in wanted.beds for seed in wanted.seeds]
    table = []
    began = time.time()
    with concurrent.futures.ProcessPoolExecutor(wanted.jobs) as pool:
        jobs = [pool.submit(measure, name, seed, methods) for name, seed in cells]
        for cell, job in zip(cells, jobs, strict=True):
            table.append(job.result())
            if wanted.verbose:
                print(*cell, *table[-1], f"{time.time() - began:.0f} s", sep=", ", flush=True)
    return np.array(table).reshape(len(wanted.beds), len(wanted.seeds), -1)


def print_table(header, rows):
    for row in [header, ["---"] * len(header), *rows]:
        print("| " + " | ".join(row) + " |")


def read_means(path, beds):
    """(columns, means (beds, columns)) of a file of means."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = {row["bed"]: row for row in csv.DictReader(file)}
    columns = [column for column in next(iter(rows.values())) if column != "bed"]
    return columns, np.array([[float(rows[bed][column]) for column in columns] for bed in beds])


def write_means(path, beds, methods, means):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["bed", *methods])
        writer.writerows([bed, *(f"{mean:.4f}" for mean in row)] for bed, row in zip(beds, means, strict=True))


def tell_agreement(wanted):
    means = over_beds(agreements, wanted, wanted.methods).mean(1)
    best = means.max(1)
    if wanted.beside:
        best = np.maximum(best, read_means(wanted.beside, wanted.beds)[1].max(1))
    regrets = best[:, None] - means
    print_table(["method", "mean ARI", "mean regret", f"regret above {REGRET:g}", "worst"],
                [[f"`{wanted.methods[m]}`", f"{means[:, m].mean():.3f}", f"{regrets[:, m].mean():.3f}",
                  f"{np.sum(regrets[:, m] > REGRET)} of {len(best)}",
                  ", ".join(f"{wanted.beds[b]} {regrets[b, m]:.2f}" for b in np.argsort(-regrets[:, m])[:3])]
                 for m in np.argsort(-means.mean(0))])  # fmt: skip
    if wanted.means:
        write_means(wanted.means, wanted.beds, wanted.methods, means)


def tell_number(wanted):
    wrong = over_beds(errors_of_numbers, wanted, wanted.methods)
    wrong = wrong.reshape(-1, wrong.shape[-1])
    print_table(["method", "number by", "exact", "within one", "too few"],
                [[f"`{method}`", f"`-k {rule}`", f"{np.mean(found == 0):.2f}", f"{np.mean(abs(found) <= 1):.2f}",
                  f"{np.mean(found < 0):.2f}"]
                 for (method, rule), found in zip([(m, r) for m in wanted.methods for r in RULES], wrong.T,
                                                  strict=True)])  # fmt: skip


def seeds_in(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=seeds_in, default="0..5", metavar="FIRST..LAST")
    parser.add_argument("--beds", nargs="+", default=[""], metavar="TEXT", help="only beds whose names contain one of these")
    parser.add_argument("--methods", nargs="+", help="default: all that make clusters from any answers, and cuts of trees")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--number", action="store_true", help="how often the number of clusters is found")
    parser.add_argument("--means", metavar="FILE", help="write means of beds there")
    parser.add_argument("--beside", metavar="FILE", help="means of other methods, which also count for the best")
    parser.add_argument("--verbose", action="store_true", help="print each bed and seed")
    wanted = parser.parse_args()
    wanted.beds = [bed for bed in cluster_beds.BEDS if any(text in bed for text in wanted.beds)]
    wanted.methods = wanted.methods or ([DEFAULT] if wanted.number else METHODS)
    tell_number(wanted) if wanted.number else tell_agreement(wanted)


if __name__ == "__main__":
    main()
