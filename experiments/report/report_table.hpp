#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/report/report.hpp"
#include "experiments/report/row_metrics.hpp"
#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// A place of the table: one index into the values of every dimension.
using Place = std::vector<std::size_t>;

/// One metric, summarised.
class ReportTable {
 public:
  ReportTable(std::span<const TrialRow> rows, const ReportOptions& options);

  const std::string& metric() const { return metric_; }
  /// "s", "B", or empty.
  std::string unit() const;
  const std::vector<Dimension>& dimensions() const { return dimensions_; }
  /// Parameters that vary and are not told apart.
  const std::vector<std::string>& averaged() const { return averaged_; }
  const std::vector<std::string>& methods() const { return methods_; }
  /// All combinations of values, the last dimension fastest; one empty place where there are no dimensions.
  std::vector<Place> places() const;
  /// n = 0 where there are no values.
  Statistics at(const Place& place, const std::string& method) const;
  /// Most values behind one mean.
  std::size_t most() const;
  /// Whether some means are over fewer values than others.
  bool uneven() const;
  std::size_t n_failed() const { return n_failed_; }

 private:
  void choose_dimensions(std::span<const TrialRow> rows, const std::vector<std::string>& by);
  void add(const TrialRow& row, double value);
  void order_methods(const std::vector<std::string>& first);

  std::string metric_;
  std::vector<Dimension> dimensions_;
  std::vector<std::string> averaged_;
  std::vector<std::string> methods_;
  std::map<std::string, std::map<Place, std::vector<double>>> values_;  ///< by method
  std::size_t n_failed_ = 0;
};

}  // namespace tertium::experiments
