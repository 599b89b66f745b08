#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/base/registry.hpp"
#include "core/models/model.hpp"
#include "core/problems/problem.hpp"

namespace tertium::core {

/// A parameter of a scheme, and along which axes it moves the comparisons.
struct SchemeParameter {
  ParameterInfo info;
  Axes axes;
};

/// How much a scheme gives, for planning.
struct SchemeShare {
  double p = 1.0;    ///< expected proportion of all quadruplets (of all triplets)
  double eps = 1.0;  ///< an answer is right with probability (1 + eps)/2
};

/// How comparisons come to be observed, noise included. One file each, which defines
///     void tertium::register_scheme_NAME(core::Registry<core::Scheme>& schemes)
struct Scheme {
  std::string name;      ///< as written in a configuration, e.g. "proportion"
  std::string sentence;  ///< what it is
  std::string citation;
  std::vector<SchemeParameter> parameters;
  Provisions needs;  ///< of the model
  /// What a problem has with it, beside what the model provides.
  std::function<Provisions(Provisions of_model)> adds;
  /// Puts comparisons into a problem whose cell, objects and similarities are set. The sample's answers are renumbered
  /// already.
  std::function<void(Problem&, const ModelSample&, const Parameters&)> add;
  std::function<SchemeShare(Object n, const Parameters&)> share;
  /// Throws UserError for what single ranges cannot express; may be empty.
  std::function<void(Object n, const Parameters&)> check;

  std::vector<ParameterInfo> parameter_infos() const;
  /// Of the parameter of that name.
  Axes axes_of(std::string_view parameter) const;
};

/// Throws UsageError with the known names.
const Scheme& find_scheme(std::string_view name);

/// Everything that a problem has under a scheme.
Provisions provided_by(const Model& model, const Parameters& model_values, const Scheme& scheme);

/// A problem, and the renumbering that hides the model's order of the objects.
struct AssembledProblem {
  Problem problem;
  std::vector<Object> new_id;  ///< object i of the sample is object new_id[i] of the problem
};

/// The one place where problems come from: renumbers the sample at random and adds comparisons. A pure function of its
/// arguments. Throws UserError where the scheme needs what the sample lacks.
AssembledProblem assemble(ModelSample sample, const Scheme& scheme, const Parameters& scheme_values,
                          const CellKey& cell);

}  // namespace tertium::core
