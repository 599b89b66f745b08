#pragma once

#include <vector>

#include "answers/asking/oracle.hpp"
#include "answers/asking/prior.hpp"

namespace tertium::answers {

/// Asks odd-one-outs, one after the other, until they place every object in a tree, or the budget is used up: those of
/// `features+AL+insertion` (linkage/methods/insertion.cpp), which begins where the average linkage of the prior has an
/// object. What was asked before in the run is not asked again; of a question with several votes the most frequent
/// answer counts, of equals and where all were skipped one that the run's seed draws. Returns whether every object was
/// placed.
bool ask_by_prior(OracleRun& run, const Prior& prior, const Oracle& oracle, const BatchCallback& done = {});

/// The votes on one question that it would ask for next; empty: nothing more. It goes through the answers from the
/// first on.
std::vector<AskedOnce> next_by_prior(OracleRun run, const Prior& prior);

}  // namespace tertium::answers
