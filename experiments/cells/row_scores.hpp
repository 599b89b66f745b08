#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/methods/product.hpp"
#include "experiments/plan/grid.hpp"
#include "experiments/store/trial_row.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::experiments {

/// What TrialRow::scores has of a score of that version: its name, from version 2 on with the version, "aari:2".
std::string score_entry(const std::string& name, int version);

/// The version of the score that the row has a value of; 0: it was not computed.
int score_version(const std::vector<std::string>& scores, const std::string& name);

/// Computes those scores of the plan that the row lacks or has of an older version, of the trial's product in the
/// problem's numbering.
void add_scores(const Plan& plan, const Trial& trial, const core::Product& product, const core::Problem& problem,
                TrialRow& row);

/// Whether the row lacks a score that the plan wants of its trial, or has it of an older version.
bool lacks_scores(const Plan& plan, const Trial& trial, const TrialRow& row);

/// Whether it has one of an older version.
bool has_old_scores(const Plan& plan, const Trial& trial, const TrialRow& row);

/// Puts the product into the row, in the model's order of the objects.
void store_product(const core::Product& product, const problems::AssembledProblem& data, TrialRow& row);

/// The row's product, in the model's order of the objects; nothing if none is stored.
std::optional<core::Product> stored_product(const TrialRow& row);

/// A finished row that lacks scores which can be computed of what it holds.
struct Rescoring {
  int trial = 0;  ///< index into Plan::trials
  TrialRow row;
};

/// Computes what is missing, cell by cell on all cores: the data are drawn again, no method runs. `emit` is called by
/// one thread at a time with each completed row.
void rescore(const Plan& plan, std::vector<Rescoring> rows, int threads, const std::function<void(TrialRow)>& emit);

}  // namespace tertium::experiments
