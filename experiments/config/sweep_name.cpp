#include "experiments/config/sweep_name.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/utf8.hpp"

namespace tertium::experiments {
namespace {

/// Bytes of letters beyond ASCII are those at and above 128; that they are whole letters is asked elsewhere.
bool may_stand(char c) {
  return static_cast<unsigned char>(c) >= 128 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || std::string_view(" ._-").find(c) != std::string_view::npos;
}

}  // namespace

std::string sweep_name_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > kLongestSweepName) return fmt::format("is longer than {} bytes", kLongestSweepName);
  if (std::string_view("._-").find(name.front()) != std::string_view::npos)
    return fmt::format("begins with '{}'", name.front());
  if (core::to_utf8(name) != name) return "is not UTF-8";
  const auto* const wrong = std::find_if_not(name.begin(), name.end(), may_stand);
  if (wrong != name.end())
    return fmt::format("has '{}' in it (a name is of letters, digits, blanks, '.', '_' and '-')", *wrong);
  return "";
}

}  // namespace tertium::experiments
