#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/methods/method_name.hpp"
#include "core/methods/step.hpp"

namespace tertium::core {

/// A step of a chain with the values of its parameters.
struct Link {
  const Step* step = nullptr;
  Parameters parameters;
};

/// A chain of steps, as in "AddS-4+AL", under the name that it was asked for by.
struct Method {
  std::string name;
  std::vector<Link> links;

  ProductKind returns() const { return links.back().step->returns; }
  /// Everything that it looks at, with the parameters that it has.
  Provisions needs() const;
  /// What its result depends on beside the model.
  Axes axes() const;
  /// How answers must be kept for it.
  AnswerUse answer_use() const;
  /// Whether nobody can state what time one of its steps takes.
  bool has_unknown_time() const;
  /// Whether one of its steps goes by how many answers there are.
  bool counts_answers() const;
  /// Whether renumbering the objects draws others: a step says so, or begins with initial clusters.
  bool draws_objects() const;
  /// Beyond so many objects one of its steps cannot work.
  Object most_objects() const;
  /// The largest of its steps.
  double tolerance() const;
  /// Of all steps.
  std::vector<ReportedNumber> reports() const;
  /// "4K[reading=infinite]+AL[m=1;ties=first]": all that the result depends on beside the data.
  std::string text() const;
  /// The same for people: "4-AL (m = 1, ties = first)".
  std::string with_parameters() const;
};

/// A parameter of a method: its name is that of the step's parameter, after "STEP." where another step of the chain has
/// one of that name.
struct MethodParameter {
  std::string name;
  const ParameterInfo* info = nullptr;
  std::size_t link = 0;
};
/// All that the steps of a method have, in their order.
std::vector<MethodParameter> parameters_of(const Method& method);
/// The value that a parameter has in a method.
const ParameterValue& value_of(const Method& method, const MethodParameter& parameter);
/// Throws UsageError where the method has no such parameter. The value must be valid.
void set_parameter(Method& method, std::string_view name, const ParameterValue& value);
/// Sets what texts say. Throws UsageError for a parameter that the method does not have, with the known ones, and for
/// a text that is no value of its parameter.
void set_parameters(Method& method, const Settings& settings);

/// A method by name: a preset, a step, or a chain of steps with pluses. Names may end in pluses: one that another plus
/// or the end follows parts nothing (4K+Linkage++ has two steps). Behind each name "-I<m>" sets the parameter m
/// (initial clusters of m objects), as in the papers, and (KEY = VALUE, ...) any parameters: behind a step of a chain
/// that step's, at the end the method's, as in "t-STE (d = 5)". Throws UsageError for unknown names, and for joints
/// that do not fit, with those that do.
Method find_method(std::string_view name);

/// All presets, by name.
std::vector<Preset> all_presets();
/// Names of all clustering methods that are no chains of somebody's own: the steps that begin a chain and end in a tree
/// or partition, their aliases, and the presets.
std::vector<std::string> method_names();

/// Throws UserError that names what the method needs and `provided` lacks.
void check_provided(const Method& method, Provisions provided);

/// Throws UserError where there are more objects than the method can work on.
void check_objects(const Method& method, Object objects);

/// What a method made.
struct Outcome {
  Product product;
  std::map<std::string, double> reports;
  std::vector<OddOneOut> left_out;  ///< answers that a cover took out
  std::string remark;               ///< what added steps said
  double seconds = 0.0;             ///< of all, as it was here
  double kernel_seconds = 0.0;      ///< of the products shared with other methods, as if all had been made here
  double shared_seconds = 0.0;      ///< of those that really were made here
};

/// check_provided, then runs the chain. The products of all steps but the last are shared (Problem::products).
Outcome run_method(const Method& method, const Problem& problem);

/// What a method takes, in the order of making: shared products, then its last step, which no other method shares.
std::vector<SharedCost> costs_of(const Method& method, const ProblemSize& size);

/// The products that nobody shares any more after each of several methods that run one after the other, by
/// what costs_of says of them.
std::vector<ProductIds> released_after(std::span<const std::vector<SharedCost>> costs);

}  // namespace tertium::core
