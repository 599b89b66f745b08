"""What a file says of the line that made it, as the program has it (files/output/output_marks.hpp): whoever types the same
line again wants its results replaced.
"""

import hashlib
import os

ATTRIBUTE = "user.tertium.line"


def line_name(words):
    """Of a command line, --force apart."""
    return hashlib.blake2b("\0".join(word for word in words if word != "--force").encode("utf-8", "replace"), digest_size=16).hexdigest()


def _mark(line, file):
    status = os.stat(file)
    return f"{line} {status.st_size} {status.st_mtime_ns}".encode()


def mark(line, files):
    """Says on the files that the line made them; nothing happens where the file system keeps no attributes."""
    for file in files:
        try:
            os.setxattr(file, ATTRIBUTE, _mark(line, file))
        except (AttributeError, OSError):
            return


def is_of(line, file):
    """Whether the line made the file, and nobody has changed it since."""
    try:
        return os.getxattr(file, ATTRIBUTE) == _mark(line, file)
    except (AttributeError, OSError):
        return False
