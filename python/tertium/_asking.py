"""What to ask next, asking whoever answers, and what choosing is worth."""

import time

import numpy as np

from . import _tertium
from ._answers import answers as answers_of
from ._estimator import method_and_values
from ._found import Found
from ._places import table_of
from ._tertium import TertiumError
from ._values import flag, names_of_objects, path_if, real, seed_of, shown, text, texts, threads_of, whole

MOST_TO_ASK = 20_000_000  # questions, answers and the like, some gigabytes of them
MOST_RUNS = 100_000
MOST_OBJECTS = 1_000_000
WORDS = {"first": 1, "second": 2, "third": 3, "skip": 0, "1": 1, "2": 2, "3": 3, "0": 0}
SHOWN = {0: None, 1: "first", 2: "second", 3: "third"}
TALLY = ("skipped", "first", "repeated", "divided", "both_ways", "by_place")


class Questions(Found):
    """What to ask: array, (m, 3), int64, anchor, first, second (which of the two is more like the anchor?), or the three
    of an odd-one-out, or (m, 4), i, j, k, l of a quadruplet; gain, (m,), bits that an answer tells about the place of its
    anchor, or, of questions without an anchor, the entropy of the answer, NaN where nothing is known yet; names of the
    objects; table: the columns that `tertium ask` writes. Lists for people have participants, trials and repeats, (m,), of
    each question, and no gain.
    """

    def _head(self):
        if "participants" in vars(self):
            return f"{len(self)} about {len(self.names)} objects, in {self.participants[-1]} lists"
        return f"{len(self)} about {len(self.names)} objects, chosen by {self.rule}"


class Asked(Found):
    """What an oracle was asked and said, in this order: questions, (m, 3) or (m, 4), as they were shown; said, (m,), 1 for the
    first, -1 for the second, 0 where it could not say, or of odd-one-outs the place, 1 to 3; votes, swapped, batches, seconds, (m,) each; names.

    answers: what it said, for estimators; left: answers that the budget had left when every question had its votes;
    before: how many of these the log held; note: what of the log was damaged, or "".
    skipped; n_questions; first, answers that chose the first; repeated, questions with several answers, divided, those
    of them with different ones; both_ways, pairs of answers with the two exchanged, by_place, those of them that chose
    the same place.
    table: the columns of the log of `tertium ask`, with None for "NA".
    """

    def _head(self):
        return f"{len(self)} answers to {self.n_questions} questions about {len(self.names)} objects, {self.skipped} skipped"


class AskingSimulation(Found):
    """What ways of choosing questions are worth: rules; answers, (c,), after which there is a checkpoint; accuracy,
    (rules, c, runs), the share of held-out answers that the embedding predicts; mean and error, (rules, c), over runs.
    table: a row for each rule, checkpoint and run, as `tertium ask --simulate` writes them.
    """

    def answers_for(self, rule, share):
        """After how many answers a rule predicts so large a share for good; None where it never does."""
        return self._found.answers_for(text("rule", rule), real("share", share))

    def _head(self):
        return f"{self.accuracy.shape[2]} runs, what is predicted of answers held out"

    def _shown(self):
        shown = {"answers": self.answers}
        for rule, means, errors in zip(self.rules, self.mean, self.error):
            shown[rule] = [f"{100 * mean:.1f}" + ("" if np.isnan(error) else f" ± {100 * error:.1f}") + " %"
                           for mean, error in zip(means, errors)]  # fmt: skip
        return shown


def ask(X, count=20, *, rule=None, method="t-STE", votes=1, warm_up=2, screens=None, participants=None, repeats=0,
        prior=None, cosine=False, random_state=1, n_jobs=-1):  # fmt: skip
    """The questions whose answers would tell most: those of `tertium ask` with the same seed.

    X: what is answered, as `tertium.answers` takes it; or, where nothing is, how many objects there are, or their names.
    rule: mixed (the default), arr, infogain, uncertain, branches or random. method: the embedding that predicts answers, t-STE,
    STE or CKL, by its name or as an estimator with parameters. votes: answers that a question is to have. warm_up: every
    object is the anchor of so many questions (or, without anchors, in so many) before gains count. screens: what is asked, triplets, odd-one-outs or
    quadruplets (default: as X has it, or triplets); only triplets have anchors, which arr and infogain go by. participants: lists of `count` questions for so
    many people, of those that are chosen after the answers of X, or without answers each object as often as any other; repeats: so many of a list are asked once more.
    prior: vectors of the objects, (objects, d), as a language model has them: questions test branches of their average
    linkage, by distances or, with cosine, directions, and as answers come of the tree of both; rule, method and warm_up have
    no use. Returns Questions, less than `count` where no more are left.
    """
    count = whole("count", count, 1, MOST_TO_ASK)
    known = _known(X)
    screens = _screens(screens, known)
    bits = "gain" if "anchor" in _tertium.question_columns(screens) else "entropy"
    if participants is None and whole("repeats", repeats, 0):
        raise TertiumError("repeats are for lists of people, give participants, too")
    people = 0 if participants is None else whole("participants", participants, 1)
    if prior is not None:
        if (rule, method, warm_up) != (None, "t-STE", 2):
            raise TertiumError("prior asks about branches of a tree, leave rule, method and warm_up out")
        rule = "branches"
    if people and not len(known.array) and prior is None:
        if rule is not None or not isinstance(method, str) or (method, votes, warm_up) != ("t-STE", 1, 2):
            raise TertiumError("rule, method, votes and warm_up are for lists where there are answers (else questions are "
                               "drawn, all alike), leave them out")  # fmt: skip
        return _lists(_tertium.question_lists(len(known.names), screens, people, count, whole("repeats", repeats, 0),
                                              seed_of(random_state)), known, screens)  # fmt: skip
    rule = "mixed" if rule is None else rule
    choice = _choice(rule, method, warm_up, random_state, screens)
    _begin_with(prior, cosine, known, choice)
    if people:
        return _lists(_tertium.chosen_lists(known, choice, people, count, whole("repeats", repeats, 0), votes_of(votes),
                                            threads_of(n_jobs)), known, screens)  # fmt: skip
    array, gain = _tertium.ask(known, choice, count, votes_of(votes), threads_of(n_jobs))
    return Questions(array=array, gain=gain, names=known.names, rule=rule,
                     table={**_shown(array, known.names, screens), bits: gain})  # fmt: skip


def ask_oracle(X, oracle, *, budget, batch=20, votes=1, swap=False, log=None, rule="mixed", method="t-STE", warm_up=2,
               screens=None, prior=None, cosine=False, random_state=1, n_jobs=-1):  # fmt: skip
    """Asks somebody, batch by batch, the questions that `tertium ask --oracle` would, until it answered `budget` times or
    every question has its votes.

    X, rule, method, warm_up, screens, random_state: as `ask` takes them. oracle: a function of questions, an array (m, 3)
    of anchor, first, second, or as `ask` says; it returns m answers: "first", "second" or "skip"; 1, 2 or 0; true or
    false; or 1, -1 or 0, which is what an estimator's `predict` returns; of odd-one-outs "first", "second", "third" or
    "skip", or 1, 2, 3 or 0. swap: every vote sees the two, or the three, in other places than the one before. log: a file
    that takes every batch, synced to the disk, before the next one is chosen, and that asking goes on from: the log of
    `tertium ask`. What the oracle raises ends it; the log then has all batches before.

    prior: vectors of the objects, (objects, d), as a language model has them; X is then how many objects there are, or
    their names. Odd-one-outs, one after the other, place the objects in a tree, and begin where the average linkage of the
    vectors has them, by distances or, with cosine, directions: `tertium ask --prior`. It ends when every object has its
    place; rule, method, warm_up and batch have no use.

    Returns Asked. Raises TertiumError, also for what is no answer.
    """
    known = _known(X)
    votes, swap = votes_of(votes), flag("swap", swap)
    if not callable(oracle):
        raise TertiumError(f"oracle = {shown(oracle)} cannot be asked (it is no function), give one of questions")
    if swap and votes < 2:
        raise TertiumError("swap is for questions that are asked again (a single vote's places are drawn), give votes=2")
    if prior is not None:
        if (rule, method, warm_up, batch) != ("mixed", "t-STE", 2, 20) or screens not in (None, "odd-one-outs") or len(known.array):
            raise TertiumError("prior asks odd-one-outs of what places an object next, about objects that nobody was asked "
                               "about, leave rule, method, warm_up, batch, screens and answers out")  # fmt: skip
        screens = "odd-one-outs"
    screens = _screens(screens, known)
    choice = _choice(rule, method, warm_up, random_state, screens)
    _begin_with(prior, cosine, known, choice)
    of_three = _tertium.answer_column(screens) == "odd"
    asking = _tertium.Asking(known, choice, votes, swap, whole("budget", budget, 1, MOST_TO_ASK),
                             whole("batch", batch, 1, MOST_TO_ASK), path_if("log", log))  # fmt: skip
    while len(questions := asking.next(threads_of(n_jobs))) > 0:
        begin = time.monotonic()
        said = _said(oracle(questions.copy()), len(questions), of_three)
        asking.take(said, time.monotonic() - begin)
    return _asked(asking, known.names, screens, of_three)


def simulate_asking(X, *, rules=None, truth="file", budget=2000, batch=20, runs=10, votes=1, method="t-STE", warm_up=2,
                    screens=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """How well answers held out are predicted after so many answers, by each way of choosing questions: `tertium ask
    --simulate`. Nobody is asked.

    rules: a list of them (all). truth: who answers: "file", X's own answers; "model", any question as an embedding of X
    says, by chance; "exact", the same without chance. verbose: tells on sys.stderr how far it is. Other parameters are
    those of `ask`. Returns AskingSimulation.
    """
    known = answers_of(X)
    screens = _screens(screens, known)
    rules = _tertium.choice_rules(screens) if rules is None else texts("rules", rules)
    if not rules:
        raise TertiumError("there is no rule to be tried (rules is empty), give one or leave rules out")
    if len(set(rules)) < len(rules):
        raise TertiumError(f"a rule is given twice ({', '.join(rules)}), give each once")
    choice = _choice("mixed", method, warm_up, random_state, screens)
    plan = _tertium.SimulationPlan(rules, choice, text("truth", truth), votes_of(votes),
                                   whole("budget", budget, 20, MOST_TO_ASK), whole("batch", batch, 1, MOST_TO_ASK),
                                   whole("runs", runs, 1, MOST_RUNS))  # fmt: skip
    found = _tertium.simulate(known, plan, threads_of(n_jobs), flag("verbose", verbose))
    rule, checkpoint, run = np.indices(found.accuracy.shape).reshape(3, -1)
    table = {"choose": [rules[k] for k in rule], "answers": found.answers[checkpoint], "run": run + 1,
             "accuracy": found.accuracy.ravel()}  # fmt: skip
    figures = {name: getattr(found, name) for name in ("answers", "accuracy", "mean", "error")}
    return AskingSimulation(table=table, rules=rules, _found=found, **figures)


def _begin_with(prior, cosine, known, choice):
    cosine = flag("cosine", cosine)
    if prior is None:
        if cosine:
            raise TertiumError("cosine is for a prior, give prior, too")
        return
    places = table_of(prior, "prior")
    if len(places) != len(known.names):
        raise TertiumError(f"prior has {len(places)} rows (there are {len(known.names)} objects), give one for each")
    choice.begin_with(places, cosine)


def votes_of(votes):
    return whole("votes", votes, 1, MOST_TO_ASK)


def _known(X):
    """Answers, or objects that nobody was asked about."""
    if isinstance(X, (int, np.integer)) and not isinstance(X, bool):
        return _tertium.unanswered([str(i) for i in range(whole("the number of objects", X, 1, MOST_OBJECTS))])
    if isinstance(X, (list, tuple)) and X and all(isinstance(name, str) for name in X):
        return _tertium.unanswered(names_of_objects("the objects", X))
    return answers_of(X)


def _screens(screens, known):
    """What is asked: as it is said, or as the answers have it; beside most-central ones triplets."""
    own = "triplets" if known.kind == "most-central" else known.kind
    return own if screens is None else text("screens", screens)


def _choice(rule, method, warm_up, random_state, screens):
    return _tertium.Choice(text("rule", rule), *method_and_values(method), whole("warm_up", warm_up, 1, MOST_TO_ASK),
                           seed_of(random_state), text("screens", screens))  # fmt: skip


def _lists(found, known, screens):
    array, people, trials, again = found
    table = {"participant": people, "trial": trials, **_shown(array, known.names, screens),
             "repeats": [trial or None for trial in again.tolist()]}  # fmt: skip
    return Questions(array=array, gain=np.full(len(array), np.nan), names=known.names, table=table,
                     participants=people, trials=trials, repeats=again)  # fmt: skip


def _shown(questions, names, screens):
    """The columns of the objects' names."""
    words = _tertium.question_columns(screens).split(",")
    return {word: [names[i] for i in questions[:, k]] for k, word in enumerate(words)}


def _said(given, count, of_three):
    """The place from 1, 0 for none, of each."""
    try:
        given = list(given)
    except TypeError:
        raise TertiumError(f"the oracle gave {shown(given)} (there were {count} questions), give a list of answers") from None
    if len(given) != count:
        raise TertiumError(f"the oracle gave {len(given)} answers (there were {count} questions), give one for each")
    said = [_meant(one, of_three) for one in given]
    if None in said:
        k = said.index(None)
        known = "first, second, third, skip; 1, 2, 3, 0" if of_three else (
            "first, second, skip; 1, 2, 0; true, false; 1, -1, 0")  # fmt: skip
        raise TertiumError(f"the oracle's answer {k + 1} of {count} is {shown(given[k])} (known: {known}), correct it")
    return np.array(said, dtype=np.int64)


def _meant(one, of_three):
    """The place from 1, or 0; None for what is no answer."""
    if isinstance(one, (bool, np.bool_)):
        return None if of_three else 2 - int(one)
    if isinstance(one, str):
        one = WORDS.get(one.strip().lower())
    known = {0: 0, 1: 1, 2: 2, 3: 3} if of_three else {0: 0, 1: 1, 2: 2, -1: 2}
    return known.get(one) if np.isscalar(one) else None


def _asked(asking, names, screens, of_three):
    columns, tally = asking.columns, asking.tally
    questions, places = columns.pop("questions"), columns.pop("answer")
    said = places if of_three else np.where(places == 2, -1, places)
    table = {**_shown(questions, names, screens),
             _tertium.answer_column(screens): [SHOWN[place] for place in places.tolist()], **columns}  # fmt: skip
    return Asked(table=table, questions=questions, said=said, votes=columns["vote"], swapped=columns["swapped"],
                 batches=columns["batch"], seconds=columns["seconds"], names=names, answers=asking.answers,
                 left=asking.left, before=asking.found, note=asking.note, n_questions=tally["questions"],
                 **{name: tally[name] for name in TALLY})  # fmt: skip
