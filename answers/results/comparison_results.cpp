#include "answers/results/results.hpp"

namespace tertium::answers {
namespace {

using files::Json, files::known;

Record of_method(const HeldOut& result, const Comparison& found) {
  const Estimate predicted = share_predicted(result.of_all());
  return {
      {"method", "its name", result.method.name},
      {"parameters", "all of them", result.method.text()},
      {"accuracy", "fraction of held-out answers that it predicts", predicted.value},
      {"standard_error", "of that", predicted.error},
      {"ties", "fraction without a single predicted answer", share_of_ties(result.of_all())},
      {"worse_than_the_first", "by two standard errors of the difference", found.is_worse(result)},
      {"seconds", "of a fit", result.seconds},
  };
}

}  // namespace

std::vector<FoldRow> fold_rows(const Comparison& found) {
  std::vector<FoldRow> rows;
  for (const HeldOut& result : found.best_first)
    for (std::size_t share = 0; share < found.shares.size(); ++share)
      for (std::size_t fold = 0; fold < result.folds[share].size(); ++fold)
        rows.push_back({found.folds.names[fold], result.method.name, found.shares[share],
                        result.folds[share][fold].in_answers(found.parts)});
  return rows;
}

Record record_of(const FoldRow& row) {
  return {
      {"fold", "which answers are held out", row.fold},
      {"method", "its name", row.method},
      {"train_fraction", "fraction of the other answers that it is fitted to", row.train_fraction},
      {"answers", "how many are held out", row.tally.answers},
      {"accuracy", "number of them that it predicts", static_cast<double>(row.tally.sixths) / 6.0},
      {"ties", "number without a single predicted answer", row.tally.ties},
  };
}

Record record_of(const ComparisonRow& row, const Comparison& found) {
  return {
      {"method", "its name", row.result == nullptr ? "" : row.result->method.name},
      {"train_fraction", "fraction of the answers not held out that it is fitted to", row.train_fraction},
      {"answers", "how many are held out", found.answers},
      {"accuracy", "fraction of them that it predicts", row.predicted.value},
      {"standard_error", "of that", row.predicted.error},
      {"ties", "fraction without a single predicted answer", row.ties},
      {"difference_to_best", "accuracy of the best with as many answers, minus this one", row.difference_to_best.value},
      {"standard_error_of_difference", "of that difference", row.difference_to_best.error},
  };
}

Record record_of(const Comparison& found) {
  const auto of_each = [&](const HeldOut& result) { return of_method(result, found); };
  const bool repeated = found.repetition.questions > 0;
  Json failed = Json::object();
  for (const HeldOut& result : found.failed) failed[result.method.name] = result.failure;
  return {
      {"folds", "how many", found.folds.count()},
      {"folds_are", "what was held out", found.folds.sentence},
      {"errors_over", "what standard errors are over", found.folds.errors_over()},
      {"answers_held_out", "how many", found.answers},
      {"chance", "accuracy by chance", 1.0 / found.choices},
      {"majority_of_others", "fraction that the majority of the others predicts",
       known(found.repetition.by_majority, repeated)},
      {"ceiling", "noise ceiling", known(found.repetition.ceiling.value, repeated)},
      {"ceiling_at_most", "its upper bound, for any probabilities of answers",
       known(found.repetition.ceiling.at_most, repeated)},
      {"methods", "what each predicts, best first", files::json_of(found.best_first, of_each)},
      {"bounds", "what is proved for all answers, held out or not",
       files::json_of(found.bounds, [](const ProvedBound& bound) { return record_of(bound); })},
      {"left_out", "methods that would apply, and why", found.left_out},
      {"failed", "error messages of methods that fail, by name", failed},
  };
}

}  // namespace tertium::answers
