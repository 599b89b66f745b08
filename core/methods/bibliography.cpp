#include "core/methods/bibliography.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "core/base/version.hpp"
#include "core/methods/papers.hpp"

namespace tertium::core {
namespace {

constexpr std::string_view kProject = "this project";
constexpr std::string_view kTitle = "Tertium: comparison-based clustering, flat and hierarchical";
constexpr std::string_view kAuthors = "Tertium developers";

/// "Family, Given and Family, Given" as "Given Family and Given Family".
std::string authors_text(std::string_view authors) {
  constexpr std::string_view kAnd = " and ";
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= authors.size();) {
    const std::size_t end = std::min(authors.find(kAnd, begin), authors.size());
    const std::string_view author = authors.substr(begin, end - begin);
    const std::size_t comma = author.find(", ");
    names.push_back(comma == std::string_view::npos
                        ? std::string(author)
                        : fmt::format("{} {}", author.substr(comma + 2), author.substr(0, comma)));
    begin = end + kAnd.size();
  }
  const std::string last = std::move(names.back());
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

/// What BibTeX calls the place where a work of this type appeared.
std::string_view venue_field(std::string_view type) {
  return type == "article" ? "journal" : type == "book" ? "publisher" : "booktitle";
}

Reference reference_of(const Paper& paper) {
  std::string fields, place(paper.venue);
  if (paper.volume > 0) fields += fmt::format(",\n  volume = {{{}}}", paper.volume);
  if (paper.volume > 0) place += fmt::format(" {}", paper.volume);
  if (!paper.pages.empty()) fields += fmt::format(",\n  pages = {{{}}}", paper.pages);
  if (!paper.pages.empty())
    place += fmt::format(", {}–{}", paper.pages.substr(0, paper.pages.find('-')),
                         paper.pages.substr(paper.pages.rfind('-') + 1));
  return {std::string(paper.key),
          fmt::format("{} ({}). {}. {}.", authors_text(paper.authors), paper.year, paper.title, place),
          fmt::format("@{}{{{},\n  author = {{{}}},\n  title = {{{{{}}}}},\n  {} = {{{}}},\n  year = {{{}}}{}\n}}\n",
                      paper.type, paper.key, paper.authors, paper.title, venue_field(paper.type), paper.venue,
                      paper.year, fields)};
}

/// A citation as it stands, without what would end an entry of BibTeX early.
Reference reference_as_is(std::string_view citation, std::string_view name) {
  std::string key = "tertium-", note;
  for (const char c : name)
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-') key += c;
  for (const char c : citation)
    if (c != '{' && c != '}' && c != '\\') note += c;
  return {key, fmt::format("{}: {}.", name, citation),
          fmt::format("@misc{{{},\n  title = {{{{{}}}}},\n  note = {{{}}}\n}}\n", key, name, note)};
}

}  // namespace

Reference software_reference() {
  return {"tertium", fmt::format("{}. {}. Version {}.", kAuthors, kTitle, version()),
          fmt::format("@misc{{tertium,\n  author = {{{{{}}}}},\n  title = {{{{{}}}}},\n  note = {{Version {}}}\n}}\n",
                      kAuthors, kTitle, version())};
}

std::vector<Reference> references_in(std::string_view citation, std::string_view name) {
  std::vector<std::pair<std::size_t, Reference>> found;
  if (const std::size_t place = citation.find(kProject); place != std::string_view::npos)
    found.emplace_back(place, software_reference());
  for (const Paper& paper : all_papers())
    if (const std::size_t place = citation.find(paper.called); place != std::string_view::npos)
      found.emplace_back(place, reference_of(paper));
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Reference> references;
  for (auto& [place, reference] : found) references.push_back(std::move(reference));
  if (references.empty() && !citation.empty()) references.push_back(reference_as_is(citation, name));
  return references;
}

std::vector<Reference> references_of(const Method& method) {
  std::vector<Reference> references;
  for (const Link& link : method.links) add_references(references_in(link.step->citation, link.step->name), references);
  return references;
}

std::vector<Reference> references_of(std::string_view name) {
  if (const Step* step = find_or_null<Step>(name)) return references_in(step->citation, step->name);
  return references_of(find_method(name));
}

void add_references(const std::vector<Reference>& more, std::vector<Reference>& references) {
  for (const Reference& one : more)
    if (std::none_of(references.begin(), references.end(), [&](const Reference& old) { return old.key == one.key; }))
      references.push_back(one);
}

std::string reference_lines(const std::vector<Reference>& references) {
  std::string text;
  for (const Reference& one : references) text += one.text + "\n";
  return text;
}

std::string bibtex_text(const std::vector<Reference>& references) {
  std::string text;
  for (const Reference& one : references) text += (text.empty() ? "" : "\n") + one.bibtex;
  return text;
}

}  // namespace tertium::core
