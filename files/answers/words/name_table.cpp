#include "files/answers/words/name_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

struct NameColumns {
  std::size_t object = 0;
  std::size_t name = 1;
  bool header = false;
};

NameColumns find_name_columns(std::span<const std::string_view> words) {
  NameColumns columns;
  std::optional<std::size_t> object;
  std::optional<std::size_t> name;
  for (std::size_t k = words.size(); k-- > 0;) {
    const std::string word = lower_case(words[k]);
    if (word == "object" || word == "id" || word == "item") object = k;
    if (word == "name") name = k;
  }
  if (!object && !name) return columns;
  columns.header = true;
  columns.object = object.value_or(name == 0 ? 1 : 0);
  columns.name = name.value_or(columns.object == 1 ? 0 : 1);
  return columns;
}

bool is_id(std::string_view text) {
  return core::parse_number<std::uint64_t>(text).has_value();
}

/// A first row of other words, "face,image", is a header where every object behind it is a number, and its is none.
void drop_header_of_other_words(NameTable& table) {
  const std::vector<std::string>& objects = table.objects;
  if (objects.size() < 3 || is_id(objects.front()) || !std::all_of(objects.begin() + 1, objects.end(), is_id)) return;
  table.objects.erase(table.objects.begin());
  table.names.erase(table.names.begin());
}

/// "owl" of "stimuli/owl.png" and of "<img src='static/owl.png'/>"; other texts as they are.
std::string_view last_part(std::string_view name) {
  const std::size_t source = name.find("src=");
  if (name.starts_with('<') && source != std::string_view::npos && source + 5 < name.size()) {
    const std::string_view rest = name.substr(source + 5);
    name = rest.substr(0, rest.find(name[source + 4]));
  }
  constexpr std::array<std::string_view, 14> kExtensions{".png",  ".jpg", ".jpeg", ".gif", ".webp", ".svg",  ".bmp",
                                                         ".tiff", ".wav", ".mp3",  ".ogg", ".mp4",  ".webm", ".txt"};
  const std::string lower = files::lower_case(name);
  const auto extension = std::ranges::find_if(kExtensions, [&](std::string_view end) { return lower.ends_with(end); });
  if (extension == kExtensions.end()) return name;
  name.remove_suffix(extension->size());
  const std::size_t folder = name.find_last_of("/\\");
  return folder == std::string_view::npos ? name : name.substr(folder + 1);
}

/// No more than 40 characters.
std::string shortened(std::string_view name) {
  constexpr std::size_t kMost = 40, kEnd = 12;
  std::vector<std::string_view> characters;
  for (std::string_view rest = name; !rest.empty(); rest.remove_prefix(characters.back().size()))
    characters.push_back(rest.substr(0, std::max<std::size_t>(core::utf8_length(rest), 1)));
  if (characters.size() <= kMost) return std::string(name);
  const std::span all(characters);
  return fmt::format("{}…{}", fmt::join(all.first(kMost - kEnd - 1), ""), fmt::join(all.last(kEnd), ""));
}

}  // namespace

NameTable read_name_table(const std::filesystem::path& path) {
  CsvReader rows(path);
  NameTable table;
  NameColumns columns;
  std::map<std::string, std::int64_t> line_of, line_of_name;
  for (bool first = true; rows.next(); first = false) {
    if (rows.fields().size() <= std::max(columns.object, columns.name))
      rows.fail_here("{} fields (object and name are in fields {} and {}), correct the row", rows.fields().size(),
                     columns.object + 1, columns.name + 1);
    if (first) columns = find_name_columns(rows.fields());
    if (first && columns.header) continue;
    const std::string object(rows.fields()[columns.object]);
    const std::string name(rows.fields()[columns.name]);
    if (object.empty())
      rows.fail_here("the object is empty (field {}), write it as the comparisons do", columns.object + 1);
    if (name.empty()) rows.fail_here("object '{}' has an empty name (field {}), give it one", object, columns.name + 1);
    const auto [same, is_fresh] = line_of_name.emplace(name, rows.line());
    if (!is_fresh)
      rows.fail_here("the name '{}' is given twice (first in line {}), make the names different", name, same->second);
    const auto [known, is_new] = line_of.emplace(object, rows.line());
    if (!is_new) rows.fail_here("object '{}' is listed twice (first in line {}), remove one", object, known->second);
    table.objects.push_back(object);
    table.names.push_back(name);
  }
  if (rows.divided_comment() > 0)
    core::fail(
        "{}:{}: begins with # and a blank like a comment but has the fields of an object, put the object in quotes, or "
        "move the comment above the table",
        rows.name(), rows.divided_comment());
  if (!columns.header) drop_header_of_other_words(table);
  if (table.objects.empty()) rows.fail_file("lists no object (no row object,name), add them");
  if (table.objects.size() > static_cast<std::size_t>(core::kMaxObjects))
    rows.fail_file("lists {} objects (at most {}), leave some out", table.objects.size(), core::kMaxObjects);
  return table;
}

ComparisonFile read_named(const std::filesystem::path& names, ComparisonOptions options,
                          const std::function<ComparisonFile(const ComparisonOptions&)>& read) {
  if (names.empty()) return read(options);
  NameTable table = read_name_table(names);
  options.known_names = std::move(table.objects);
  options.known_names_from = names.string();
  ComparisonFile file = read(options);
  file.names = std::move(table.names);
  return file;
}

std::vector<std::string> number_names(core::Object objects) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(objects));
  for (core::Object i = 0; i < objects; ++i) names.push_back(std::to_string(i));
  return names;
}

std::vector<std::string> short_names(std::span<const std::string> names) {
  std::vector<std::string> short_ones;
  std::set<std::string> different;
  for (const std::string& name : names) {
    const std::string& made = short_ones.emplace_back(shortened(last_part(name)));
    if (made.empty() || !different.insert(made).second) return {names.begin(), names.end()};
  }
  return short_ones;
}

std::string first_names(std::span<const std::string> names) {
  constexpr std::size_t kShown = 5;
  return fmt::format("{}{}", fmt::join(names.first(std::min(names.size(), kShown)), ", "),
                     names.size() > kShown ? ", ..." : "");
}

std::string first_names(std::span<const std::string> names, std::span<const core::Object> objects) {
  std::vector<std::string> chosen;
  for (const core::Object object : objects) chosen.push_back(names[object]);
  return first_names(chosen);
}

}  // namespace tertium::files
