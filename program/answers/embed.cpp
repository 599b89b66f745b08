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
#include "program/answers/cluster.hpp"
#include "program/answers/cluster_files.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/embed_files.hpp"
#include "program/answers/embed_options.hpp"
#include "program/answers/embed_picture.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/web_page.hpp"
#include "program/options/job_progress.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// In how many dimensions, where nobody says it and it does not take long to find out.
std::optional<answers::DefaultChoice> chosen_dimensions(const answers::AnswerInput& input,
                                                        const answers::ClusterRequest& request) {
  constexpr double kWorthSaying = 5.0, kMost = 1800.0;  // seconds of a core
  if (!input.listed()) return std::nullopt;
  const double seconds = answers::cost_of_dimensions(input);
  if (seconds > kMost) {
    terminal::notice("tertium embed: the plane; which dimension predicts most would take some {} (compare tells it)\n",
                     core::duration_text(seconds));
    return std::nullopt;
  }
  if (seconds > kWorthSaying)
    terminal::notice(
        "tertium embed: choosing the number of dimensions by answers held out, some {} of a core (--method "
        "\"t-STE(d=2)\" "
        "insists on one)\n",
        core::duration_text(seconds));
  return answers::choose_dimensions(input, request.seed, request.people, told_on_stderr());
}

/// Tables that are read beside the answers, and pictures, so that what is wrong with them is said before the work.
struct Beside {
  ObjectColours colours{};
  std::optional<files::NamedVectors> against{};
  std::vector<std::string> images{};
};

Beside read_beside(const EmbedOptions& options, const answers::AnswerInput& input) {
  Beside beside{.colours = colours_of(options.colour, input),
                .images = images_of(options.images, input.comparisons.names)};
  beside.against = vectors_of(options);
  return beside;
}

answers::PlaceSpread spread_of(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                               const answers::CountedFit& fit) {
  const double bytes = answers::bytes_needed(input, request.method, answers::most_counted(request.people));
  return answers::place_spread(std::get<core::Coordinates>(fit.fit.product),
                               answers::resample(input.comparisons, request.method, request.support, request.seed,
                                                 bytes, told_on_stderr(), answers::counts_of(fit.people)));
}

FittedProduct fitted(const answers::AnswerInput& input, const EmbedOptions& options,
                     const answers::ClusterRequest& request, const Beside& beside) {
  FittedProduct made{answers::fit_counted(input, request.method, request.seed, request.people)};
  const core::Product& product = made.fit.product;
  if (input.listed()) {
    const answers::Predicted tally = answers::predict_all(product, input.comparisons);
    made.satisfied = answers::share_predicted(std::span(&tally, 1)).value;
  }
  if (request.support > 0) made.spread = spread_of(input, request, made);
  if (beside.against)
    made.against = answers::compare_with(*beside.against, options.cosine, product, input.comparisons.names,
                                         input.comparisons, request.seed);
  return made;
}

std::vector<std::string> write_similarities(ResultFolder& folder, const core::SimilarityMatrix& similarities,
                                            const std::vector<std::string>& names) {
  folder.write("similarities.npy", similarities_npy(similarities));
  if (static_cast<core::Object>(names.size()) > kMostListed) return {"similarities.npy"};
  folder.write("similarities.csv", similarities_csv(similarities, names));
  return {"similarities.npy", "similarities.csv"};
}

/// What there is in the end.
std::vector<std::string> write_places(ResultFolder& folder, const core::Coordinates& places, const FittedProduct& made,
                                      const Beside& beside, const EmbedOptions& options, const std::string& method,
                                      const answers::AnswerInput& input) {
  const answers::PlaceSpread* spread = made.spread ? &*made.spread : nullptr;
  folder.write("embedding.csv", places_csv(places, input.comparisons.names, spread));
  std::vector<std::string> files{"embedding.csv"};
  if (!options.picture || places.objects < 2) return files;
  const ObjectMap map{.title = fmt::format("{}: {}", input.stem, method),
                      .names = input.labels(),
                      .places = places,
                      .spread = spread,
                      .colours = beside.colours,
                      .images = beside.images};
  const std::vector<std::string> drawn = draw_map(folder, map, options.page);
  files.insert(files.end(), drawn.begin(), drawn.end());
  return files;
}

void embed(const answers::AnswerInput& input, const EmbedOptions& options, const std::string& command_line) {
  answers::ClusterRequest request = options.request;
  answers::check_fit(input, request.method);
  const Beside beside = read_beside(options, input);
  Inputs inputs = inputs_of(options.source);
  inputs.insert(inputs.end(), {options.images, options.against, table_column(options.colour).table});
  ResultFolder folder(options.output.empty() ? std::filesystem::path(input.stem + "-embedding") : options.output,
                      {"tertium embed", command_line, result_files()}, {inputs, options.force});
  if (const std::string warning = coverage_warning(input); !warning.empty())
    terminal::notice("tertium embed: warning: {}\n", warning);
  std::optional<answers::DefaultChoice> dimensions;
  if (options.chooses_method) dimensions = chosen_dimensions(input, request);
  if (dimensions) request.method = dimensions->method();
  FittedProduct made = fitted(input, options, request, beside);
  made.dimensions = std::move(dimensions);
  for (const std::string& name : result_files()) folder.remove(name);  // of an earlier run
  fmt::print("{}", fit_report(input, request, made));
  folder.write("summary.json", fit_summary(input, request, made, command_line));
  const auto* places = std::get_if<core::Coordinates>(&made.fit.product);
  std::vector<std::string> files =
      places != nullptr
          ? write_places(folder, *places, made, beside, options, request.method.name, input)
          : write_similarities(folder, std::get<core::SimilarityMatrix>(made.fit.product), input.comparisons.names);
  if (made.people) {
    folder.write("weights.csv",
                 files::csv_of(made.people->listed(input.comparisons.sheet.subjects), files::recorded()));
    files.emplace_back("weights.csv");
  }
  fmt::print("{}", terminal::report_line("files", fmt::format("in {}: {}, summary.json", folder.path().string(),
                                                              fmt::join(files, ", "))));
}

}  // namespace

int run_embed(const std::vector<std::string>& args) {
  if (const std::optional<EmbedOptions> options = parse_embed_options(args))
    embed(read_input("tertium embed", *options), *options, fmt::format("tertium embed {}", fmt::join(args, " ")));
  return terminal::kComplete;
}

}  // namespace tertium::program
