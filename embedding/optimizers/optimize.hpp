#pragma once

#include <vector>

#include "embedding/losses/objective.hpp"

namespace tertium::embedding {

enum class Optimizer {
  kDescent,  ///< gradient steps whose length grows by 1 % with every success and halves with every failure
  kLbfgs,    ///< libLBFGS: limited-memory quasi-Newton with a line search
};

struct Fit {
  std::vector<double> x;  ///< N rows of the objective's dimensions
  double loss = 0.0;
  int iterations = 0;
};

/// The best embedding on the way from `x`, after at most `most` iterations. Descent stops after five failures in a row
/// (t-STE's own program: first step 2 N / |T|, a success lowers the loss by more than 1e-7); L-BFGS where the gradient
/// is 1e-5 of the position. Throws UserError if the loss stops being a number.
Fit descend(const Objective& objective, std::vector<double> x, int most);
Fit minimize_lbfgs(const Objective& objective, std::vector<double> x, int most);

}  // namespace tertium::embedding
