#include "files/answers/rows/plain_rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

PlainRows::PlainRows(const ComparisonLayout& layout, const ComparisonOptions& options, char delimiter)
    : layout_(layout),
      delimiter_(delimiter),
      possible_(layout.ids && !layout.forms.front().count && !layout.choice && !layout.weight &&
                layout.fields == layout.columns.size() && options.missing.empty()) {}  // else some ids may say nothing

bool PlainRows::read(std::string_view text, std::vector<core::Quadruplet>& statements) {
  if (!possible_ || !text.ends_with('\n')) return false;
  const std::size_t before = statements.size();
  const bool good = layout_.fields == 4         ? read_rows<4, 1>(text, statements)
                    : layout_.forms.size() == 1 ? read_rows<3, 1>(text, statements)
                                                : read_rows<3, 2>(text, statements);
  if (!good) statements.resize(before);
  return good;
}

template <int kFields, std::size_t kForms>
bool PlainRows::read_rows(std::string_view text, std::vector<core::Quadruplet>& statements) {
  std::array<std::array<std::size_t, 4>, kForms> places{};  // of i, j, k, l in the row
  for (std::size_t form = 0; form < kForms; ++form)
    for (std::size_t k = 0; k < 4; ++k) places[form][k] = layout_.columns[layout_.forms[form].at[k]];
  std::array<core::Quadruplet, 512> some;  // of the last rows
  std::size_t here = 0;
  const auto give = [&] { statements.insert(statements.end(), some.begin(), some.begin() + std::exchange(here, 0)); };
  std::uint32_t smallest = kTooLong, largest = 0;
  rows_ = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (; at < end; ++rows_) {
    std::array<std::uint32_t, kFields> ids;
    for (int field = 0; field < kFields; ++field) {
      ids[field] = take_id(at);
      smallest = std::min(smallest, ids[field]);
      largest = std::max(largest, ids[field]);
      if (field + 1 < kFields && *at++ != delimiter_) return false;
    }
    at += *at == '\r' ? 1 : 0;
    if (*at++ != '\n') return false;
    for (const std::array<std::size_t, 4>& place : places) {
      const auto id = [&](std::size_t k) { return static_cast<core::Object>(ids[place[k]]); };
      some[here] = {id(0), id(1), id(2), id(3)};
      if (!is_statement(some[here++])) return false;
    }
    if (here + kForms > some.size()) give();
  }
  give();
  smallest_ = static_cast<core::Object>(smallest);
  largest_ = static_cast<core::Object>(largest);
  return largest < kTooLong;
}

}  // namespace tertium::files
