#pragma once

#include <Eigen/Core>

#include "partition/correlation/correlation_instance.hpp"

namespace tertium::partition {

/// Distances between objects, 0 together and 1 apart, that keep the triangle inequality: the relaxation of weighted
/// correlation clustering.
struct CorrelationLp {
  Eigen::MatrixXd distances{};  ///< N x N
  double value = 0.0;           ///< no clustering costs less, whether it converged or not
  int rounds = 0;               ///< of cuts
  bool converged = true;        ///< false: the distances cost more than the value
};

/// Minimizes the sum of w x over pairs to be together and of w (1 - x) over pairs to be apart, 0 <= x <= 1, with all
/// triangle inequalities, by cutting planes.
///
/// Only the pairs with a weight are variables, since an optimum has x = min(1, length of the shortest path of pairs to
/// be together) everywhere else: a cut says that a pair to be apart is no farther than such a path is long. Those that
/// no path joins are 1 apart and left out. Each round solves the program (Clp, dual simplex from the last basis) and
/// adds the shortest path of every pair that it violates by more than 1e-6. Throws UserError where Clp gives up.
CorrelationLp correlation_lp(const CorrelationInstance& instance, int most_rounds);

}  // namespace tertium::partition
