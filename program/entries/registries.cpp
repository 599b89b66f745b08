// What tertium list shows of the registries of models, data sets, schemes and scores.
#include <fmt/format.h>

#include <optional>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "metrics/scores/score.hpp"
#include "problems/datasets/datasets.hpp"
#include "problems/models/model.hpp"
#include "problems/schemes/scheme.hpp"
#include "program/entries/entry_kinds.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/run_program.hpp"

namespace tertium::program {
namespace {

constexpr const char* kParameters = "parameters, with defaults";

template <typename Entry, typename Page>
std::vector<EntryPage> pages_of(Page&& page) {
  std::vector<EntryPage> pages;
  for (const Entry& entry : core::all<Entry>()) pages.push_back(page(entry));
  return pages;
}

EntryPage model_page(const problems::Model& model) {
  const core::Parameters defaults(model.parameters);
  return {model.name,
          model.sentence,
          {{"has", model.holds.empty() ? text_of(model.provides(defaults)) : model.holds}, {"source", model.citation}},
          {{kParameters, terminal::parameter_facts(model.parameters, defaults)}}};
}

std::string content_text(const problems::Dataset& dataset) {
  if (dataset.kind == problems::DatasetKind::kTriplets) return "participants' answers (triplets)";
  if (dataset.kind == problems::DatasetKind::kTexts)
    return "counts of words; similarity is the cosine of tf-idf weights";
  const char* scaling = dataset.scaling == problems::Scaling::kMinMax ? "each scaled to [-1, 1]" : "as they are";
  const bool cosine = dataset.similarity == problems::FeatureSimilarity::kCosine;
  return fmt::format("features, {}; similarity {}", scaling, cosine ? "is their cosine" : "decreases with distance");
}

std::string classes_text(const problems::Dataset& dataset) {
  if (dataset.classes == 0) return "none";
  const std::string outliers =
      dataset.outlier_class.empty() ? "" : ", where '" + dataset.outlier_class + "' contains objects without a class";
  return fmt::format("{}{}", dataset.classes, outliers);
}

EntryPage dataset_page(const problems::Dataset& dataset) {
  return {dataset.name,
          dataset.sentence,
          {{"contains", content_text(dataset)},
           {"objects", fmt::format("{}", dataset.objects)},
           {"classes", classes_text(dataset)},
           {"source", dataset.citation}}};
}

EntryPage scheme_page(const problems::Scheme& scheme) {
  const std::vector<core::ParameterInfo> infos = scheme.parameter_infos();
  std::vector<terminal::Fact> axes;
  for (const problems::SchemeParameter& parameter : scheme.parameters)
    axes.emplace_back(parameter.info.name, text_of(parameter.axes));
  return {scheme.name,
          scheme.sentence,
          {{"needs", text_of(scheme.needs)}, {"source", scheme.citation}},
          {{kParameters, terminal::parameter_facts(infos, core::Parameters(infos))}, {"they affect", axes}}};
}

EntryPage score_page(const metrics::Score& score) {
  return {score.name,
          score.sentence,
          {{"of", text_of(score.of)},
           {"needs", text_of(score.needs)},
           {"better", score.higher_is_better ? "higher" : "lower"},
           {"computed", score.by_default ? "by default" : "on request"},
           {"unit", score.unit},
           {"source", score.citation}}};
}

/// Whether the files are those whose checksums data/SHA256SUMS lists. sha256sum names those that are not.
int check_data_files() {
  const std::string folder = (core::home_folder() / "data").string();
  const std::optional<int> status = terminal::run_program(
      {"/usr/bin/env", "-C", folder, "sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"});
  if (status == 0) {
    fmt::print("all data files in {} match their checksums\n", folder);
    return terminal::kComplete;
  }
  core::fail("{}: data files differ from SHA256SUMS there (see above), restore them from the project", folder);
}

}  // namespace

EntryKind models_kind() {
  return {"models", "Sources of similarities and answers: [model] kind in a configuration.",
          "Models\n\nSources of similarities and answers: `[model] kind` in a configuration.",
          [] { return pages_of<problems::Model>(model_page); },
          [](const std::string& name) { return model_page(problems::find_model(name)); }};
}

EntryKind datasets_kind() {
  return {"datasets",
          "The data sets that come with the program.",
          "Data sets\n\nThe data sets of the program. Use one by its name: `tertium cluster NAME`, or `[model] kind = "
          "dataset` with `name`.",
          [] { return pages_of<problems::Dataset>(dataset_page); },
          [](const std::string& name) { return dataset_page(problems::find_dataset(name)); },
          {},
          check_data_files};
}

EntryKind schemes_kind() {
  return {
      "schemes", "How comparisons are observed: [comparisons] scheme in a configuration.",
      "Comparison schemes\n\nHow comparisons are observed, including noise: `[comparisons] scheme` in a configuration.",
      [] { return pages_of<problems::Scheme>(scheme_page); },
      [](const std::string& name) { return scheme_page(problems::find_scheme(name)); }};
}

EntryKind metrics_kind() {
  return {
      "metrics", "Scores of trees and partitions: [metrics] compute in a configuration.",
      "Scores\n\nHow good a tree or partition is: `[metrics] compute` in a configuration. A score that is added to a "
      "finished run is computed from the stored products, without running a method again.",
      [] { return pages_of<metrics::Score>(score_page); },
      [](const std::string& name) { return score_page(metrics::find_score(name)); }};
}

}  // namespace tertium::program
