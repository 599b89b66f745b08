#include "files/text/records.hpp"

#include <fmt/format.h>

#include <cmath>

#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

std::string text_of(const Json& value, const char* format) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  if (!value.is_array() && !value.is_number_float()) return value.dump();
  if (value.is_number_float())
    return std::isfinite(value.get<double>()) ? fmt::format(fmt::runtime(format), value.get<double>()) : "";
  std::string text;
  for (const Json& one : value) text.append(text.empty() ? "" : "; ").append(text_of(one, format));
  return text;
}

}  // namespace

Json json_of(const Record& record) {
  Json json = Json::object();
  for (const Field& field : record) json[field.name] = field.value;
  return json;
}

std::string header_line(const Record& record) {
  std::string text;
  for (const Field& field : record) text.append(text.empty() ? "" : ",").append(csv_field(field.name));
  return text + '\n';
}

std::string value_line(const Record& record) {
  std::string text;
  for (const Field& field : record)
    text.append(&field == &record.front() ? "" : ",").append(csv_field(text_of(field.value, field.format)));
  return text + '\n';
}

}  // namespace tertium::files
