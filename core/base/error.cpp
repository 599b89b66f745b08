#include "core/base/error.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace tertium::core {
namespace {

/// Number of single-character edits between two words (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

/// A name without what people leave out or write otherwise: case, hyphens, dots, pluses, underscores, blanks.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (std::string_view("-.+_ ").find(c) == std::string_view::npos)
      text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// How far a name is from the one that was written: edits of what is folded, then of all.
std::pair<std::size_t, std::size_t> distance(std::string_view known, std::string_view written) {
  return {edit_distance(folded(known), folded(written)), edit_distance(known, written)};
}

}  // namespace

void fail_unknown(std::string_view kind, std::string_view name, std::span<const std::string> known) {
  const auto nearest = std::ranges::min_element(known, {}, [&](const std::string& one) { return distance(one, name); });
  std::string guess;
  // A guess keeps at least one character of what was written.
  if (nearest != known.end() && distance(*nearest, name).first < std::min<std::size_t>(3, folded(name).size()))
    guess = fmt::format("did you mean '{}'? ", *nearest);
  throw UsageError(fmt::format("unknown {} '{}'; {}known: {}", kind, name, guess, fmt::join(known, ", ")));
}

}  // namespace tertium::core
