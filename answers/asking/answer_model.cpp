#include "answers/asking/answer_model.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/base/error.hpp"
#include "core/methods/method_name.hpp"
#include "core/random/portable_math.hpp"

namespace tertium::answers {
namespace {

using core::Object;
constexpr double kLeastLog = -600.0;  // portable_exp's range, and beyond any doubt

/// Places of the answers in the order of their anchors.
std::vector<std::size_t> by_anchor(const KnownAnswers& known) {
  std::vector<std::size_t> order(known.answers.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return known.answers[a].anchor < known.answers[b].anchor; });
  return order;
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
std::vector<std::size_t> runs_of(std::span<const TripletQuestion> questions) {
  std::vector<std::size_t> begin;
  for (std::size_t k = 0; k < questions.size(); ++k)
    if (k == 0 || questions[k].first != questions[k - 1].first || questions[k].second != questions[k - 1].second)
      begin.push_back(k);
  begin.push_back(questions.size());
  return begin;
}

}  // namespace

const std::vector<std::string>& probable_methods() {
  static const std::vector<std::string> names{"t-STE", "STE", "CKL"};
  return names;
}

core::Method probable_method(const std::string& name) {
  const std::string bare = core::split_method_name(name).bare;
  if (std::find(probable_methods().begin(), probable_methods().end(), bare) == probable_methods().end())
    core::fail_unknown("embedding that says how probable answers are", bare, probable_methods());
  return core::find_method(name);
}

AnswerModel::AnswerModel(const core::Coordinates& places, const core::Method& method) : objects_(places.objects) {
  const std::optional<LogWeight> log_kernel = log_weight(method, places.dimensions);
  core::expects(log_kernel.has_value(), "the embedding says how probable an answer is");
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
  const std::vector<std::size_t> order = by_anchor(known);
  const auto before = [&](std::size_t k, Object anchor) { return known.answers[k].anchor < anchor; };
#pragma omp parallel for schedule(dynamic, 1)
  for (Object anchor = 0; anchor < objects_; ++anchor) {
    const std::span<double> row(&probability_[static_cast<std::size_t>(anchor) * n], n);
    for (auto k = std::lower_bound(order.begin(), order.end(), anchor, before);
         k != order.end() && known.answers[*k].anchor == anchor; ++k) {
      const core::Triplet& answer = known.answers[*k];
      for (Object x = 0; x < objects_; ++x)
        row[x] += known.counts[*k] * chance_of(model.log_odds(x, answer.near, answer.far)).log_yes;
    }
    normalize(row);
  }
}

std::vector<double> information_gains(const AnswerModel& model, const Posterior& posterior,
                                      std::span<const TripletQuestion> questions) {
  std::vector<double> gains(questions.size());
  const std::vector<std::size_t> begin = runs_of(questions);
  const std::size_t runs = begin.size() - 1;
#pragma omp parallel for schedule(dynamic, 16)
  for (std::size_t run = 0; run < runs; ++run) {
    const TripletQuestion& one = questions[begin[run]];
    const PairView view(model, one.first, one.second);
    for (std::size_t k = begin[run]; k < begin[run + 1]; ++k) gains[k] = view.gain(posterior.of(questions[k].anchor));
  }
  return gains;
}

std::vector<double> uncertainties(const AnswerModel& model, std::span<const TripletQuestion> questions) {
  std::vector<double> entropies;
  entropies.reserve(questions.size());
  for (const TripletQuestion& q : questions)
    entropies.push_back(chance_of(model.log_odds(q.anchor, q.first, q.second)).entropy / std::numbers::ln2);
  return entropies;
}

}  // namespace tertium::answers
