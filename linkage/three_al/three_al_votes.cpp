#include <algorithm>
#include <vector>

#include "linkage/three_al/three_al_counts.hpp"

namespace tertium::linkage {
namespace {

using core::Object;

class VoteCounts final : public TripletCounts {
 public:
  VoteCounts(std::span<const core::TripletVotes> votes, Object n)
      : TripletCounts(n), anchor_begin_(static_cast<std::size_t>(n) + 1, 0) {
    entries_.reserve(2 * votes.size());
    for (const core::TripletVotes& question : votes) {
      const auto balance = static_cast<std::int32_t>(question.votes.balance());
      entries_.push_back({question.row, question.column, -balance});
      entries_.push_back({question.column, question.row, balance});
      anchor_begin_[question.anchor + 1] += 2;
      largest_ = std::max(largest_, std::abs(question.votes.balance()));
    }
    for (std::size_t i = 1; i < anchor_begin_.size(); ++i) anchor_begin_[i] += anchor_begin_[i - 1];
    // The votes come anchor by anchor.
    for (std::size_t i = 0; i + 1 < anchor_begin_.size(); ++i) std::sort(begin_of(i), begin_of(i + 1), by_other);
  }

  void count(std::span<const Object> anchors, std::span<const Object> others,
             std::span<std::int32_t> counts) const override {
    std::fill(counts.begin(), counts.end(), 0);
    for (const Object i : anchors)
      for (const Object l : others) {
        const auto [begin, end] =
            std::equal_range(begin_of(i), begin_of(static_cast<std::size_t>(i) + 1), Entry{l, 0, 0}, by_other);
        for (auto entry = begin; entry != end; ++entry) counts[entry->object] += entry->balance;
      }
  }

  std::int64_t largest() const override { return largest_; }

 private:
  /// t(i;object,other) = balance.
  struct Entry {
    Object other, object;
    std::int32_t balance;
  };

  static bool by_other(const Entry& a, const Entry& b) { return a.other < b.other; }
  std::vector<Entry>::iterator begin_of(std::size_t i) { return entries_.begin() + anchor_begin_[i]; }
  std::vector<Entry>::const_iterator begin_of(std::size_t i) const { return entries_.begin() + anchor_begin_[i]; }

  std::vector<std::ptrdiff_t> anchor_begin_;  // N + 1
  std::vector<Entry> entries_;                // by anchor and other
  std::int64_t largest_ = 1;
};

}  // namespace

std::unique_ptr<TripletCounts> counts_of_votes(std::span<const core::TripletVotes> votes, Object n) {
  return std::make_unique<VoteCounts>(votes, n);
}

}  // namespace tertium::linkage
