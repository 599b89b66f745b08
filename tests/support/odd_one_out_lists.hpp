#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <span>
#include <vector>

#include "core/clusterings/agreement.hpp"
#include "core/clusterings/partition.hpp"
#include "core/comparisons/odd_one_outs.hpp"
#include "core/random/random.hpp"

// Odd-one-outs of no truth, and what the best of all clusterings makes of them.
namespace tertium::testing {

inline std::vector<core::OddOneOut> random_answers(core::Object n, int count, core::Stream& stream) {
  std::vector<core::OddOneOut> answers;
  while (std::ssize(answers) < count) {
    const auto any = [&] { return static_cast<core::Object>(stream.below(static_cast<std::uint64_t>(n))); };
    const core::OddOneOut answer{any(), any(), any()};
    if (answer.a != answer.b && answer.a != answer.odd && answer.b != answer.odd) answers.push_back(answer);
  }
  return answers;
}

inline core::Partition random_partition(core::Object n, core::Label k, core::Stream& stream) {
  std::vector<core::Label> labels;
  for (core::Object i = 0; i < n; ++i)
    labels.push_back(static_cast<core::Label>(stream.below(static_cast<std::uint64_t>(k))));
  return core::Partition(labels);
}

/// The local search of at most `passes` passes, each cluster tried by counting all answers anew; of equal clusters the
/// own, then the first.
inline core::Partition plain_local_search(const core::Partition& start, std::span<const core::OddOneOut> answers,
                                          int passes) {
  std::vector<core::Label> labels(start.labels().begin(), start.labels().end());
  const auto satisfied = [&] {
    return std::ranges::count_if(answers, [&](const core::OddOneOut& t) {
      const auto at = [&](core::Object i) { return labels[static_cast<std::size_t>(i)]; };
      return at(t.a) == at(t.b) && at(t.a) != at(t.odd);
    });
  };
  core::Label known = start.clusters();
  for (bool moved = true; moved && passes > 0; --passes) {
    moved = false;
    for (core::Object u = 0; u < start.objects(); ++u) {
      core::Label& label = labels[static_cast<std::size_t>(u)];
      const core::Label own = label;
      core::Label best = own;
      std::int64_t most = satisfied();
      for (core::Label x = 0; x <= known; ++x) {
        label = x;
        if (const std::int64_t count = satisfied(); count > most) most = count, best = x;
      }
      label = best;
      known = std::max(known, best + 1);
      moved = moved || best != own;
    }
    std::set<core::Label> used(labels.begin(), labels.end());
    for (core::Label& label : labels) label = static_cast<core::Label>(std::distance(used.begin(), used.find(label)));
    known = static_cast<core::Label>(used.size());
  }
  return core::Partition(labels);
}

/// Every partition of up to some ten objects, by labels that grow by one at most.
template <typename Use>
void for_each_partition(core::Object n, Use use, std::vector<core::Label> labels = {}, core::Label next = 0) {
  if (std::ssize(labels) == n) return use(core::Partition(labels));
  for (core::Label label = 0; label <= next; ++label) {
    labels.push_back(label);
    for_each_partition(n, use, labels, std::max(next, label + 1));
    labels.pop_back();
  }
}

inline std::int64_t unsatisfied(const core::Partition& partition, std::span<const core::OddOneOut> answers) {
  return std::ssize(answers) - core::satisfied_answers(partition, answers);
}

inline std::int64_t most_satisfied(core::Object n, std::span<const core::OddOneOut> answers) {
  std::int64_t most = 0;
  for_each_partition(n, [&](const core::Partition& p) { most = std::max(most, core::satisfied_answers(p, answers)); });
  return most;
}

}  // namespace tertium::testing
