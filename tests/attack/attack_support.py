"""What attacks have in common: calling the program, judging what it answers, damaging what it reads."""
import os
import pathlib
import resource
import signal
import subprocess

PROGRAM = os.path.abspath(os.environ.get("TERTIUM_PROGRAM", "build/tertium"))
HOME = pathlib.Path(os.environ.get("TERTIUM_HOME", pathlib.Path(__file__).resolve().parents[2]))
LIMIT = 60  # seconds that no command may need
MEMORY = 6 << 30  # bytes of address space
TOKENS = ["0", "1", "-1", "1e9", "1e308", "nan", "inf", "-0", "0x10", "", " ", "a" * 300, "=", "[", "]", "#", ",", ":", ";",
          "\\", "'", '"', "\t", "\r", "\0", "\n", "%s", "../../x", "/", "~", "é", "数", "🙂", "\ud7ff", "0:0:0", "1:-1:9",
          "9999999999999999999", "--help", "-x", "$HOME", "`id`"]
CONTROLS = {chr(k) for k in [*range(0x20), *range(0x7f, 0xa0), 0x2028, 0x2029, *range(0x202a, 0x202f)]}


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(*words, **options):
    env = dict(os.environ, OMP_NUM_THREADS="2", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, timeout=LIMIT, preexec_fn=limits, env=env,
                          stdin=subprocess.DEVNULL, errors="replace", **options)


class Failure(Exception):
    pass


def judge(result, codes=(0, 1, 2, 3)):
    """The exit code as text; Failure where the answer is none."""
    told = f"exit {result.returncode}: {result.stderr[-400:]}"
    if result.returncode < 0:
        raise Failure(f"killed by {signal.Signals(-result.returncode).name}: {result.stderr[-300:]}")
    if result.returncode not in codes:
        raise Failure("unexpected " + told)
    for word in ("internal error", "precondition violated", "-nan", "Traceback", "terminate called", "AddressSanitizer",
                 "runtime error:"):
        if word in result.stderr + result.stdout:
            raise Failure(f"'{word}' in {told}")
    if result.returncode in (1, 2) and not (result.stderr + result.stdout).strip():
        raise Failure("failed without a word, " + told)
    if result.returncode == 2 and (result.stderr.count("\n") != 1 or set(result.stderr[:-1]) & CONTROLS):
        raise Failure("not one plain line, " + told)
    return f"exit {result.returncode}"


def mutated(rng, text):
    """Bytes with some edits: flipped, cut, doubled, swapped, tokens put in or in place of words."""
    data = bytearray(text.encode() if isinstance(text, str) else text)
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 3, 10, 60]))
        kind = rng.randrange(7)
        if kind == 0 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:end]
        elif kind == 2:
            data[at:at] = data[at:end]
        elif kind == 3:
            del data[at:]
        elif kind == 4:
            data[at:at] = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
        elif kind == 5:
            data[at:end] = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
        else:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def other_value(rng, text):
    """The text with another value behind one of its equals signs."""
    lines = text.split("\n")
    k = rng.choice([k for k, line in enumerate(lines) if "=" in line])
    value = rng.choice(TOKENS + ["-0.5", "0.3", "1e-9", "2", "3, 4", "0.1:0.1:0.5", "SL", "planted-hierarchy", "a, a", "auto"])
    lines[k] = lines[k].split("=")[0] + rng.choice(["= ", "+= "]) + value
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def state_of(folder):
    """What stands in all files, links and pipes apart."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def expect_kept(before, folder, *changed):
    for path, content in before.items():
        if path not in changed and (not path.is_file() or path.read_bytes() != content):
            raise Failure(f"{path.relative_to(folder)} is changed")
