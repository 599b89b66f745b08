#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/methods/step.hpp"
#include "embedding/losses/objective.hpp"

namespace tertium::embedding {

/// The loss of a step, with the values of its own parameters.
using MakeObjective = std::function<std::unique_ptr<Objective>(Terms, int dimensions, const core::Parameters&)>;

/// A step that places objects in few dimensions such that a loss of the statements is small. All of them have the
/// parameters d, feed, optimizer, iterations and restarts beside their own.
core::Step embedding_step(std::string name, const std::string& optimizer, std::vector<core::ParameterInfo> own,
                          MakeObjective objective);

}  // namespace tertium::embedding
