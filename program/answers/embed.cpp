#include "program/answers/embed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>
#include <variant>

#include "answers/results/results.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/product.hpp"
#include "files/structures/object_rows.hpp"
#include "files/text/csv.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/cluster.hpp"
#include "program/answers/cluster_files.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/embed_files.hpp"
#include "program/answers/embed_options.hpp"
#include "program/answers/embed_picture.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/web_page.hpp"
#include "program/options/job_progress.hpp"
#include "program/options/outputs.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// What takes long is told before.
void tell_cost(const answers::AnswerInput& input) {
  constexpr double kWorthSaying = 5.0;  // seconds of a core
  if (!input.listed()) return;
  const double seconds = answers::cost_of_dimensions(input);
  if (seconds > answers::kMostForDimensions)
    terminal::notice(
        "tertium embed: two dimensions; choosing the number by cross-validation would take about {} (see tertium "
        "compare)\n",
        core::duration_text(seconds));
  else if (seconds > kWorthSaying)
    terminal::notice(
        "tertium embed: choosing the number of dimensions by cross-validation, about {} of one core (--method "
        "\"t-STE(d=2)\" sets it)\n",
        core::duration_text(seconds));
}

Outputs outputs_of(const EmbedOptions& options) {
  Inputs inputs = inputs_of(options.source);
  inputs.insert(inputs.end(), {options.images, options.against, table_column(options.colour).table});
  return {inputs, options.force};
}

void embed(const EmbedOptions& options, const std::string& command_line) {
  const answers::AnswerInput input = read_input("tertium embed", options);
  answers::check_fit(input, options.request.method);
  const answers::MapRequest request{.method = options.request.method,
                                    .chooses_dimensions = options.chooses_method,
                                    .support = options.request.support,
                                    .people = options.request.people,
                                    .seed = options.request.seed,
                                    .against = vectors_of(options),
                                    .cosine = options.cosine};
  MapFolder folder(input, options, command_line);
  if (const std::string warning = coverage_warning(input); !warning.empty())
    terminal::notice("tertium embed: warning: {}\n", warning);
  if (request.chooses_dimensions) tell_cost(input);
  folder.write(answers::make_map(input, request, job_progress_on_stderr()));
}

}  // namespace

MapFolder::MapFolder(const answers::AnswerInput& input, const EmbedOptions& options, std::string command_line)
    : input_(input),
      options_(options),
      command_line_(std::move(command_line)),
      colours_(colours_of(options.colour, input)),
      images_(images_of(options.images, input.comparisons.names)),
      folder_(options.output.empty() ? std::filesystem::path(input.stem + "-embedding") : options.output,
              {"tertium embed", command_line_, result_files()}, outputs_of(options)) {}

std::vector<std::string> MapFolder::write_similarities(const core::SimilarityMatrix& similarities) {
  const std::vector<std::string>& names = input_.comparisons.names;
  folder_.write("similarities.npy", similarities_npy(similarities));
  if (static_cast<core::Object>(names.size()) > kMostListed) return {"similarities.npy"};
  folder_.write("similarities.csv", similarities_csv(similarities, names));
  return {"similarities.npy", "similarities.csv"};
}

/// What there is in the end.
std::vector<std::string> MapFolder::write_places(const core::Coordinates& places, const answers::ObjectMap& made) {
  const answers::PlaceSpread* spread = made.spread ? &*made.spread : nullptr;
  folder_.write("embedding.csv", places_csv(places, input_.comparisons.names, spread));
  std::vector<std::string> files{"embedding.csv"};
  if (!options_.picture || places.objects < 2) return files;
  const DrawnMap map{.title = fmt::format("{}: {}", input_.stem, made.method.name),
                     .names = input_.labels(),
                     .places = places,
                     .spread = spread,
                     .colours = colours_,
                     .images = images_};
  const std::vector<std::string> drawn = draw_map(folder_, map, options_.page);
  files.insert(files.end(), drawn.begin(), drawn.end());
  return files;
}

void MapFolder::write(const answers::ObjectMap& made) {
  for (const std::string& name : result_files()) folder_.remove(name);  // of an earlier run
  answers::ClusterRequest request = options_.request;
  request.method = made.method;
  fmt::print("{}", fit_report(input_, request, made));
  folder_.write("summary.json", fit_summary(input_, request, made, command_line_));
  const auto* places = std::get_if<core::Coordinates>(&made.fit.product);
  std::vector<std::string> files = places != nullptr
                                       ? write_places(*places, made)
                                       : write_similarities(std::get<core::SimilarityMatrix>(made.fit.product));
  if (made.people) {
    folder_.write("weights.csv",
                  files::csv_of(made.people->listed(input_.comparisons.metadata.subjects), files::recorded()));
    files.emplace_back("weights.csv");
  }
  fmt::print("{}", terminal::report_line("files", fmt::format("in {}: {}, summary.json", folder_.path().string(),
                                                              fmt::join(files, ", "))));
}

int run_embed(const std::vector<std::string>& args) {
  if (const std::optional<EmbedOptions> options = parse_embed_options(args))
    embed(*options, fmt::format("tertium embed {}", fmt::join(args, " ")));
  return terminal::kComplete;
}

}  // namespace tertium::program
