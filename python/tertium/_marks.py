"""Marks on files that contain the command line that made them, as in files/output/output_marks.hpp: the same line may
replace its results.
"""

import hashlib
import os

ATTRIBUTE = "user.tertium.line"


def line_name(words):
    """The mark of a command line, without --force."""
    return hashlib.blake2b("\0".join(word for word in words if word != "--force").encode("utf-8", "replace"), digest_size=16).hexdigest()


def _mark(line, file):
    status = os.stat(file)
    return f"{line} {status.st_size} {status.st_mtime_ns}".encode()


def mark(line, files):
    """Marks the files as made by the line; without effect if the file system has no attributes."""
    for file in files:
        try:
            os.setxattr(file, ATTRIBUTE, _mark(line, file))
        except (AttributeError, OSError):
            return


def is_of(line, file):
    """Whether the line made the file and it has not changed since."""
    try:
        return os.getxattr(file, ATTRIBUTE) == _mark(line, file)
    except (AttributeError, OSError):
        return False
