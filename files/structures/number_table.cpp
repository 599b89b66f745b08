#include "files/structures/number_table.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::files {
namespace {

std::optional<double> number_in(std::string_view field) {
  const std::string word = lower_case(field);
  if (word == "nan" || word == "na") return std::numeric_limits<double>::quiet_NaN();
  return core::parse_number<double>(field);
}

void take_row(const CsvReader& rows, NumberTable& table) {
  if (table.rows == 0) table.columns = rows.fields().size();
  if (rows.fields().size() != table.columns)
    rows.fail_here("{} fields (the first row has {}), correct the row", rows.fields().size(), table.columns);
  for (std::size_t k = 0; k < table.columns; ++k) {
    const std::optional<double> number = number_in(rows.fields()[k]);
    if (!number) rows.fail_here("'{}' in {} is not a number, correct it", rows.fields()[k], rows.field_text(k));
    table.values.push_back(*number);
  }
  ++table.rows;
}

}  // namespace

NumberTable read_number_table(const std::filesystem::path& path) {
  if (is_npy_file(path)) {
    NpyNumbers numbers = read_npy_numbers(path);
    return {numbers.rows, numbers.columns, std::move(numbers.values)};
  }
  CsvReader rows(path, CsvReader::BadText::kRefuse, 1);
  NumberTable table;
  for (bool first = true; rows.next(); first = false) {
    const bool header =
        first && std::ranges::none_of(rows.fields(), [](std::string_view f) { return number_in(f).has_value(); });
    if (!header) take_row(rows, table);
  }
  return table;
}

}  // namespace tertium::files
