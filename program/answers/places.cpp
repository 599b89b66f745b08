#include "program/answers/places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <variant>
#include <vector>

#include "answers/results/results.hpp"
#include "core/methods/product.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/cluster_files.hpp"
#include "program/answers/cluster_report.hpp"
#include "program/answers/result_folder.hpp"
#include "program/options/job_progress.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

const std::vector<std::string> kPictures{"embedding.pdf", "embedding.svg", "embedding.png"};

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

FittedProduct fitted(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                     std::optional<answers::DefaultChoice> dimensions) {
  FittedProduct made{answers::fit_counted(input, request.method, request.seed, request.people)};
  made.dimensions = std::move(dimensions);
  if (input.listed()) {
    const answers::Predicted tally = answers::predict_all(made.fit.product, input.comparisons);
    made.satisfied = answers::share_predicted(std::span(&tally, 1)).value;
  }
  return made;
}

/// What there is in the end.
std::vector<std::string> write_places(ResultFolder& folder, const core::Coordinates& places,
                                      const ClusterOptions& options, const std::string& method,
                                      const answers::AnswerInput& input) {
  folder.write("embedding.csv", places_csv(places, input.comparisons.names));
  std::vector<std::string> files{"embedding.csv"};
  if (!options.picture || places.objects < 2) return files;
  nlohmann::ordered_json description{
      {"title", fmt::format("{}: {}", input.stem, method)}, {"page", options.page}, {"names", input.labels()}};
  if (!input.classes.empty()) description["classes"] = input.classes;
  for (core::Object i = 0; i < places.objects; ++i) {
    nlohmann::ordered_json& place = description["places"].emplace_back();
    for (int c = 0; c < places.dimensions; ++c) place.push_back(places(i, c));
  }
  if (pictures::run_figure_script("places", {folder.file("embedding")}, pictures::description_text(description)))
    files.insert(files.end(), kPictures.begin(), kPictures.end());
  return files;
}

std::vector<std::string> write_similarities(ResultFolder& folder, const core::SimilarityMatrix& similarities,
                                            const std::vector<std::string>& names) {
  folder.write("similarities.npy", similarities_npy(similarities));
  if (static_cast<core::Object>(names.size()) > kMostListed) return {"similarities.npy"};
  folder.write("similarities.csv", similarities_csv(similarities, names));
  return {"similarities.npy", "similarities.csv"};
}

template <typename Table>
using NumberOf = std::remove_cvref_t<decltype((*std::declval<Table>())(0, 1))>;

}  // namespace

std::string places_csv(const core::Coordinates& places, const std::vector<std::string>& names) {
  return files::csv_of(files::numbers_below(places.objects), [&](core::Object i) {
    files::Record record = answers::object_of(i, names);
    for (int c = 0; c < places.dimensions; ++c)
      record.push_back({fmt::format("x{}", c + 1), "a coordinate", places(i, c), "{}"});
    return record;
  });
}

std::string similarities_csv(const core::SimilarityMatrix& similarities, const std::vector<std::string>& names) {
  std::string text = "name";
  for (const std::string& name : names) text += ',' + files::csv_field(name);
  std::visit(
      [&](const auto& table) {
        for (core::Object i = 0; i < table->objects(); ++i) {
          text += '\n' + files::csv_field(names[i]);
          for (core::Object j = 0; j < table->objects(); ++j)
            text += fmt::format(",{}", i == j ? NumberOf<decltype(table)>{} : (*table)(i, j));
        }
      },
      similarities);
  return text + '\n';
}

std::string similarities_npy(const core::SimilarityMatrix& similarities) {
  return std::visit(
      [](const auto& table) {
        using Number = NumberOf<decltype(table)>;
        const core::Object n = table->objects();
        std::string bytes = files::npy_header(std::is_integral_v<Number> ? "<i8" : "<f8", n, n);
        for (core::Object i = 0; i < n; ++i)
          for (core::Object j = 0; j < n; ++j) {
            const Number value = i == j ? Number{} : (*table)(i, j);
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
          }
        return bytes;
      },
      similarities);
}

void embed(const answers::AnswerInput& input, const ClusterOptions& options, const Outputs& outputs,
           const std::string& command_line) {
  answers::ClusterRequest request = options.request;
  answers::check_fit(input, request.method);
  ResultFolder folder(options.output.empty() ? std::filesystem::path(input.stem + "-embedding") : options.output,
                      {"tertium embed", command_line, result_files()}, outputs);
  if (const std::string warning = coverage_warning(input); !warning.empty())
    terminal::notice("tertium embed: warning: {}\n", warning);
  std::optional<answers::DefaultChoice> dimensions;
  if (options.chooses_method) dimensions = chosen_dimensions(input, request);
  if (dimensions) request.method = dimensions->method();
  const FittedProduct made = fitted(input, request, std::move(dimensions));
  for (const std::string& name : result_files()) folder.remove(name);  // of an earlier run
  fmt::print("{}", fit_report(input, request, made));
  folder.write("summary.json", fit_summary(input, request, made, command_line));
  const auto* places = std::get_if<core::Coordinates>(&made.fit.product);
  std::vector<std::string> files =
      places != nullptr
          ? write_places(folder, *places, options, request.method.name, input)
          : write_similarities(folder, std::get<core::SimilarityMatrix>(made.fit.product), input.comparisons.names);
  if (made.people) {
    folder.write("weights.csv",
                 files::csv_of(made.people->listed(input.comparisons.sheet.subjects), files::recorded()));
    files.emplace_back("weights.csv");
  }
  fmt::print("{}", terminal::report_line("files", fmt::format("in {}: {}, summary.json", folder.path().string(),
                                                              fmt::join(files, ", "))));
}

}  // namespace tertium::program
