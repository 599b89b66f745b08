#include <algorithm>
#include <array>

#include "files/answers/rows/sinks.hpp"

namespace tertium::files {
namespace {

constexpr std::uint32_t kTooLong = 100'000'000;  // what has so many digits is no id

/// The id that begins at `at`, which is moved behind its digits; kTooLong if there is none, or one too long. The text
/// ends with a line end, so digits do.
std::uint32_t take_id(const char*& at) {
  const auto digit_at = [](const char* place) { return static_cast<std::uint32_t>(*place) - std::uint32_t{'0'}; };
  std::uint32_t id = digit_at(at);
  if (id > 9) return kTooLong;
  std::uint32_t digit = digit_at(++at);
  if (id == 0 && digit <= 9) return kTooLong;  // 001, which is told
  for (; digit <= 9 && id < kTooLong / 10; digit = digit_at(++at)) id = id * 10 + digit;
  return digit <= 9 ? kTooLong : id;
}

}  // namespace

bool PlainRows::possible(const ComparisonLayout& layout) {
  return layout.ids && layout.forms.size() == 1 && !layout.forms.front().count && !layout.choice &&
         layout.fields == layout.columns.size();
}

bool PlainRows::read(std::string_view text, std::vector<core::Quadruplet>& statements) {
  if (!text.ends_with('\n')) return false;
  return layout_.fields == 3 ? read_rows<3>(text, statements) : read_rows<4>(text, statements);
}

template <int kFields>
bool PlainRows::read_rows(std::string_view text, std::vector<core::Quadruplet>& statements) {
  std::array<std::size_t, 4> place{};  // of i, j, k, l in the row
  for (std::size_t k = 0; k < place.size(); ++k) place[k] = layout_.columns[layout_.forms.front().at[k]];
  statements.resize(text.size() / (2 * kFields) + 1);  // no row is shorter
  core::Quadruplet* next = statements.data();
  std::uint32_t smallest = kTooLong, largest = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    std::array<std::uint32_t, kFields> ids;
    for (int field = 0; field < kFields; ++field) {
      ids[field] = take_id(at);
      smallest = std::min(smallest, ids[field]);
      largest = std::max(largest, ids[field]);
      if (field + 1 < kFields && *at++ != delimiter_) return false;
    }
    at += *at == '\r' ? 1 : 0;
    if (*at++ != '\n') return false;
    const auto id = [&](std::size_t k) { return static_cast<core::Object>(ids[place[k]]); };
    *next = {id(0), id(1), id(2), id(3)};
    if (!is_statement(*next++)) return false;
  }
  statements.resize(static_cast<std::size_t>(next - statements.data()));
  smallest_ = static_cast<core::Object>(smallest);
  largest_ = static_cast<core::Object>(largest);
  return largest < kTooLong;
}

}  // namespace tertium::files
