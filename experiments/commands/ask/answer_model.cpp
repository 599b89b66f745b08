#include "experiments/commands/ask/answer_model.hpp"

#include <algorithm>
#include <functional>

#include "core/base/error.hpp"

namespace tertium::experiments {
namespace {

constexpr double kMostLogOdds = 600.0;  // portable_exp's range, and beyond any doubt

/// ln x for x >= 1.
double log_above_one(double x) {
  return -core::portable_log(1.0 / x);
}

/// ln K as a function of the squared distance.
std::function<double(double)> log_kernel_of(const core::Method& method, int dimensions) {
  const core::Link& link = method.links.front();
  if (link.step->name == "t-STE") {
    const double alpha = std::max(dimensions - 1, 1);
    return [alpha](double d) { return -0.5 * (alpha + 1.0) * log_above_one(1.0 + d / alpha); };
  }
  if (link.step->name == "STE") return [](double d) { return -d; };
  core::expects(link.step->name == "CKL", "the embedding says how probable an answer is");
  const double mu = link.parameters.real("mu");
  return [mu](double d) { return d + mu >= 1.0 ? -log_above_one(d + mu) : -core::portable_log(d + mu); };
}

}  // namespace

const std::vector<std::string>& probable_methods() {
  static const std::vector<std::string> names{"t-STE", "STE", "CKL"};
  return names;
}

AnswerModel::AnswerModel(const core::Coordinates& places, const core::Method& method) : objects_(places.objects) {
  const std::function<double(double)> log_kernel = log_kernel_of(method, places.dimensions);
  const auto n = static_cast<std::size_t>(objects_);
  log_kernel_.assign(n * n, 0.0);
#pragma omp parallel for schedule(static)
  for (core::Object x = 0; x < objects_; ++x)
    for (core::Object j = 0; j < objects_; ++j) {
      double squared = 0.0;
      for (int c = 0; c < places.dimensions; ++c) {
        const double difference = places(x, c) - places(j, c);
        squared += difference * difference;
      }
      log_kernel_[static_cast<std::size_t>(x) * n + static_cast<std::size_t>(j)] = log_kernel(squared);
    }
}

Chance chance_of(double log_odds) {
  const double size = std::min(std::abs(log_odds), kMostLogOdds);
  const double likelier = 1.0 / (1.0 + core::portable_exp(-size));
  const double log_likelier = core::portable_log(likelier);
  const double entropy = size * (1.0 - likelier) - log_likelier;
  if (log_odds >= 0.0) return {likelier, log_likelier, entropy};
  return {1.0 - likelier, log_likelier - size, entropy};
}

double entropy_of(double p) {
  if (p <= 0.0 || p >= 1.0) return 0.0;
  return -p * core::portable_log(p) - (1.0 - p) * core::portable_log(1.0 - p);
}

}  // namespace tertium::experiments
