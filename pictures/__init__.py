"""Draws: for the program, which calls __main__.py, and for the Python module, of which it is the part _pictures."""

import os
import sys


class FigureError(Exception):
    """A problem of the input or the output, said in one line."""


def give_up(problem):
    """Ends the program with one line on stderr."""
    print("no picture: " + " ".join(str(problem).split()), file=sys.stderr)
    sys.exit(1)


def run(main):
    """Runs a script's main(): whatever goes wrong becomes one line on stderr and exit code 1."""
    try:
        main()
    except FigureError as error:
        give_up(error)
    except Exception as error:  # a defect; a long trace of it would hide what was computed
        place = error.__traceback__
        while place.tb_next:
            place = place.tb_next
        where = f"{os.path.basename(place.tb_frame.f_code.co_filename)}:{place.tb_lineno}"
        give_up(f"defect in {where}: {type(error).__name__}: {error}; please report it")
