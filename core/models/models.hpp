#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/clusterings/partition.hpp"
#include "core/random/random.hpp"

namespace tertium::core {

/// What a model draws: latent similarities and, where there is one, the planted truth from coarse to fine.
/// Objects are in the model's own order: relabel them before a method sees them.
struct ModelSample {
  Similarities w;
  std::vector<Partition> truth;
};

/// A source of similarities, one file under core/models/.
struct Model {
  std::string name;      ///< as written in a configuration, e.g. "planted-hierarchy"
  std::string sentence;  ///< what it is
  std::string citation;
  std::vector<ParameterInfo> parameters;
  std::function<Object(const Parameters&)> objects;  ///< N without drawing anything
  std::function<ModelSample(const Parameters&, const CellKey&)> sample;
  /// Throws UserError for combinations that single ranges cannot express; may be empty.
  std::function<void(const Parameters&)> check;
};

/// All models, by name.
const std::vector<Model>& all_models();
/// Throws UsageError with the known names.
const Model& find_model(std::string_view name);

namespace models {
using Registry = std::vector<Model>;
void register_all(Registry& registry);
}  // namespace models

}  // namespace tertium::core
