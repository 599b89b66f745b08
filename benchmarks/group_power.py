"""How often `tertium groups` finds a difference between two groups of participants: group_power.svg of docs/answers-people.md.

    PYTHONPATH=build/python benchmarks/group_power.py [FOLDER] [--studies 100]    some eight minutes of a core
    PYTHONPATH=build/python benchmarks/group_power.py --null [--studies 200]      some thirty

The studies are those of docs/answers-people.md: participants say which of two dishes is more similar to a third one, and
for half of them it matters less how hot a dish is. If it matters equally to all, the fraction that is found is the level of
the test. Prints the table that is drawn; intervals are exact 95 % intervals (Clopper and Pearson). With 79 permutations p
of either test can be .025, and so p of both .05.

--null: studies without a difference, in which groups may have been asked different questions about the same objects. 5 %
of each kind may be found; at most 17 of 200 in 98.5 % of such runs of a test of this level.
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


NULL_SHUFFLES = 39
NULL_KINDS = tuple(f"{lists}, {people}" for lists in ("same", "overlapping", "drawn", "other amounts", "disjoint")
                   for people in ("within", "between"))  # fmt: skip


def two_lists(kind, pool, random):
    """Of each group the questions, and how many of them a person is asked."""
    if kind == "same":
        return (pool[:40], 40), (pool[:40], 40)
    if kind == "overlapping":  # everybody is asked the whole list
        return (pool[:40], 40), (pool[20:60], 40)
    if kind == "drawn":  # everybody is asked some of the list
        return (pool[:60], 30), (pool[30:90], 30)
    if kind == "other amounts":
        return (pool[:60], 40), (pool[20:120], 40)
    return (pool[:40], 40), (pool[40:80], 40)


def null_study(kind, seed, objects=12, people=20, spread=0.1, noise=0.08):
    """Answers without a difference between groups. People vary, each of them around the same places; everybody is in both
    groups ("within"), or half of the people in one."""
    lists, of_whom = kind.split(", ")
    random = np.random.default_rng([seed, NULL_KINDS.index(kind)])
    places = random.random((objects, 2))
    pool = np.array([(a, b, c) for a in range(objects) for b in range(objects) for c in range(b) if a not in (b, c)])
    both = two_lists(lists, random.permutation(pool), random)
    rows, subjects, groups = [], [], []
    for person in range(people):
        own = places + random.normal(0, spread, places.shape)
        for group in range(2) if of_whom == "within" else [person % 2]:
            asked, count = both[group]
            asked = random.permutation(asked)[:count]
            gaps = ((own[asked[:, [1, 2]]] - own[asked[:, [0]]]) ** 2).sum(axis=-1) + random.normal(0, noise, (count, 2))
            asked[gaps[:, 0] > gaps[:, 1]] = asked[gaps[:, 0] > gaps[:, 1]][:, [0, 2, 1]]
            rows.append(asked)
            subjects += [person] * count
            groups += [group] * count
    return tertium.answers(np.concatenate(rows), subjects=subjects, groups=groups, n_objects=objects)


def print_nulls(studies):
    print("studies without a difference                found  by distance  by prediction  refused  other questions")
    for kind in NULL_KINDS:
        found, refused, different = np.zeros(3, int), 0, 0
        for seed in range(studies):
            try:
                groups = tertium.compare_groups(null_study(kind, seed), permutations=NULL_SHUFFLES, random_state=seed + 1,
                                                n_jobs=1)  # fmt: skip
            except tertium.TertiumError:
                refused += 1
                continue
            different += groups.different_questions
            found += np.array([groups.p, groups.p_distance, groups.p_own]) <= LEVEL
        print(f"{kind:28s} {studies:7d}  {found[0]:10d}  {found[1]:11d}  {found[2]:14d}  {refused:7d}  {different:15d}", flush=True)


def exact_interval(found, studies):
    """Exact interval of a fraction (Clopper and Pearson)."""
    from scipy.stats import beta

    low = beta.ppf(0.025, found, studies - found + 1) if found > 0 else 0.0
    high = beta.ppf(0.975, found + 1, studies - found) if found < studies else 1.0
    return low, high


def shares(people, heat, studies):
    """In how many of the studies p is at most the level: of both tests, by distance, by prediction."""
    found = np.zeros(3, int)
    for seed in range(studies):
        random = np.random.default_rng([seed, people, int(100 * heat)])
        groups = tertium.compare_groups(study(people, heat, random), permutations=SHUFFLES, random_state=seed + 1, n_jobs=1)
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
    axes.set(xlabel="how much less heat matters to one group", ylabel="fraction of studies with p ≤ .05", ylim=(0, 1.02))
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0.0, 0.99), ncol=3, title="participants in a group")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(pathlib.Path(folder) / "group_power.svg", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folder", nargs="?", default=PICTURES)
    parser.add_argument("--studies", type=int, default=100, help="studies of each kind; twice this number without a difference")
    parser.add_argument("--null", action="store_true", help="studies of many kinds, all without a difference")
    wanted = parser.parse_args()
    if wanted.null:
        print_nulls(wanted.studies)
        return
    table = []
    print("people  heat  studies  found  by distance  by prediction  interval")
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
