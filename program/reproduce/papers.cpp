#include "program/reproduce/papers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/base/text.hpp"
#include "files/text/ini.hpp"
#include "files/text/text_file.hpp"

namespace tertium::program {
namespace {

std::string required(const files::Ini& ini, const files::IniEntry& section, const std::string& key) {
  const files::IniEntry* entry = ini.find(section.section, key);
  if (entry == nullptr || entry->value.empty())
    throw core::UsageError(fmt::format("{}: [{}] has no {}, add one", section.where, section.section, key));
  return entry->value;
}

}  // namespace

std::vector<Paper> parse_papers(std::string_view text, const std::string& origin) {
  const files::Ini ini = files::read_ini(text, origin);
  std::vector<Paper> papers;
  std::set<std::string> seen;
  for (const files::IniEntry& section : ini.sections) {
    files::check_keys(ini, section.section, {"title", "authors", "source", "figures"});
    if (section.section == "report")
      throw core::UsageError(
          fmt::format("{}: a paper cannot be called report (the name of the index), rename it", section.where));
    const auto value = [&](const std::string& key) { return required(ini, section, key); };
    papers.push_back(
        {section.section, value("title"), value("authors"), value("source"), core::split_list(value("figures"))});
    for (const std::string& figure : papers.back().figures)
      if (!seen.insert(figure).second)
        throw core::UsageError(fmt::format("{}: {} is listed twice, keep one", section.where, figure));
  }
  return papers;
}

std::vector<Paper> read_papers() {
  const std::filesystem::path file = core::home_folder() / "configs" / "reproduce.papers";
  const auto fail = [&](const std::string& why) {
    throw core::UsageError(fmt::format(
        "cannot read the list of papers {} ({}), set TERTIUM_HOME to the project's folder", file.string(), why));
  };
  return parse_papers(files::read_text(file, fail), file.string());
}

std::vector<Paper> chosen_papers(std::vector<Paper> papers, const std::vector<std::string>& keys) {
  std::vector<std::string> known;
  for (const Paper& paper : papers) known.push_back(paper.key);
  for (const std::string& key : keys)
    if (std::find(known.begin(), known.end(), key) == known.end()) core::fail_unknown("paper", key, known);
  if (!keys.empty())
    std::erase_if(papers,
                  [&](const Paper& paper) { return std::find(keys.begin(), keys.end(), paper.key) == keys.end(); });
  return papers;
}

}  // namespace tertium::program
