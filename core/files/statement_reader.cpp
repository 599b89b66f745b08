#include "core/files/statement_reader.hpp"

#include <cmath>
#include <limits>

#include "core/base/numbers.hpp"

namespace tertium::core {

std::int32_t count_of(const CsvReader& rows, std::size_t column) {
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  const std::string_view field = rows.fields()[column];
  const auto count = parse_number<double>(field);
  if (!count || *count < 0 || *count > kMost || *count != std::floor(*count))
    rows.fail_here("'{}' in field {} is no count (answers are counted: 0, 1, 2, ...), correct it or rename the column",
                   field, column + 1);
  return static_cast<std::int32_t>(*count);
}

}  // namespace tertium::core
