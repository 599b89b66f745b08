#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "experiments/store/trial_row.hpp"

namespace tertium::experiments {

/// Two finished rows with one key and different results: the trial is not reproducible.
struct RowConflict {
  TrialKey key;
  std::string difference;  ///< see first_difference
  std::string first;       ///< the file whose row is kept
  std::string second;
  bool of_two_builds = false;  ///< of the program
};

/// The union of sets of rows by key. Adding rows again changes nothing but the count of duplicates.
class RowUnion {
 public:
  /// Adds the rows of one file. A done row takes the place of a failed one; two done rows become one with the metrics
  /// and scores of both, so that a score computed later is one more row, and a difference between them is a conflict,
  /// in which the first stays; of two failed rows the first stays. A row of a later revision takes the place of all
  /// earlier ones, whatever they say.
  void add(std::vector<TrialRow>&& rows, const std::string& file);

  /// Rows that said something new.
  std::size_t n_news() const { return n_news_; }
  /// Rows that said nothing new.
  std::size_t n_duplicates() const { return n_duplicates_; }
  const std::vector<RowConflict>& conflicts() const { return conflicts_; }
  /// Hands out the rows, sorted by key, and empties the union.
  std::vector<TrialRow> take_rows();

 private:
  struct Place {
    std::size_t row;
    std::size_t file;
  };
  void add_duplicate(TrialRow&& row, Place& place, std::size_t file);
  void replace(TrialRow&& row, Place& place, std::size_t file);

  std::vector<TrialRow> rows_;
  std::unordered_map<TrialKey, Place> places_;
  std::vector<std::string> files_;
  std::size_t n_news_ = 0;
  std::size_t n_duplicates_ = 0;
  std::vector<RowConflict> conflicts_;
};

}  // namespace tertium::experiments
