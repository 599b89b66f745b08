#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

enum class ReportFormat {
  kText,     ///< aligned, in blocks, for reading
  kCsv,      ///< one line per place and method: parameters, method, n, mean, sd; full precision
  kLatex,    ///< tabulars in the form of the text blocks (package booktabs)
  kSiunitx,  ///< the same with numbers for the package siunitx
};

/// Throws UsageError with the known formats.
ReportFormat find_report_format(std::string_view name);

struct ReportOptions {
  /// Empty: the first of `preferred` that has values, else the first that has.
  std::string metric{};
  std::vector<std::string> preferred{"aari", "dasgupta_cost"};
  ReportFormat format = ReportFormat::kText;
  /// Parameters to tell apart, blocks first, the rows of a block last; over others the mean is taken. Empty: all that
  /// vary.
  std::vector<std::string> by{};
  /// Order of the columns; methods that it does not name follow by name.
  std::vector<std::string> methods{};
};

/// What best sums up a sweep: what its figure shows, else the recovery of a planted hierarchy, or the cost of the tree.
std::vector<std::string> preferred_metrics(const SweepConfig& config);

/// Mean and population standard deviation of a metric, over repetitions, per method and varied parameter. Methods that
/// do not depend on a parameter stand in every block and row of it. Throws UsageError when no finished row has a
/// finite value of the metric, or a parameter of `by` is unknown or named twice.
std::string report_text(const RowTable& rows, const ReportOptions& options = {});

}  // namespace tertium::experiments
