#include "partition/correlation/pivot.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

#include "partition/correlation/label_moves.hpp"

namespace tertium::partition {

using core::Label;
using core::Object;

core::Partition pivot_clusters(Object n, std::span<const core::OddOneOut> answers, core::Stream& stream) {
  constexpr Label kNone = -1;
  const Incidence incidence(n, answers);
  std::vector<Object> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  stream.shuffle(std::span(order));
  std::vector<Label> labels(order.size(), kNone);
  std::vector<std::int64_t> votes(order.size(), 0);  // for being together with the pivot; all 0 between pivots
  const auto vote = [&](Object other, std::int64_t by) { votes[static_cast<std::size_t>(other)] += by; };
  Label next = 0;
  for (const Object pivot : order) {
    if (labels[static_cast<std::size_t>(pivot)] != kNone) continue;
    for (const auto& [companion, odd] : incidence.in_pair(pivot)) vote(companion, 1), vote(odd, -1);
    for (const auto& [a, b] : incidence.against(pivot)) vote(a, -1), vote(b, -1);
    const auto take = [&](Object other) {
      const auto place = static_cast<std::size_t>(other);
      if (votes[place] > 0 && labels[place] == kNone) labels[place] = next;
      votes[place] = 0;
    };
    for (const auto& [companion, odd] : incidence.in_pair(pivot)) take(companion), take(odd);
    for (const auto& [a, b] : incidence.against(pivot)) take(a), take(b);
    labels[static_cast<std::size_t>(pivot)] = next++;
  }
  return core::Partition(labels);
}

}  // namespace tertium::partition
