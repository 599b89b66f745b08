#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "answers/asking/questions.hpp"
#include "core/clusterings/coordinates.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// By what questions are chosen.
enum class ChoiceRule {
  kMixed,      ///< half as kArr does, half any: what is asked stays typical of what is not
  kArr,        ///< anchors in turn, the one asked least first, with the question that tells most about it
  kInfogain,   ///< those that tell most, whatever the anchor (Tamuz et al. 2011)
  kUncertain,  ///< those whose answer is most uncertain
  kRandom,     ///< any: what others have to be better than
};

/// "mixed", "arr", ...
const std::vector<std::string>& choice_rules();
std::string name_of(ChoiceRule rule);
/// Throws UsageError with the known names.
ChoiceRule choice_rule(const std::string& name);

struct ChoiceOptions {
  ChoiceRule rule = ChoiceRule::kMixed;
  core::Method method{};     ///< one of probable_methods()
  std::int64_t warm_up = 2;  ///< times that every object is asked about as an anchor before gains count
  std::uint64_t seed = 1;
  std::uint64_t round = 0;  ///< of choosing; each draws for itself
};

/// A question that is to be asked.
struct ChosenQuestion {
  TripletQuestion question;
  double gain = 0.0;  ///< information_gains(); NaN where there is no embedding yet, or none was needed
};

/// Chooses `count` of the open questions, or as many as there are, none twice. First come anchors that were asked about
/// less than options.warm_up times, with any two objects; then the rule. Of the rules that go by score no anchor is in
/// more than twice its share of the questions while others have some. The same for any number of threads.
std::vector<ChosenQuestion> choose(const KnownAnswers& known, std::span<const TripletQuestion> open, std::size_t count,
                                   const ChoiceOptions& options);

/// The next questions, or as many as there are that have less than `votes` answers: what `tertium ask` tells. The round
/// of the options does not count.
std::vector<ChosenQuestion> next_questions(const KnownAnswers& known, std::size_t count, std::int64_t votes,
                                           ChoiceOptions options);

/// Where the method places the objects by these answers.
core::Coordinates places_of(const KnownAnswers& known, const core::Method& method, std::uint64_t seed);

}  // namespace tertium::answers
