"""What mypy is shown: how the module is used, and three mistakes that it has to find, each with the word that it says."""
import tertium
import tertium.benchmark

answers: tertium.Answers = tertium.read("car")
first_half: tertium.Answers = answers[: len(answers) // 2]
names: tuple[str, ...] = answers[0]
tree = tertium.FourKAL(n_clusters=4).fit(first_half)
text: str = tree.newick()
share: float = tree.score(answers)
places = tertium.TSTE(n_components=3, restarts=2).fit(answers.array).embedding_.shape
probable: float = tertium.STE(n_jobs=2).fit(answers).predict_proba(answers)[0, 1]
sure: list[float] = tree.bootstrap_support(9, verbose=True).tolist()
number: int = tertium.choose_clusters(answers, method=tertium.AddS3AL, folds=3).n_clusters


class Mine:
    def fit(self, rows: object, n_objects: int) -> "Mine":
        return self


compared: tertium.Comparison = tertium.compare(answers, methods=["4-AL", Mine(), ("mine", Mine())])
paragraphs: str = tertium.study(answers, methods=["AddS-3-AL"], trees=9, n_clusters=2).methods
seconds: float = tertium.benchmark.enter("4-AL", "entry", tasks=["car"])[0]["car"]

tertium.FourKAL(n_cluster=4)  # mistake: n_cluster
tertium.TSTE(n_components="three")  # mistake: "n_components"
tertium.FourKAL().fit(answers).embedding_  # mistake: embedding_
