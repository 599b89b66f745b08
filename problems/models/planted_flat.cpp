// The planted flat model (ADDS20 section 5).
//
// n objects in k clusters, of nearly equal size, or each `skew` times as large as the one before. Similarities are
// independent, from a distribution F_in inside a cluster and F_out between clusters, such that one from inside is the
// larger with probability (1 + delta)/2. The families:
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

#include "core/random/portable_math.hpp"
#include "problems/models/model.hpp"
#include "problems/models/planted_oracle.hpp"
#include "problems/models/skewed_clusters.hpp"

namespace tertium {
namespace {

using namespace problems;

constexpr double kEqual = 1.0;  // skew of clusters of nearly equal size

/// Two distributions of similarities by their quantile functions, which are strictly increasing on (0, 1).
struct QuantileFamily {
  std::function<double(double)> inside, between;
};

/// Draws a similarity inside a cluster, and between clusters.
struct Family {
  std::function<double(core::Stream&)> inside, between;
  QuantileFamily quantiles{};  ///< the same as functions of one uniform number; empty where one is not enough
};

Family family_of(const QuantileFamily& quantiles) {
  return {[f = quantiles.inside](core::Stream& s) { return f(s.uniform()); },
          [f = quantiles.between](core::Stream& s) { return f(s.uniform()); }, quantiles};
}

double uniform(double u) {
  return u;
}

/// Phi^-1((1 + delta)/2), also where that probability is 1 but for rounding.
double quantile_of(double delta) {
  const double p = (1.0 + delta) / 2.0;
  return p < 1.0 ? core::normal_quantile(p) : -core::normal_quantile((1.0 - delta) / 2.0);
}

Family normal_family(double delta, double sigma) {
  const double mu = std::numbers::sqrt2 * sigma * quantile_of(delta);
  return family_of({[=](double u) { return mu + sigma * core::normal_quantile(u); },
                    [=](double u) { return sigma * core::normal_quantile(u); }});
}

Family uniform_family(double delta, double) {
  const double a = 1.0 - std::sqrt(1.0 - delta);
  return family_of({[=](double u) { return a + u; }, uniform});
}

/// Beta(a, 2) is the product of two independent variables with the distribution functions x^a and x^(a + 1).
Family beta_uniform_family(double delta, double) {
  const double a = 2.0 * (1.0 + delta) / (1.0 - delta);
  return {[=](core::Stream& s) {
            const double first = core::portable_log(s.uniform()) / a;
            return core::portable_exp(first + core::portable_log(s.uniform()) / (a + 1.0));
          },
          [](core::Stream& s) { return s.uniform(); }};
}

Family normal_and_uniform(double mean) {
  return family_of({[=](double u) { return mean + core::normal_quantile(u); }, uniform});
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

core::Object objects_of(const core::Parameters& parameters) {
  return static_cast<core::Object>(parameters.integer("n"));
}
core::Label clusters_of(const core::Parameters& parameters) {
  return static_cast<core::Label>(parameters.integer("k"));
}

/// Equal sizes are n/k rounded down or up, the larger ones first.
core::Partition planted_clusters(const core::Parameters& parameters) {
  const core::Object n = objects_of(parameters), k = clusters_of(parameters);
  if (parameters.real("skew") != kEqual) return core::Partition(skewed_clusters(n, k, parameters.real("skew")));
  std::vector<core::Label> labels;
  for (core::Label cluster = 0; cluster < k; ++cluster)
    labels.insert(labels.end(), static_cast<std::size_t>(n / k + (cluster < n % k ? 1 : 0)), cluster);
  return core::Partition(labels);
}

ModelSample sample(const core::Parameters& parameters, const core::CellKey& cell) {
  const core::Object n = objects_of(parameters);
  const core::Partition truth = planted_clusters(parameters);
  const Family family = families().at(parameters.text("family"))(parameters.real("delta"), parameters.real("sigma"));
  ModelSample sample;
  sample.objects = n;
  sample.provide<core::Truth>(core::Truth{truth});
  if (n > core::kMaxObjects) {
    sample.oracle = planted_oracle({.leaf = {truth.labels().begin(), truth.labels().end()},
                                    .quantiles = {family.quantiles.inside, family.quantiles.between}},
                                   cell);
    return sample;
  }
  core::Stream stream(cell, core::Purpose::kSimilarities);
  core::Similarities w(n);
  for (core::Object i = 0; i < n; ++i)
    for (core::Object j = i + 1; j < n; ++j) w(i, j) = (truth[i] == truth[j] ? family.inside : family.between)(stream);
  sample.provide<core::Similarities>(std::move(w));
  return sample;
}

void check(const core::Parameters& parameters) {
  if (parameters.integer("k") > parameters.integer("n"))
    core::fail("[model] k = {} clusters are more than the n = {} objects, lower k", parameters.integer("k"),
               parameters.integer("n"));
  if (parameters.integer("n") > core::kMaxObjects && parameters.text("family") == "beta_uniform")
    core::fail("[model] n = {} objects are too many for family = beta_uniform (at most {}), choose another family",
               parameters.integer("n"), core::kMaxObjects);
  if (parameters.real("delta") == 1.0 && parameters.text("family") != "uniform")
    core::fail("[model] delta = 1 is possible only with family = uniform (the others always overlap), lower delta");
  const double skew = parameters.real("skew");
  if (skew == kEqual) return;
  if (const auto empty = empty_skewed_cluster(objects_of(parameters), clusters_of(parameters), skew))
    core::fail(
        "[model] n = {} objects leave cluster {} of k = {} empty (skew = {}), raise n, "
        "or lower k, or bring skew nearer to 1",
        parameters.integer("n"), *empty + 1, parameters.integer("k"), skew);
}

}  // namespace

void register_model_planted_flat(core::Registry<problems::Model>& models) {
  Model model;
  model.name = "planted-flat";
  model.sentence =
      "k clusters, of nearly equal size unless skewed; a similarity inside a cluster is above one between clusters "
      "with probability (1 + delta)/2";
  model.citation = "ADDS20 section 5 (Perrot, Esser, Ghoshdastidar, NeurIPS 2020)";
  std::vector<std::string> names;
  for (const auto& [name, family] : families()) names.push_back(name);
  model.parameters = {
      core::ParameterInfo::integer("n", 1000, 1, core::kMostObjects, "objects"),
      core::ParameterInfo::integer("k", 4, 1, core::kMostObjects, "clusters"),
      core::ParameterInfo::real("delta", 0.5, 0.0, 1.0, "gap between the two distributions", true),
      core::ParameterInfo::choice("family", "normal", names, "distributions inside and between clusters"),
      core::ParameterInfo::real("sigma", 0.1, 0.0, 1e6, "standard deviation of a similarity, for family = normal",
                                true),
      core::ParameterInfo::real("skew", kEqual, 0.01, 100.0, "size of a cluster, divided by that of the one before"),
  };
  // Keys and draws of equal clusters are those that they had before there were others.
  model.identity = [](const core::Parameters& parameters) {
    core::Parameters told = parameters;
    if (told.real("skew") == kEqual) told.drop("skew");
    return core::canonical_text(told);
  };
  model.objects = objects_of;
  model.check = check;
  model.sample = sample;
  models.push_back(std::move(model));
}

}  // namespace tertium
