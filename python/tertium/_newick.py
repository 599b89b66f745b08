"""Trees of entries, as Newick text that somebody else wrote."""

import re

import numpy as np

from ._tertium import TertiumError


def text_in(path):
    """What the file says, a mark of its byte order apart."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise TertiumError(f"{path}: is no UTF-8, save it so") from None


class Reader:
    """Goes through a tree from its first letter to the end."""

    def __init__(self, path, task):
        self.path, self.task = path, task
        self.text, self.at = without_comments(text_in(path)), 0
        self.place_of = {name: i for i, name in enumerate(task.names)}
        self.open_nodes, self.clades, self.seen = [], [], set()
        self.child = False  # whether one was there since the last comma or opening bracket

    def fail(self, what):
        raise TertiumError(f"{self.path}: at character {self.at + 1}: {what}, correct the tree")

    def read(self):
        while self.at < len(self.text) and self.text[self.at] != ";":
            letter = self.text[self.at]
            if letter.isspace():
                self.at += 1
            elif letter == "(":
                self.open()
            elif letter in ",)":
                self.close(letter)
            else:
                self.leaf()
        if self.text[self.at + 1:].strip():
            self.fail("something stands behind the tree")
        if self.open_nodes or len(self.seen) != len(self.task.names):
            self.fail(f"the tree has {len(self.seen)} of {len(self.task.names)} objects")
        return np.array(self.clades)

    def open(self):
        if self.child or (not self.open_nodes and self.clades):
            self.fail("a comma is missing, or there are two trees")
        self.open_nodes.append(np.zeros(len(self.task.names), bool))
        self.at += 1

    def close(self, letter):
        """A comma ends a child, a bracket its node, too."""
        if not self.open_nodes or not self.child:
            self.fail("there is nothing before this" if self.open_nodes else "a bracket too many")
        self.child = letter == ")"
        self.at += 1
        if not self.child:
            return
        self.clades.append(self.open_nodes.pop())
        if self.open_nodes:
            self.open_nodes[-1] |= self.clades[-1]
        self.at = name_in(self.text, self.at)[1]  # of the node

    def leaf(self):
        if self.child or not self.open_nodes:
            self.fail("a comma is missing" if self.child else "no bracket is open")
        name, end = name_in(self.text, self.at)
        if name not in self.place_of or name in self.seen:
            self.fail(f"'{name}' {'stands twice' if name in self.seen else f'is no object of {self.task.name}'}")
        self.at, self.child = end, True
        self.seen.add(name)
        self.open_nodes[-1][self.place_of[name]] = True


def clades_of(path, task):
    """The objects below each node of a tree, as rows of truth values; lengths, names of nodes and [comments] are passed over.
    Raises TertiumError.
    """
    return Reader(path, task).read()


def without_comments(text):
    """Blanks in the place of what stands in square brackets outside of quotes."""
    return re.sub(r"'(?:[^']|'')*'|\[[^\]]*\]", lambda match: match[0] if match[0][0] == "'" else " " * len(match[0]), text)


def name_in(text, at):
    """The name that begins there, maybe none, without its length; and where that ends."""
    while at < len(text) and text[at].isspace():
        at += 1
    quote = re.compile(r"'((?:[^']|'')*)'").match(text, at)
    if quote:
        name, at = quote[1].replace("''", "'"), quote.end()
    else:
        end = re.compile(r"[^(),:;]*").match(text, at).end()
        name, at = text[at:end].strip().replace("_", " "), end
    return name, re.compile(r"[^(),;]*").match(text, at).end()
