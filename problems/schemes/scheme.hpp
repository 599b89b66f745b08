#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/base/registry.hpp"
#include "core/methods/problem.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/data_memory.hpp"

namespace tertium::problems {

/// A parameter of a scheme, and along which axes it moves the comparisons.
struct SchemeParameter {
  core::ParameterInfo info;
  core::Axes axes;
};

/// How much a scheme gives, for planning.
struct SchemeShare {
  double p = 1.0;                      ///< expected proportion of all quadruplets
  double eps = 1.0;                    ///< an answer is right with probability (1 + eps)/2
  bool listed = false;                 ///< what is given is a list: what is not costs nothing
  bool of_model = false;               ///< p is the share of the answers that the model lists
  double answers = 0.0;                ///< that the scheme lists itself, and holds as long as the problem is there
  std::optional<double> p_triplets{};  ///< expected proportion of all triplets, where it is not p

  /// Of what a method is given that needs that.
  double p_for(core::Provisions needs) const {
    const bool triplets = needs.meets({core::Provision::kTriplets, core::Provision::kOddOneOuts});
    return triplets ? p_triplets.value_or(p) : p;
  }
};

/// How comparisons come to be observed, noise included. One file each, which defines
///     void tertium::register_scheme_NAME(core::Registry<problems::Scheme>& schemes)
struct Scheme {
  std::string name;      ///< as written in a configuration, e.g. "proportion"
  std::string sentence;  ///< what it is
  std::string citation;
  std::vector<SchemeParameter> parameters;
  core::Provisions needs;  ///< of the model
  /// What a problem has with it, beside what the model provides.
  std::function<core::Provisions(core::Provisions of_model)> adds;
  /// Puts comparisons into a problem whose cell, objects and similarities are set. The sample's answers are renumbered
  /// already.
  std::function<void(core::Problem&, ModelSample&&, const core::Parameters&)> add;
  std::function<SchemeShare(core::Object n, const core::Parameters&)> share;
  /// Bytes of what it makes for the use of a problem, one thing after the other; empty function: of nothing.
  std::function<Memory(const DataUse&, const core::Parameters&)> memory{};
  /// Throws UserError for what single ranges cannot express; may be empty.
  std::function<void(core::Object n, const core::Parameters&)> check;
  /// The same for what it cannot do with a model; may be empty.
  std::function<void(const Model&, const core::Parameters& of_model, const core::Parameters&)> check_model{};

  /// Of all parameters, in their order.
  std::vector<core::ParameterInfo> parameter_infos() const;
  /// Of the parameter of that name.
  core::Axes axes_of(std::string_view parameter) const;
};

/// Throws UsageError with the known names.
const Scheme& find_scheme(std::string_view name);

/// Everything that a problem has under a scheme.
core::Provisions provided_by(const Model& model, const core::Parameters& model_values, const Scheme& scheme);

/// A problem, and the renumbering that hides the model's order of the objects.
struct AssembledProblem {
  core::Problem problem;
  std::vector<core::Object> new_id;  ///< object i of the sample is object new_id[i] of the problem
};

/// The one place where problems come from: renumbers the sample at random and adds comparisons. A pure function of its
/// arguments. Throws UserError where the scheme needs what the sample lacks.
AssembledProblem assemble(ModelSample sample, const Scheme& scheme, const core::Parameters& scheme_values,
                          const core::CellKey& cell);

}  // namespace tertium::problems
