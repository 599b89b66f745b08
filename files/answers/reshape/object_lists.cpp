#include "files/answers/reshape/object_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kMarks = "|;, ";  // those that names may hold come last

}  // namespace

void ObjectLists::look_at(std::string_view field) {
  if (is_json(field)) return;
  for (const char mark : kMarks)
    if (field.find(mark) != std::string_view::npos) seen_.insert(mark);
}

void ObjectLists::settle() {
  const auto mark = std::ranges::find_if(kMarks, [&](char one) { return seen_.contains(one); });
  if (mark != kMarks.end()) mark_ = *mark;
}

std::vector<std::string> ObjectLists::of(std::string_view field) const {
  std::vector<std::string> list;
  if (is_json(field))
    if (const auto json = nlohmann::json::parse(field, nullptr, false); json.is_array()) {
      for (const auto& item : json) list.push_back(item.is_string() ? item.get<std::string>() : item.dump());
      return list;
    }
  for (std::size_t begin = 0; begin <= field.size();) {
    const std::size_t end = std::min(field.find(mark_, begin), field.size());
    const std::string_view item = core::trimmed(field.substr(begin, end - begin));
    if (!item.empty()) list.emplace_back(item);
    begin = end + 1;
  }
  return list;
}

}  // namespace tertium::files
