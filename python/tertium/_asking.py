"""Chooses the next questions, asks an oracle, and simulates the benefit of choosing."""

import time

import numpy as np

from . import _tertium
from ._answers import answers as answers_of
from ._docs import documented
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
    """Questions to ask next, or lists of questions for participants.

    Attributes
    ----------
    array : array of int64, shape (m, 3) or (m, 4)
        Objects of each question. Triplets: anchor, first, second (which of the two is more similar to the anchor?).
        Odd-one-outs: the three objects. Quadruplets: i, j, k, l.
    gain : array of float64, shape (m,)
        Expected information of the answer about the anchor's coordinates, in bits. Questions without an anchor: the entropy
        of the answer. NaN if nothing is known yet.
    names : list of str
        Names of the objects.
    rule : str
        The rule by which the questions were chosen. Lists have none.
    participants, trials, repeats : array of int64, shape (m,)
        For lists: participant and trial of each question, and the trial that it repeats, or 0.
    table : dict of columns
        The columns that `tertium ask` writes.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.ask(["ant", "bee", "cat", "dog"], 2)
    >>> found
    <tertium.Questions: 2 about 4 objects, chosen by mixed>
    anchor  first  second  gain
    cat     ant    dog        -
    ant     bee    dog        -
    >>> found.array.tolist()
    [[2, 0, 3], [0, 1, 3]]
    """

    def _head(self):
        if "participants" in vars(self):
            return f"{len(self)} about {len(self.names)} objects, in {self.participants[-1]} lists"
        return f"{len(self)} about {len(self.names)} objects, chosen by {self.rule}"


class Asked(Found):
    """Questions that an oracle was asked, and its answers, in this order.

    Attributes
    ----------
    questions : array of int64, shape (m, 3) or (m, 4)
        The questions as they were shown.
    said : array of int64, shape (m,)
        1 for the first option, -1 for the second, 0 for a skip. Odd-one-outs: the position 1 to 3.
    votes, swapped, batches, seconds : array, shape (m,)
        Number of the vote about the question; whether the options were exchanged; number of the batch; time of the answer.
    names : list of str
        Names of the objects.
    answers : Answers
        The answers, for estimators.
    left : int
        Answers left in the budget when every question had its votes.
    before : int
        Answers that the log contained before.
    note : str
        What of the log was damaged, or "".
    n_questions, skipped, first : int
        Number of questions, of skips, and of answers that chose the first option.
    repeated, divided : int
        Number of questions with several answers, and of those among them with different answers.
    both_ways, by_place : int
        Pairs of answers with exchanged options, and those among them that chose the same position.
    table : dict of columns
        The columns of the log of `tertium ask`, with None for "NA".

    Examples
    --------
    >>> import tertium
    >>> found = tertium.ask_oracle(6, lambda questions: ["first"] * len(questions), budget=4)
    >>> found.answers
    <tertium.Answers: triplets, 6 objects, 4 answers>
    >>> found.said.tolist(), found.skipped
    ([1, 1, 1, 1], 0)
    """

    def _head(self):
        return f"{len(self)} answers to {self.n_questions} questions about {len(self.names)} objects, {self.skipped} skipped"


class AskingSimulation(Found):
    """Held-out accuracy by number of answers, for several rules that choose questions.

    Attributes
    ----------
    rules : list of str
        The rules.
    answers : array of int64, shape (c,)
        Numbers of answers at the checkpoints.
    accuracy : array of float64, shape (rules, c, runs)
        Fraction of the held-out answers that the embedding predicts.
    mean, error : array of float64, shape (rules, c)
        Mean and standard error over runs.
    table : dict of columns
        A row for each rule, checkpoint and run, as `tertium ask --simulate` writes them.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.simulate_asking("car", rules=["random"], budget=40, runs=2)
    >>> found.accuracy.shape
    (1, 1, 2)
    >>> found.answers_for("random", 0.5)
    40.0
    """

    @documented
    def answers_for(self, rule, share):
        """Number of answers after which a rule stays above an accuracy.

        Parameters
        ----------
        rule : str
            One of `rules`.
        share : float
            The accuracy, from 0 to 1.

        Returns
        -------
        float or None
            Number of answers at the checkpoint; None if the accuracy is never reached.

        Raises
        ------
        {TertiumError}
        """
        return self._found.answers_for(text("rule", rule), real("share", share))

    def _head(self):
        return f"{self.accuracy.shape[2]} runs, accuracy on held-out answers"

    def _shown(self):
        shown = {"answers": self.answers}
        for rule, means, errors in zip(self.rules, self.mean, self.error):
            shown[rule] = [f"{100 * mean:.1f}" + ("" if np.isnan(error) else f" ± {100 * error:.1f}") + " %"
                           for mean, error in zip(means, errors)]  # fmt: skip
        return shown


@documented
def ask(X, count=20, *, rule=None, method="t-STE", votes=1, warm_up=2, screens=None, participants=None, repeats=0,
        prior=None, cosine=False, random_state=1, n_jobs=-1):  # fmt: skip
    """The next questions to ask: those whose answers are most informative.

    They are those of `tertium ask` with the same seed.

    Parameters
    ----------
    X : Answers, array, data frame, path, int or list of str
        Answers so far, as `tertium.answers` takes them; if there are none, the number of the objects or their names.
    count : int, default 20
        Number of questions; with participants, of each list.
    rule : {"mixed", "arr", "infogain", "uncertain", "branches", "random"}, optional
        How questions are chosen. None: "mixed". "arr" and "infogain" need questions with an anchor.
    method : str or estimator, default "t-STE"
        The embedding that predicts answers: t-STE, STE or CKL.
    votes : int, default 1
        Number of answers that each question is to have.
    warm_up : int, default 2
        Number of questions with each object as the anchor (or, without anchors, with each object) before gains count.
    screens : {"triplets", "odd-one-outs", "quadruplets"}, optional
        Type of the questions. None: as in X, or triplets.
    participants : int, optional
        Make a list of questions for each of this many participants. Without answers in X every object occurs equally often.
    repeats : int, default 0
        Number of questions of each list that are asked a second time.
    prior : array-like of shape (n_objects, n_features), optional
        Vectors of the objects, such as those of a language model. Questions test branches of the average linkage of the
        vectors and, once there are answers, of the tree of both; `rule`, `method` and `warm_up` have no use.
    cosine : bool, default False
        The vectors are compared by their directions, not by their distances.
    {random_state, n_jobs}

    Returns
    -------
    Questions
        The questions; fewer than `count` if no more are left.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tertium.ask("car", 2, method=tertium.TSTE(max_iter=20), rule="uncertain")
    <tertium.Questions: 2 about 60 objects, chosen by uncertain>
    anchor           first        second            gain
    off-road/SUV 1   ordinary 11  ordinary 60   0.001016
    off-road/SUV 18  sports 52    sports 51    6.724e-05
    >>> lists = tertium.ask(12, 10, participants=3, repeats=2)
    >>> len(lists), lists.participants[-1]
    (36, 3)
    """
    count = whole("count", count, 1, MOST_TO_ASK)
    known = _known(X)
    screens = _screens(screens, known)
    bits = "gain" if "anchor" in _tertium.question_columns(screens) else "entropy"
    if participants is None and whole("repeats", repeats, 0):
        raise TertiumError("repeats are for lists of questions, give participants, too")
    people = 0 if participants is None else whole("participants", participants, 1)
    if prior is not None:
        if (rule, method, warm_up) != (None, "t-STE", 2):
            raise TertiumError("prior asks about the branches of a tree and does not use rule, method and warm_up, leave them out")
        rule = "branches"
    if people and not len(known.array) and prior is None:
        if rule is not None or not isinstance(method, str) or (method, votes, warm_up) != ("t-STE", 1, 2):
            raise TertiumError("rule, method, votes and warm_up are for lists if there are answers (without answers, questions are "
                               "drawn with equal probability), leave them out")  # fmt: skip
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


@documented
def ask_oracle(X, oracle, *, budget, batch=20, votes=1, swap=False, log=None, rule="mixed", method="t-STE", warm_up=2,
               screens=None, prior=None, cosine=False, random_state=1, n_jobs=-1):  # fmt: skip
    """Asks a function question after question, as `tertium ask --oracle` does.

    Batches are chosen until the oracle has answered `budget` times or every question has its votes.

    Parameters
    ----------
    X : Answers, array, data frame, path, int or list of str
        As in `ask`.
    oracle : callable
        A function of an array of questions, (m, 3) of anchor, first, second, or as `Questions` describes. It returns m
        answers: "first", "second" or "skip"; 1, 2 or 0; true or false; or 1, -1 or 0, as `predict` of an estimator returns.
        For odd-one-outs: "first", "second", "third" or "skip"; or 1, 2, 3 or 0.
    budget : int
        Number of answers.
    batch : int, default 20
        Number of questions chosen at a time.
    votes : int, default 1
        Number of answers that each question is to have.
    swap : bool, default False
        Exchange the two options for every further vote.
    log : path, optional
        A file that receives each batch, on the disk, before the next one is chosen. Asking continues from an existing log
        of `tertium ask`. If the oracle raises an error, the log contains all batches before.
    rule, method, warm_up, screens
        As in `ask`.
    prior : array of shape (objects, d), optional
        Vectors of the objects, such as a language model's; X is then the number of objects or their names. Odd-one-outs
        place the objects in a tree, one after the other, and start from the average linkage of the vectors, as
        `tertium ask --prior` does. Rule, method, warm_up and batch are not used.
    cosine : bool, default False
        Compare the vectors of the prior by cosine and not by Euclidean distance.
    {random_state, n_jobs}

    Returns
    -------
    Asked
        Questions and answers.

    Raises
    ------
    TertiumError
        If an argument is invalid, or the oracle returns something that is not an answer.

    Examples
    --------
    >>> import tertium
    >>> def nearest(questions):
    ...     anchor, first, second = questions.T
    ...     return abs(anchor - first) < abs(anchor - second)
    >>> found = tertium.ask_oracle(8, nearest, budget=60)
    >>> found.n_questions, tertium.FourAL(n_clusters=2).fit_predict(found.answers).tolist()
    (60, [0, 0, 0, 0, 0, 1, 1, 1])
    """
    known = _known(X)
    votes, swap = votes_of(votes), flag("swap", swap)
    if not callable(oracle):
        raise TertiumError(f"oracle = {shown(oracle)} is not a function, give a function of questions")
    if swap and votes < 2:
        raise TertiumError("swap is for questions that are asked again (positions of a single vote are random), give votes=2")
    if prior is not None:
        if (rule, method, warm_up, batch) != ("mixed", "t-STE", 2, 20) or screens not in (None, "odd-one-outs") or len(known.array):
            raise TertiumError("prior asks odd-one-outs that place one object after the other, about objects without answers, "
                               "leave rule, method, warm_up, batch, screens and answers out")  # fmt: skip
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


@documented
def simulate_asking(X, *, rules=None, truth="file", budget=2000, batch=20, runs=10, votes=1, method="t-STE", warm_up=2,
                    screens=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Simulates how fast several rules of choosing questions learn: `tertium ask --simulate`.

    No participant is asked.

    Parameters
    ----------
    X : Answers, array, data frame, path or name of a data set
        The answers, in any form that `tertium.answers` takes.
    rules : list of str, optional
        Rules of `ask`. None: all.
    truth : {"file", "model", "exact"}, default "file"
        Who answers. "file": X. "model": an embedding of X, with its probabilities, also questions that X does not have.
        "exact": the same without chance.
    budget : int, default 2000
        Number of answers in a run.
    batch : int, default 20
        Number of questions chosen at a time.
    runs : int, default 10
        Number of runs of each rule.
    votes, method, warm_up, screens
        As in `ask`.
    {random_state, n_jobs, verbose}

    Returns
    -------
    AskingSimulation
        Accuracy on held-out answers, by rule, number of answers and run.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tertium.simulate_asking("car", rules=["random", "uncertain"], budget=60, runs=2)
    <tertium.AskingSimulation: 2 runs, accuracy on held-out answers>
    answers  random        uncertain
         50  51.1 ± 0.8 %  52.1 ± 0.6 %
         60  51.6 ± 0.5 %  53.5 ± 0.7 %
    """
    known = answers_of(X)
    screens = _screens(screens, known)
    rules = _tertium.choice_rules(screens) if rules is None else texts("rules", rules)
    if not rules:
        raise TertiumError("there is no rule to try (rules is empty), give one or leave rules out")
    if len(set(rules)) < len(rules):
        raise TertiumError(f"a rule is given twice ({', '.join(rules)}), give each rule once")
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
        raise TertiumError(f"prior has {len(places)} rows for {len(known.names)} objects, give one row for each")
    choice.begin_with(places, cosine)


def votes_of(votes):
    return whole("votes", votes, 1, MOST_TO_ASK)


def _known(X):
    """Answers, or objects without answers."""
    if isinstance(X, (int, np.integer)) and not isinstance(X, bool):
        return _tertium.unanswered([str(i) for i in range(whole("the number of objects", X, 1, MOST_OBJECTS))])
    if isinstance(X, (list, tuple)) and X and all(isinstance(name, str) for name in X):
        return _tertium.unanswered(names_of_objects("the objects", X))
    return answers_of(X)


def _screens(screens, known):
    """The type of questions: as given, or that of the answers; triplets for most-central answers."""
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
    """The position of each choice, from 1; 0 for a skip."""
    try:
        given = list(given)
    except TypeError:
        raise TertiumError(f"the oracle returned {shown(given)} for {count} questions, return a list of answers") from None
    if len(given) != count:
        raise TertiumError(f"the oracle returned {len(given)} answers to {count} questions, return one for each")
    said = [_meant(one, of_three) for one in given]
    if None in said:
        k = said.index(None)
        known = "first, second, third, skip; 1, 2, 3, 0" if of_three else (
            "first, second, skip; 1, 2, 0; true, false; 1, -1, 0")  # fmt: skip
        raise TertiumError(f"the oracle's answer {k + 1} of {count} is {shown(given[k])} (known: {known}), correct it")
    return np.array(said, dtype=np.int64)


def _meant(one, of_three):
    """The position, from 1, or 0 for a skip; None if it is not an answer."""
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
