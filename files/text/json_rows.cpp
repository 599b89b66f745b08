#include "files/text/json_rows.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

using Json = nlohmann::ordered_json;
using Fields = std::vector<std::pair<std::string, std::string>>;  // name, value

constexpr const char* kRun = "run_id";

bool is_single(const Json& value) {
  return !value.is_structured();
}

/// An array in which no object lies, at any depth: a list of values.
bool is_list(const Json& value) {
  if (!value.is_array()) return false;
  for (const Json& item : value)
    if (item.is_object() || (item.is_array() && !is_list(item))) return false;
  return true;
}

/// An array of objects that a label tells apart, "left" and "right": parts of the record that it lies in.
bool is_labelled(const Json& value) {
  if (!value.is_array() || value.size() < 2) return false;
  std::set<std::string> labels;
  for (const Json& item : value)
    if (!item.is_object() || !item.contains("label") || !item["label"].is_string() ||
        !labels.insert(item["label"].get<std::string>()).second)
      return false;
  return true;
}

/// On one line, whatever it holds.
std::string field_of(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

void put(Fields& fields, const std::string& name, std::string value) {
  for (auto& [known, old] : fields)
    if (known == name) {
      old = std::move(value);
      return;
    }
  fields.emplace_back(name, std::move(value));
}

/// Single values, and arrays as they are; those of objects inside, too; where two have the same name the outer one
/// stays.
void flatten(const Json& object, Fields& fields) {
  for (const auto& [name, value] : object.items())
    if (is_labelled(value))
      for (const Json& item : value)
        for (const auto& [part, single] : item.items())
          put(fields, item["label"].get<std::string>() + "_" + part, field_of(single));
    else if (!value.is_object())
      put(fields, name, field_of(value));
  for (const auto& [name, value] : object.items()) {
    if (!value.is_object()) continue;
    Fields inner;
    flatten(value, inner);
    for (auto& [inner_name, text] : inner) {
      const bool taken = std::ranges::count(fields, inner_name, &Fields::value_type::first) > 0;
      put(fields, taken ? name + "." + inner_name : inner_name, std::move(text));
    }
  }
}

/// Whether records lie in it.
bool holds_records(const Json& value) {
  if (value.is_array()) return !is_list(value) && !is_labelled(value);
  if (!value.is_object()) return false;
  return std::ranges::any_of(value, [](const Json& item) { return holds_records(item); });
}

/// Of objects in an array, whether records lie in them, in the place of being records: in most of them. A trial of
/// jsPsych is one, whatever it tells of a mouse.
bool are_around_records(const Json& array) {
  const auto is_around = [](const Json& item) {
    return holds_records(item) && !(item.is_object() && item.contains("trial_type"));
  };
  return 2 * std::ranges::count_if(array, is_around) > std::ssize(array);
}

class Records {
 public:
  /// `around`: what the values that it lies in say.
  void take(const Json& value, const Fields& around) {
    if (value.is_array()) {
      const bool inside = are_around_records(value);
      for (const Json& item : value)
        if (inside || item.is_array())
          take(item, around);
        else if (item.is_object())
          add_record(item, around);
    } else if (value.is_object() && holds_records(value)) {
      take_parts(value, around);
    } else if (value.is_object()) {
      add_record(value, around);
    }
  }

  std::string text() const {
    std::string text;
    for (const std::string& name : names_) text += (text.empty() ? "" : ",") + csv_field(name);
    for (const Fields& record : rows_) {
      std::vector<const std::string*> row(names_.size(), nullptr);
      for (const auto& [name, value] : record) row[places_.at(name)] = &value;
      text += '\n';
      for (std::size_t k = 0; k < row.size(); ++k)
        text += (k == 0 ? "" : ",") + (row[k] == nullptr ? std::string() : csv_field(*row[k]));
    }
    return text + '\n';
  }
  bool empty() const { return rows_.empty(); }

 private:
  void add_record(const Json& object, Fields fields) {
    flatten(object, fields);
    add(std::move(fields));
  }

  void take_parts(const Json& object, Fields fields) {
    for (const auto& [name, value] : object.items())
      if (is_single(value)) put(fields, name, field_of(value));
    for (const auto& [name, value] : object.items())
      if (holds_records(value)) take(value, fields);
  }

  void add(Fields record) {
    if (record.empty()) return;
    for (const auto& [name, value] : record)
      if (places_.emplace(name, names_.size()).second) names_.push_back(name);
    rows_.push_back(std::move(record));
  }

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<Fields> rows_;
};

/// How deep values lie in each other.
int depth_of(std::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (quoted && c == '\\')
      ++k;
    else if (c == '"')
      quoted = !quoted;
    if (quoted) continue;
    depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

std::vector<Json> values_in(std::string_view text, const std::string& name) {
  constexpr int kDeepest = 100;
  if (depth_of(text) > kDeepest)
    core::fail("{}: is JSON with values nested more than {} deep, save only the records", name, kDeepest);
  std::vector<Json> values;
  std::istringstream stream{std::string(text)};
  try {
    while (stream >> std::ws && stream.peek() != std::istringstream::traits_type::eof()) {
      if (stream.peek() == ',') stream.get();  // as some put between lines
      stream >> values.emplace_back();
    }
  } catch (const nlohmann::json::exception& error) {
    core::fail("{}: begins like JSON but is not valid ({}), save it again, or as CSV", name, error.what());
  }
  return values;
}

}  // namespace

bool is_json(std::string_view text) {
  const auto next = [&text] {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    const char c = text.empty() ? '\0' : text.front();
    if (!text.empty()) text.remove_prefix(1);
    return c;
  };
  const char first = next(), second = next();
  if (first == '{') return second == '"';
  return first == '[' && (second == '{' || (second == '[' && next() == '{'));
}

std::string rows_of_json(std::string_view text, const std::string& name) {
  const std::vector<Json> values = values_in(text, name);
  Records records;
  for (std::size_t k = 0; k < values.size(); ++k)
    records.take(values[k],
                 values.size() > 1 && values[k].is_array() ? Fields{{kRun, std::to_string(k + 1)}} : Fields());
  if (records.empty())
    core::fail("{}: is JSON without records (objects with names and values), give one for each answer", name);
  return records.text();
}

}  // namespace tertium::files
