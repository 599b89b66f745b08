// Clusters of answers, how many there are, and by which method, as dicts of plain values; the package makes objects of
// them.
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/cluster_number.hpp"
#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/default_method.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/folds.hpp"
#include "answers/resampling/people.hpp"
#include "answers/results/results.hpp"
#include "answers/trees/given_tree.hpp"
#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/results.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;
using answers::AnswerInput;

/// As the program chooses where none is named.
py::dict choose_method(const Answers& answers, const std::string& people, std::uint64_t seed, int threads,
                       bool verbose) {
  const auto found = made_by<answers::DefaultChoice>(
      threads, verbose,
      [input = answers.input, rule = answers::people_rule(people), seed](const answers::JobCallback& progress) {
        return answers::choose_default(*input, seed, rule, false, progress);
      });
  const std::vector<answers::TriedMethod> tried = found.why.empty() ? found.tried : std::vector<answers::TriedMethod>();
  const std::optional<core::Method> clusters_by = found.clusters_by();
  py::dict entry;
  entry["method"] = found.method().name;
  entry["clusters_by"] = clusters_by ? py::object(py::str(clusters_by->name)) : py::none();
  entry["table"] = table_of(tried, files::recorded());
  entry["folds"] = found.folds_of;
  entry["errors_over"] = found.errors_over;
  entry["not_chosen"] = found.why;
  return entry;
}

/// `folds`: none for the criterion of all answers.
py::dict choose_clusters(const Answers& answers, const std::string& name, const py::dict& parameters,
                         const std::optional<std::string>& folds, const std::string& people, std::uint64_t seed,
                         int threads, bool verbose) {
  const answers::ClusterRequest request{
      .method = method_of(name, parameters), .seed = seed, .people = answers::people_rule(people)};
  if (const std::string problem =
          folds ? answers::own_number_problem(request.method) : answers::no_number_problem(request.method);
      !problem.empty())
    core::fail("{}", problem);
  const std::optional<answers::FoldChoice> choice = folds ? std::optional(answers::parse_folds(*folds)) : std::nullopt;
  return number_dict(made_by<answers::NumberChoice>(
      threads, verbose, [input = answers.input, request, choice](const answers::JobCallback& progress) {
        return choice ? answers::choose_number(*input, request, *choice, progress)
                      : answers::choose_number_by_criterion(*input, request);
      }));
}

/// Clusters as many as asked for (none: two of a tree, or the method's own), or as are found (`finds_number`), and what
/// the program says of them. `clusters_by`: ClusterRequest::clusters_by.
py::dict cluster(const Given& answers, const std::string& name, const py::dict& parameters,
                 const std::optional<std::string>& clusters_by, std::optional<core::Label> clusters, bool finds_number,
                 core::Object min_cluster_size, bool chance, const std::string& people, std::uint64_t seed,
                 int threads) {
  answers::ClusterRequest request{.method = method_of(name, parameters),
                                  .min_cluster_size = min_cluster_size,
                                  .chance = chance,
                                  .seed = seed,
                                  .people = answers::people_rule(people)};
  if (clusters_by) request.clusters_by = core::find_method(*clusters_by);
  if (clusters) request = answers::with_clusters(request, *clusters);
  if (finds_number) {
    if (const std::string problem = answers::no_number_problem(request.method); !problem.empty())
      core::fail("{}", problem);
    request.by_criterion = request.method.returns() == core::ProductKind::kTree;
  }
  const answers::Clustering found = made_by<answers::Clustering>(
      threads, [input = answers.input, request] { return answers::cluster(*input, request); });
  return clustering_dict(*answers.input, request, found);
}

/// A tree that is there, as the answers judge it. `seconds`: for each bound; none: nothing is proved.
py::dict judge_tree(const Answers& answers, const answers::TreeSource& tree, std::optional<double> seconds,
                    int threads) {
  const AnswerInput& input = *answers.input;
  if (!input.listed())
    core::fail("a tree is evaluated on single answers (these were added up, or are a graph), give a list of answers");
  answers::ClusterRequest request{.method = core::find_method(answers::kDefaultMethod),
                                  .given = {{tree.name, answers::given_tree(tree, input.comparisons.names)}},
                                  .clusters = 1,
                                  .local_support = true,
                                  .bound = seconds};
  const answers::Clustering found = made_by<answers::Clustering>(
      threads, [given = answers.input, request] { return answers::cluster(*given, request); });
  py::dict entry = dict_of(answers_of(found, input));
  entry.attr("update")(dict_of(agreement_of(found, input)));
  entry["linkage"] = linkage_array(*found.tree);
  entry["votes"] = votes_dict(found.votes);
  entry["bounds"] = seconds ? py::object(table_of(found.bounds, files::recorded())) : py::none();
  return entry;
}

}  // namespace

py::dict number_dict(const answers::NumberChoice& found) {
  py::dict entry;
  entry["by"] = name_of(found.rule);
  entry["n_clusters"] = found.taken;
  entry["best"] = found.best;
  entry["indistinguishable"] = array_of(found.indistinguishable);
  entry["table"] = table_of(found.tried, files::recorded(found.rule));
  entry["folds"] = found.folds;
  entry["errors_over"] = found.errors_over;
  return entry;
}

py::dict clustering_dict(const AnswerInput& input, const answers::ClusterRequest& request,
                         const answers::Clustering& found) {
  files::Json fields = json_of(answers_of(found, input));
  for (const files::Record& more : {sizes_of(found), agreement_of(found, input), truth_of(found)})
    fields.update(json_of(more));
  py::dict entry = object_of(fields);
  std::vector<core::Label> labels;
  for (const core::Label label : found.labels.labels()) labels.push_back(found.numbers[label]);
  entry["labels"] = array_of(labels);
  entry["dasgupta_cost"] = found.cost;
  entry["reports"] = found.reports;
  entry["seconds"] = found.seconds;
  entry["people"] = people_rows(input, found.people);
  entry["method"] = request.method.text();
  entry["number"] = found.number ? py::object(number_dict(*found.number)) : py::none();
  entry["linkage"] = found.tree ? py::object(linkage_array(*found.tree)) : py::none();
  return entry;
}

py::object people_rows(const AnswerInput& input, const std::optional<answers::CountedPeople>& people) {
  if (!people) return py::none();
  return table_of(people->listed(input.comparisons.metadata.subjects), files::recorded());
}

void bind_clusterings(py::module_& module) {
  module.def("choose_method", &choose_method, py::arg("answers"), py::arg("people"), py::arg("seed"),
             py::arg("threads"), py::arg("verbose"));
  module.def("choose_clusters", &choose_clusters, py::arg("answers"), py::arg("method"), py::arg("parameters"),
             py::arg("folds"), py::arg("people"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
  module.def("judge_tree", &judge_tree, py::arg("answers"), py::arg("tree"), py::arg("seconds"), py::arg("threads"));
  module.def("cluster", &cluster, py::arg("answers"), py::arg("method"), py::arg("parameters"), py::arg("clusters_by"),
             py::arg("clusters"), py::arg("finds_number"), py::arg("min_cluster_size"), py::arg("chance"),
             py::arg("people"), py::arg("seed"), py::arg("threads"));
}

}  // namespace tertium::python
