// The planted flat model (ADDS20, section 2; Perrot, Esser, Ghoshdastidar, NeurIPS 2020).
//
// n objects sit in k clusters of nearly equal sizes, the larger ones first. The similarity of two objects of one
// cluster is drawn from F_in, of two clusters from F_out, all independently, with P(w_in > w_out) = (1 + delta) / 2:
//     normal                     N(sqrt 2 sigma Phi^-1((1 + delta) / 2), sigma^2) and N(0, sigma^2)
//     uniform                    U[a, 1 + a] and U[0, 1], a = 1 - sqrt(1 - delta)
//     uniform-beta               Beta(2 (1 + delta) / (1 - delta), 2) and U[0, 1]
//     uniform-normal             N((1 + delta) / 2, 1) and U[0, 1], as in the authors' package: its true delta is
//     smaller
//                                (0.096, 0.190, 0.281 for 0.25, 0.5, 0.75)
//     uniform-normal-calibrated  N(m, 1) and U[0, 1] with the m that gives delta
// Beta numbers take pow of the C library, which may differ in the last bit between machines.
#include <cmath>
#include <numbers>

#include "core/models/model.hpp"

namespace tertium {
namespace {

using namespace core;

/// Draws a similarity.
using Draw = std::function<double(Stream&)>;
struct Family {
  Draw inside, outside;
};

Draw normal(double mean, double sigma) {
  return [=](Stream& stream) { return mean + sigma * stream.normal(); };
}

Draw uniform(double from) {
  return [=](Stream& stream) { return from + stream.uniform(); };
}

/// Beta(a, 2) is the product of independent Beta(a, 1) and Beta(a + 1, 1).
Draw beta_2(double a) {
  return [=](Stream& stream) {
    const double first = std::pow(stream.uniform(), 1.0 / a);
    return first * std::pow(stream.uniform(), 1.0 / (a + 1.0));
  };
}

/// P(N(m, 1) > U[0, 1]) = G(m) - G(m - 1), G(x) = x Phi(x) + phi(x).
double normal_beats_uniform(double m) {
  const auto integral = [](double x) {
    const double density = std::exp(-x * x / 2.0) / std::sqrt(2.0 * std::numbers::pi);
    return x * 0.5 * std::erfc(-x / std::numbers::sqrt2) + density;
  };
  return integral(m) - integral(m - 1.0);
}

/// The m with normal_beats_uniform(m) = probability, a multiple of 2^-40: so the same on every machine.
double calibrated_mean(double probability) {
  double low = 0.0;
  for (double step = 8.0; step >= 0x1p-40; step /= 2.0)
    if (normal_beats_uniform(low + step) < probability) low += step;
  return low;
}

Family family_of(const Parameters& parameters) {
  const std::string& name = parameters.text("family");
  const double delta = parameters.real("delta"), sigma = parameters.real("sigma");
  const double probability = (1.0 + delta) / 2.0;
  if (name == "normal")
    return {normal(std::numbers::sqrt2 * sigma * normal_quantile(probability), sigma), normal(0.0, sigma)};
  if (name == "uniform") return {uniform(1.0 - std::sqrt(1.0 - delta)), uniform(0.0)};
  if (name == "uniform-beta") return {beta_2(2.0 * (1.0 + delta) / (1.0 - delta)), uniform(0.0)};
  return {normal(name == "uniform-normal" ? probability : calibrated_mean(probability), 1.0), uniform(0.0)};
}

/// k clusters in a row; the first n mod k have one object more.
Partition planted_clusters(Object n, Object k) {
  std::vector<Label> labels;
  for (Label cluster = 0; cluster < k; ++cluster)
    labels.insert(labels.end(), n / k + (cluster < n % k ? 1 : 0), cluster);
  return Partition(labels);
}

ModelSample sample(const Parameters& parameters, const CellKey& cell) {
  const auto n = static_cast<Object>(parameters.integer("n"));
  const Partition truth = planted_clusters(n, static_cast<Object>(parameters.integer("k")));
  const Family family = family_of(parameters);
  Stream stream(cell, Purpose::kSimilarities);
  Similarities w(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) w(i, j) = (truth[i] == truth[j] ? family.inside : family.outside)(stream);
  ModelSample sample;
  sample.objects = n;
  sample.w = std::move(w);
  sample.truth = {truth};
  return sample;
}

}  // namespace

void register_model_planted_flat(core::Registry<core::Model>& models) {
  Model model;
  model.name = "planted-flat";
  model.sentence =
      "k clusters of equal size; similarities inside exceed those between them with probability (1 + delta)/2";
  model.citation = "ADDS20 sections 2, 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  model.parameters = {
      ParameterInfo::integer("n", 1000, 1, kMaxObjects, "objects"),
      ParameterInfo::integer("k", 4, 1, kMaxObjects, "clusters"),
      ParameterInfo::real("delta", 0.5, 0.0, 0.999, "2 P(w_in > w_out) - 1", true),
      ParameterInfo::real("sigma", 0.1, 0.0, 1e6, "standard deviation of a similarity; family normal only", true),
      ParameterInfo::choice("family", "normal",
                            {"normal", "uniform", "uniform-beta", "uniform-normal", "uniform-normal-calibrated"},
                            "distributions of similarities between and inside clusters"),
  };
  model.objects = [](const Parameters& parameters) { return static_cast<Object>(parameters.integer("n")); };
  model.check = [](const Parameters& parameters) {
    if (parameters.integer("k") > parameters.integer("n"))
      fail("[model] k = {} clusters are more than n = {} objects (none may be empty), lower k", parameters.integer("k"),
           parameters.integer("n"));
  };
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
