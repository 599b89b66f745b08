"""The leaderboard of the benchmark: one page that opens from disk, and a table of its numbers."""

import html
import math

from ._tasks import csv_text

SECTIONS = {
    "predicted": ("Answers predicted", "Fraction of held-out answers that are predicted correctly, in five folds; ± is the standard error over folds. "
                 "A prediction of .5 counts as half."),
    "clusters": ("Clusters", "Adjusted Rand index with the true clusters. Their number is given."),
    "tree": ("Trees", "How well the tree contains the true clusters of all levels: for each cluster, the largest Jaccard overlap with the "
             "objects below a node, in the mean. 1: every cluster is a branch."),
}  # fmt: skip
STYLE = """
:root { color-scheme: light dark; --line: #c8ccd2; --soft: #f1f3f5; --best: #d6ecd9; }
@media (prefers-color-scheme: dark) { :root { --line: #444a52; --soft: #22262b; --best: #1f4a2a; } }
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; margin: 0 auto; max-width: 76rem; padding: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .86rem; margin: .6rem 0 1.4rem; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; position: sticky; left: 0; background: var(--soft); }
thead th { background: var(--soft); }
td.best { background: var(--best); font-weight: 600; }
small { opacity: .75; font-weight: 400; }
"""


def text_of(score):
    error = "" if math.isnan(score.error) else f" <small>± {100 * score.error:.1f}</small>"
    return f"{100 * score.value:.1f}{error}"


def leaders(column):
    """Names of those within two standard errors of the best."""
    best = max(column.values(), key=lambda score: score.value)
    near = 0.0 if math.isnan(best.error) else 2 * best.error
    return {name for name, score in column.items() if score.value >= best.value - max(near, 5e-4)}


def table(what, entries, tasks, budget_of):
    """One table of a section: entries by tasks. budget_of(task)."""
    columns = {}
    for task in tasks:
        found = {name: scores[task.name, what, budget_of(task)] for name, (_, scores) in entries.items()
                 if (task.name, what, budget_of(task)) in scores}  # fmt: skip
        if found:
            columns[task.name] = found
    if not columns:
        return ""
    mean = {name: sum(column[name].value for column in columns.values()) / len(columns) for name in entries
            if all(name in column for column in columns.values())}  # fmt: skip
    order = sorted((name for name in entries if any(name in column for column in columns.values())),
                   key=lambda name: (-mean.get(name, -1.0), name))  # fmt: skip
    lines = ['<div class="wide"><table><thead><tr><th>entry</th>', *(f"<th>{html.escape(task)}</th>" for task in columns),
             "<th>mean of all</th></tr></thead><tbody>"]  # fmt: skip
    best = {task: leaders(column) for task, column in columns.items()}
    for name in order:
        cells = [f"<tr><th>{html.escape(name)}</th>"]
        for task, column in columns.items():
            shown = text_of(column[name]) if name in column else ""
            cells.append(f'<td class="best">{shown}</td>' if name in best[task] else f"<td>{shown}</td>")
        lines.append("".join(cells) + f"<td>{100 * mean[name]:.1f}</td></tr>" if name in mean else "".join(cells) + "<td></td></tr>")
    return "".join(lines) + "</tbody></table></div>"


def times(entries, tasks):
    lines = ['<div class="wide"><table><thead><tr><th>entry</th>', *(f"<th>{html.escape(task.name)}</th>" for task in tasks), "</tr></thead><tbody>"]
    for name, (described, _) in entries.items():
        seconds = described["seconds"]
        cells = [f"<td>{seconds[task.name]:.3g}</td>" if task.name in seconds else "<td></td>" for task in tasks]
        by = f" <small>{html.escape(described['by'])}</small>" if described["by"] else ""
        lines.append(f"<tr><th>{html.escape(name)}{by}</th>{''.join(cells)}</tr>")
    return "".join(lines) + "</tbody></table></div>"


def page(entries, tasks, version):
    """The leaderboard. entries: {name: (what entry.json says, scores)}."""
    parts = [f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
             f"<title>Benchmark of ordinal answers</title><style>{STYLE}</style></head><body><h1>Benchmark of ordinal answers</h1>"
             f"<p>Entries: {len(entries)}; tasks: {len(tasks)}, of Tertium {html.escape(version)}. Numbers are percent. Coloured: the best entry of a column, and "
             "those within two of its standard errors. Empty: not entered. scores.csv also has the scores from half of the answers; docs/benchmark.md says how to enter.</p>"]  # fmt: skip
    for what, (title, sentence) in SECTIONS.items():
        shown = [task for task in tasks if what in task.scored]
        parts.append(f"<h2>{title}</h2><p>{sentence}</p>")
        parts.append("<h3>From all answers</h3>" + table(what, entries, shown, lambda task: task.budgets[-1]))
        parts.append("<h3>From a quarter of them</h3>" + table(what, entries, shown, lambda task: task.budgets[0]))
    parts.append("<h2>Tasks</h2><ul>" + "".join(f"<li><b>{html.escape(task.name)}</b>: {html.escape(task.sentence)}; {len(task.names)} objects, "
                 f"{len(task.rows)} {task.kind}</li>" for task in tasks) + "</ul>")  # fmt: skip
    parts.append("<h2>Seconds</h2><p>As reported by the entries, for all folds and budgets, each on its own machine.</p>" + times(entries, tasks))
    return "".join(parts) + "</body></html>\n"


def scores_csv(entries):
    rows = [["entry", "task", "scored", "budget", "value", "standard_error"]]
    for name, (_, scores) in entries.items():
        for (task, what, budget), score in sorted(scores.items()):
            error = "" if math.isnan(score.error) else f"{score.error:.6g}"
            rows.append([name, task, what, budget, f"{score.value:.6g}", error])
    return csv_text(rows)
