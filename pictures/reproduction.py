"""The report of `tertium reproduce`, as program/reproduce tells it.

html: FOLDER/index.html, one page that needs nothing else: pictures are inside. markdown: a page for each paper,
FOLDER/KEY.md, with its pictures beside it, and FOLDER/report.md, the index of all papers that have a page there, those of
earlier calls too; FOLDER/papers.json is what it tells of each. Needs the standard library only. A problem is one line
on stderr and exit code 1.
"""

import base64
import html
import json
import os
import re
import shutil
import sys
import tempfile

VERDICTS = ("holds", "fails", "undecided", "no data")
SIGNS = {"holds": "✓", "fails": "✗", "undecided": "?", "no data": "–"}
OWNERS = ("papers", "project")  # whose claims there are
PER_STATEMENT = ("Each verdict is wrong with a probability of at most 5 %; verdicts by Student's t can be wrong more often "
                 "(docs/claims.md). A tick in the column Holm marks verdicts that survive the correction for all claims of the "
                 "paper, or of this project about it.")
SMALL = "The small versions of the figures: verdicts come from few repetitions at few points."
HERE = os.path.dirname(os.path.abspath(__file__))


def give_up(problem):
    """Ends the program with one line on stderr."""
    print("no report: " + " ".join(str(problem).split()), file=sys.stderr)
    sys.exit(1)


def duration(seconds):
    """Three digits at most, in the largest unit that is not exceeded."""
    for unit, length in (("h", 3600.0), ("min", 60.0)):
        if seconds >= length:
            return f"{seconds / length:.1f} {unit}" if seconds < 10 * length else f"{seconds / length:.0f} {unit}"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def plural(count, word):
    return f"{count:,} {word}" + ("" if count == 1 else "s")


def plain(title):
    """A title without its formulas' marks: $\\delta$ becomes δ."""
    letters = {"delta": "δ", "sigma": "σ", "epsilon": "ε", "ln": "ln", "pm": "±", "cdot": "·"}
    text = re.sub(r"\\([a-z]+)", lambda found: letters.get(found[1], found[1]), title)
    return re.sub(r"\s+", " ", text.replace("$", "").replace("^2", "²").replace("{", "").replace("}", ""))


def figures_of(report):
    return [figure for paper in report["papers"] for figure in paper["figures"]]


def claims_of(figure, owner):
    return [claim for claim in figure["claims"] if claim["of_project"] == (owner == "project")]


def tally(figures):
    """How many claims have each verdict, the papers' own and this project's."""
    verdicts = {owner: [claim["verdict"] for figure in figures for claim in claims_of(figure, owner)] for owner in OWNERS}
    return {owner: {verdict: verdicts[owner].count(verdict) for verdict in VERDICTS} for owner in OWNERS}


def tally_text(counts):
    verbs = {"holds": ("holds", "hold"), "fails": ("fails", "fail"), "undecided": ("is undecided", "are undecided"),
             "no data": ("has no data", "have no data")}
    parts = [f"{count} {verbs[verdict][count != 1]}" for verdict, count in counts.items() if count]
    return ", ".join(parts)


def total_text(counts, papers="the papers"):
    """ "2 claims of the papers: 1 holds, 1 fails; 1 claim of this project: 1 holds." """
    parts = []
    for owner, whose in zip(OWNERS, (papers, "this project")):
        count = sum(counts[owner].values())
        if count:
            parts.append(f"{plural(count, 'claim')} of {whose}: {tally_text(counts[owner])}")
    return "; ".join(parts) + "." if parts else "No claims."


def state_text(figure):
    """The rows of a figure: numbers of points, repetitions and trials, and their time."""
    whole = figure["done"] == figure["trials"]
    text = plural(figure["points"], "point") + " × " + plural(figure["repetitions"], "repetition") + ", "
    if figure.get("refined"):
        text = f"a refined map of {figure['points']:,} points, at least {plural(figure['repetitions'], 'repetition')}, "
    text += plural(figure["trials"], "trial") if whole else f"{figure['done']:,} of {figure['trials']:,} trials done"
    if figure["failed"]:
        text += f", {figure['failed']:,} failed"
    if figure["done"]:
        text += f"; {duration(figure['seconds'])} of one core"
    if not figure.get("refined"):  # what a map takes is known at its end
        text += f" (planned for all: {duration(figure['planned'])})"
    if figure["looks"] is not None and figure["looks"] > figure["repetitions"]:
        text += f"; up to {figure['looks']:,} repetitions for claims that needed more"
    return text


def anchor(*parts):
    return "-".join(re.sub(r"[^A-Za-z0-9]+", "-", part) for part in parts)


def write_whole(path, text):
    """The file has all of the text, or stays as it was."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".report-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(temporary, 0o644)
    os.replace(temporary, path)


# --- HTML ---


def escaped(text):
    return html.escape(str(text), quote=True)


def badge(verdict):
    return f'<span class="verdict {anchor(verdict)}">{SIGNS[verdict]} {verdict}</span>'


def embedded(stem, title):
    """The picture as part of the page: shapes where they are few, else dots."""
    shapes, dots = stem + ".svg", stem + ".png"
    kind, path = ("svg+xml", shapes) if os.path.getsize(shapes) < 400_000 else ("png", dots)
    with open(path, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    return f'<img alt="{escaped(title)}" src="data:image/{kind};base64,{data}">'


def claim_rows(figure, owner, with_figure=False):
    for claim in claims_of(figure, owner):
        name = escaped(claim["name"])
        target = anchor(figure["name"], claim["name"])
        if with_figure:
            yield (f'<tr><td><a href="#{target}">{escaped(figure["name"])} {name}</a></td>'
                   f'<td>{escaped(claim["statement"])}</td><td>{badge(claim["verdict"])}</td></tr>')
            continue
        explanation = f'<p class="explanation">{escaped(claim["explanation"])}</p>' if claim["explanation"] else ""
        quote = f'<p class="source">“{escaped(claim["quote"])}”</p>' if claim["quote"] else ""
        needs = f"<p>{escaped(claim['needs'])}</p>" if claim["needs"] else ""
        yield (f'<tr id="{target}"><td>{name}</td><td>{escaped(claim["statement"])}{quote}'
               f'<p class="source">{escaped(claim["source"])}</p></td>'
               f'<td>{badge(claim["verdict"])}{explanation}</td><td>{"✓" if claim["survives"] else ""}</td>'
               f'<td>{escaped(claim["decides"])}{needs}</td></tr>')


def figure_html(figure):
    title = plain(figure["title"])
    parts = [f'<section class="figure" id="{anchor(figure["name"])}"><h3>{escaped(title)}</h3>',
             f'<p class="state">{escaped(state_text(figure))}</p>']
    parts += [f"<figure>{embedded(stem, title)}</figure>" for stem in figure["pictures"]]
    if not figure["pictures"]:
        parts.append('<p class="missing">Not drawn: some of its rows are missing.</p>')
    for owner, head in zip(OWNERS, ("claim", "claim of this project")):
        if rows := "".join(claim_rows(figure, owner)):
            parts.append(f'<div class="scroll"><table class="claims"><thead><tr><th></th><th>{head}</th><th>verdict</th>'
                         f"<th>Holm</th><th>what decides</th></tr></thead><tbody>{rows}</tbody></table></div>")
    if figure["table"]:
        parts.append("<details><summary>Numbers</summary><div class=\"scroll\"><pre>"
                     + escaped(figure["table"].strip("\n")) + "</pre></div></details>")
    made = "".join(f"<li>{escaped(maker)}</li>" for maker in figure["made"])
    parts.append(f'<details><summary>How to reproduce it</summary><p><code>{escaped(figure["line"])}</code>, seed '
                 f'{figure["seed"]}; one trial: <code>tertium status RUN --trial KEY</code>, where RUN is the folder of the run.</p>'
                 f"<ul>{made}</ul></details></section>")
    return "\n".join(parts)


def paper_html(paper):
    figures = paper["figures"]
    head = (f'<section class="paper" id="{anchor(paper["key"])}"><h2>{escaped(paper["title"])}</h2>'
            f'<p>{escaped(paper["authors"])}, {escaped(paper["source"])}. '
            f'{escaped(total_text(tally(figures), "the paper"))}</p>')
    return head + "\n".join(figure_html(figure) for figure in figures) + "</section>"


def overview_html(report):
    """A row for each paper, of its own claims and then of this project's; and behind it all claims."""
    return "".join(owner_html(report, *owner) for owner in
                   zip(OWNERS, ("paper", "this project, about"), ("All claims of the papers",
                                                                  "All claims of this project")))


def owner_html(report, owner, about, all_of_them):
    head = "".join(f"<th>{verdict}</th>" for verdict in VERDICTS)
    rows = []
    for paper in report["papers"]:
        counts = tally(paper["figures"])[owner]
        if not any(counts.values()):
            continue
        cells = "".join(f"<td>{count}</td>" for count in counts.values())
        links = ", ".join(f'<a href="#{anchor(figure["name"])}">{escaped(figure["name"])}</a>'
                          for figure in paper["figures"])
        rows.append(f'<tr><td><a href="#{anchor(paper["key"])}">{escaped(paper["key"])}</a></td>{cells}'
                    f"<td>{links}</td></tr>")
    if not rows:
        return ""
    index = "".join(row for figure in figures_of(report) for row in claim_rows(figure, owner, with_figure=True))
    return (f'<div class="scroll"><table class="overview"><thead><tr><th>{about}</th>{head}<th>figures</th></tr></thead>'
            f'<tbody>{"".join(rows)}</tbody></table></div><details><summary>{all_of_them}</summary>'
            f'<div class="scroll"><table class="claims"><tbody>{index}</tbody></table></div></details>')


def machine_text(report):
    program, machine = report["program"], report["machine"]
    return (f"Report of {report['made'][:16].replace('T', ' ')} UTC by commit {program['commit']} "
            f"({program['compiler']}) on {machine['processor']}, {plural(machine['cores'], 'core')}.")


def write_html(report, folder):
    with open(os.path.join(HERE, "reproduction.html"), encoding="utf-8") as file:
        page = file.read()
    times = sum(figure["seconds"] for figure in figures_of(report))
    parts = {
        "SUMMARY": f"{total_text(tally(figures_of(report)))} {PER_STATEMENT} All rows together took {duration(times)} of one core.",
        "NOTE": SMALL if report["smoke"] else "",
        "MACHINE": machine_text(report),
    }
    for name, text in parts.items():
        page = page.replace(f"<!--{name}-->", escaped(text))
    page = page.replace("<!--OVERVIEW-->", overview_html(report))
    page = page.replace("<!--PAPERS-->", "\n".join(paper_html(paper) for paper in report["papers"]))
    write_whole(os.path.join(folder, "index.html"), page)


# --- Markdown ---


def cell(text):
    return " ".join(str(text).split()).replace("|", "\\|")


def figure_markdown(figure, folder):
    lines = [f'<a id="{anchor(figure["name"])}"></a>', "", f"## {plain(figure['title'])}", "",
             f"`{figure['line']}`: {state_text(figure)}; rows by " + ("; ".join(figure["made"]) or "no program yet") + ".", ""]
    for stem in figure["pictures"]:
        name = os.path.basename(stem) + ".png"
        shutil.copyfile(stem + ".png", os.path.join(folder, name))
        lines += [f"![{plain(figure['title'])}]({name})", ""]
    for owner, head in zip(OWNERS, ("claim", "claim of this project")):
        if claims := claims_of(figure, owner):
            lines += [f"| | {head} | source | verdict | Holm | what decides |",
                      "| --- | --- | --- | --- | --- | --- |",
                      *map(claim_markdown, claims), ""]
    return lines


def claim_markdown(claim):
    quote = f" (“{cell(claim['quote'])}”)" if claim["quote"] else ""
    explanation = ": " + cell(claim["explanation"]) if claim["explanation"] else ""
    needs = f"; **{cell(claim['needs'])}**" if claim["needs"] else ""
    return (f"| {cell(claim['name'])} | {cell(claim['statement'])}{quote} | {cell(claim['source'])} "
            f"| **{claim['verdict']}**{explanation} | {'✓' if claim['survives'] else ''} | {cell(claim['decides'])}{needs} |")


def paper_markdown(report, paper, folder):
    """The page of a paper."""
    line = f"tertium reproduce {paper['key']}{' --smoke' if report['smoke'] else ''} --format markdown"
    lines = [f"# {paper['title']}", "",
             f"{paper['authors']}, {paper['source']}. **{total_text(tally(paper['figures']), 'the paper')}** "
             f"{PER_STATEMENT} [All papers](report.md)", "", *([SMALL, ""] if report["smoke"] else []),
             f"{machine_text(report)} Made by `{line}`; do not edit.", ""]
    for figure in paper["figures"]:
        lines += figure_markdown(figure, folder)
    return "\n".join(lines)


def is_told(paper):
    """Whether an entry of papers.json is what index_markdown needs."""
    kinds = {"title": str, "smoke": bool, "commit": str, "made": str, "seconds": int, "verdicts": dict, "figures": list}
    return (isinstance(paper, dict) and all(isinstance(paper.get(key), kind) for key, kind in kinds.items())
            and all(isinstance(paper["verdicts"].get(owner), dict) for owner in OWNERS)
            and all(type(paper["verdicts"][owner].get(verdict)) is int for owner in OWNERS for verdict in VERDICTS)
            and all(isinstance(figure, str) for figure in paper["figures"]))


def read_told(path):
    """The contents of papers.json."""
    if not os.path.exists(path):
        return {}
    try:
        with open(path, encoding="utf-8") as file:
            told = json.load(file)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or not all(map(is_told, told.values())):
        give_up(f"{path} is damaged, remove it or name another folder: -o FOLDER")
    return told


def told_papers(report, folder):
    """The entries of the index: those of earlier calls, without papers that are gone or have no page, updated by the
    report."""
    path = os.path.join(folder, "papers.json")
    told = {key: paper for key, paper in read_told(path).items()
            if key in report["known"] and os.path.exists(os.path.join(folder, key + ".md"))}
    if any(paper["smoke"] != report["smoke"] for paper in told.values()):
        give_up(f"{path} is about {'whole figures' if report['smoke'] else 'small versions'}, this report about the others; "
                "name another folder: -o FOLDER")
    for paper in report["papers"]:
        told[paper["key"]] = {
            "title": paper["title"], "smoke": report["smoke"], "commit": report["program"]["commit"],
            "made": report["made"][:10], "seconds": round(sum(figure["seconds"] for figure in paper["figures"])),
            "verdicts": tally(paper["figures"]), "figures": [figure["name"] for figure in paper["figures"]],
            "open": {f"{figure['name']} {claim['name']}": claim["needs"] for figure in paper["figures"]
                     for claim in figure["claims"] if claim["needs"]}}
    return {key: told[key] for key in report["known"] if key in told}


def index_markdown(told):
    counts = {owner: {verdict: sum(paper["verdicts"][owner][verdict] for paper in told.values()) for verdict in VERDICTS}
              for owner in OWNERS}
    seconds = sum(paper["seconds"] for paper in told.values())
    lines = ["# The papers again", "",
             f"**{total_text(counts)}** {PER_STATEMENT} All rows together took {duration(seconds)} of one core.", "",
             *([SMALL, ""] if any(paper["smoke"] for paper in told.values()) else []),
             "Made by `tertium reproduce --format markdown`; do not edit.", ""]
    for owner, about in zip(OWNERS, ("paper", "this project, about")):
        if rows := [row_markdown(key, paper, owner) for key, paper in told.items() if is_listed(paper, owner)]:
            lines += [f"| {about} | " + " | ".join(VERDICTS) + " | time of one core | page | figures |",
                      "| --- " * (4 + len(VERDICTS)) + "|", *rows, ""]
    return "\n".join(lines)


def is_listed(paper, owner):
    """With whose claims there are; where there are none, among the papers."""
    counts = {each: sum(paper["verdicts"][each].values()) for each in OWNERS}
    return counts[owner] > 0 or (owner == "papers" and counts["project"] == 0)


def row_markdown(key, paper, owner):
    links = ", ".join(f"[{figure}]({key}.md#{anchor(figure)})" for figure in paper["figures"])
    verdicts = " | ".join(str(paper["verdicts"][owner][verdict]) for verdict in VERDICTS)
    return (f"| [{key}]({key}.md): {cell(paper['title'])} | {verdicts} | {duration(paper['seconds'])} "
            f"| {paper['made']} by {paper['commit']} | {links} |")


def write_markdown(report, folder):
    """The pages first, so that the index tells of none that is not there."""
    told = told_papers(report, folder)
    for paper in report["papers"]:
        write_whole(os.path.join(folder, paper["key"] + ".md"), paper_markdown(report, paper, folder))
    write_whole(os.path.join(folder, "papers.json"), json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    write_whole(os.path.join(folder, "report.md"), index_markdown(told))


def main(report, kind, folder):
    try:
        {"html": write_html, "markdown": write_markdown}[kind](report, folder)
    except OSError as error:
        give_up(f"{error.filename}: {error.strerror}")
