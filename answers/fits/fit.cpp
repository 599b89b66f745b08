#include "answers/fits/fit.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "answers/fits/cluster_numbers.hpp"
#include "answers/fits/requirements.hpp"
#include "answers/tables/answer_sample.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/schemes/scheme.hpp"

namespace tertium::answers {

void check_fit(const core::ComparisonFile& file, const core::Method& method) {
  const core::Provisions provided = provided_by(file), missing = method.needs() - provided;
  if (!missing.empty())
    core::fail("{} needs {} (these answers are {}), take a method that works on them", method.name,
               core::text_of(missing), core::name_of(file.form));
  core::check_objects(method, file.objects);
  const double needed = bytes_needed(file, method), available = core::available_memory();
  if (needed > available)
    core::fail("{} needs some {:.1f} GB for {} objects and {} statements ({:.1f} GB are available), take fewer objects",
               method.name, 1e-9 * needed, file.objects, file.statements.size(), 1e-9 * available);
}

Fit fit(const core::ComparisonFile& file, const core::Method& method, std::uint64_t seed) {
  check_fit(file, method);
  const core::AssembledProblem data =
      core::assemble(sample_of(file), core::find_scheme("own"), {}, {.master_seed = seed});
  core::Outcome found = core::run_method(method, data.problem);
  return {.product = core::relabelled(found.product, core::inverse(data.new_id)),
          .reports = std::move(found.reports),
          .seconds = found.seconds};
}

std::optional<std::vector<core::Label>> labels_of(const core::Product& product, core::Label k) {
  const auto* partition = std::get_if<core::Partition>(&product);
  if (partition != nullptr) return std::vector<core::Label>(partition->labels().begin(), partition->labels().end());
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  if (tree == nullptr) return std::nullopt;
  const core::Partition clusters = tree->cut(k);
  const std::vector<core::Label> numbers = numbers_as_drawn(clusters, *tree);
  std::vector<core::Label> labels;
  for (const core::Label label : clusters.labels()) labels.push_back(numbers[label]);
  return labels;
}

core::Object objects_in(const core::Product& product) {
  if (const auto* places = std::get_if<core::Coordinates>(&product)) return places->objects;
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) return tree->objects();
  if (const auto* partition = std::get_if<core::Partition>(&product)) return partition->objects();
  return std::visit([](const auto& similarities) { return similarities->objects(); },
                    std::get<core::SimilarityMatrix>(product));
}

Foretold foretell_all(const core::Product& product, const core::ComparisonFile& file) {
  const core::ProductDistances apart(product);
  const core::Object known = objects_in(product);
  const auto step = static_cast<std::size_t>(core::statements_of(file.form));
  Foretold tally;
  for (std::size_t k = 0; k < file.statements.size(); k += step) {
    const core::Quadruplet& s = file.statements[k];
    const std::int64_t times = file.counts.empty() ? 1 : file.counts[k];
    if (std::max({s.i, s.j, s.k, s.l}) < known)
      add_prediction(file.form, s, times, apart, tally);
    else
      tally += {times, times * (step == 2 ? 2 : 3), times};
  }
  return tally;
}

std::vector<std::string> methods_on(core::Provisions provided) {
  std::vector<std::string> names;
  for (const std::string& name : core::method_names())
    if (provided.includes(core::find_method(name).needs())) names.push_back(name);
  return names;
}

std::vector<std::string> embeddings_of_answers() {
  std::vector<std::string> names;
  for (const core::Step& step : core::all<core::Step>())
    if (step.needs && kOfAnswers.includes(*step.needs) && step.returns == core::ProductKind::kCoordinates)
      names.push_back(step.name);
  return names;
}

}  // namespace tertium::answers
