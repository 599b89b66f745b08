#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "files/statements/comparison_header.hpp"
#include "files/statements/comparison_layout.hpp"

namespace tertium::files {
namespace {

/// One field that another delimiter would divide, or too many: what to do.
std::string fewer_fields_cure(const CsvReader& rows) {
  const std::string_view field = rows.fields().front();
  const std::size_t at = field.find_first_of("|:");
  return at == std::string_view::npos
             ? std::string("separate them by comma, semicolon, tab or blank")
             : fmt::format("separate them by comma: tr '{}' ',' < {} > FILE", field[at], rows.name());
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t k = 0; k < times; ++k) all += text;
  return all;
}

}  // namespace

void fail_header(const CsvReader& rows) {
  rows.fail_here(
      "the header '{0}' is not understood, say which columns are what: --columns 'NAME=anchor,NAME=near,NAME=far', or "
      "anchor, left, right and answer; a, b and odd; central, a and b; i, j, k and l; beside them subject, rt, count, "
      "set, check, group. Or say what the row is: --header no, a statement; --header yes, a header to be passed over, "
      "the "
      "columns being anchor,near,far or i,j,k,l",
      fmt::join(rows.fields(), ","));
}

void fail_lacking(const CsvReader& rows, std::span<const std::string> roles, ColumnWords words) {
  constexpr std::size_t kShown = 12;
  std::vector<std::string> unknown;
  for (std::size_t k = 0; k < words.size(); ++k)
    if (!role_of(words[k]) && !role_of(rows.fields()[k]) && !rows.fields()[k].empty())
      unknown.emplace_back(rows.fields()[k]);
  if (unknown.empty())
    rows.fail_here("no column is called {} (all that have a name are understood), write it above its column",
                   fmt::join(roles, ", "));
  std::string cure;
  for (const std::string& role : roles)
    cure += fmt::format("{}{}={}", cure.empty() ? "" : ",", unknown.size() == 1 ? unknown.front() : "NAME", role);
  const bool more = unknown.size() > kShown;
  unknown.resize(std::min(kShown, unknown.size()));
  rows.fail_here("no column is called {} (others are {}{}), say which it is: --columns '{}'", fmt::join(roles, ", "),
                 fmt::join(unknown, ", "), more ? ", ..." : "", cure);
}

void fail_number_of_fields(const CsvReader& rows) {
  const std::size_t count = rows.fields().size();
  rows.fail_here("{} field{} (a quadruplet i,j,k,l has 4, a triplet anchor,near,far has 3), {}", count,
                 count == 1 ? "" : "s",
                 count == 1   ? fewer_fields_cure(rows)
                 : count == 2 ? "add the missing one, or use --kind graph if every row is an edge"
                              : fmt::format("name all columns in their order, - for those to be passed over: "
                                            "--columns anchor,left,right,answer{}",
                                            repeated(",-", count - 4)));
}

}  // namespace tertium::files
