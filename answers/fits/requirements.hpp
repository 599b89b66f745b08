#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/files/answer_input.hpp"
#include "core/methods/method.hpp"
#include "core/methods/provisions.hpp"
#include "problems/models/listed_answers.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::answers {

/// What answers can provide, whatever they are.
inline constexpr core::Provisions kOfAnswers{core::Provision::kQuadruplets, core::Provision::kTriplets,
                                             core::Provision::kOddOneOuts};
/// What these provide.
core::Provisions provided_by(const AnswerInput& input);

using problems::sample_of;
/// Whatever was read, sums and graphs, too, as methods take it.
problems::ModelSample sample_of(const AnswerInput& input, std::span<const std::int32_t> weights = {});
/// The problem that methods work on: its objects are renumbered at random, by the seed alone.
problems::AssembledProblem problem_of(const AnswerInput& input, std::uint64_t seed,
                                      std::span<const std::int32_t> weights = {});

/// "3-AL needs answers about three objects: triplets, ... (these answers are quadruplets), choose one of 4-AL, ..., or
/// a chain on quadruplets", for a method that needs more than is provided: `here` says what there is, of such a `kind`.
/// Parameters that would do are named, too.
std::string unmet_needs(const core::Method& method, core::Provisions provided, std::string_view here,
                        std::string_view kind);

/// What costs are stated by.
core::ProblemSize size_of(const AnswerInput& input, const core::Method& method);
/// Peak memory of a run of the method: the answers twice, sorted and by a coin, their tables, the tree's, and what the
/// method adds. `times`: how many answers each counts for.
double bytes_needed(const AnswerInput& input, const core::Method& method, double times = 1.0);

/// Seconds of one core for so many runs of the method, by the costs that it states.
double seconds_needed(const AnswerInput& input, const core::Method& method, double runs);

/// Throws UserError, before anything large is made, if these answers or so many objects are nothing for the method, or
/// memory will not do.
void check_fit(const AnswerInput& input, const core::Method& method);

}  // namespace tertium::answers
