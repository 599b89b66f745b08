"""Attacks on what is kept: logs of oracles, and outputs that are there already or are inputs."""
import os
import pathlib
import time

from attack_files import NUMBERS
from attack_support import Failure, call, expect_kept, judge, mutated, state_of

NAMES = "object,name\na,a\nb,b\nc,c\nd,d\n"
LOG = "anchor,first,second,answer,vote,swapped,batch,seconds\na,b,c,first,1,no,1,0.5\nb,a,d,second,1,no,1,0.5\n"


def attack_oracles(rng, folder):
    """Programs that answer badly, late, or not at all, into logs that may be damaged."""
    oracle = rng.choice(["sed '1d; s/.*/first/'", "sed '1d; s/.*/2/'", "cat", "yes first", "echo " + rng.choice(["first", "x", "''"]),
                         "exit 3", "kill -9 $$", "sed '1d; s/.*/first/'; exec >&-; sleep 9", "sleep 9 | sleep 9", "exec 0<&-; echo 1; echo 2",
                         "head -c 3000 /dev/urandom", "sed '1d; s/.*/skip/'; setsid sleep 9 &", "printf 'answer\\r\\nFirst\\r\\n0\\r\\n'"])
    (folder / "n.csv").write_text(NAMES)
    log, before = folder / "log.csv", b""
    kind = rng.randrange(6)
    if kind == 0:
        before = mutated(rng, LOG)
    elif kind == 1:
        lines = LOG.splitlines()
        lines[rng.choice([1, 2])] = ",".join(rng.choice(line.split(",") + NUMBERS + ["yes", "9223372036854775807"])
                                              if rng.random() < 0.3 else field
                                              for line in [lines[1]] for field in line.split(","))
        before = ("\n".join(lines) + "\n").encode()
    elif kind == 2:
        before = LOG.encode()
    elif kind == 3:
        log = rng.choice([folder / "fifo", pathlib.Path("/dev/full"), pathlib.Path("/dev/null"), folder, folder / "n.csv"])
        if log.name == "fifo":
            os.mkfifo(log)
    if kind < 3:
        log.write_bytes(before)
    begun = time.monotonic()
    answer = judge(call("ask", "--names", folder / "n.csv", "--oracle", oracle, "--budget", rng.choice([1, 4]), "--batch", rng.choice([1, 2]),
                        "--log", log, "--oracle-timeout", "0.2s"))
    if time.monotonic() - begun > 20:
        raise Failure("the timeout of 0.2 s is not kept")
    if (folder / "n.csv").read_text() != NAMES:
        raise Failure("the table of names is changed")
    if kind < 3:  # all whole lines but perhaps the last, which may be torn
        after, lines = log.read_bytes(), before.splitlines(True)
        if lines and not after.startswith(b"".join(lines[:-1])):
            raise Failure("the log has lost lines")
    return answer


def attack_overwriting(rng, folder):
    """Outputs that are there already, or are inputs, by other names too."""
    (folder / "a.csv").write_text("anchor,near,far\n0,1,2\n1,2,3\n2,1,0\n3,2,1\n0,1,3\n")
    (folder / "n.csv").write_text("".join(["object,name\n"] + [f"{k},{k}\n" for k in range(4)]))
    (folder / "w").mkdir()
    for name in ("labels.csv", "summary.json", "linkage.csv"):
        (folder / "w" / name).write_bytes((folder / "a.csv").read_bytes())
    os.link(folder / "a.csv", folder / "hard.csv")
    (folder / "link.csv").symlink_to(rng.choice(["a.csv", "nowhere.csv", "w/labels.csv"]))
    source = rng.choice(["a.csv", "hard.csv", "w/labels.csv", "link.csv"])
    output = rng.choice(["a.csv", "hard.csv", "link.csv", "n.csv", "w", "w/labels.csv", "new", "./w/../a.csv", "", "/dev/null"])
    force = rng.choice([[], ["--force"]])
    before = state_of(folder)
    words = rng.choice([["ask", source, "-n", "2"], ["ask", "--names", "n.csv"], ["cluster", source, "--no-picture", "--names", "n.csv"],
                        ["answers", source]])
    read = {(folder / word).stat().st_ino for word in words if (folder / word).is_file()}
    inputs = [path for path in before if path.stat().st_ino in read]
    answer = judge(call(*words, "-o", output, *force, cwd=folder))
    for path in inputs if force else before:
        expect_kept({path: before[path]}, folder)
    return answer
