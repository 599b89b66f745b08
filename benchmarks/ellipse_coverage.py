#!/usr/bin/python3
"""How often the 95 % ellipse of an object contains its true position, and the position from unlimited answers.

    PYTHONPATH=build/python benchmarks/ellipse_coverage.py [--simulations 200] [--samples 100]

Objects have normal coordinates in the plane. Participants compare distances, with noise and, in some designs, with their
own weights of the two directions, so that the answers of one participant are correlated. t-STE is fitted in two
dimensions; covariances come from embeddings of resampled participants. The planted coordinates, and an embedding of fifty
times as many participants, are moved onto the fitted one (Procrustes). Prints a table: the fraction of objects whose
position is in the ellipse, with its standard error over simulations, and the factor by which the ellipse would have to
grow to contain 95 %.
"""
import argparse
import sys

import numpy as np
import tertium

INSIDE = 5.991  # squared standard deviations, as pictures/places.py has it
OBJECTS = 20
ENDLESS = 50  # times as many participants
# (participants, answers of each, noise, how differently they weigh)
DESIGNS = ((20, 50, 0.3, 0.0), (20, 200, 1.0, 0.0), (20, 50, 0.3, 0.5), (60, 50, 0.3, 0.5))


def fitted(places, people, design, draws):
    """t-STE of the answers of a number of participants."""
    _, each, noise, spread = design
    rows = []
    for _ in range(people):
        seen = places * [1.0, np.exp(spread * draws.standard_normal())]
        rows.append(tertium.simulate_answers(seen, each, noise=noise, random_state=int(draws.integers(1 << 31))).array)
    given = tertium.answers(np.concatenate(rows), subjects=np.repeat(np.arange(people), each), n_objects=len(places))
    return tertium.TSTE(n_components=2, random_state=int(draws.integers(1 << 31)), n_jobs=2).fit(given)


def squares_of(design, seed, samples):
    """Of each object how far its true place, and that of endless answers, are from the fitted one: (2, objects), in
    squared standard deviations."""
    draws = np.random.default_rng(seed)
    places = draws.standard_normal((OBJECTS, 2))
    fit = fitted(places, design[0], design, draws)
    fit.bootstrap_spread(samples)
    endless = fitted(places, ENDLESS * design[0], design, draws).embedding_
    inverse = np.linalg.inv(fit.covariances_)
    off = [tertium.procrustes(target, fit.embedding_)[0] - fit.embedding_ for target in (places, endless)]
    return np.array([np.einsum("ia,iab,ib->i", one, inverse, one) for one in off])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--samples", type=int, default=100)
    options = parser.parse_args()
    print("| participants | answers of each | noise | spread of direction weights | planted point inside, % | limit point inside, % | factor for 95 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for design in DESIGNS:
        squares = np.array([squares_of(design, seed, options.samples) for seed in range(options.simulations)])
        inside = 100 * (squares <= INSIDE).mean(axis=2)
        error = inside.std(axis=0, ddof=1) / np.sqrt(len(inside))
        shares = " | ".join(f"{mean:.1f} ± {one:.1f}" for mean, one in zip(inside.mean(axis=0), error))
        factor = np.sqrt(np.quantile(squares[:, 1], 0.95) / INSIDE)
        print(f"| {' | '.join(map(str, design))} | {shares} | {factor:.2f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
