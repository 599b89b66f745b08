"""python3 pictures NAME PATH ... < DESCRIPTION calls main(description, PATH, ...) of the package's module NAME.

Paths are taken as they are, whatever they begin with; all else is JSON on stdin. Its part `page` holds width and height in
cm, font_size in points (null: the module chooses), title and svg_text (yes or no). A problem is one line on stderr and
exit code 1.
"""

import importlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[0] = os.path.dirname(HERE)
package = importlib.import_module(os.path.basename(HERE))


def main():
    name, *paths = sys.argv[1:]
    try:
        module = importlib.import_module(f"{package.__name__}.{name}")
    except ImportError:
        raise package.FigureError("the Python package numpy is missing; install Debian's python3-numpy") from None
    module.main(json.load(sys.stdin), *paths)


package.run(main)
