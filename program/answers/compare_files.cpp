#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/store/run_record.hpp"
#include "files/text/csv.hpp"
#include "program/answers/compare_report.hpp"

namespace tertium::program {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string field(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "";
}

}  // namespace

std::string comparison_csv(const answers::Comparison& found) {
  std::string text =
      "method,train_fraction,answers,accuracy,standard_error,ties,difference_to_best,standard_error_of_difference\n";
  for (const answers::ComparisonRow& row : found.rows())
    text += fmt::format("{},{:g},{},{},{},{},{},{}\n", files::csv_field(row.result->method.name), row.train_fraction,
                        found.answers, field(row.predicted.value), field(row.predicted.error), field(row.ties),
                        field(row.difference_to_best.value), field(row.difference_to_best.error));
  return text;
}

std::string folds_csv(const answers::Comparison& found) {
  std::string text = "fold,method,train_fraction,answers,accuracy,ties\n";
  for (const answers::HeldOut& result : found.best_first)
    for (std::size_t s = 0; s < found.shares.size(); ++s) {
      const std::vector<answers::Predicted>& tallies = result.folds[s];
      for (std::size_t fold = 0; fold < tallies.size(); ++fold)
        text += fmt::format("{},{},{:g},{},{:.6g},{}\n", files::csv_field(found.folds.names[fold]),
                            files::csv_field(result.method.name), found.shares[s], tallies[fold].answers,
                            static_cast<double>(tallies[fold].sixths) / 6.0, tallies[fold].ties);
    }
  return text;
}

std::string compare_summary(const answers::AnswerInput& input, const answers::CompareRequest& request,
                            const answers::Comparison& found, const std::string& command_line) {
  Json json;
  json["program"] = kCompareProgram;
  json["command_line"] = command_line;
  json["source"] = input.source;
  json["kind"] = name_of(input.comparisons.form);
  json["objects"] = input.comparisons.objects;
  json["seed"] = request.seed;
  json["folds"] = found.folds.count();
  json["folds_are"] = found.folds.sentence;
  json["errors_over"] = found.folds.errors_over();
  json["answers_held_out"] = found.answers;
  json["chance"] = 1.0 / found.choices;
  const bool repeated = found.repetition.questions > 0;
  json["majority_of_others"] = repeated ? Json(found.repetition.by_majority) : Json();
  json["ceiling"] = repeated ? Json(found.repetition.ceiling.value) : Json();
  json["ceiling_at_most"] = repeated ? Json(found.repetition.ceiling.at_most) : Json();
  json["methods"] = Json::array();
  for (const answers::HeldOut& result : found.best_first) {
    const answers::Estimate share = answers::share_predicted(result.of_all());
    json["methods"].push_back({{"method", result.method.name},
                               {"parameters", result.method.text()},
                               {"accuracy", number(share.value)},
                               {"standard_error", number(share.error)},
                               {"ties", number(answers::share_of_ties(result.of_all()))},
                               {"worse_than_the_first", found.is_worse(result)},
                               {"seconds", result.seconds}});
  }
  json["left_out"] = found.left_out;
  json["failed"] = Json::object();
  for (const answers::HeldOut& result : found.failed) json["failed"][result.method.name] = result.failure;
  json["commit"] = experiments::current_run_record(1, 1, command_line).commit;
  // Names of files need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace tertium::program
