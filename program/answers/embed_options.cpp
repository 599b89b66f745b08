#include "program/answers/embed_options.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "answers/conclusions/object_map.hpp"
#include "core/base/error.hpp"
#include "program/answers/answer_options.hpp"
#include "program/options/outputs.hpp"

namespace tertium::program {
namespace {

using core::UsageError;

CommandLine command_line(EmbedOptions& options, core::Settings& settings) {
  CommandLine line("embed", "Coordinates of the objects, or similarities between them, from answers.",
                   "tertium embed car\n"
                   "  tertium embed answers.csv --support 200 --images faces --colour faces.csv:age\n"
                   "  tertium embed answers.csv --against word_vectors.csv --cosine\n"
                   "  tertium embed car --method AddS-3");
  add_answer_files(line, "answers", options.source);
  line.output(
      "embedding.csv (object,name,x1,x2,..., with --support sd1,sd2,...), its picture, and the page embedding.html; or "
      "similarities.npy and .csv; summary.json.");
  line.see_also("cluster, compare, groups, list methods");
  line.option("method", 0, "METHOD",
              fmt::format("an embedding, as in t-STE(d=3), or a kernel such as AddS-3 (default: {} in 1 to 6 "
                          "dimensions, chosen by cross-validation)",
                          answers::kMapMethod));
  line.option("support", 0, "SAMPLES", in_range(options.request.support, 2, 1'000'000),
              "uncertainty of the coordinates, from this many samples of the participants (of the questions, if none "
              "are known): standard deviations, and ellipses in the picture");
  add_against_options(line, options);
  add_fit_options(line, settings, into(options.request.people, weight_of), options.request.seed);
  add_answer_options(line, options.source);
  add_folder_options(line, "-embedding", options);
  line.flag("no-picture", off(options.picture), "make no pictures and no page");
  line.topic(CommandLine::Topic::kDrawing);
  line.option("images", 0, "FOLDER", options.images,
              "pictures of the objects, NAME.png (jpg, webp, gif, svg), drawn instead of points");
  line.option("colour", 0, "TABLE:COLUMN", options.colour,
              "colour by a CSV file with a class or a number for each name (default: known classes)");
  line.topic(CommandLine::Topic::kOwn);
  add_picture_options(line, options.page);
  return line;
}

/// What only places have.
void check_places(const CommandLine& line, const EmbedOptions& options) {
  if (options.request.method.returns() == core::ProductKind::kCoordinates) return;
  for (const char* option : {"support", "images", "colour"})
    if (line.has(option))
      throw UsageError(fmt::format("--{} is for coordinates ({} makes {}), leave it out", option,
                                   options.request.method.name, name_of(options.request.method.returns())));
}

}  // namespace

TableColumn table_column(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || is_there(text)) return {text, ""};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::optional<EmbedOptions> parse_embed_options(const std::vector<std::string>& args) {
  EmbedOptions options;
  core::Settings settings;
  CommandLine line = command_line(options, settings);
  if (!line.parse(args)) return std::nullopt;
  options.request.method = method_of(line.text("method", answers::kMapMethod), settings, false);
  const core::Method& method = options.request.method;
  if (makes_clusters(method))
    throw UsageError(fmt::format("{} makes {} (no coordinates), take tertium cluster {} --method \"{}\"", method.name,
                                 name_of(method.returns()), options.source.path, method.name));
  check_places(line, options);
  check_images(options);
  check_against(options);
  options.chooses_method = !line.has("method") && settings.empty();
  if (draws_answers(options)) options.source.reading.origins = true;
  if (draws_answers(options) || !options.against.empty()) options.most_kept = SIZE_MAX;
  return options;
}

}  // namespace tertium::program
