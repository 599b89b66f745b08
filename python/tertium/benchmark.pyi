import os
from collections.abc import Sequence

def enter(
    method: object, folder: str | os.PathLike[str], tasks: Sequence[str] | None = None
) -> tuple[dict[str, float], dict[str, str]]:
    """Makes an entry of the benchmark: the files of a method's predictions."""

def main(words: Sequence[str] | None = None) -> int:
    """What python3 -m tertium.benchmark does; gives the exit code."""
