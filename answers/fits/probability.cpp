#include "answers/fits/probability.hpp"

#include <algorithm>
#include <cmath>

#include "core/random/portable_math.hpp"

namespace tertium::answers {
namespace {

constexpr double kMostLogOdds = 600.0;  // portable_exp's range, and beyond any doubt

/// ln x for x >= 1.
double log_above_one(double x) {
  return -core::portable_log(1.0 / x);
}

}  // namespace

std::optional<LogWeight> log_weight(const core::Method& method, int dimensions) {
  const core::Link& link = method.links.back();
  const std::string& name = link.step->name;
  if (name == "t-STE") {
    const double alpha = std::max(dimensions - 1, 1);
    return [alpha](double d) { return -0.5 * (alpha + 1.0) * log_above_one(1.0 + d / alpha); };
  }
  if (name == "STE" || name == "FORTE" || name == "lengths") return [](double d) { return -d; };
  if (name != "CKL") return std::nullopt;
  const double mu = link.parameters.real("mu");
  return [mu](double d) { return d + mu >= 1.0 ? -log_above_one(d + mu) : -core::portable_log(d + mu); };
}

Chance chance_of(double log_odds) {
  const double size = std::min(std::abs(log_odds), kMostLogOdds);
  const double likelier = 1.0 / (1.0 + core::portable_exp(-size));
  const double log_likelier = core::portable_log(likelier);
  const double entropy = size * (1.0 - likelier) - log_likelier;
  if (log_odds >= 0.0) return {likelier, log_likelier, entropy};
  return {1.0 - likelier, log_likelier - size, entropy};
}

}  // namespace tertium::answers
