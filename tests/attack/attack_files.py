"""Attacks on what people's files say: answers, arrays, tables, trees, graphs, pictures."""
import gzip
import os

from attack_support import Failure, call, expect_kept, judge, mutated, state_of

TREE = "left,right,height,size\n0,1,1,2\n2,3,2,2\n4,5,3,4\n"
NEWICK = "((a:1,b)0.9:2,(c,'d e')[x]1);"
GRAPH = "%%MatrixMarket matrix coordinate real symmetric\n6 6 7\n2 1 9\n3 1 9\n3 2 9\n4 3 8\n5 4 9\n6 5 9\n6 4 9\n"
EDGES = "source,target,weight\na,b,3\nb,c,2\nc,d,5\nd,a,1e-3\n"
NETWORKX = "a b {'weight': 3}\nb c {'weight': 2.5}\nc d {'weight': np.float64(5.0)}\nd a {'weight': 1}\n"
NUMBERS = ["1e308", "9e307", "1e-320", "-1", "9" * 400, "nan", "1e999", "0", "2", "0.5"]


def answers_text(rng):
    """A file of answers that may be good."""
    names = [rng.choice(["a", "b", "cat", "x y", "é", "数", "#1", '"q', "1", "07"]) + str(k) for k in range(rng.choice([3, 5, 12]))]
    width = rng.choice([3, 3, 4])
    separator = rng.choice([",", ";", "\t", " "])
    rows = [separator.join(rng.sample(names, width) if len(names) >= width else rng.choices(names, k=width))
            for _ in range(rng.choice([0, 1, 5, 200]))]
    header = rng.choice(["", "", "anchor,near,far", "i,j,k,l", "subject,anchor,near,far", "a,b,c", "anchor,near,far,count", "a,b,odd",
                         "anchor,left,right,answer", "a,b,c,odd", "subject,set,anchor,near,far", "far,rt,anchor,near"])
    return rng.choice(["", "\ufeff"]) + "\n".join(([header.replace(",", separator)] if header else []) + rows) + rng.choice(["", "\n"])


def npy_bytes(rng):
    """An array of numpy that may be good."""
    shape = rng.choice([(4, 3), (4, 4), (4,), (0, 3)])
    kind, width = rng.choice([("<i8", 8), (">i4", 4), ("|u1", 1), ("|b1", 1), ("<f8", 8), ("<f4", 4)])
    head = str({"descr": kind, "fortran_order": rng.random() < 0.5, "shape": shape}) + "\n"
    numbers = b"".join((k % 5).to_bytes(width, "little") for k in range(16))
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + numbers[:shape[0] * (shape + (1,))[1] * width]


def attack_answers(rng, folder):
    """A damaged file of answers, looked at and clustered."""
    path = folder / rng.choice(["answers.csv", "-c.csv", "x y.csv", "é.csv"])
    text = answers_text(rng)
    path.write_bytes(mutated(rng, text) if rng.random() < 0.7 else text.encode("utf-8", "surrogatepass"))
    method = rng.choice(["AddS-3-AL", "AddS-4-AL", "4-AL", "3-AL", "MulK-4+AL", "SL", "3K-AL"])
    if rng.random() < 0.2:
        path.write_bytes(mutated(rng, npy_bytes(rng)) if rng.random() < 0.7 else npy_bytes(rng))
    if rng.random() < 0.1:
        packed = gzip.compress(path.read_bytes())
        path.write_bytes(mutated(rng, packed) if rng.random() < 0.7 else packed)
    about = rng.choice([[], [], ["--skip-bad"], ["--columns", rng.choice(["anchor,near,far", "a,b,odd", "-,a,b,c,odd", "x,y", ","])],
                        ["--kind", rng.choice(["odd-one-outs", "most-central"])], ["--drop-subjects", rng.choice(["cat1", "", ","])],
                        ["--responses", str(path)], ["--sets", "a0"]])
    judge(call("answers", path, *about))
    words = about or rng.choice([[], ["--clusters", rng.choice(["2", "0", "-1", "x", "99"])], ["--seed", "5"]])
    return judge(call("cluster", path, "--method", method, "-o", folder / "out", "--no-picture", *words))


def attack_tables(rng, folder):
    """Damaged features and similarities of [model] kind = csv."""
    size = rng.choice([1, 2, 5, 9])
    rows = [",".join(str(rng.choice([k * j, 1 / (1 + abs(k - j))])) for j in range(size)) for k in range(size)]
    header = rng.choice(["", ",".join(f"f{k}" for k in range(size)) + "\n", "name,label\n"])
    (folder / "t.csv").write_bytes(mutated(rng, header + "\n".join(rows) + "\n"))
    (folder / "c.ini").write_text("[model]\nkind = csv\nfile = t.csv\nholds = %s\n[methods]\nrun = SL, 4-AL\n"
                                  % rng.choice(["features", "similarities", "distances"]))
    answer = judge(call("run", "--dry-run", folder / "c.ini"))
    if answer == "exit 0":
        answer = "run, " + judge(call("run", folder / "c.ini", "-o", folder / "run"))
    return answer


def attack_own_answers(rng, folder):
    """Damaged files of answers for [model] kind = answers."""
    text = answers_text(rng)
    (folder / "a.csv").write_bytes(mutated(rng, text) if rng.random() < 0.5 else text.encode("utf-8", "surrogatepass"))
    told = rng.choice(["", "", "", "form = odd-one-outs\n", "columns = -,a,b,odd\n", "base = 1\n", "skip_bad = yes\n", "sets = a0, b\n",
                       "names = a.csv\n", "objects = 9\n", "missing = a0\n"])
    (folder / "c.ini").write_text(f"[model]\nkind = answers\nfile = a.csv\n{told}[comparisons]\nscheme = held-out\n"
                                  f"units = {rng.choice(['answers', 'objects'])}\nseen = 0.3, 1\n[methods]\nrun = 4-AL, AddS-4-AL\n")
    answer = judge(call("run", "--dry-run", folder / "c.ini"))
    if answer == "exit 0":
        answer = "run, " + judge(call("run", folder / "c.ini", "-o", folder / "run"))
    return answer


def attack_trees(rng, folder):
    """Damaged linkages and Newick, cut short among them."""
    text, name = rng.choice([(TREE, "t.csv"), (NEWICK, "t.nwk"), ("\n".join(TREE.split("\n")[1:]), "u.csv")])
    path = folder / name
    lines = text.splitlines(True)
    path.write_bytes("".join(lines[:rng.randrange(1, len(lines) + 1)]).encode() if rng.random() < 0.3 else mutated(rng, text))
    other = folder / "other.nwk"
    other.write_text("((0,1),(2,3));" if name != "t.nwk" else NEWICK)
    before = state_of(folder)
    answer = judge(call("trees", path, other, *rng.choice([[], ["--common"], ["--json"], ["-o", folder / "out"]])))
    expect_kept(before, folder)
    return answer


def attack_graphs(rng, folder):
    """Damaged graphs, with weights that no sum can hold."""
    text, name = rng.choice([(GRAPH, "g.mtx"), (EDGES, "g.csv"), (NETWORKX, "g.edgelist")])
    if rng.random() < 0.5:
        lines = text.splitlines()
        for k in rng.sample(range(2, len(lines)), 2):
            lines[k] = (lines[k].replace(",", " , ").rsplit(" ", 1)[0] + " " + rng.choice(NUMBERS)).replace(" , ", ",")
        text = "\n".join(lines) + "\n"
    path = folder / name
    path.write_bytes(mutated(rng, text) if rng.random() < 0.6 else text.encode())
    method = rng.choice(["AL", "graph-SL", "AL", "CL"])
    return judge(call("cluster", path, "--method", method, "-o", folder / "out", "--no-picture"))


def attack_images(rng, folder):
    """A folder of pictures in which anything may be: pipes, devices, folders, links out of it."""
    (folder / "a.csv").write_text("anchor,near,far\n0,1,2\n1,2,3\n2,1,0\n3,2,1\n0,1,3\n")
    (folder / "secret").write_text("never to be sent")
    images = folder / "im"
    images.mkdir()
    for k in range(4):
        path = images / f"{k}{rng.choice(['.png', '.jpg', '.svg', '.PNG', ''])}"
        make = rng.choice([lambda p: p.write_bytes(b"x" * rng.choice([0, 1, 1000])), lambda p: p.write_bytes(b"x"), os.mkfifo, os.mkdir,
                           lambda p: p.symlink_to("/dev/zero"), lambda p: p.symlink_to("../secret"), lambda p: p.symlink_to("0.png"),
                           lambda p: p.symlink_to(p.name), lambda p: p.symlink_to("/proc/self/mem")])
        if not path.is_symlink() and not path.exists():
            make(path)
    answer = judge(call("cluster", folder / "a.csv", "--images", images, "-o", folder / "out"))
    page = folder / "out" / "tree.html"
    if page.is_file() and "bmV2ZXIgdG8gYmUgc2VudA" in page.read_text():
        raise Failure("what is outside of the folder is in the page")
    return answer


def attack_arrays(rng, folder):
    """Questions and responses in arrays."""
    for name in ("q.npy", "r.npy"):
        (folder / name).write_bytes(mutated(rng, npy_bytes(rng)) if rng.random() < 0.4 else npy_bytes(rng))
    before = state_of(folder)
    words = rng.choice([["answers"], ["cluster", "--no-picture", "-o", folder / "out", "--method", "AddS-3-AL"]])
    answer = judge(call(*words, folder / "q.npy", *rng.choice([[], ["--responses", folder / "r.npy"]])))
    expect_kept(before, folder)
    return answer
