#include "partition/correlation/label_moves.hpp"

#include <algorithm>
#include <numeric>

#include "core/random/portable_math.hpp"

namespace tertium::partition {

using core::Label;
using core::Object;
using core::OddOneOut;

Incidence::Incidence(Object n, std::span<const OddOneOut> answers)
    : begin_(2 * static_cast<std::size_t>(n) + 1, 0), others_(3 * answers.size()) {
  const auto in_pair = [](Object u) { return 2 * static_cast<std::size_t>(u); };
  const auto against = [](Object u) { return 2 * static_cast<std::size_t>(u) + 1; };
  for (const auto& [a, b, odd] : answers)
    for (const std::size_t k : {in_pair(a), in_pair(b), against(odd)}) ++begin_[k + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const auto& [a, b, odd] : answers) {
    others_[next[in_pair(a)]++] = {b, odd};
    others_[next[in_pair(b)]++] = {a, odd};
    others_[next[against(odd)]++] = {a, b};
  }
}

/// A pass makes at most one new cluster for each object.
LabelMoves::LabelMoves(const core::Partition& start, std::span<const OddOneOut> answers)
    : incidence_(start.objects(), answers),
      clusters_(start.clusters()),
      labels_(start.labels().begin(), start.labels().end()),
      gain_(2 * labels_.size() + 1, 0) {}

bool LabelMoves::move(Object u) {
  count_gains(u);
  const Label own = label_of(u), best = best_label(own);
  forget_gains();
  put(u, best);
  return best != own;
}

/// The largest of gain + temperature * g, g from Gumbel's distribution, is distributed as the heat bath asks for. Of
/// the clusters without gain, the own and one more stand for all.
void LabelMoves::move_by_heat(Object u, double temperature, core::Stream& stream) {
  count_gains(u);
  touched_.push_back(label_of(u));
  touched_.push_back(first_without_gain());
  std::sort(touched_.begin(), touched_.end());
  touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  Label best = label_of(u);
  double highest = 0.0;
  for (const Label label : touched_) {
    const double exponential = -core::portable_log(std::clamp(stream.uniform(), 1e-300, 1.0 - 1e-16));
    const double noise = exponential < 1.0 ? -core::portable_log(exponential) : core::portable_log(1.0 / exponential);
    const double height = static_cast<double>(gain(label)) + temperature * noise;
    if (label == touched_.front() || height > highest) {
      highest = height;
      best = label;
    }
  }
  forget_gains();
  put(u, best);
}

void LabelMoves::renumber() {
  std::vector<Label> number(gain_.size(), 0);
  for (const Label label : labels_) number[static_cast<std::size_t>(label)] = 1;
  std::exclusive_scan(number.begin(), number.end(), number.begin(), Label{0});
  for (Label& label : labels_) label = number[static_cast<std::size_t>(label)];
  clusters_ = labels_.empty() ? 0 : *std::ranges::max_element(labels_) + 1;
}

void LabelMoves::add(Label label, std::int64_t gain) {
  if (this->gain(label) == 0) touched_.push_back(label);
  gain_[static_cast<std::size_t>(label)] += gain;
}

/// In cluster x the object satisfies, compared with a cluster of its own, one answer more for each companion in x whose
/// odd one is elsewhere, and one less for each two in x that it should be the odd one of.
void LabelMoves::count_gains(Object u) {
  for (const auto& [companion, odd] : incidence_.in_pair(u))
    if (label_of(companion) != label_of(odd)) add(label_of(companion), 1);
  for (const auto& [a, b] : incidence_.against(u))
    if (label_of(a) == label_of(b)) add(label_of(a), -1);
}

void LabelMoves::forget_gains() {
  for (const Label label : touched_) gain_[static_cast<std::size_t>(label)] = 0;
  touched_.clear();
}

void LabelMoves::put(Object u, Label label) {
  labels_[static_cast<std::size_t>(u)] = label;
  clusters_ = std::max(clusters_, label + 1);
}

/// All labels that were not touched, the next new one among them, have gain 0: this one stands for them.
Label LabelMoves::first_without_gain() const {
  Label first = 0;
  while (gain(first) != 0) ++first;
  return first;
}

Label LabelMoves::best_label(Label own) const {
  Label best = own;
  const auto try_label = [&](Label label) {
    if (gain(label) > gain(best) || (gain(label) == gain(best) && best != own && label < best)) best = label;
  };
  try_label(first_without_gain());
  for (const Label label : touched_) try_label(label);
  return best;
}

}  // namespace tertium::partition
