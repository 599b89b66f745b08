#pragma once

#include <span>
#include <vector>

#include "core/random/random.hpp"
#include "embedding/losses/objective.hpp"

namespace tertium::embedding {

struct Fit {
  std::vector<double> x;  ///< N rows of as many numbers as there are dimensions
  double loss = 0.0;
  int iterations = 0;
};

// Each goes from `x` for at most `most` iterations, and throws UserError if the loss stops being a number.

/// The best place on the way of gradient steps whose length grows by 1 % with every success and halves with every
/// failure. It ends after five failures in a row (t-STE's own program: first step 2 N / |T|, a success lowers the loss
/// by more than 1e-7).
Fit descend(const Objective& objective, std::vector<double> x, int most);

/// libLBFGS: limited-memory quasi-Newton with a line search, until the gradient is 1e-5 of the position.
Fit minimize_lbfgs(const Objective& objective, std::vector<double> x, int most);

/// Projected gradient on the Gram matrix of rank d at most, as FORTE's library has it (Jain, Jamieson, Nowak 2016): a
/// step, 1 at first, that grows by 1.3 and is halved when the search between G and the projected G - step gradient has
/// to turn back. It ends where a step moves G by less than 1e-5, or where ten halvings lower the loss by too little.
Fit project(const Objective& objective, std::vector<double> x, int most);

/// Adam (Kingma and Ba, ICLR 2015), so many steps, each by one batch of the terms: one after the other, in an order
/// that `stream` draws anew for each pass. Steps are .1 at first and shrink to nothing along a cosine. `x` has numbers
/// of about 1. The loss is that of all batches in the end. For very many statements, of which few passes tell as much
/// as many of all together.
Fit minimize_by_batches(std::span<const Objective> batches, std::vector<double> x, int steps, core::Stream& stream);

}  // namespace tertium::embedding
