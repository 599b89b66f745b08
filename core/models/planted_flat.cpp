// The planted flat model (ADDS20 section 5).
//
// n objects in k clusters of nearly equal size. Similarities are independent, from a distribution F_in inside a cluster
// and F_out between clusters, such that one from inside is the larger with probability (1 + delta)/2. The families:
//     normal                      N(mu, sigma^2) and N(0, sigma^2), mu = sqrt(2) sigma Phi^-1((1 + delta)/2)
//     uniform                     U[a, 1 + a] and U[0, 1], a = 1 - sqrt(1 - delta)
//     beta_uniform                Beta(2 (1 + delta)/(1 - delta), 2) and U[0, 1]
//     uniform_normal              N((1 + delta)/2, 1) and U[0, 1]: as the authors' program draws it, whose delta is
//                                 smaller than its name: .0955, .1896, .2811 for .25, .5, .75
//     uniform_normal_calibrated   N(m, 1) and U[0, 1] with the m for which delta is right
// Beyond 65536 objects the similarities are no table but a function of the pair, which answers triplets.
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "core/models/model.hpp"
#include "core/models/planted_flat_oracle.hpp"
#include "core/random/portable_math.hpp"

namespace tertium {
namespace {

using namespace core;

/// Draws a similarity inside a cluster, and between clusters.
struct Family {
  std::function<double(Stream&)> inside, between;
  QuantileFamily quantiles{};  ///< the same as functions of one uniform number; empty where one is not enough
};

Family family_of(const QuantileFamily& quantiles) {
  return {[f = quantiles.inside](Stream& s) { return f(s.uniform()); },
          [f = quantiles.between](Stream& s) { return f(s.uniform()); }, quantiles};
}

double uniform(double u) {
  return u;
}

Family normal_family(double delta, double sigma) {
  const double mu = std::numbers::sqrt2 * sigma * normal_quantile((1.0 + delta) / 2.0);
  return family_of({[=](double u) { return mu + sigma * normal_quantile(u); },
                    [=](double u) { return sigma * normal_quantile(u); }});
}

Family uniform_family(double delta, double) {
  const double a = 1.0 - std::sqrt(1.0 - delta);
  return family_of({[=](double u) { return a + u; }, uniform});
}

/// Beta(a, 2) is the product of two independent variables with the distribution functions x^a and x^(a + 1).
Family beta_uniform_family(double delta, double) {
  const double a = 2.0 * (1.0 + delta) / (1.0 - delta);
  return {[=](Stream& s) {
            const double first = portable_log(s.uniform()) / a;
            return portable_exp(first + portable_log(s.uniform()) / (a + 1.0));
          },
          [](Stream& s) { return s.uniform(); }};
}

Family normal_and_uniform(double mean) {
  return family_of({[=](double u) { return mean + normal_quantile(u); }, uniform});
}

Family uniform_normal_family(double delta, double) {
  return normal_and_uniform((1.0 + delta) / 2.0);
}

/// P(x > u) for x from N(m, 1) and u from U[0, 1].
double probability_above(double m) {
  const auto integral = [](double x) {  // of the normal distribution function, up to x
    return x * 0.5 * std::erfc(-x / std::numbers::sqrt2) + std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
  };
  return integral(m) - integral(m - 1.0);
}

Family calibrated_family(double delta, double) {
  double low = -10.0, high = 10.0;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (probability_above(middle) < (1.0 + delta) / 2.0 ? low : high) = middle;
  }
  return normal_and_uniform(std::round(low * 1e9) * 1e-9);  // the last bits of erfc may differ between machines
}

const std::map<std::string, Family (*)(double delta, double sigma)>& families() {
  static const std::map<std::string, Family (*)(double, double)> all = {
      {"normal", normal_family},
      {"uniform", uniform_family},
      {"beta_uniform", beta_uniform_family},
      {"uniform_normal", uniform_normal_family},
      {"uniform_normal_calibrated", calibrated_family}};
  return all;
}

/// Sizes n/k rounded down or up, the larger ones first.
Partition planted_clusters(Object n, Object k) {
  std::vector<Label> labels;
  for (Label cluster = 0; cluster < k; ++cluster)
    labels.insert(labels.end(), static_cast<std::size_t>(n / k + (cluster < n % k ? 1 : 0)), cluster);
  return Partition(labels);
}

ModelSample sample(const Parameters& parameters, const CellKey& cell) {
  const auto n = static_cast<Object>(parameters.integer("n"));
  const Partition truth = planted_clusters(n, static_cast<Object>(parameters.integer("k")));
  const Family family = families().at(parameters.text("family"))(parameters.real("delta"), parameters.real("sigma"));
  ModelSample sample;
  sample.objects = n;
  sample.provide<Truth>(Truth{truth});
  if (n > kMaxObjects) {
    sample.oracle = planted_flat_oracle(truth, family.quantiles, cell);
    return sample;
  }
  Stream stream(cell, Purpose::kSimilarities);
  Similarities w(n);
  for (Object i = 0; i < n; ++i)
    for (Object j = i + 1; j < n; ++j) w(i, j) = (truth[i] == truth[j] ? family.inside : family.between)(stream);
  sample.provide<Similarities>(std::move(w));
  return sample;
}

void check(const Parameters& parameters) {
  if (parameters.integer("k") > parameters.integer("n"))
    fail("[model] k = {} clusters are more than the n = {} objects, lower k", parameters.integer("k"),
         parameters.integer("n"));
  if (parameters.integer("n") > kMaxObjects && parameters.text("family") == "beta_uniform")
    fail("[model] n = {} objects are too many for family = beta_uniform (at most {}), choose another family",
         parameters.integer("n"), kMaxObjects);
  if (parameters.real("delta") == 1.0 && parameters.text("family") != "uniform")
    fail("[model] delta = 1 is possible with family = uniform only (others overlap always), lower delta");
}

}  // namespace

void register_model_planted_flat(core::Registry<core::Model>& models) {
  Model model;
  model.name = "planted-flat";
  model.sentence =
      "k clusters of nearly equal size; a similarity inside a cluster is above one between clusters with probability "
      "(1 + delta)/2";
  model.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  std::vector<std::string> names;
  for (const auto& [name, family] : families()) names.push_back(name);
  model.parameters = {
      ParameterInfo::integer("n", 1000, 1, kMostObjects, "objects"),
      ParameterInfo::integer("k", 4, 1, kMostObjects, "clusters"),
      ParameterInfo::real("delta", 0.5, 0.0, 1.0, "how far the two distributions are apart", true),
      ParameterInfo::choice("family", "normal", names, "distributions inside and between clusters"),
      ParameterInfo::real("sigma", 0.1, 0.0, 1e6, "standard deviation of a similarity, for family = normal", true),
  };
  model.objects = [](const Parameters& parameters) { return static_cast<Object>(parameters.integer("n")); };
  model.check = check;
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
