"""Draws the pictures of the documentation.

Usage: docs_pictures.py [--output FOLDER]     writes NAME.svg for every picture (docs/pictures/ by default)
       docs_pictures.py --png --output FOLDER    additionally PNG files to look at
"""

import argparse
import os

import tertium_figures as tf
from docs_pictures_design import ROOT, data_way, house
from docs_pictures_includes import includes
from docs_pictures_lazy_keys import lazy_keys
from docs_pictures_panels import panels
from docs_pictures_rank_space import rank_space

PICTURES = (house, includes, data_way, rank_space, panels, lazy_keys)  # a function's name is its file's


def main():
    parser = argparse.ArgumentParser(description="Draws the pictures of the documentation.")
    parser.add_argument("--output", metavar="FOLDER", default=os.path.join(ROOT, "docs", "pictures"))
    parser.add_argument("--png", action="store_true", help="also writes PNG files")
    options = parser.parse_args()
    plt = tf.pyplot()
    for draw in PICTURES:
        tf.save(draw(plt), os.path.join(options.output, draw.__name__), ("svg", "png") if options.png else ("svg",))


if __name__ == "__main__":
    tf.run(main)
