// The variational Dirichlet-process mixture and its components.
#include "embedding/mixture/dp_mixture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/error.hpp"
#include "embedding/mixture/gamma.hpp"
#include "embedding/mixture/gaussian_component.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/problems.hpp"

namespace tertium::embedding {
namespace {

using core::Coordinates;
using core::Label;
using core::Object;
using Eigen::RowVectorXd;
using Eigen::VectorXd;
using tertium::testing::cell_of;

/// Clouds of `each` places, of standard deviation `width`, around random centres of a box of the size 10.
Coordinates clouds(int count, int each, double width, int dimensions, std::uint64_t seed) {
  core::Stream stream(cell_of(seed), core::Purpose::kTest);
  Coordinates places{static_cast<Object>(count * each), dimensions, {}};
  for (int c = 0; c < count; ++c) {
    std::vector<double> centre;
    for (int k = 0; k < dimensions; ++k) centre.push_back(10.0 * stream.uniform());
    for (int i = 0; i < each; ++i)
      for (const double x : centre) places.values.push_back(x + width * stream.normal());
  }
  return places;
}

core::Partition in_rows(int count, int each) {
  std::vector<Label> labels;
  for (int c = 0; c < count; ++c) labels.insert(labels.end(), static_cast<std::size_t>(each), c);
  return core::Partition(labels);
}

TEST(Gamma, IsWhatTablesSay) {
  const double root_of_pi = std::sqrt(std::numbers::pi);
  EXPECT_NEAR(log_gamma(0.5), std::log(root_of_pi), 1e-14);
  EXPECT_NEAR(log_gamma(1.0), 0.0, 1e-14);
  EXPECT_NEAR(log_gamma(2.0), 0.0, 1e-14);
  EXPECT_NEAR(log_gamma(10.0), std::log(362880.0), 1e-13);
  EXPECT_NEAR(log_gamma(100.0), 359.13420536957539878, 1e-11);
  EXPECT_NEAR(digamma(1.0), -std::numbers::egamma, 1e-14);
  EXPECT_NEAR(digamma(0.5), -std::numbers::egamma - 2.0 * std::numbers::ln2, 1e-14);
  EXPECT_NEAR(digamma(0.01), -100.56088545786867, 1e-12);
  EXPECT_NEAR(digamma(10.0), 2.2517525890667211, 1e-14);
  EXPECT_NEAR(digamma(1e6), 13.815510057964191, 1e-13);
  for (const double x : {1e-3, 0.3, 1.46, 7.0, 11.999, 12.0, 12.001, 345.6}) {
    EXPECT_NEAR(log_gamma(x), std::lgamma(x), 2e-14 * (1.0 + std::lgamma(x))) << x;
    EXPECT_NEAR(digamma(x + 1.0), digamma(x) + 1.0 / x, 1e-13 * (1.0 + 1.0 / x)) << x;
  }
}

TEST(NormalWishart, GrowsWithItsPlaces) {
  const UncertainPlaces places = known_places(clouds(2, 10, 1.0, 3, 1));
  const NormalWishart prior = wide_prior(places);
  EXPECT_EQ(prior.eta, 4.0);
  EXPECT_EQ(prior.xi, 0.01);
  const NormalWishart fit = posterior(prior, places, VectorXd::Constant(20, 0.5));
  EXPECT_DOUBLE_EQ(fit.eta, 14.0);
  EXPECT_DOUBLE_EQ(fit.xi, 10.01);
  EXPECT_NEAR(fit.m[0], prior.m[0], 1e-12) << "the prior lies in the middle already";
  EXPECT_GT(fit.log_det, prior.log_det);
  EXPECT_NEAR(divergence(prior, prior), 0.0, 1e-12);
  EXPECT_GT(divergence(fit, prior), 0.0);
  const NormalWishart none = posterior(prior, places, VectorXd::Zero(20));
  EXPECT_EQ(none.b, prior.b);
}

TEST(NormalWishart, OfOneDimensionIsANormalGamma) {
  // Places 0, 2, 4: B0 = eta0 xi0 var, m = 2, B = B0 + 8; the precision has a gamma distribution of shape eta / 2.
  const UncertainPlaces places{RowVectorXd{{0.0, 2.0, 4.0}}, {}};
  const NormalWishart prior = wide_prior(places);
  EXPECT_NEAR(prior.b(0, 0), 2.0 * 0.01 * 8.0 / 3.0, 1e-15);
  const NormalWishart fit = posterior(prior, places, VectorXd::Ones(3));
  EXPECT_DOUBLE_EQ(fit.m[0], 2.0);
  EXPECT_DOUBLE_EQ(fit.b(0, 0), prior.b(0, 0) + 8.0);
  NormalWishart aside = prior;
  aside.m[0] = 5.0;  // the mean is drawn to it, and the spread grows by what lies between, weighed as both are sure
  EXPECT_DOUBLE_EQ(posterior(aside, places, VectorXd::Ones(3)).b(0, 0), prior.b(0, 0) + 8.0 + 3.0 * 0.01 / 3.01 * 9.0);
  // E log density: (psi(5/2) - log(B/2) - log 2 pi - 1/xi - eta x^2 / B) / 2 with psi(5/2) = 0.7031566406452432.
  const double expected = 0.5 * (0.7031566406452432 - std::log(fit.b(0, 0) / 2.0) - std::log(2.0 * std::numbers::pi) -
                                 1.0 / 3.01 - 5.0 * 9.0 / fit.b(0, 0));
  EXPECT_NEAR(expected_log_densities(fit, {VectorXd{{5.0}}, {}})(0), expected, 1e-12);
}

TEST(DpMixture, FindsCloudsAndTheirNumber) {
  // So many that they outweigh the prior, which is as wide as all of them together.
  constexpr int kEach = 100;
  for (const int count : {1, 2, 3, 5})
    for (const int dimensions : {2, 4}) {
      const DpMixture mixture = dp_mixture(clouds(count, kEach, 0.05, dimensions, 3));
      EXPECT_EQ(mixture.partition.clusters(), count) << dimensions;
      EXPECT_EQ(metrics::adjusted_rand_index(mixture.partition, in_rows(count, kEach)), 1.0)
          << count << ", " << dimensions;
    }
}

TEST(DpMixture, HasALowerFreeEnergyThanOneCloudOfAll) {
  const Coordinates apart = clouds(4, 30, 0.05, 2, 5), together = clouds(1, 120, 3.0, 2, 5);
  EXPECT_LT(dp_mixture(apart).free_energy, dp_mixture(together).free_energy);
}

TEST(DpMixture, TakesFewAndEqualPlaces) {
  EXPECT_EQ(dp_mixture({0, 2, {}}).partition.objects(), 0);
  EXPECT_EQ(dp_mixture({1, 2, {3.0, 4.0}}).partition.clusters(), 1);
  EXPECT_EQ(dp_mixture({4, 2, std::vector<double>(8, 1.5)}).partition.clusters(), 1);
  EXPECT_THROW(dp_mixture({2, 1, {1.0, std::nan("")}}), core::UserError);
}

}  // namespace
}  // namespace tertium::embedding
