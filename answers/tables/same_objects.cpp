#include "answers/tables/same_objects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/base/error.hpp"

namespace tertium::answers {
namespace {

using core::Object;

/// The number of each object of the file among `names`, -1 where it is none of them.
std::vector<Object> places_in(const std::vector<std::string>& names, const files::ComparisonFile& file) {
  std::unordered_map<std::string_view, Object> number;
  for (std::size_t i = 0; i < names.size(); ++i) number.emplace(names[i], static_cast<Object>(i));
  std::vector<Object> places;
  places.reserve(file.names.size());
  for (const std::string& name : file.names) {
    const auto found = number.find(name);
    places.push_back(found == number.end() ? -1 : found->second);
  }
  return places;
}

[[noreturn]] void fail_unknown(const files::ComparisonFile& file, const std::vector<bool>& missing,
                               std::size_t objects) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < missing.size(); ++i)
    if (missing[i]) names.push_back(fmt::format("'{}'", file.names[i]));
  const std::size_t more = names.size() - std::min(names.size(), kMostNamed);
  names.resize(names.size() - more);
  core::fail(
      "the fit does not know {}{} (it was made from answers about {} other objects), leave out answers about them, or "
      "read all answers at once and use a part of them for the fit",
      fmt::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more), objects);
}

}  // namespace

files::ComparisonFile numbered_as(const std::vector<std::string>& names, const files::ComparisonFile& file) {
  files::ComparisonFile same = file;
  if (file.names == names) return same;
  const std::vector<Object> places = places_in(names, file);
  std::vector<bool> missing(file.names.size(), false);
  for (core::Quadruplet& s : same.statements)
    for (Object* object : {&s.i, &s.j, &s.k, &s.l}) {
      const Object place = places[static_cast<std::size_t>(*object)];
      if (place < 0) missing[static_cast<std::size_t>(*object)] = true;
      *object = place;
    }
  if (std::ranges::find(missing, true) != missing.end()) fail_unknown(file, missing, names.size());
  same.objects = static_cast<Object>(names.size());
  same.names = names;
  return same;
}

}  // namespace tertium::answers
