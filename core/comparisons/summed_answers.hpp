#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "core/comparisons/quadruplets.hpp"
#include "core/comparisons/triplets.hpp"

namespace tertium::core {

/// Answers of which only the sums are there: too many to be kept. Rows of the sign table cannot be asked for.
class SummedQuadruplets final : public Quadruplets {
 public:
  SummedQuadruplets(Object n, std::shared_ptr<const AnswerSums> sums) : Quadruplets(n), sums_(std::move(sums)) {}
  PairIndex pair_at(Rank position) const override { return position; }
  Rank position_of(PairIndex pair) const override { return pair; }
  void upper_row(Rank, std::int64_t, std::span<Word>, std::span<Word>) const override {
    expects(false, "a method that takes the sums of answers");
  }
  const AnswerSums* sums() const override { return sums_.get(); }
  double expected_count() const override { return static_cast<double>(sums_->answers); }

 private:
  std::shared_ptr<const AnswerSums> sums_;
};

/// The same of triplets.
class SummedTriplets final : public Triplets {
 public:
  SummedTriplets(Object n, std::shared_ptr<const AnswerSums> sums) : Triplets(n), sums_(std::move(sums)) {}
  void upper_row(Object, Object, std::int64_t, std::span<Word>, std::span<Word>) const override {
    expects(false, "a method that takes the sums of answers");
  }
  const AnswerSums* sums() const override { return sums_.get(); }
  double proportion() const override {
    return std::min(1.0, static_cast<double>(sums_->answers) /
                             static_cast<double>(std::max<std::int64_t>(1, triplet_count(objects()))));
  }

 private:
  std::shared_ptr<const AnswerSums> sums_;
};

}  // namespace tertium::core
