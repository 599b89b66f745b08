#pragma once

#include <span>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "core/methods/method.hpp"
#include "core/methods/product.hpp"

namespace tertium::answers {

/// Whether the method makes a tree with lengths.
bool gives_lengths(const core::Method& method);

/// The objects with these names, each once. Throws UserError for a name that none has.
std::vector<core::Object> objects_called(const std::vector<std::string>& names, const AnswerInput& input);

/// Throws UserError where there is an outgroup, and the method makes no tree with lengths, or it is all objects.
void check_outgroup(const AnswerInput& input, const core::Method& method, std::span<const core::Object> outgroup);

/// Puts the root of a tree with lengths beside the outgroup, or as near to it as can be; returns how many objects are
/// on the wrong side of it: linkage::rooted_by_outgroup.
core::Object root_by_outgroup(core::Product& tree, std::span<const core::Object> outgroup);

/// The same of the trees of samples; without an outgroup they stay as they are.
void root_by_outgroup(std::span<core::Product> trees, std::span<const core::Object> outgroup);

/// Says that no branch parts the outgroup from the others. Throws UserError.
[[noreturn]] void fail_apart(const AnswerInput& input, std::span<const core::Object> outgroup, core::Object misplaced);

}  // namespace tertium::answers
