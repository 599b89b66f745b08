#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/tables/answer_table.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Which answers are held out.
enum class FoldsOf {
  kAnswers,   ///< those about some sets of objects
  kSubjects,  ///< those of some subjects
  kSets,      ///< the file's own test set
};

/// What --folds says: "10", "subjects", "subjects:5" or "sets".
struct FoldChoice {
  FoldsOf of = FoldsOf::kAnswers;
  std::int32_t count = 10;  ///< 0: one for each subject
};
/// Throws UsageError.
FoldChoice parse_folds(const std::string& text);

/// Answers in parts: each is held out once, and methods see the rest.
struct Folds {
  static constexpr std::int32_t kAlwaysSeen = -1, kNeverSeen = -2;

  std::vector<std::string> names;     ///< of the folds
  std::vector<std::int32_t> held_in;  ///< of every answer: the fold that holds it out, or one of the above
  /// Parts of the answers held out that standard errors are over: the subjects, for answers of one person go together;
  /// where they are not known the folds, or of a single fold the sets of objects asked about.
  std::vector<std::int32_t> block;
  std::int32_t blocks = 0;
  std::int32_t of_nobody = 0;  ///< of these, beside subjects: each a set of objects that nobody known was asked about
  std::string blocks_called;   ///< "subjects", ...
  std::string sentence;        ///< for a report

  std::int32_t count() const { return static_cast<std::int32_t>(names.size()); }
  /// What standard errors are over, as in "39 subjects".
  std::string errors_over() const;
  /// Whether methods see the answer where that fold is held out.
  bool is_seen(std::size_t answer, std::int32_t fold) const {
    return held_in[answer] != fold && held_in[answer] != kNeverSeen;
  }
};

/// Who or what is in which fold is drawn by the seed. Throws UserError where the file does not tell what is asked for,
/// or has less than two parts.
Folds make_folds(const files::ComparisonFile& file, const AnswerTable& table, const FoldChoice& choice,
                 std::uint64_t seed);

/// Where each answer stands in an order drawn by the seed, in (0, 1): those below 0.25 are the quarter that a learning
/// curve begins with. Answers about the same objects stand at one place.
std::vector<double> learning_order(const AnswerTable& table, std::uint64_t seed);

}  // namespace tertium::answers
