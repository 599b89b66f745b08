#include "experiments/store/row_union.hpp"

#include <algorithm>
#include <utility>

namespace tertium::experiments {

void RowUnion::add(std::vector<TrialRow>&& rows, const std::string& file) {
  const std::size_t file_index = files_.size();
  files_.push_back(file);
  // No reserve(): hundreds of small files would each rehash all that is there.
  for (TrialRow& row : rows) {
    const auto [at, is_new] = places_.try_emplace(row.key, Place{rows_.size(), file_index});
    if (is_new) {
      ++n_news_;
      rows_.push_back(std::move(row));
    } else {
      add_duplicate(std::move(row), at->second, file_index);
    }
  }
}

void RowUnion::add_duplicate(TrialRow&& row, Place& place, std::size_t file) {
  TrialRow& kept = rows_[place.row];
  if (kept.revision != row.revision) {
    if (kept.revision < row.revision) replace(std::move(row), place, file);
    return;
  }
  if (kept.status != row.status) {
    // A retry: not a duplicate, and the outcome that counts is the finished one.
    if (row.status != TrialStatus::done) return;
    return replace(std::move(row), place, file);
  }
  if (row.status != TrialStatus::done) {
    ++n_duplicates_;
  } else if (auto difference = first_difference(kept, row)) {
    ++n_duplicates_;
    conflicts_.push_back({row.key, std::move(*difference), files_[place.file], files_[file], kept.build != row.build});
  } else {
    ++(unite(kept, std::move(row)) ? n_news_ : n_duplicates_);
  }
}

void RowUnion::replace(TrialRow&& row, Place& place, std::size_t file) {
  ++n_news_;
  std::erase_if(conflicts_, [&](const RowConflict& conflict) { return conflict.key == row.key; });
  rows_[place.row] = std::move(row);
  place.file = file;
}

std::vector<TrialRow> RowUnion::take_rows() {
  std::vector<std::pair<TrialKey, std::size_t>> order;  // rows are large, and are moved once only
  order.reserve(rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) order.emplace_back(rows_[k].key, k);
  std::sort(order.begin(), order.end());
  std::vector<TrialRow> sorted;
  sorted.reserve(rows_.size());
  for (const auto& [key, k] : order) sorted.push_back(std::move(rows_[k]));
  rows_.clear();
  places_.clear();
  files_.clear();
  return sorted;
}

}  // namespace tertium::experiments
