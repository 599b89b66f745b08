#include "answers/asking/answer_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "core/base/error.hpp"
#include "core/comparisons/triplets.hpp"
#include "core/methods/method_name.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::answers {
namespace {

using core::Object;
constexpr double kLeastLog = -600.0;  // portable_exp's range, and beyond any doubt

/// An answer that has an anchor, so many times.
struct CountedTriplet {
  core::Triplet answer;
  std::int32_t count = 1;
};

std::vector<CountedTriplet> by_anchor(const KnownAnswers& known) {
  std::vector<CountedTriplet> triplets;
  for (std::size_t k = 0; k < known.statements.size(); ++k)
    if (core::is_triplet(known.statements[k]))
      triplets.push_back({core::as_triplet(known.statements[k]), known.counts[k]});
  std::stable_sort(triplets.begin(), triplets.end(),
                   [](const CountedTriplet& a, const CountedTriplet& b) { return a.answer.anchor < b.answer.anchor; });
  return triplets;
}

/// From logarithms, up to a constant, to probabilities.
void normalize(std::span<double> row) {
  const double most = *std::max_element(row.begin(), row.end());
  double sum = 0.0;
  for (double& value : row) {
    value = core::portable_exp(std::max(value - most, kLeastLog));
    sum += value;
  }
  for (double& value : row) value /= sum;
}

/// What the questions about two objects have in common.
struct PairView {
  std::vector<double> yes;      // P(x)
  std::vector<double> entropy;  // h(P(x))

  PairView(const AnswerModel& model, Object first, Object second) {
    for (Object x = 0; x < model.objects(); ++x) {
      const Chance chance = chance_of(model.log_odds(x, first, second));
      yes.push_back(chance.yes);
      entropy.push_back(chance.entropy);
    }
  }
  double gain(std::span<const double> tau) const {
    double p = 0.0, left = 0.0;
    for (std::size_t x = 0; x < tau.size(); ++x) {
      p += tau[x] * yes[x];
      left += tau[x] * entropy[x];
    }
    return std::clamp((entropy_of(p) - left) / std::numbers::ln2, 0.0, 1.0);
  }
};

/// Where runs of questions about the same two objects begin, and where the last one ends.
std::vector<std::size_t> runs_of(std::span<const Screen> questions) {
  const auto pair_of = [&](std::size_t k) { return std::pair(questions[k].objects[1], questions[k].objects[2]); };
  std::vector<std::size_t> begin;
  for (std::size_t k = 0; k < questions.size(); ++k)
    if (k == 0 || pair_of(k) != pair_of(k - 1)) begin.push_back(k);
  begin.push_back(questions.size());
  return begin;
}

/// ln K of the pair that each answer puts closest.
std::array<double, 3> log_kernels(const AnswerModel& model, const Screen& question) {
  std::array<double, 3> logs{};
  for (std::size_t k = 0; k < choices_of(question.form); ++k) {
    const auto [i, j] = closest_by(question, k);
    logs[k] = model.log_kernel(i, j);
  }
  return logs;
}

/// The entropy of the answer, in nats.
double uncertainty(const AnswerModel& model, const Screen& question) {
  std::array<double, 3> p = log_kernels(model, question);
  if (choices_of(question.form) == 2) return chance_of(p[0] - p[1]).entropy;
  normalize(p);
  double sum = 0.0;
  for (const double value : p) sum -= value > 0.0 && value < 1.0 ? value * core::portable_log(value) : 0.0;
  return sum;
}

}  // namespace

const std::vector<std::string>& probable_methods() {
  static const std::vector<std::string> names{"t-STE", "STE", "CKL"};
  return names;
}

core::Method probable_method(const std::string& name) {
  const std::string bare = core::split_method_name(name).bare;
  if (std::find(probable_methods().begin(), probable_methods().end(), bare) == probable_methods().end())
    core::fail_unknown("embedding with probabilities of answers", bare, probable_methods());
  return core::find_method(name);
}

AnswerModel::AnswerModel(const core::Coordinates& places, const core::Method& method) : objects_(places.objects) {
  const std::optional<LogWeight> log_kernel = log_weight(method, places.dimensions);
  core::expects(log_kernel.has_value(), "the embedding gives the probability of an answer");
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
      log_kernel_[static_cast<std::size_t>(x) * n + static_cast<std::size_t>(j)] = (*log_kernel)(squared);
    }
}

double entropy_of(double p) {
  if (p <= 0.0 || p >= 1.0) return 0.0;
  return -p * core::portable_log(p) - (1.0 - p) * core::portable_log(1.0 - p);
}

Posterior::Posterior(const AnswerModel& model, const KnownAnswers& known) : objects_(known.objects) {
  const auto n = static_cast<std::size_t>(objects_);
  probability_.assign(n * n, 0.0);
  const std::vector<CountedTriplet> order = by_anchor(known);
  const auto before = [](const CountedTriplet& one, Object anchor) { return one.answer.anchor < anchor; };
#pragma omp parallel for schedule(dynamic, 1)
  for (Object anchor = 0; anchor < objects_; ++anchor) {
    const std::span<double> row(&probability_[static_cast<std::size_t>(anchor) * n], n);
    for (auto k = std::lower_bound(order.begin(), order.end(), anchor, before);
         k != order.end() && k->answer.anchor == anchor; ++k)
      for (Object x = 0; x < objects_; ++x)
        row[x] += k->count * chance_of(model.log_odds(x, k->answer.near, k->answer.far)).log_yes;
    normalize(row);
  }
}

std::vector<double> information_gains(const AnswerModel& model, const Posterior& posterior,
                                      std::span<const Screen> questions) {
  std::vector<double> gains(questions.size());
  const std::vector<std::size_t> begin = runs_of(questions);
  const std::size_t runs = begin.size() - 1;
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t run = 0; run < runs; ++run) {
    const auto& one = questions[begin[run]].objects;
    const PairView view(model, one[1], one[2]);
    for (std::size_t k = begin[run]; k < begin[run + 1]; ++k)
      gains[k] = view.gain(posterior.of(questions[k].objects[0]));
  }
  return gains;
}

std::vector<double> uncertainties(const AnswerModel& model, std::span<const Screen> questions) {
  std::vector<double> entropies;
  entropies.reserve(questions.size());
  for (const Screen& question : questions) entropies.push_back(uncertainty(model, question) / std::numbers::ln2);
  return entropies;
}

std::array<double, 3> probabilities(const AnswerModel& model, const Screen& question) {
  std::array<double, 3> p = log_kernels(model, question);
  if (choices_of(question.form) == 3) {
    normalize(p);
    return p;
  }
  const double yes = chance_of(p[0] - p[1]).yes;
  return {yes, 1.0 - yes, 0.0};
}

}  // namespace tertium::answers
