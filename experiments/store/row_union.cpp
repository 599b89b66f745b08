#include "experiments/store/row_union.hpp"

#include <algorithm>
#include <utility>

namespace tertium::experiments {

void RowUnion::add(std::vector<TrialRow>&& rows, const std::string& file) {
  const std::size_t file_index = files_.size();
  files_.push_back(file);
  places_.reserve(places_.size() + rows.size());
  for (TrialRow& row : rows) {
    const auto [at, is_new] = places_.try_emplace(row.key, Place{rows_.size(), file_index});
    if (is_new) {
      rows_.push_back(std::move(row));
    } else {
      add_duplicate(std::move(row), at->second, file_index);
    }
  }
}

void RowUnion::add_duplicate(TrialRow&& row, Place& place, std::size_t file) {
  TrialRow& kept = rows_[place.row];
  if (kept.status != row.status) {
    // A retry: not a duplicate, and the outcome that counts is the finished one.
    if (row.status != TrialStatus::done) return;
    kept = std::move(row);
    place.file = file;
    return;
  }
  ++n_duplicates_;
  if (row.status != TrialStatus::done) return;
  if (auto difference = first_difference(kept, row)) {
    conflicts_.push_back({row.key, std::move(*difference), files_[place.file], files_[file]});
  }
}

std::vector<TrialRow> RowUnion::take_rows() {
  std::sort(rows_.begin(), rows_.end(), [](const TrialRow& a, const TrialRow& b) { return a.key < b.key; });
  places_.clear();
  files_.clear();
  return std::exchange(rows_, {});
}

}  // namespace tertium::experiments
