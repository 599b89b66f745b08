#include "answers/study/methods_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answers/study/study_text.hpp"
#include "core/base/text.hpp"

namespace tertium::answers {
namespace {

/// As a cell of a table in Markdown.
std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char c : core::one_plain_line(text)) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

/// What the paragraphs of study_text.hpp cite.
std::vector<core::Reference> references_to(const ClusterRequest& request, bool reliability, bool support,
                                           const std::optional<NumberChoice>& number) {
  std::vector<core::Reference> references{core::software_reference()};
  core::add_references(core::references_of(request.method), references);
  if (reliability) core::add_references(core::references_in("Spearman 1910; Brown 1910", ""), references);
  if (support) core::add_references(core::references_in("Felsenstein 1985; Lemoine et al. 2018", ""), references);
  if (number)
    core::add_references(
        core::references_in(number->rule == NumberRule::kHeldOut ? "Breiman et al. 1984" : "Schwarz 1978", ""),
        references);
  return references;
}

/// What is set, used and left out, in the order of the paragraphs.
std::vector<std::pair<std::string, std::string>> settings_of(const AnswerInput& input, const Study& found) {
  std::vector<std::pair<std::string, std::string>> settings;
  settings.emplace_back("answers", input.source.empty() ? "arrays" : fmt::format("`{}`", input.source));
  for (const std::string& note : input.comparisons.notes) settings.emplace_back("", note);
  settings.emplace_back("held out", found.compared.folds.sentence);
  std::vector<std::string> names;
  for (const HeldOut& result : found.compared.best_first) names.push_back(result.method.name);
  settings.emplace_back("methods compared, best first", fmt::format("{}", fmt::join(names, ", ")));
  for (const std::string& reason : found.compared.left_out) settings.emplace_back("not tried", reason);
  for (const HeldOut& result : found.compared.failed)
    settings.emplace_back("failed", fmt::format("{}: {}", result.method.name, result.failure));
  settings.emplace_back("method", found.request.method.with_parameters());
  settings.emplace_back("bootstrap trees", std::to_string(found.request.support));
  settings.emplace_back("seed", std::to_string(found.request.seed));
  return settings;
}

}  // namespace

std::string MethodsPage::text() const {
  std::string page = "# Methods\n\n" + head + '\n';
  for (const std::string& paragraph : paragraphs) page += '\n' + paragraph + '\n';
  page += "\n## Settings and versions\n\n| | |\n| --- | --- |\n";
  for (const auto& [name, what] : settings) page += fmt::format("| {} | {} |\n", name, in_cell(what));
  if (!commands.empty())
    page += fmt::format("\n## Commands\n\nThe same files are made by these commands:\n\n```sh\n{}\n```\n",
                        fmt::join(commands, "\n"));
  page += "\n## References\n\nThe program, the method and the numbers are based on:\n\n";
  for (const core::Reference& reference : references) page += "- " + reference.text + '\n';
  return page + fmt::format("\n```bibtex\n{}```\n", core::bibtex_text(references));
}

MethodsPage methods_page(const AnswerInput& input, const Study& found, const std::string& head) {
  MethodsPage page{.head = head,
                   .paragraphs = {answers_paragraph(input, found.seen, found.reliability),
                                  comparison_paragraph(input, found.compared),
                                  tree_paragraph(found.request, found.made, found.number)},
                   .settings = settings_of(input, found),
                   .references = references_to(found.request, found.reliability.splits > 0,
                                               found.made.support.has_value(), found.number)};
  if (found.map) {
    page.paragraphs.push_back(map_paragraph(*found.map, found.request.seed));
    core::add_references(core::references_of(found.map->method), page.references);
    core::add_references(core::references_in("Gower 1975; Breiman et al. 1984", ""), page.references);
  }
  if (found.groups) {
    page.paragraphs.push_back(groups_paragraph(found.group_request, *found.groups));
    core::add_references(core::references_of(found.group_request.method), page.references);
    core::add_references(core::references_in("Phipson and Smyth 2010", ""), page.references);
  }
  return page;
}

}  // namespace tertium::answers
