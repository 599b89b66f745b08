// The pass of the method of multipliers against plain loops, on every instruction set and for any number of threads.
#include "partition/sdp/admm_pass.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "tests/support/matrices.hpp"
#include "tests/support/plain_product.hpp"

namespace tertium::partition {
namespace {

using embedding::Precision::kDouble;
using embedding::Precision::kSingle;
using testing::on_every_machine;
using testing::plain_product;
using testing::plain_single_product;
using testing::random_matrix;
using testing::random_symmetric;
using testing::same_entries;

TEST(AdmmPass, EqualsThePlainLoops) {
  for (const auto& of : {std::pair{1, kDouble}, {7, kDouble}, {16, kDouble}, {211, kDouble}, {211, kSingle}}) {
    const int n = of.first;
    const embedding::Precision precision = of.second;
    const Matrix w = random_matrix(n, 3, 1), s = random_symmetric(n, 2), before = random_symmetric(n, 3);
    const Matrix x = precision == kSingle ? plain_single_product(w, w.transposed()) : plain_product(w, w.transposed());
    Matrix t = before, a(n, n);
    AdmmNorms expected;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double y_before = std::max(before(i, j), 0.0), u_before = std::min(before(i, j), 0.0);
        t(i, j) = 1.8 * x(i, j) + ((1.0 - 1.8) * y_before + u_before);
        a(i, j) = std::abs(t(i, j)) + s(i, j) * (1.0 / 2.5);
        const double y = std::max(t(i, j), 0.0), u = std::min(t(i, j), 0.0);
        expected.x += x(i, j) * x(i, j);
        expected.u += u * u;
        expected.x_minus_y += (x(i, j) - y) * (x(i, j) - y);
        expected.y_minus_y_before += (y - y_before) * (y - y_before);
      }
    AdmmNorms first;
    on_every_machine([&] {
      Matrix t_now = before, a_now(n, n);
      const AdmmNorms norms = admm_pass(w, s, 2.5, t_now, a_now, precision);
      EXPECT_TRUE(same_entries(t_now, t));
      EXPECT_TRUE(same_entries(a_now, a));
      EXPECT_NEAR(norms.x, expected.x, 1e-12 * expected.x);
      EXPECT_NEAR(norms.u, expected.u, 1e-12 * expected.u);
      EXPECT_NEAR(norms.x_minus_y, expected.x_minus_y, 1e-12 * expected.x_minus_y);
      EXPECT_NEAR(norms.y_minus_y_before, expected.y_minus_y_before, 1e-12 * expected.y_minus_y_before);
      if (first.x == 0.0) first = norms;
      EXPECT_EQ(norms.x_minus_y, first.x_minus_y) << "the same bits everywhere";
      EXPECT_EQ(norms.u, first.u);
    });
  }
}

}  // namespace
}  // namespace tertium::partition
