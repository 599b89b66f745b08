#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/plan/grid.hpp"

namespace tertium::experiments {

/// The trial whose key begins with `prefix` (hexadecimal, at least 4 digits, upper or lower case). Throws UsageError
/// when there is none, or more than one, which are then named.
TrialKey find_key(std::span<const TrialKey> keys, std::string_view prefix);

/// The first 12 digits: enough to tell the trials of any run apart.
std::string short_key(const TrialKey& key);

/// "4-AL, delta = 0.1, p = 0.01, repetition 3": a trial in the words of its plan, with the parameters that are swept.
std::string trial_name(const Plan& plan, const Trial& trial);

/// Index into Plan::trials; nullptr where the plan has no such trial.
const Trial* find_trial(const Plan& plan, const TrialKey& key);

}  // namespace tertium::experiments
