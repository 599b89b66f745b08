#include <algorithm>

#include "answers/results/results.hpp"

namespace tertium::answers {
namespace {

using files::Json, files::known;

/// Of those who are flagged: the careless, or those who may have been misread.
Json flagged(const Overview& found, bool misread) {
  Json names = Json::array();
  for (const Subject& subject : found.subjects)
    if (!subject.flags.empty() && subject.exchanged.has_value() == misread) names.push_back(subject.name);
  return names;
}

}  // namespace

Json names_of(const std::vector<std::string>& names, const std::vector<core::Object>& objects) {
  Json list = Json::array();
  for (const core::Object object : objects) list.push_back(names[object]);
  return list;
}

Record object_of(core::Object object, const std::vector<std::string>& names) {
  return {{"object", "its number, from 0", object}, {"name", "what it is called", names[object]}};
}

Record object_of(core::Object object, const AnswerInput& input, const Overview& found) {
  Record record = object_of(object, input.comparisons.names);
  record.push_back({"answers", "about it", found.answers_about[object]});
  return record;
}

Record record_of(const Repetition& found) {
  const bool some = found.questions > 0;
  const double own =
      static_cast<double>(found.own_agreeing) / static_cast<double>(std::max<std::int64_t>(1, found.own_pairs));
  return {
      {"questions", "that were answered more than once", found.questions},
      {"answers", "to these", found.answers},
      {"contradicted", "of these questions, those with contradictory answers", found.contradicted},
      {"agreement", "probability that another answer is the same", known(found.agreement, some)},
      {"pairs_of_one_subject", "of answers of one subject to one question", found.own_pairs},
      {"pairs_of_one_subject_agreeing", "fraction of these that agree", known(own, found.own_pairs > 0)},
      {"majority_of_others", "fraction that the majority of the others predicts", known(found.by_majority, some)},
      {"ceiling", "noise ceiling", known(found.ceiling.value, some)},
      {"ceiling_at_most", "its upper bound, for any probabilities of answers", known(found.ceiling.at_most, some)},
  };
}

Record record_of(const Subject& subject) {
  return {
      {"subject", "who it is", subject.name},
      {"answers", "how many", subject.answers},
      {"missing", "questions that were left open", subject.missing},
      {"shared", "answers to questions that others answered, too", subject.shared},
      {"agreement", "fraction of these that the majority of the others gave",
       known(subject.agreement, subject.shared > 0)},
      {"accuracy", "fraction of the answers that is predicted from the others' answers", subject.predicted},
      {"evaluated", "1 if there are enough answers for a test against chance", subject.evaluated ? 1 : 0},
      {"repeated_pairs", "pairs of answers to one question", subject.own_pairs},
      {"repeated_pairs_agreeing", "those of them that are the same", subject.own_agreeing},
      {"checks", "of attention", subject.checks},
      {"checks_failed", "how many of these", subject.failed},
      {"median_time", "of an answer, in the file's unit", subject.time},
      {"flags", "signs of carelessness, or of misread columns", subject.flags},
  };
}

Record record_of(const Overview& found, const AnswerInput& input) {
  const files::AnswerMetadata& metadata = input.comparisons.metadata;
  const std::vector<std::string>& names = input.comparisons.names;
  const double agreement = mean_agreement(found.subjects);
  return {
      {"rows_without_answer", "without an answer", metadata.missing_rows},
      {"answers", "how many there are", found.answers},
      {"questions", "different ones", found.questions},
      {"possible_questions", "about this many objects", found.possible_questions},
      {"subjects", "how many answered", found.subjects.size()},
      {"answers_without_subject", "without a subject", found.of_nobody},
      {"objects_never_asked_about", "names of objects in no answer", names_of(names, found.never())},
      {"objects_seldom_asked_about", "in fewer than a quarter of the median number", names_of(names, found.seldom())},
      {"linked_groups", "sizes of the groups of objects that answers link", found.groups},
      {"repeated", "about questions that were answered more than once", json_of(record_of(found.repetition))},
      {"satisfiable", "fraction of the answers that can be satisfied at once, at most", found.satisfiable},
      {"check_rows", "rows that check attention", metadata.check_rows},
      {"checks_failed", "how many of these", found.failed},
      {"agreement_with_others", "of subjects, in the mean", known(agreement, !found.subjects.empty())},
      {"accuracy_from_others", "fraction of subjects' answers that the others' predict", found.prediction.share},
      {"flagged_subjects", "predicted no better than chance", flagged(found, false)},
      {"perhaps_misread_subjects", "predicted better once two options are exchanged", flagged(found, true)},
  };
}

}  // namespace tertium::answers
