#pragma once

#include <memory>
#include <span>
#include <vector>

#include "embedding/losses/losses.hpp"
#include "embedding/terms/terms.hpp"

namespace tertium::embedding {

/// The loss of an embedding, a sum over the terms, and its gradient.
class Objective {
 public:
  virtual ~Objective() = default;

  /// `x` and `gradient` hold N rows of `dimensions` numbers. The same bits for any number of threads.
  virtual double operator()(std::span<const double> x, std::span<double> gradient) const = 0;

  Object objects() const { return terms_.objects; }
  int dimensions() const { return dimensions_; }
  std::size_t size() const { return static_cast<std::size_t>(objects()) * static_cast<std::size_t>(dimensions_); }
  std::size_t count() const { return terms_.count(); }

 protected:
  Objective(Terms terms, int dimensions) : terms_(std::move(terms)), dimensions_(dimensions) {}

  Terms terms_;
  int dimensions_;
};

std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const StudentLoss& loss);
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const GaussianLoss& loss);
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const CrowdKernelLoss& loss);
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const HingeLoss& loss);
std::unique_ptr<Objective> make_objective(Terms terms, int dimensions, const SoftOrdinalLoss& loss);

}  // namespace tertium::embedding
