#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/clusterings/dendrogram.hpp"
#include "core/methods/instance.hpp"

namespace tertium::linkage {

/// What a method is allowed to look at.
enum class Input {
  kSimilarities,       ///< the latent w itself (a baseline, not comparison-based)
  kQuadruplets,        ///< the passive quadruplets it is given
  kActiveQuadruplets,  ///< quadruplets it asks for
  kTriplets,           ///< the passive triplets it is given
};

/// Time and memory that a trial is expected to take, for planning.
struct Cost {
  double operations = 0.0;  ///< elementary steps, about 1e9 per second, of all members of a team together
  double bytes = 0.0;       ///< peak memory beyond the instance itself
};

/// Size of a problem before it exists.
struct ProblemSize {
  core::Object objects = 0;
  double p = 1.0;
  double eps = 1.0;
  int team = 1;  ///< ranks that share it: bytes are those of one of them
};

struct Result {
  core::Dendrogram tree;
  std::int64_t n_comparisons = -1;  ///< given (passive) or distinct queries asked (active); -1 where none are used
  std::int64_t n_queries_raw = -1;  ///< active: all queries, repetitions included
  core::KernelTime kernel_time;     ///< making similarities out of comparisons, shared or not
};

/// A fixed choice of parameters with a name of its own, e.g. "4-AL-I3" = 4-AL with m = 3.
struct Preset {
  std::string name;
  std::vector<std::pair<std::string, core::ParameterValue>> values;
};

/// A tree-building method, one file under linkage/methods/.
struct Method {
  std::string name;      ///< the paper's name, e.g. "4-AL"; also how configurations call it
  std::string sentence;  ///< what it does
  std::string citation;
  std::string promise;  ///< exactness, determinism, cost
  Input input = Input::kQuadruplets;
  bool depends_on_p = true;  ///< false: the result is the same for every sampling proportion
  std::vector<core::ParameterInfo> parameters;
  std::vector<Preset> presets;
  std::function<Result(const core::Instance&, const core::Parameters&)> run;
  std::function<Cost(const ProblemSize&, const core::Parameters&)> cost;
};

/// A method under the name that it was asked for by, with the parameters which that name implies.
struct NamedMethod {
  const Method* method = nullptr;
  std::string name;             ///< of the method or of a preset
  core::Parameters parameters;  ///< defaults, then the preset's
};

/// All methods, by name.
const std::vector<Method>& all_methods();
/// Every name that find_method knows, presets included.
std::vector<std::string> method_names();
/// Throws UsageError with the known names.
NamedMethod find_method(std::string_view name);
/// Throws UserError saying what is missing if the instance does not hold what the method looks at.
void check_input(const Method& method, const core::Instance& instance);
/// check_input, then run.
Result run_method(const NamedMethod& method, const core::Instance& instance);

namespace methods {
using Registry = std::vector<Method>;
void register_all(Registry& registry);
}  // namespace methods

}  // namespace tertium::linkage
