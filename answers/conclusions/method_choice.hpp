#pragma once

#include <string>
#include <vector>

#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {

/// Methods, and those that would apply but are left out, with the reason.
struct MethodChoice {
  std::vector<core::Method> methods;
  std::vector<std::string> left_out;
};

/// Whether it is trees, clusters, embeddings or all: no method, but all of a kind.
bool is_word_for_several(const std::string& word);
/// The names that one with ranges in it stands for: "t-STE(d=2..4)" for t-STE with d = 2, 3 and 4. Throws UsageError.
std::vector<std::string> names_in(const std::string& name);

/// Those that a request calls by their own names. Throws UserError where one does not work on these answers.
MethodChoice named_methods(const AnswerInput& input, const CompareRequest& request);
/// Adds those that words for several stand for, that apply, and whose `fits` fits take no longer than
/// kSecondsOfEachMethod. Throws UsageError for a parameter that no method has then.
void add_words(const AnswerInput& input, const CompareRequest& request, double fits, MethodChoice& choice);

}  // namespace tertium::answers
