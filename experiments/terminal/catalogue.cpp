#include "experiments/terminal/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {

std::string fact_lines(const std::vector<Fact>& facts, std::size_t indent) {
  std::size_t width = 0;
  for (const auto& [name, text] : facts) width = std::max(width, display_width(name));
  std::string lines;
  for (const auto& [name, text] : facts) {
    const std::string blanks(width - display_width(name), ' ');
    lines += fmt::format("{}{}{}  {}\n", std::string(indent, ' '), name, blanks, wrapped(text, indent + width + 2));
  }
  return lines;
}

std::vector<Fact> parameter_facts(const std::vector<core::ParameterInfo>& infos, const core::Parameters& values) {
  std::vector<Fact> facts;
  for (const core::ParameterInfo& info : infos) {
    std::string text = info.sentence;
    if (!info.is_free()) text += "; " + info.range_text();
    facts.emplace_back(info.name + " = " + core::to_text(values.at(info.name)), text);
  }
  return facts;
}

std::string entry_page(const std::string& title, const std::vector<Fact>& facts,
                       const std::vector<std::pair<std::string, std::vector<Fact>>>& groups) {
  std::vector<Fact> told;
  std::copy_if(facts.begin(), facts.end(), std::back_inserter(told), [](const Fact& f) { return !f.second.empty(); });
  std::string page = title + "\n" + fact_lines(told, 2);
  for (const auto& [name, group] : groups)
    if (!group.empty()) page += "  " + name + "\n" + fact_lines(group, 4);
  return page;
}

}  // namespace tertium::experiments
