#include "linkage/pair_support.hpp"

namespace tertium::linkage {
namespace {

using core::Rank;

/// Every comparison is given: a pair wins against all of lower rank and loses against all of higher rank.
class CompleteSupport final : public PairSupport {
 public:
  CompleteSupport(const core::PairRanking& ranking, std::vector<double> weights)
      : PairSupport(std::move(weights)), ranking_(ranking), below_(weight_.size() + 1, 0.0) {
    CompleteSupport::rebuild();
  }

  void rebuild() override {
    for (std::size_t b = 0; b < weight_.size(); ++b) below_[b + 1] = below_[b] + weight_[b];
    for (Rank a = 0; a < ranking_.pairs(); ++a)
      support_[a] = below_[ranking_.tie_begin(a)] - (below_.back() - below_[ranking_.tie_end(a)]);
  }

 private:
  void apply(std::span<const Rank>, std::span<const double>) override { rebuild(); }

  const core::PairRanking& ranking_;
  std::vector<double> below_;  // prefix sums of the weights
};

class SparseSupport final : public PairSupport {
 public:
  SparseSupport(const core::SparseQuadruplets& comparisons, std::vector<double> weights)
      : PairSupport(std::move(weights)), comparisons_(comparisons) {
    SparseSupport::rebuild();
  }

  void rebuild() override {
#pragma omp parallel for schedule(static)
    for (std::size_t a = 0; a < weight_.size(); ++a) {
      double sum = 0.0;
      for (const auto& entry : comparisons_.row(static_cast<Rank>(a))) sum += entry.sign() * weight_[entry.column()];
      support_[a] = sum;
    }
  }

 private:
  void apply(std::span<const Rank> positions, std::span<const double> changes) override {
    for (std::size_t k = 0; k < positions.size(); ++k) {
      const double step[2] = {changes[k], -changes[k]};  // c(a;b) = -c(b;a)
      for (const auto& entry : comparisons_.row(positions[k])) support_[entry.column()] += step[entry.sign() > 0];
    }
  }

  const core::SparseQuadruplets& comparisons_;
};

}  // namespace

void PairSupport::reweigh(std::span<const Rank> positions, std::span<const double> weights) {
  std::vector<double> changes(positions.size());
  for (std::size_t k = 0; k < positions.size(); ++k) {
    changes[k] = weights[k] - weight_[positions[k]];
    weight_[positions[k]] = weights[k];
  }
  apply(positions, changes);
}

std::unique_ptr<PairSupport> make_pair_support(const core::Instance& instance, std::vector<double> weights,
                                               core::KernelTime* time) {
  if (const core::PairRanking* ranking = instance.quadruplets->complete(); ranking != nullptr)
    return std::make_unique<CompleteSupport>(*ranking, std::move(weights));
  return std::make_unique<SparseSupport>(core::sparse_quadruplets(instance, time), std::move(weights));
}

}  // namespace tertium::linkage
