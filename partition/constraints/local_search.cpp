#include "partition/constraints/local_search.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "partition/constraints/incidence.hpp"

namespace tertium::partition {
namespace {

using core::Label;
using core::Object;
using core::OddOneOut;

/// Labels that change, object by object.
class Search {
 public:
  /// A pass makes at most one new cluster for each object.
  Search(const core::Partition& start, std::span<const OddOneOut> answers)
      : incidence_(start.objects(), answers),
        clusters_(start.clusters()),
        labels_(start.labels().begin(), start.labels().end()),
        gain_(2 * labels_.size() + 1, 0) {}

  /// Whether the object moved.
  bool move(Object u) {
    count_gains(u);
    Label& own = labels_[static_cast<std::size_t>(u)];
    const Label best = best_label(own);
    for (const Label label : touched_) gain_[static_cast<std::size_t>(label)] = 0;
    touched_.clear();
    if (best == own) return false;
    own = best;
    clusters_ = std::max(clusters_, best + 1);
    return true;
  }

  /// Numbers the clusters anew, in their order, without empty ones.
  void renumber() {
    std::vector<Label> number(gain_.size(), 0);
    for (const Label label : labels_) number[static_cast<std::size_t>(label)] = 1;
    std::exclusive_scan(number.begin(), number.end(), number.begin(), Label{0});
    for (Label& label : labels_) label = number[static_cast<std::size_t>(label)];
    clusters_ = labels_.empty() ? 0 : *std::ranges::max_element(labels_) + 1;
  }

  core::Partition partition() const { return core::Partition(labels_); }

 private:
  Label label_of(Object i) const { return labels_[static_cast<std::size_t>(i)]; }
  std::int64_t gain(Label label) const { return gain_[static_cast<std::size_t>(label)]; }

  void add(Label label, std::int64_t gain) {
    if (this->gain(label) == 0) touched_.push_back(label);
    gain_[static_cast<std::size_t>(label)] += gain;
  }

  /// In cluster x the object satisfies, compared with a cluster of its own, one answer more for each companion in x
  /// whose odd one is elsewhere, and one less for each two in x that it should be the odd one of.
  void count_gains(Object u) {
    for (const auto& [companion, odd] : incidence_.beside(u))
      if (label_of(companion) != label_of(odd)) add(label_of(companion), 1);
    for (const auto& [a, b] : incidence_.against(u))
      if (label_of(a) == label_of(b)) add(label_of(a), -1);
  }

  /// The label of largest gain, among equal ones the own, then the first. All labels that were not touched, the next
  /// new one among them, have gain 0, so the first of gain 0 stands for them.
  Label best_label(Label own) const {
    Label best = own, first_of_none = 0;
    while (gain(first_of_none) != 0) ++first_of_none;
    const auto try_label = [&](Label label) {
      if (gain(label) > gain(best) || (gain(label) == gain(best) && best != own && label < best)) best = label;
    };
    try_label(first_of_none);
    for (const Label label : touched_) try_label(label);
    return best;
  }

  Incidence incidence_;
  Label clusters_;  // the next new one
  std::vector<Label> labels_;
  std::vector<std::int64_t> gain_;  // of each cluster; all 0 between moves
  std::vector<Label> touched_;      // clusters whose gain was changed, some of them several times
};

}  // namespace

LocalSearchResult local_search(const core::Partition& start, std::span<const OddOneOut> answers, int most_passes,
                               core::Stream& stream) {
  Search search(start, answers);
  std::vector<Object> order(static_cast<std::size_t>(start.objects()));
  std::iota(order.begin(), order.end(), 0);
  stream.shuffle(std::span(order));
  LocalSearchResult result;
  for (bool moved = true; moved && result.passes < most_passes; ++result.passes) {
    moved = false;
    for (const Object u : order) moved = search.move(u) || moved;
    search.renumber();
    result.ended = !moved;
  }
  result.partition = search.partition();
  return result;
}

}  // namespace tertium::partition
