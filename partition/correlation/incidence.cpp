#include "partition/correlation/incidence.hpp"

#include <numeric>

namespace tertium::partition {

using core::OddOneOut;

Incidence::Incidence(core::Object n, std::span<const OddOneOut> answers)
    : begin_(2 * static_cast<std::size_t>(n) + 1, 0), others_(3 * answers.size()) {
  const auto beside = [](core::Object u) { return 2 * static_cast<std::size_t>(u); };
  const auto against = [](core::Object u) { return 2 * static_cast<std::size_t>(u) + 1; };
  for (const auto& [a, b, odd] : answers)
    for (const std::size_t k : {beside(a), beside(b), against(odd)}) ++begin_[k + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (const auto& [a, b, odd] : answers) {
    others_[next[beside(a)]++] = {b, odd};
    others_[next[beside(b)]++] = {a, odd};
    others_[next[against(odd)]++] = {a, b};
  }
}

}  // namespace tertium::partition
