#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/comparison_layout.hpp"
#include "core/files/csv.hpp"

namespace tertium::core {

/// The words above the columns, or in their place what --columns calls them; none where columns go by their place.
using ColumnWords = std::span<const std::string_view>;

/// In one line, what the file is taken for. `by` says what told it.
void remark_on_form(const CsvReader& rows, const ComparisonLayout& layout, ColumnWords words, const char* by,
                    std::vector<std::string>& remarks);
/// Columns that are passed over, and those that count.
void remark_on_columns(const ComparisonLayout& layout, ColumnWords words, std::vector<std::string>& remarks);
/// What a row about the central or the odd one of three is taken to say.
void remark_on_statements(const ComparisonLayout& layout, std::vector<std::string>& remarks);

}  // namespace tertium::core
