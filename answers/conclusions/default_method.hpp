#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/fits/predictions.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/people.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// The most that is fitted to answers where no method is named: what they are read and checked for.
inline constexpr const char* kDefaultMethod = "4-AL+search+lengths";
/// Folds that the default is chosen by.
inline constexpr std::int32_t kDefaultFolds = 5;

/// One of the methods that the default is chosen from.
struct TriedMethod {
  std::string adds{};  ///< to the one before: "search", "lengths", "interchanges"
  core::Method method{};
  std::vector<Predicted> blocks{};  ///< parts of the folds that standard errors are over; none: nothing was held out
};

/// What they predict of answers held out, and the one that is taken.
struct DefaultChoice {
  std::vector<TriedMethod> tried;  ///< simplest first
  std::size_t taken = 0;
  std::int32_t folds = 0;
  std::string folds_of{};     ///< "subjects", "answers"
  std::string errors_over{};  ///< "39 subjects"
  std::string why{};          ///< nothing was held out, if so
  double seconds = 0.0;       ///< that it took

  const core::Method& method() const { return tried[taken].method; }
  /// Of a tree without lengths: the same with lengths, rooted as it is, for its clusters.
  std::optional<core::Method> clusters_by() const;
};

/// How much more one predicts than another, over the same blocks.
Estimate lead_over(const TriedMethod& one, const TriedMethod& other);

/// The rule of one standard error (Breiman, Friedman, Olshen and Stone, Classification and regression trees, 1984), of
/// methods, simplest first: the first without lengths that predicts no less than the best of all by more than a
/// standard error of the difference; else the best. Trees with lengths are as
/// simple as each other, however they were searched, so the error is not allowed between them: where it was, the
/// clusters of benchmarks/default_clusters.py were worse. Of equally good ones the first is the best; where no error is
/// known, the best is taken.
std::size_t by_one_standard_error(const std::vector<TriedMethod>& tried);

/// Seconds of a core that choosing takes, by the costs that steps state.
double cost_of_choice(const AnswerInput& input, bool with_lengths);
/// The same of choosing the number of dimensions.
double cost_of_dimensions(const AnswerInput& input);

/// Chooses between 4-AL+search, 4-AL+search+lengths with the tree as it is, and the same with interchanges, by what
/// they predict in five folds: of subjects, where at least so many are known, else of answers. Where nothing can be
/// held out kDefaultMethod is taken. `with_lengths`: only those are tried that have them. The same for any threads.
DefaultChoice choose_default(const AnswerInput& input, std::uint64_t seed, PeopleRule people, bool with_lengths,
                             const JobCallback& progress = {});

/// The number of dimensions of t-STE where nobody says it: the fewest of 1 to 6 that predict no less than the best by
/// more than a standard error of the difference. Where nothing can be held out it is the plane.
DefaultChoice choose_dimensions(const AnswerInput& input, std::uint64_t seed, PeopleRule people,
                                const JobCallback& progress = {});

}  // namespace tertium::answers
