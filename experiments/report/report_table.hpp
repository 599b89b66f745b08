#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/report/report_text.hpp"
#include "experiments/statistics/row_metrics.hpp"
#include "experiments/store/row_table.hpp"

namespace tertium::experiments {

/// A place of the table: one index into the values of every dimension.
using Place = std::vector<std::size_t>;

/// One metric, summarised.
class ReportTable {
 public:
  ReportTable(const RowTable& rows, const ReportOptions& options);

  const std::string& metric() const { return metric_; }
  /// "s", "B", or empty.
  std::string unit() const;
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  /// Parameters that vary and are indistinguishable.
  const std::vector<std::string>& averaged() const { return averaged_; }
  const std::vector<std::string>& methods() const { return methods_; }
  /// All combinations of values, the last dimension fastest; one empty place where there are no dimensions.
  std::vector<Place> places() const { return places_of({}); }
  /// n = 0 where there are no values.
  Statistics at(const Place& place, const std::string& method) const;
  /// Most values behind one mean.
  std::size_t most() const;
  /// Whether some means are over fewer values than others.
  bool uneven() const;
  std::size_t n_failed() const { return n_failed_; }
  /// Which methods are not in the table, and why (absent_scores.hpp).
  const std::string& absent() const { return absent_; }

 private:
  void choose_dimensions(const RowTable& rows, const std::vector<std::string>& by);
  /// Those of a row: all along the dimensions that it does not depend on.
  std::vector<Place> places_of(const RowParameters& parameters) const;
  void summarise(const RowTable& rows);
  void order_methods(const std::vector<std::string>& first);

  std::string metric_;
  std::vector<Dimension> dimensions_;
  std::vector<std::string> averaged_;
  std::vector<std::string> methods_;
  std::map<std::string, std::map<Place, Statistics>> cells_;  ///< by method
  std::size_t n_failed_ = 0;
  std::string absent_;
};

/// Texts of a table, row by row, the heads first.
using Cells = std::vector<std::vector<std::string>>;

/// What stands over all blocks: "t_cluster (s): mean (population standard deviation) over 10 values".
std::string heading(const ReportTable& table);

/// "p = 0.1, n0 = 30": all dimensions but the last, which is that of the rows.
std::string block_title(const ReportTable& table, const Place& place);

/// The places, one list per block.
std::vector<std::vector<Place>> blocks(const ReportTable& table);

/// One row per place, one column per method, behind the value of the last dimension.
Cells block_cells(const ReportTable& table, const std::vector<Place>& places);

/// What is to be known of the numbers: values left out, means over several parameters. A line each; may be empty.
std::string notes(const ReportTable& table);

/// How LaTeX has numbers: as texts, or in columns of the package siunitx, deviations in units of the last digit.
enum class LatexNumbers { kText, kSiunitx };

/// The blocks as LaTeX tables (package booktabs): captions, parameters as symbols, the best of each row in bold, parts
/// where a block is wider than a page.
std::string as_latex(const ReportTable& table, LatexNumbers numbers);

}  // namespace tertium::experiments
