#include "answers/study/study.hpp"

#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/study/methods_page.hpp"
#include "core/base/version.hpp"
#include "core/methods/bibliography.hpp"
#include "python/bindings/background.hpp"
#include "python/bindings/bindings.hpp"

namespace tertium::python {
namespace {

namespace py = pybind11;

/// All parts of it, and the words about them.
py::dict study(const Answers& answers, const std::vector<std::string>& methods, const std::string& folds,
               std::optional<core::Label> clusters, bool by_criterion, std::int64_t trees, std::uint64_t seed,
               int threads, bool verbose) {
  answers::StudyRequest request{
      .clusters = clusters,
      .number = by_criterion ? answers::NumberRule::kCriterion : answers::NumberRule::kHeldOut,
      .trees = trees};
  request.compared.methods = methods;
  request.compared.folds = answers::parse_folds(folds);
  request.compared.seed = seed;
  const answers::Study found =
      made_by<answers::Study>(threads, verbose, [input = answers.input, request](const answers::JobCallback& progress) {
        return answers::study(*input, request, progress);
      });
  const answers::AnswerInput& input = *answers.input;
  answers::MethodsPage page = answers::methods_page(input, found, "Written by `tertium.study` of the Python module.");
  page.settings.emplace_back("program", "Tertium " + std::string(core::version()));
  py::dict entry;
  entry["overview"] = overview_dict(input, found.seen);
  entry["comparison"] = comparison_dict(found.compared);
  entry["number"] = found.number ? py::object(number_dict(*found.number)) : py::none();
  entry["clusters"] = clustering_dict(input, found.request, found.made);
  std::vector<double> stays;
  for (core::Object i = 0; i < input.comparisons.objects; ++i) stays.push_back(found.made.membership->share(i));
  entry["stays"] = stays;
  entry["support"] = support_dict(input, *found.made.resampled, *found.made.support);
  entry["method"] = found.request.method.name;
  entry["n_clusters"] = found.made.labels.clusters();
  entry["methods"] = page.text();
  entry["references"] = core::bibtex_text(page.references);
  return entry;
}

}  // namespace

void bind_study(py::module_& module) {
  module.def("study", &study, py::arg("answers"), py::arg("methods"), py::arg("folds"), py::arg("clusters"),
             py::arg("by_criterion"), py::arg("trees"), py::arg("seed"), py::arg("threads"), py::arg("verbose"));
}

}  // namespace tertium::python
