"""Linkage++ compared with similar methods, on the same graphs in one run: times, and how well the classes are found.

Usage: graph_peers.py TERTIUM [--vertices N...] [--graphs COUNT] [--no-graph-tool]

The graphs are hierarchical block models (LPP17 section 3) with eight classes and edges of weight 1. The other methods are
the same steps in numpy and scipy (eight eigenvectors, single linkage of the projected columns, densities), and, if
Debian's python3-graph-tool is installed, nested stochastic block models fitted by their description length, which are not
given the number of classes. The error is that of LPP17: the fraction of vertices outside the best matching of clusters
and classes. All on one thread; medians over the graphs. Times are of the methods alone, without reading files.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded

import numpy as np
import scipy.cluster.hierarchy
import scipy.optimize
import scipy.sparse
import scipy.sparse.linalg

CLASSES, LEVELS = 8, 3


def block_model(vertices, seed):
    """(adjacency matrix, classes): pairs whose lowest common ancestor has depth d are joined with probability
    p + d (1 - p) / 3, where p = 2 log2(n) 8 / n; classes are cliques."""
    random = np.random.default_rng(seed)
    classes = np.arange(vertices) * CLASSES // vertices
    lowest = 2 * np.log2(vertices) * CLASSES / vertices
    differ = np.array([(a ^ b).bit_length() for a in range(CLASSES) for b in range(CLASSES)]).reshape(CLASSES, -1)
    probability = (lowest + (LEVELS - differ) * (1 - lowest) / LEVELS)[classes][:, classes]
    upper = np.triu(random.random((vertices, vertices)) < probability, 1)
    order = random.permutation(vertices)  # numbers tell nothing
    return (upper | upper.T).astype(float)[order][:, order], classes[order]


def error(labels, classes):
    table = np.zeros((labels.max() + 1, classes.max() + 1))
    np.add.at(table, (labels, classes), 1)
    rows, columns = scipy.optimize.linear_sum_assignment(-table)
    return 1 - table[rows, columns].sum() / len(classes)


def by_scipy(adjacency):
    """Both phases of Linkage++ with k = 8; the clusters that phase 1 leaves."""
    values, vectors = scipy.sparse.linalg.eigsh(scipy.sparse.csr_matrix(adjacency), CLASSES, which="LM")
    points = vectors * values
    merges = scipy.cluster.hierarchy.linkage(points, "single")
    labels = scipy.cluster.hierarchy.fcluster(merges, CLASSES, "maxclust") - 1
    member = np.eye(labels.max() + 1)[labels]
    sizes = member.sum(0)
    density = member.T @ adjacency @ member / np.outer(sizes, sizes)
    rest = 1 - density / density.max()
    scipy.cluster.hierarchy.linkage(rest[np.triu_indices(len(rest), 1)], "average")
    return labels


def by_graph_tool(adjacency):
    """The level with the number of groups nearest to eight."""
    import graph_tool.all

    graph = graph_tool.all.Graph(directed=False)
    graph.add_vertex(len(adjacency))
    graph.add_edge_list(np.transpose(np.nonzero(np.triu(adjacency))))
    state = graph_tool.all.minimize_nested_blockmodel_dl(graph)
    levels = [np.array(state.project_partition(level, 0).a) for level in range(len(state.get_levels()))]
    best = min(levels, key=lambda labels: abs(len(np.unique(labels)) - CLASSES))
    return np.unique(best, return_inverse=True)[1]


def by_tertium(program, settings, adjacency, folder):
    """(labels, seconds)."""
    upper = np.transpose(np.nonzero(np.tril(adjacency))) + 1
    matrix = folder / "graph.mtx"
    with matrix.open("w") as out:
        out.write("%%MatrixMarket matrix coordinate pattern symmetric\n")
        out.write(f"{len(adjacency)} {len(adjacency)} {len(upper)}\n")
        np.savetxt(out, upper, fmt="%d")
    subprocess.run([program, "cluster", matrix, "--method", "Linkage++", *settings, "-k", str(CLASSES),
                    "-o", folder / "out", "--force"], check=True, capture_output=True)  # fmt: skip
    seconds = json.loads((folder / "out" / "summary.json").read_text())["seconds"]
    table = np.genfromtxt(folder / "out" / "labels.csv", delimiter=",", names=True)
    return table["label"].astype(int), seconds


def timed(method, adjacency):
    start = time.process_time()
    labels = method(adjacency)
    return labels, time.process_time() - start


def has_graph_tool():
    try:
        import graph_tool.all  # noqa: F401
    except ImportError:
        return False
    graph_tool.openmp_set_num_threads(1)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="TERTIUM")
    parser.add_argument("--vertices", type=int, nargs="+", default=[256, 512, 1024])
    parser.add_argument("--graphs", type=int, default=3)
    parser.add_argument("--no-graph-tool", action="store_true", help="which takes minutes for 512 vertices")
    options = parser.parse_args()
    peers = {"numpy and scipy, k = 8": lambda graph, _: timed(by_scipy, graph)}
    if options.no_graph_tool:
        pass
    elif has_graph_tool():
        peers["graph-tool, nested block model"] = lambda graph, _: timed(by_graph_tool, graph)
    else:
        print("python3-graph-tool is not installed: left out", file=sys.stderr)
    methods = {
        "Linkage++, k = 8": lambda graph, folder: by_tertium(options.program, ["--set", "k=8"], graph, folder),
        "Linkage++, k = 2 to 10": lambda graph, folder: by_tertium(options.program, [], graph, folder),
        **peers,
    }
    print(f"{'vertices':>8}  {'method':32}{'seconds':>9}{'error':>7}")
    for vertices in options.vertices:
        graphs = [block_model(vertices, seed) for seed in range(options.graphs)]
        with tempfile.TemporaryDirectory() as folder:
            for name, method in methods.items():
                found = [(method(graph, pathlib.Path(folder)), classes) for graph, classes in graphs]
                seconds = statistics.median(took for (_, took), _ in found)
                wrong = statistics.median(error(labels, classes) for (labels, _), classes in found)
                print(f"{vertices:>8}  {name:32}{seconds:>9.3f}{wrong:>7.3f}", flush=True)


if __name__ == "__main__":
    main()
