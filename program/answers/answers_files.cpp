#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "experiments/store/run_record.hpp"
#include "files/text/csv.hpp"
#include "program/answers/answers_report.hpp"

namespace tertium::program {
namespace {

using Json = nlohmann::ordered_json;

Json share(double value, bool known) {
  return known ? Json(value) : Json();
}

Json repetition_json(const answers::Repetition& found) {
  const bool some = found.questions > 0;
  const double own =
      static_cast<double>(found.own_agreeing) / static_cast<double>(std::max<std::int64_t>(1, found.own_pairs));
  return {{"questions", found.questions},
          {"answers", found.answers},
          {"contradicted", found.contradicted},
          {"agreement", share(found.agreement, some)},
          {"pairs_of_one_subject", found.own_pairs},
          {"pairs_of_one_subject_agreeing", share(own, found.own_pairs > 0)},
          {"majority_of_others", share(found.by_majority, some)},
          {"ceiling", share(found.ceiling.value, some)},
          {"ceiling_at_most", share(found.ceiling.at_most, some)}};
}

Json names_json(const answers::AnswerInput& input, const std::vector<core::Object>& objects) {
  Json names = Json::array();
  for (const core::Object object : objects) names.push_back(input.comparisons.names[object]);
  return names;
}

}  // namespace

std::string answers_json(const answers::AnswerInput& input, const answers::Overview& overview,
                         const std::string& command_line) {
  const files::ComparisonFile& file = input.comparisons;
  const experiments::RunRecord record = experiments::current_run_record(1, 1, command_line);
  Json json;
  json["program"] = "tertium answers";
  json["command_line"] = command_line;
  json["source"] = input.source;
  json["kind"] = name_of(file.form);
  json["objects"] = file.objects;
  json["notes"] = file.notes;
  json["rows"] = file.rows;
  json["bad_rows"] = file.bad_rows;
  json["rows_without_answer"] = file.sheet.missing_rows;
  json["answers"] = overview.answers;
  json["questions"] = overview.questions;
  json["possible_questions"] = overview.possible_questions;
  json["subjects"] = overview.subjects.size();
  json["answers_without_subject"] = overview.of_nobody;
  json["objects_never_asked_about"] = names_json(input, overview.never());
  json["objects_seldom_asked_about"] = names_json(input, overview.seldom());
  json["linked_groups"] = overview.groups;
  json["repeated"] = repetition_json(overview.repetition);
  json["satisfiable"] = overview.satisfiable;
  json["check_rows"] = file.sheet.check_rows;
  json["checks_failed"] = overview.failed;
  json["agreement_with_others"] = share(answers::mean_agreement(overview.subjects), !overview.subjects.empty());
  json["accuracy_from_others"] = share(overview.prediction.share.value_or(0.0), overview.prediction.share.has_value());
  Json flagged = Json::array(), misread = Json::array();
  for (const answers::Subject& subject : overview.subjects)
    if (!subject.flags.empty()) (subject.exchanged ? misread : flagged).push_back(subject.name);
  json["flagged_subjects"] = flagged;
  json["perhaps_misread_subjects"] = misread;
  json["commit"] = record.commit;
  // Names need not be UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string subjects_csv(const answers::Overview& overview) {
  std::string text =
      "subject,answers,missing,shared,agreement,accuracy,evaluated,repeated_pairs,repeated_pairs_agreeing,checks,"
      "checks_failed,median_time,flags\n";
  for (const answers::Subject& s : overview.subjects)
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", files::csv_field(s.name), s.answers, s.missing,
                        s.shared, s.shared > 0 ? fmt::format("{:.6g}", s.agreement) : "",
                        s.predicted ? fmt::format("{:.6g}", *s.predicted) : "", s.evaluated ? 1 : 0, s.own_pairs,
                        s.own_agreeing, s.checks, s.failed, s.time ? fmt::format("{:g}", *s.time) : "",
                        files::csv_field(fmt::format("{}", fmt::join(s.flags, "; "))));
  return text;
}

std::string objects_csv(const answers::AnswerInput& input, const answers::Overview& overview) {
  std::string text = "object,name,answers\n";
  for (std::size_t i = 0; i < overview.answers_about.size(); ++i)
    text += fmt::format("{},{},{}\n", i, files::csv_field(input.comparisons.names[i]), overview.answers_about[i]);
  return text;
}

}  // namespace tertium::program
