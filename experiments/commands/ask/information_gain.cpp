#include "experiments/commands/ask/information_gain.hpp"

#include <algorithm>
#include <numbers>

namespace tertium::experiments {
namespace {

using core::Object;

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
    value = core::portable_exp(std::max(value - most, -600.0));
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

}  // namespace tertium::experiments
