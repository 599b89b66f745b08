#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "answers/asking/branch_questions.hpp"
#include "answers/asking/prior.hpp"
#include "answers/asking/questions.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// By what questions are chosen.
enum class ChoiceRule {
  kMixed,      ///< half as kArr does, without anchors by uncertainty; half any: what is asked stays typical
  kArr,        ///< anchors in turn, the one asked least first, with the question that tells most about it
  kInfogain,   ///< those that tell most, whatever the anchor (Tamuz et al. 2011)
  kUncertain,  ///< those whose answer is most uncertain
  kBranches,   ///< a third tests branches of the tree of what is known, each as often; others any. Of three objects
               ///< alone
  kRandom,     ///< any: what others have to be better than
};

/// "mixed", "arr", ...
const std::vector<std::string>& choice_rules();
/// Those for questions of a form.
std::vector<std::string> choice_rules(files::AnswerForm form);
/// The word of choice_rules() for a rule.
std::string name_of(ChoiceRule rule);
/// Throws UsageError with the known names, for kArr and kInfogain where questions have no anchor, and for kBranches
/// where they are not about three objects.
ChoiceRule choice_rule(const std::string& name, files::AnswerForm form = files::AnswerForm::kTriplet);

/// How questions are chosen.
struct ChoiceOptions {
  ChoiceRule rule = ChoiceRule::kMixed;
  files::AnswerForm form = files::AnswerForm::kTriplet;  ///< of the questions
  core::Method method{};                                 ///< one of probable_methods()
  std::int64_t warm_up = 2;  ///< times that every object is an anchor, or in a question without one, before the rule
  std::uint64_t seed = 1;
  std::uint64_t round = 0;  ///< of choosing; each draws for itself
  /// What kBranches begins with, in the place of a warm-up; null: answers alone.
  std::shared_ptr<const Prior> prior{};
  /// What kBranches asks about; null: the branches of tree_by() of what is known.
  std::shared_ptr<const BranchQuestions> branches{};
};

/// A question that is to be asked.
struct ChosenQuestion {
  Screen question;
  /// information_gains(), or uncertainties() where it has no anchor; NaN where there is no embedding yet, or none was
  /// needed.
  double gain = 0.0;
};

/// Chooses `count` of the open questions, or as many as there are, none twice. First come anchors that were asked about
/// less than options.warm_up times, with any two objects; then the rule. Of the rules that go by score no anchor is in
/// more than twice its share of the questions while others have some. Where questions have no anchor all of this is
/// said of each of their objects. The same for any number of threads.
std::vector<ChosenQuestion> choose(const KnownAnswers& known, std::span<const Screen> open, std::size_t count,
                                   const ChoiceOptions& options);

/// What may be asked next: open_questions(), and where they are too many for that and the rule is kBranches, `count`
/// more that test branches, each about as many. Sets options.branches for choose().
std::vector<Screen> candidates(const KnownAnswers& known, std::int64_t votes, std::size_t count,
                               ChoiceOptions& options);

/// The next questions, or as many as there are that have less than `votes` answers: what `tertium ask` tells. The round
/// of the options does not count.
std::vector<ChosenQuestion> next_questions(const KnownAnswers& known, std::size_t count, std::int64_t votes,
                                           ChoiceOptions options);

/// Where the method places the objects by these answers, quadruplets among them or not.
core::Coordinates places_of(const KnownAnswers& known, const core::Method& method, std::uint64_t seed);

}  // namespace tertium::answers
