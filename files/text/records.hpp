#pragma once

#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace nlohmann {

/// What is not known is null.
template <typename Value>
struct adl_serializer<std::optional<Value>> {
  template <typename Json>
  static void to_json(Json& json, const std::optional<Value>& value) {
    json = value ? Json(*value) : Json();
  }
};

}  // namespace nlohmann

namespace tertium::files {

/// JSON whose names keep their order.
using Json = nlohmann::ordered_json;

/// One thing that a result tells.
struct Field {
  std::string name;
  const char* long_name;  ///< what it is, with its unit
  Json value;
  const char* format = "{:.6g}";  ///< in tables, of numbers that are not whole
};

/// All that it tells: an object in JSON, a row of a table. A thing that nothing is known of has the same names.
using Record = std::vector<Field>;

/// The value, or null where it is not known.
template <typename Value>
Json known(const Value& value, bool is_known) {
  return is_known ? Json(value) : Json();
}

/// An object in JSON, in the order of the fields.
Json json_of(const Record& record);
/// "name,name,...", above lines of values.
std::string header_line(const Record& record);
/// A line of values: nothing for what is not known, 1 or 0 for what is true or not, lists with semicolons.
std::string value_line(const Record& record);

/// 0, 1, ...: the things of a table that has them by number.
template <typename Number>
std::vector<Number> numbers_below(Number end) {
  std::vector<Number> numbers(static_cast<std::size_t>(end));
  std::iota(numbers.begin(), numbers.end(), Number{0});
  return numbers;
}

/// The type of the things of a list.
template <typename Things>
using ValueOf = std::remove_cvref_t<decltype(*std::declval<const Things&>().begin())>;

/// What record_of(thing, context...) says, as a function of things.
template <typename... Context>
auto recorded(const Context&... context) {
  return [&](const auto& thing) { return record_of(thing, context...); };
}

/// What `record_of` says of each thing.
template <typename Things, typename RecordOf>
Json json_of(const Things& things, const RecordOf& record_of) {
  Json records = Json::array();
  for (const auto& thing : things) records.push_back(json_of(record_of(thing)));
  return records;
}

/// The same as a table.
template <typename Things, typename RecordOf>
std::string csv_of(const Things& things, const RecordOf& record_of) {
  std::string text = header_line(record_of(ValueOf<Things>()));
  for (const auto& thing : things) text += value_line(record_of(thing));
  return text;
}

}  // namespace tertium::files
