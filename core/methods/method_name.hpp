#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tertium::core {

/// Texts of parameters, KEY and VALUE.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// The name of a method or step taken apart: "t-STE (d = 5)" is t-STE with d = 5.
struct MethodName {
  std::string bare;  ///< without the parentheses at its end
  Settings settings{};

  /// Whether the parentheses set that parameter.
  bool sets(std::string_view key) const;
  /// As tables and pictures write it, whatever blanks it was given with.
  std::string text() const;
};

/// Throws UsageError where the parentheses at the end are not closed, come twice or hold something else than KEY =
/// VALUE.
MethodName split_method_name(std::string_view name);

}  // namespace tertium::core
