#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/methods/step.hpp"
#include "embedding/losses/losses.hpp"

namespace tertium::embedding {

/// The loss of a step in so many dimensions, with the values of its own parameters.
using MakeLoss = std::function<Loss(int dimensions, const core::Parameters&)>;

/// How a step is fitted where nothing else is said.
struct FitDefaults {
  std::string optimizer;
  int iterations = 1000;
  int restarts = 1;
};

/// A step that places objects in few dimensions such that a loss of the statements is small. All of them have the
/// parameters d, feed, optimizer, iterations and restarts beside their own.
core::Step embedding_step(std::string name, const FitDefaults& defaults, std::vector<core::ParameterInfo> own,
                          MakeLoss loss);

}  // namespace tertium::embedding
