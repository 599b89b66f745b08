#include "core/methods/bibliography.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/version.hpp"

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

/// The value of a field in braces; empty if the entry has none.
std::string_view field_of(std::string_view entry, std::string_view name) {
  const std::string begin = fmt::format("\n  {} = {{", name);
  const std::size_t at = entry.find(begin);
  if (at == std::string_view::npos) return {};
  entry.remove_prefix(at + begin.size());
  std::string_view value = entry.substr(0, entry.find('\n'));
  value = value.substr(0, value.rfind('}'));
  return value.starts_with('{') ? value.substr(1, value.rfind('}') - 1) : value;
}

/// The entry, of which only `called` is not for readers.
Paper paper_of(std::string_view entry) {
  const auto field = [&](std::string_view name) { return field_of(entry, name); };
  const std::size_t brace = entry.find('{'), called = entry.find("  called = ");
  Paper paper{std::string(field("called")),
              {std::string(entry.substr(brace + 1, entry.find(',') - brace - 1)), {}, {}}};
  std::string place(!field("journal").empty()     ? field("journal")
                    : !field("booktitle").empty() ? field("booktitle")
                                                  : field("publisher"));
  if (!field("volume").empty()) place += fmt::format(" {}", field("volume"));
  if (const std::string_view pages = field("pages"); !pages.empty())
    place += fmt::format(", {}–{}", pages.substr(0, pages.find('-')), pages.substr(pages.rfind('-') + 1));
  paper.reference.text =
      fmt::format("{} ({}). {}. {}.", authors_text(field("author")), field("year"), field("title"), place);
  paper.reference.bibtex =
      std::string(entry.substr(0, called)) + std::string(entry.substr(entry.find('\n', called) + 1));
  return paper;
}

std::vector<Paper> read_papers() {
  const std::filesystem::path file = home_folder() / "data" / "papers.bib";
  std::ifstream stream(file);
  if (!stream) fail("{}: no such file, set TERTIUM_HOME to the folder that contains data/", file.string());
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  std::vector<Paper> papers;
  constexpr std::string_view kEnd = "\n}\n";
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    const std::size_t end = std::min(text.find(kEnd, at), text.size() - kEnd.size()) + kEnd.size();
    papers.push_back(paper_of(std::string_view(text).substr(at, end - at)));
    at = end;
  }
  return papers;
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

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> papers = read_papers();
  return papers;
}

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
      found.emplace_back(place, paper.reference);
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
