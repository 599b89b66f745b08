#include "program/options/entry_pages.hpp"

#include <fmt/format.h>

#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"

namespace tertium::program {
namespace {

std::string overview(const EntriesCommand& entries) {
  std::vector<terminal::Fact> facts;
  for (const EntryPage& page : entries.pages()) facts.emplace_back(page.name, page.sentence);
  facts.insert(facts.end(), entries.more.begin(), entries.more.end());
  return terminal::fact_lines(facts, 0) + fmt::format("\nMore about one: tertium {} NAME\n", entries.command);
}

std::string text_page(const EntryPage& page) {
  std::vector<terminal::Fact> facts{{"what", page.sentence}};
  facts.insert(facts.end(), page.facts.begin(), page.facts.end());
  return terminal::entry_page(page.name, facts, page.groups);
}

std::string markdown(const EntriesCommand& entries) {
  std::string text = fmt::format("# {}\n\nMade by `tertium {} --markdown` out of the program; do not edit.\n",
                                 entries.introduction, entries.command);
  for (const EntryPage& page : entries.pages()) {
    text += fmt::format("\n## {}\n\n{}\n\n", page.name, page.sentence);
    for (const auto& [name, what] : page.facts)
      if (!what.empty()) text += fmt::format("- {}: {}\n", name, what);
    for (const auto& [title, facts] : page.groups) {
      if (facts.empty()) continue;
      text += fmt::format("\n| {} | |\n| --- | --- |\n", title);
      for (const auto& [name, what] : facts) text += fmt::format("| `{}` | {} |\n", name, what);
    }
  }
  return text;
}

}  // namespace

int show_entries(const EntriesCommand& entries, const std::vector<std::string>& args) {
  CommandLine line(entries.command, entries.sentence, entries.example);
  line.argument("NAME", "one of them", CommandLine::Need::kOptional);
  line.flag("markdown", "the reference page of the documentation");
  if (entries.check) line.flag("check", entries.check_sentence);
  if (!line.parse(args)) return terminal::kComplete;
  if (entries.check && line.has("check")) return entries.check();
  if (line.has("markdown"))
    fmt::print("{}", markdown(entries));
  else
    fmt::print("{}", line.has("NAME") ? text_page(entries.page(line.text("NAME"))) : overview(entries));
  return terminal::kComplete;
}

}  // namespace tertium::program
