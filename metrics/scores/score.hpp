#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/registry.hpp"
#include "core/methods/problem.hpp"
#include "core/methods/product.hpp"
#include "core/methods/step.hpp"

namespace tertium::metrics {

/// The method that made a product, for scores that run it again on other comparisons of the same objects.
struct MethodAgain {
  core::Provisions needs;
  std::function<core::Product(const core::Problem&)> run;
};

/// Values that a number can have, both ends included; infinite where no bound is known.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// A share, or a yes or no.
inline constexpr ValueRange kShareRange = {0.0, 1.0};
/// The adjusted Rand index is never below -1/2 (Chacon and Rastrojo, Minimum adjusted Rand index for two clusterings of
/// a given size, Advances in Data Analysis and Classification 2023), nor a mean of such.
inline constexpr ValueRange kAdjustedRandRange = {-0.5, 1.0};

/// A number that says how good a product is. A file of one, or of some that belong together, defines
///     void tertium::register_score_NAME(core::Registry<metrics::Score>& scores)
/// A score is computed from the stored product, after it, so it is no part of a trial's identity.
struct Score {
  std::string name;  ///< as written in a configuration and, where it has one column only, the column
  std::string sentence;
  std::string citation;
  std::string unit{};  ///< empty: a pure number
  /// Its columns where they are others than its name; "ari_level1" stands for all that differ in the number.
  std::vector<std::string> columns{};
  ValueRange range{};        ///< of each of its columns
  core::ProductKinds of;     ///< what it is computed of
  core::Provisions needs{};  ///< of the problem
  bool higher_is_better = true;
  bool by_default = false;  ///< computed where a configuration does not say
  /// Adds its columns; NaN where a value is undefined. The product has the problem's numbering of objects.
  std::function<void(const core::Product&, const core::Problem&, std::map<std::string, double>& columns)> compute{};
  /// In its place, of a score that has to know the method; it draws from streams of the problem's cell.
  std::function<void(const core::Product&, const core::Problem&, const MethodAgain&,
                     std::map<std::string, double>& columns)>
      compute_again{};
  int runs = 0;  ///< of the method, in compute_again
  /// Of so many objects, what it takes once for all trials on the same similarities, which share it; empty: nothing
  /// that counts beside the methods.
  std::function<core::Cost(core::Object)> cost{};

  /// Whether it can be had of such a product in such a problem.
  bool applies(core::ProductKind kind, core::Provisions provided) const {
    return of.contains(kind) && provided.includes(needs);
  }
};

/// A score's `compute` where it has one column.
inline auto one_column(std::string column, double (*value)(const core::Product&, const core::Problem&)) {
  return [column = std::move(column), value](const core::Product& product, const core::Problem& problem,
                                             std::map<std::string, double>& columns) {
    columns[column] = value(product, problem);
  };
}

/// Throws UsageError with the known names.
inline const Score& find_score(std::string_view name) {
  return core::find<Score>("score", name);
}

}  // namespace tertium::metrics
