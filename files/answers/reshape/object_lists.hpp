#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::files {

/// Takes lists of objects in one field apart: JSON, or what stands between bars, semicolons, commas, or blanks; the
/// same mark in all fields of a file.
class ObjectLists {
 public:
  static bool is_json(std::string_view field) { return field.starts_with('[') && field.ends_with(']'); }

  /// Every field is looked at before the mark is settled: the first of them, in the order above, that some field has.
  void look_at(std::string_view field);
  void settle();
  /// The objects of a field, without blanks around them.
  std::vector<std::string> of(std::string_view field) const;

 private:
  std::set<char> seen_{};
  char mark_ = ' ';
};

}  // namespace tertium::files
