#pragma once

#include <string>
#include <vector>

#include "experiments/claims/evaluate.hpp"

namespace tertium::experiments {

/// "12 hold, 1 fails, 2 are undecided": verdicts that there are.
std::string summary_of(const std::vector<ClaimResult>& results);

/// The comparison that decides, with its bounds, or what is missing: "CL > SL: difference 0.1 (0.08 to 0.12, t); ...".
std::string deciding_text(const ClaimResult& result);

/// Why it does not hold; empty where it does, or nobody knows.
std::string reason_text(const ClaimResult& result);

/// For a terminal: two paragraphs for each claim, and the summary. `needs`: what would decide each, or nothing.
std::string claims_text(const std::vector<ClaimResult>& results, const std::vector<std::string>& needs = {});

}  // namespace tertium::experiments
