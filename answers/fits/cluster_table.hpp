#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "answers/fits/predictions.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/quadruplets.hpp"
#include "core/methods/product.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// What clusters tell of answers: a table P(b before c | a), how probable it is that somebody asked about an object of
/// cluster a says that one of cluster b is more like it than one of cluster c. A model of k clusters has
/// k k (k - 1) / 2 such shares, for a statement about two objects of one cluster tells clusters nothing: it is a
/// coin's. Of a quadruplet the pairs of clusters that its two pairs of objects fall into are compared in the same way;
/// where the two pairs have an object in common that is the table above.
class ClusterTable {
 public:
  explicit ClusterTable(core::Partition clusters);

  /// Takes in a statement that was made so many times.
  void add(const core::Quadruplet& said, std::int64_t times);

  std::int64_t statements() const { return statements_; }
  /// Shares about which there is a statement.
  std::int64_t cells() const;
  /// The greatest log likelihood that such a table gives the statements taken in: the shares are those counted.
  double log_likelihood() const;
  /// -2 log_likelihood() + ln(statements()) cells(): the Bayesian information criterion (Schwarz, The Annals of
  /// Statistics 1978). The less the better.
  double criterion() const;
  /// Of a statement that need not have been taken in. Each share is taken for (won + 1) / (won + lost + 2) (Laplace's
  /// rule), so that nothing is impossible, and what was never asked about is as good as a coin.
  double log_probability(const core::Quadruplet& said) const;

 private:
  /// The number of a pair of clusters, in any order.
  std::size_t pair_of(core::Object i, core::Object j) const;
  std::int64_t times(std::size_t near, std::size_t far) const { return times_[near * pairs_ + far]; }

  core::Partition clusters_;
  std::size_t pairs_;                ///< of clusters, k (k + 1) / 2
  std::vector<std::int64_t> times_;  ///< by the pair of clusters said to be more alike, and the other
  std::int64_t statements_ = 0;
};

/// The table of all answers of a file.
ClusterTable cluster_table(const files::ComparisonFile& file, const core::Partition& clusters);

/// Log likelihood of answers held out: a sum over so many statements.
struct LogScore {
  std::int64_t statements = 0;
  double sum = 0.0;

  LogScore& operator+=(const LogScore& other);
};

/// The log likelihood of a statement, the mean over all blocks, and its standard error by the differences between
/// blocks.
Estimate mean_log_score(std::span<const LogScore> blocks);
/// That of one table less that of another, over the same blocks, with the standard error of the difference.
Estimate difference_of_log_scores(std::span<const LogScore> one, std::span<const LogScore> other);

/// The clusters that a product has: of a tree 1, 2, ... of them, at most so many, none of fewer objects than `least`;
/// of a partition its own alone.
std::vector<core::Partition> clusterings_of(const core::Product& product, core::Label most, core::Object least = 1);

}  // namespace tertium::answers
