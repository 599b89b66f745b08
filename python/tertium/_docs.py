"""Docstrings in numpydoc's form. Parameters that many functions share are described once, here."""

import inspect
import re

ORDER = ("", "Parameters", "Attributes", "Returns", "Raises", "See Also", "Notes", "References", "Examples")

# A line {kind, n_jobs} of a docstring stands for these entries.
TEXT = """
X : Answers, array, data frame, path or name of a data set
    The answers, in any form that `tertium.answers` takes.
y : array of shape (m,), optional
    If X has questions: the answers to them, as `tertium.answers` takes them.
kind : {"auto", "triplets", "quadruplets", "odd-one-outs", "most-central"}, default "auto"
    What a row is. "auto": the header says it, or the number of fields.
n_objects : int, optional
    Number of objects, if the last ones occur in no answer.
sample_weight : array of int of shape (m,), optional
    How many answers each row stands for. 0 leaves a row out.
people : {"all", "attentive", "weighted"}, default "all"
    How participants count in fits. "all": equally. "attentive": participants whose answers are predicted no better than
    by chance are left out. "weighted": more, if more of a participant's answers are predicted from those of others.
folds : int or str, default 10
    What is held out: a number of folds; "subjects", one participant at a time; "subjects:5", five groups of
    participants; "sets", learn from the set "train" and test on "test".
random_state : int or numpy.random.RandomState, default 1
    The seed. Equal seeds give equal results, for any number of threads.
n_jobs : int or None, default -1
    Number of threads: -1 is all, -2 all but one, None one.
verbose : bool, default False
    Show progress on `sys.stderr`.
TertiumError
    If an argument or the data are invalid. The message says what to correct.
"""


def entries(lines):
    """The entries of a section, {name: lines}."""
    found, name = {}, None
    for line in lines:
        if line and not line[0].isspace():
            name = line.partition(" : ")[0]
            found[name] = []
        if name is not None:
            found[name].append(line)
    return found


SHARED = entries(TEXT.strip().splitlines())


def sections(doc):
    """{title: lines} of a docstring; the head, summary and description, has no title."""
    found, lines, k = {"": []}, inspect.cleandoc(doc or "").splitlines(), 0
    title = ""
    while k < len(lines):
        if k + 1 < len(lines) and lines[k] and lines[k + 1] == "-" * len(lines[k]):
            title, k = lines[k], k + 2
            found[title] = []
            continue
        found[title].append(lines[k])
        k += 1
    return {title: trimmed(part) for title, part in found.items()}


def trimmed(lines):
    """Without blank lines at the end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def joined(parts):
    """The docstring of {title: lines}, in numpydoc's order; empty sections are left out."""
    texts = ["\n".join(([title, "-" * len(title)] if title else []) + parts[title]) for title in ORDER if parts.get(title)]
    return "\n\n".join(texts)


def sentence(text):
    return f"{text[:1].upper()}{text[1:]}."


def parameter_entry(name, default, found):
    """The entry of a parameter of a step, as the library describes it."""
    kind = "{" + ", ".join(map(repr, found["choices"])) + "}" if "choices" in found else found["type"]
    allowed = "" if "choices" in found else f" {sentence(found['range'])}"
    return [f"{name} : {kind}, default {default!r}", f"    {sentence(found['doc'])}{allowed}"]


def documented(made):
    """Writes shared entries out in the docstring of a function or class."""
    lines = inspect.cleandoc(made.__doc__ or "").splitlines()
    written = []
    for line in lines:
        names = re.fullmatch(r"\{([\w, ]+)\}", line)
        written += [part for name in names[1].split(", ") for part in SHARED[name]] if names else [line]
    made.__doc__ = "\n".join(written)
    return made
