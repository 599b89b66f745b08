// The planted flat model: sizes of the clusters, and the probability that defines its families.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/error.hpp"
#include "core/random/portable_math.hpp"
#include "problems/models/model.hpp"
#include "problems/models/planted_oracle.hpp"

namespace tertium::problems {
namespace {

core::Parameters values(const std::string& family, double delta, std::int64_t n = 200) {
  core::Parameters parameters(find_model("planted-flat").parameters);
  parameters.set("n", n);
  parameters.set("k", std::int64_t{3});
  parameters.set("delta", delta);
  parameters.set("family", family);
  return parameters;
}

/// How often a similarity inside a cluster is above one between clusters, and its standard error.
std::pair<double, double> frequency_above(const ModelSample& sample) {
  std::vector<double> inside, between;
  for (core::Object i = 0; i < sample.objects; ++i)
    for (core::Object j = i + 1; j < sample.objects; ++j)
      (sample.get<core::Truth>()[0][i] == sample.get<core::Truth>()[0][j] ? inside : between)
          .push_back(sample.get<core::Similarities>()(i, j));
  std::sort(between.begin(), between.end());
  double below = 0.0;
  for (const double w : inside)
    below += static_cast<double>(std::lower_bound(between.begin(), between.end(), w) - between.begin());
  const auto sizes = static_cast<double>(inside.size()) * static_cast<double>(between.size());
  return {below / sizes, 0.5 / std::sqrt(static_cast<double>(std::min(inside.size(), between.size())))};
}

TEST(PlantedFlat, HasClustersOfNearlyEqualSizeTheLargerOnesFirst) {
  const ModelSample sample = find_model("planted-flat").sample(values("normal", 0.5), {.master_seed = 1});
  EXPECT_EQ(sample.get<core::Truth>().at(0).clusters(), 3);
  std::map<core::Label, int> sizes;
  for (const core::Label label : sample.get<core::Truth>()[0].labels()) ++sizes[label];
  EXPECT_EQ(sizes, (std::map<core::Label, int>{{0, 67}, {1, 67}, {2, 66}}));
}

TEST(PlantedFlat, SimilaritiesInsideAreAboveWithTheProbabilityOfItsName) {
  // uniform_normal has the delta that its authors' program has, the others that of their name.
  const std::map<double, double> as_coded = {{0.25, 0.0955}, {0.5, 0.1896}, {0.75, 0.2811}};
  for (const auto& [delta, effective] : as_coded)
    for (const core::ParameterInfo& info : find_model("planted-flat").parameters) {
      for (const std::string& family : info.choices) {
        const ModelSample sample = find_model("planted-flat").sample(values(family, delta), {.master_seed = 2});
        const auto [frequency, error] = frequency_above(sample);
        EXPECT_NEAR(frequency, (1.0 + (family == "uniform_normal" ? effective : delta)) / 2.0, 3.5 * error)
            << family << " " << delta;
      }
    }
}

/// To every question.
void expect_same_signs(const ModelSample& sample, const core::TripletOracle& function) {
  const auto table = core::oracle_of(std::make_shared<const core::Similarities>(sample.get<core::Similarities>()));
  for (core::Object anchor = 0; anchor < sample.objects; ++anchor) {
    std::vector<core::Object> first, second;
    for (core::Object x = 0; x < sample.objects; ++x)
      for (core::Object y = 0; y < sample.objects; ++y)
        if (x != y && x != anchor && y != anchor) {
          first.push_back(x);
          second.push_back(y);
        }
    std::vector<int> expected(first.size()), signs(first.size());
    table->signs(anchor, first, second, expected);
    function.signs(anchor, first, second, signs);
    EXPECT_EQ(signs, expected) << anchor;
  }
}

TEST(PlantedFlat, AsAFunctionHasTheSimilaritiesOfTheTable) {
  const core::Object n = 40;
  const core::CellKey cell{.master_seed = 3};
  const double a = 1.0 - std::sqrt(0.5), mu = std::sqrt(2.0) * 0.1 * core::normal_quantile(0.75);
  using Quantiles = std::vector<std::function<double(double)>>;
  const std::map<std::string, Quantiles> families = {
      {"normal",
       {[=](double u) { return mu + 0.1 * core::normal_quantile(u); },
        [](double u) { return 0.1 * core::normal_quantile(u); }}},
      {"uniform", {[=](double u) { return a + u; }, [](double u) { return u; }}}};
  for (const auto& [name, family] : families) {
    const ModelSample sample = find_model("planted-flat").sample(values(name, 0.5, n), cell);
    const core::Partition& truth = sample.get<core::Truth>()[0];
    expect_same_signs(sample, *planted_oracle({{truth.labels().begin(), truth.labels().end()}, family}, cell));
  }
}

TEST(PlantedHierarchy, AsAFunctionHasTheSimilaritiesOfTheTable) {
  const core::CellKey cell{.master_seed = 5};
  const Model& model = find_model("planted-hierarchy");
  core::Parameters values = model.example_values();
  values.set("n0", std::int64_t{5});
  values.set("levels", std::int64_t{3});
  PlantedKinds kinds;
  for (core::Object i = 0; i < 40; ++i) kinds.leaf.push_back(i / 5);
  for (int kind = 0; kind < 4; ++kind)
    kinds.quantiles.emplace_back([=](double u) { return 0.8 - kind * 0.1 + 0.1 * core::normal_quantile(u); });
  expect_same_signs(model.sample(values, cell), *planted_oracle(kinds, cell));
}

TEST(PlantedFlat, ClustersMayBeSkewed) {
  const Model& model = find_model("planted-flat");
  core::Parameters skewed = values("normal", 0.5, 70);
  const std::string identity = model.identity_of(skewed);
  EXPECT_EQ(identity.find("skew"), std::string::npos);  // rows of equal clusters are those of before
  skewed.set("k", std::int64_t{3});
  skewed.set("skew", 2.0);
  EXPECT_NE(model.identity_of(skewed).find("skew"), std::string::npos);
  const ModelSample sample = model.sample(skewed, {.master_seed = 1});
  const core::Partition truth = sample.get<core::Truth>().front();
  std::vector<int> sizes(3, 0);
  for (core::Object i = 0; i < 70; ++i) ++sizes.at(static_cast<std::size_t>(truth[i]));
  EXPECT_EQ(sizes, (std::vector<int>{10, 20, 40}));
}

TEST(PlantedFlat, RefusesWhatCannotBe) {
  const Model& model = find_model("planted-flat");
  EXPECT_THROW(model.check(values("normal", 1.0)), core::UserError);
  EXPECT_NO_THROW(model.check(values("uniform", 1.0)));
  EXPECT_THROW(model.check(values("normal", 0.5, 2)), core::UserError);
  core::Parameters skewed = values("normal", 0.5, 1000);
  for (const double skew : {100.0, 0.01}) {
    skewed.set("skew", skew);
    EXPECT_THROW(model.check(skewed), core::UserError) << skew;
  }
  skewed.set("k", std::int64_t{1000});  // whose powers are no numbers
  EXPECT_THROW(model.check(skewed), core::UserError);
}

TEST(PortableMath, IsWhatTheLibraryHas) {
  for (double x = -700.0; x <= 700.0; x += 0.37)
    EXPECT_NEAR(core::portable_exp(x) / std::exp(x), 1.0, 1e-15 * std::max(1.0, std::abs(x))) << x;
  for (double x = 1e-300; x < 1.0; x *= 1.7)
    EXPECT_NEAR(core::portable_log(x), std::log(x), 4e-16 * std::abs(std::log(x)));
}

}  // namespace
}  // namespace tertium::problems
