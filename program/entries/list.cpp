// tertium list: what there is of methods, models, data sets, schemes and scores.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "program/entries/entry_kinds.hpp"
#include "program/options/command_line.hpp"
#include "program/options/method_settings.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

std::string overview(const EntryKind& entries, const std::string& steps) {
  std::vector<terminal::Fact> facts;
  for (const EntryPage& page : entries.pages()) facts.emplace_back(page.name, page.sentence);
  facts.insert(facts.end(), entries.more.begin(), entries.more.end());
  return terminal::fact_lines(facts, 0) +
         fmt::format("\nMore about one: tertium list {} NAME{}\n", entries.name, steps);
}

std::string text_page(const EntryPage& page) {
  std::vector<terminal::Fact> facts{{"what", page.descriptions.empty() ? page.sentence : ""}};
  facts.insert(facts.end(), page.facts.begin(), page.facts.end());
  return terminal::entry_page(page.name, page.descriptions, facts, page.groups);
}

/// A cell of a table: a bar would end it, and "<S,X>" be a tag.
std::string table_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c);
  return escaped;
}

/// Markdown would take an indented formula for code.
std::string unindented(std::string text) {
  constexpr std::string_view kFormula = "\n    $$";
  for (std::size_t at = text.find(kFormula); at != std::string::npos; at = text.find(kFormula, at))
    text.replace(at, kFormula.size(), "\n$$");
  return text;
}

std::string markdown(const EntryKind& entries) {
  std::string text = fmt::format("# {}\n\nMade by `tertium list {} --markdown` out of the program; do not edit.\n",
                                 entries.introduction, entries.name);
  for (const EntryPage& page : entries.pages()) {
    text += fmt::format("\n## {}\n\n", page.name);
    for (const std::string& description : page.descriptions) text += unindented(description) + "\n\n";
    if (page.descriptions.empty()) text += page.sentence + "\n\n";
    for (const auto& [name, what] : page.facts)
      if (!what.empty()) text += fmt::format("- {}: {}\n", name, what);
    for (const auto& [title, facts] : page.groups) {
      if (facts.empty()) continue;
      text += fmt::format("\n| {} | |\n| --- | --- |\n", title);
      for (const auto& [name, what] : facts) text += fmt::format("| `{}` | {} |\n", name, table_cell(what));
    }
  }
  return text;
}

std::vector<EntryKind> kinds() {
  return {methods_kind(), models_kind(), datasets_kind(), schemes_kind(), metrics_kind()};
}

}  // namespace

int list_command(const std::vector<std::string>& args) {
  std::optional<std::string> chosen, name;
  bool as_markdown = false, check = false;
  CommandLine line("list", "What there is: methods, models, data sets, comparison schemes and scores.",
                   "tertium list methods\n"
                   "  tertium list methods 4-AL+search\n"
                   "  tertium list methods --steps steps.ini\n"
                   "  tertium list datasets zoo");
  line.argument("KIND", chosen, "methods, models, datasets, schemes or metrics", CommandLine::Need::kOptional);
  line.argument("NAME", name, "one of them; of methods also a chain of steps", CommandLine::Need::kOptional);
  line.see_also("cite");
  line.flag("markdown", as_markdown, "the reference page of the documentation");
  line.flag("check", check, "of datasets: whether their files are what they were, by checksums");
  add_steps_option(line);
  if (!line.parse(args)) return terminal::kComplete;
  if (line.has("steps") && (chosen != "methods" || as_markdown))
    throw core::UsageError("--steps is for the list of methods and their pages, leave it out");
  std::vector<terminal::Fact> facts;
  std::vector<std::string> known;
  for (const EntryKind& kind : kinds()) {
    facts.emplace_back(kind.name, kind.sentence);
    known.push_back(kind.name);
  }
  if (!chosen) {
    fmt::print("{}\nMore: tertium list KIND\n", terminal::fact_lines(facts, 0));
    return terminal::kComplete;
  }
  const std::vector<EntryKind> all = kinds();
  const auto kind = std::ranges::find(all, *chosen, &EntryKind::name);
  if (kind == all.end()) core::fail_unknown("kind", *chosen, known);
  if (check && !kind->check)
    throw core::UsageError(fmt::format("--check is of data sets ({} have no files), leave it out", kind->name));
  if (check) return kind->check();
  if (as_markdown)
    fmt::print("{}", markdown(*kind));
  else
    fmt::print("{}", name ? text_page(kind->page(*name))
                          : overview(*kind, line.has("steps") ? " --steps " + line.text("steps") : ""));
  return terminal::kComplete;
}

}  // namespace tertium::program
