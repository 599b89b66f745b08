"""How often `tertium groups` finds a difference between two groups of people: group_power.svg of docs/answers-people.md.

    PYTHONPATH=build/python benchmarks/group_power.py [FOLDER] [--studies 100]    some eight minutes of a core

The studies are those of docs/answers-people.md: people say which of two dishes is more like a third one, and to half of
them it matters less how hot a dish is. Where it matters as much to all, the share that is found is the level of the test.
Prints the table that is drawn; intervals are exact (Clopper and Pearson), of 95 %. With 79 shuffles p of either test can be
.025, and so that of both .05.
"""
import argparse
import pathlib

import numpy as np
import tertium

PICTURES = pathlib.Path(__file__).resolve().parents[1] / "docs" / "pictures"
HEAT = (1.0, 0.6, 0.4, 0.2)  # how much it matters to the second group
PEOPLE = (5, 10, 20)  # of a group
DISHES, ANSWERS, NOISE, SHUFFLES, LEVEL = 16, 60, 0.1, 79, 0.05


def study(people, heat, random):
    """Answers of two groups of people."""
    dishes = random.random((DISHES, 2))  # how sweet, and how hot
    subject = np.repeat(np.arange(2 * people), ANSWERS)
    group = subject // people
    weight = np.where(group == 1, heat, 1.0)
    objects = np.array([random.choice(DISHES, 3, replace=False) for _ in subject])
    gaps = dishes[objects[:, [1, 2]]] - dishes[objects[:, [0]]]
    apart = gaps[..., 0] ** 2 + weight[:, None] * gaps[..., 1] ** 2 + random.normal(0, NOISE, (len(subject), 2))
    objects[apart[:, 0] > apart[:, 1]] = objects[apart[:, 0] > apart[:, 1]][:, [0, 2, 1]]
    return tertium.answers(objects, subjects=subject, groups=group, n_objects=DISHES)


def exact_interval(found, studies):
    """Of a share, exact (Clopper and Pearson)."""
    from scipy.stats import beta

    low = beta.ppf(0.025, found, studies - found + 1) if found > 0 else 0.0
    high = beta.ppf(0.975, found + 1, studies - found) if found < studies else 1.0
    return low, high


def shares(people, heat, studies):
    """Of so many studies: in how many p is no more than the level, of both tests, by distance, by foretelling."""
    found = np.zeros(3, int)
    for seed in range(studies):
        random = np.random.default_rng([seed, people, int(100 * heat)])
        groups = tertium.compare_groups(study(people, heat, random), shuffles=SHUFFLES, random_state=seed + 1, n_jobs=1)
        found += np.array([groups.p, groups.p_distance, groups.p_own]) <= LEVEL
    return found


def draw(table, folder):
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 8, "svg.hashsalt": "tertium", "svg.fonttype": "none"})
    figure, axes = plt.subplots(figsize=(8.5 / 2.54, 6.5 / 2.54), layout="constrained")
    marks = {5: ("o", "#0072b2"), 10: ("s", "#d55e00"), 20: ("^", "#009e73")}
    for people in PEOPLE:
        rows = [row for row in table if row[0] == people]
        middle = np.array([row[3] / row[2] for row in rows])
        ends = np.array([exact_interval(row[3], row[2]) for row in rows])
        mark, colour = marks[people]
        axes.errorbar([1.0 - row[1] for row in rows], middle, yerr=np.abs(ends.T - middle), marker=mark, color=colour,
                      markersize=4, linewidth=1, capsize=2, label=str(people))  # fmt: skip
    axes.axhline(LEVEL, color="#555555", linewidth=0.8, linestyle=":")
    axes.annotate("level 5 %", (0.8, LEVEL), xytext=(0, 2), textcoords="offset points", ha="right", color="#555555")
    axes.set(xlabel="how much less heat matters to one group", ylabel="share of studies with p ≤ .05", ylim=(0, 1.02))
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0.0, 0.99), ncol=3, title="people of a group")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(pathlib.Path(folder) / "group_power.svg", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=PICTURES)
    parser.add_argument("--studies", type=int, default=100, help="of each kind; twice as many without a difference")
    wanted = parser.parse_args()
    table = []
    print("people  heat  studies  found  by distance  by foretelling  interval")
    for people in PEOPLE:
        for heat in HEAT:
            studies = wanted.studies * (2 if heat == 1.0 else 1)
            found = shares(people, heat, studies)
            table.append((people, heat, studies, *found))
            low, high = exact_interval(found[0], studies)
            print(f"{people:6d}  {heat:4.1f}  {studies:7d}  {found[0]:5d}  {found[1]:11d}  {found[2]:14d}  "
                  f"{low:.3f} to {high:.3f}", flush=True)  # fmt: skip
    draw(table, wanted.folder)


if __name__ == "__main__":
    main()
