#include "core/comparisons/answered_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tertium::core {
namespace {

/// A label as one number that sorts by its pair: low and high object, then whether it is 1.
std::uint64_t code_of(Object i, Object j, bool alike) {
  const auto [low, high] = std::minmax(i, j);
  return (static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high)) << 1 | (alike ? 1U : 0U);
}

std::vector<std::uint64_t> sorted_labels(std::span<const OddOneOut> answers) {
  std::vector<std::uint64_t> labels;
  labels.reserve(3 * answers.size());
  for (const auto& [a, b, odd] : answers) {
    labels.push_back(code_of(a, b, true));
    labels.push_back(code_of(a, odd, false));
    labels.push_back(code_of(b, odd, false));
  }
  std::ranges::sort(labels);
  return labels;
}

std::vector<AnsweredPair> pairs_of(std::span<const std::uint64_t> labels) {
  constexpr std::uint64_t kObject = 0xffffffff;
  std::vector<AnsweredPair> pairs;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (k == 0 || labels[k] >> 1 != labels[k - 1] >> 1)
      pairs.push_back({static_cast<Object>(labels[k] >> 33), static_cast<Object>(labels[k] >> 1 & kObject)});
    pairs.back().count += 1.0;
    pairs.back().sum += (labels[k] & 1) != 0 ? 1.0 : -1.0;
  }
  return pairs;
}

}  // namespace

AnsweredPairs::AnsweredPairs(const OddOneOutList& answers)
    : pairs_(pairs_of(sorted_labels(answers.answers()))), begin_(static_cast<std::size_t>(answers.objects()) + 1, 0) {
  for (const AnsweredPair& pair : pairs_)
    for (const Object i : {pair.i, pair.j}) ++begin_[static_cast<std::size_t>(i) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  ends_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  // In the order of the pairs: those of which an object is the high end come before those of which it is the low one.
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto& [i, j, count, sum] = pairs_[p];
    ends_[next[static_cast<std::size_t>(i)]++] = {j, static_cast<std::uint32_t>(p)};
    ends_[next[static_cast<std::size_t>(j)]++] = {i, static_cast<std::uint32_t>(p)};
  }
}

}  // namespace tertium::core
