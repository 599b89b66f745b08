#include "experiments/commands/study/methods_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

/// As a cell of a table in Markdown.
std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char c : one_plain_line(text)) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

}  // namespace

std::vector<core::Reference> study_references(const ClusterResult& made) {
  std::vector<core::Reference> references{core::software_reference()};
  core::add_references(core::references_of(made.request.method), references);
  if (made.found.support)
    core::add_references(core::references_in("Felsenstein 1985; Lemoine et al. 2018", ""), references);
  if (made.number) core::add_references(core::references_in("Breiman et al. 1984", ""), references);
  return references;
}

std::string methods_page(const StudyText& text) {
  std::string page =
      "# Methods\n\nWritten by `tertium study`, with the numbers of the files beside this one. Edit a copy: the same "
      "line "
      "writes this file again.\n";
  for (const std::string& paragraph : text.paragraphs) page += '\n' + paragraph + '\n';
  page += "\n## Settings and versions\n\n| | |\n| --- | --- |\n";
  for (const auto& [name, what] : text.settings) page += fmt::format("| {} | {} |\n", name, in_cell(what));
  page +=
      fmt::format("\n## Commands\n\nThe same files are made by\n\n```sh\n{}\n```\n", fmt::join(text.commands, "\n"));
  page += "\n## References\n\nWhat the program, the method and the numbers rest on:\n\n";
  for (const core::Reference& reference : text.references) page += "- " + reference.text + '\n';
  return page + fmt::format("\n```bibtex\n{}```\n", core::bibtex_text(text.references));
}

}  // namespace tertium::experiments
