#include "core/datasets/datasets.hpp"

#include <fmt/format.h>

#include "experiments/commands/commands.hpp"
#include "experiments/terminal/catalogue.hpp"
#include "experiments/terminal/command_line.hpp"

namespace tertium::experiments {
namespace {

std::string kind_text(const core::Dataset& dataset) {
  if (dataset.kind == core::DatasetKind::kTriplets) return "answers of people (triplets)";
  return dataset.scaling == core::Scaling::kMinMax ? "features, each scaled to [-1, 1]" : "features, as they are";
}

std::string dataset_page(const core::Dataset& dataset) {
  const std::string classes =
      dataset.classes == 0 ? "none"
                           : fmt::format("{}{}", dataset.classes,
                                         dataset.outlier_class.empty()
                                             ? ""
                                             : ", of which '" + dataset.outlier_class + "' holds what belongs to none");
  return entry_page(dataset.name,
                    {{"what", dataset.sentence},
                     {"holds", kind_text(dataset)},
                     {"objects", fmt::format("{}", dataset.objects)},
                     {"classes", classes},
                     {"source", dataset.citation}},
                    {});
}

std::string overview() {
  std::vector<Fact> facts;
  for (const core::Dataset& dataset : core::all_datasets()) facts.emplace_back(dataset.name, dataset.sentence);
  return fact_lines(facts, 0) + "\nMore about one: tertium datasets NAME\n";
}

}  // namespace

int datasets_command(const std::vector<std::string>& args) {
  CommandLine line("datasets", "The data sets that come with the program, or one of them with its source.",
                   "tertium datasets zoo");
  line.argument("NAME", "a data set", CommandLine::Need::kOptional);
  if (!line.parse(args)) return kComplete;
  fmt::print("{}", line.has("NAME") ? dataset_page(core::find_dataset(line.text("NAME"))) : overview());
  return kComplete;
}

}  // namespace tertium::experiments
