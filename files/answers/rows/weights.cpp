#include "files/answers/rows/weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "core/base/error.hpp"

namespace tertium::files {
namespace {

constexpr std::int32_t kMostParts = 5040;       // of an answer: of 1/1 to 1/10 it has whole parts
constexpr std::int32_t kMostPartsOfOne = 1000;  // that are looked for to make a weight whole
constexpr double kMostInAll = 1 << 30;          // votes are counted in 32 bits

/// The smallest number of parts of which the weight is a whole number, as far as its digits tell.
std::optional<std::int32_t> parts_of(double weight) {
  constexpr double kDigits = 1e-7;  // 0.1666667 is a sixth
  for (std::int32_t parts = 1; parts <= kMostPartsOfOne; ++parts) {
    const double whole = weight * parts;
    if (std::round(whole) > 0.0 && std::abs(whole - std::round(whole)) <= kDigits * std::max(1.0, whole)) return parts;
  }
  return std::nullopt;
}

/// The smallest number for all; nothing where it is too large.
std::optional<std::int32_t> common_parts(const std::set<double>& weights) {
  std::int64_t all = 1;
  for (const double weight : weights) {
    const std::optional<std::int32_t> parts = parts_of(weight);
    if (!parts) return std::nullopt;
    all = std::lcm(all, std::int64_t{*parts});
    if (all > kMostParts) return std::nullopt;
  }
  return static_cast<std::int32_t>(all);
}

}  // namespace

bool AnswerWeights::are_whole() const {
  return std::ranges::all_of(weights_, [](double weight) { return weight == std::floor(weight); });
}

void AnswerWeights::count(ComparisonFile& file) {
  file.counts.resize(weights_.size(), 1);
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    const double count = weights_[k] * file.counts[k];
    if (count > std::numeric_limits<std::int32_t>::max())
      core::fail(
          "an answer counts {:g} times, by its count and its weight (at most {} are possible), divide the weights",
          count, std::numeric_limits<std::int32_t>::max());
    file.counts[k] = static_cast<std::int32_t>(count);
  }
  weights_.clear();
}

void AnswerWeights::settle_counts(ComparisonFile& file, const std::string& source) {
  if (weights_.empty()) return;
  if (!are_whole())
    core::fail(
        "{}: its weights are not whole numbers (needed in a file this long), multiply all of them by the same number",
        source);
  count(file);
}

void AnswerWeights::settle(ComparisonFile& file) {
  if (weights_.empty()) return;
  if (are_whole()) return count(file);
  const std::set<double> different(weights_.begin(), weights_.end());
  if (different.size() == 1) return;  // they weigh the same
  const double largest = *different.rbegin();
  double sum = 0.0;
  for (std::size_t k = 0; k < weights_.size(); ++k) sum += weights_[k] * static_cast<double>(file.count(k));
  const std::optional<std::int32_t> exact = common_parts(different);
  const bool rounded = !exact || *exact * sum > kMostInAll;
  const double parts = rounded ? std::min(kMostParts / largest, kMostInAll / sum) : *exact;
  if (rounded)
    file.notes.push_back(fmt::format("weights are rounded to {:.2g} % of the largest one", 100.0 / (parts * largest)));
  std::int32_t common = 0;
  for (const double weight : weights_) {
    file.weights.push_back(static_cast<std::int32_t>(std::max(1.0, std::round(weight * parts))));
    common = std::gcd(common, file.weights.back());
  }
  for (std::int32_t& weight : file.weights) weight /= common;
  file.parts = parts / common;
}

}  // namespace tertium::files
