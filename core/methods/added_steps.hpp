#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/methods/step.hpp"

namespace tertium::core {

/// Steps that are not part of the program: other programs, objects of Python. Methods find them by name, as they find
/// those of the registry. Safe to use from several threads.
using AddedStep = std::shared_ptr<const Step>;

/// Whether a step may take the place of an added one that has its name.
enum class SameName { kRefused, kReplaces };

/// Methods find the step as long as somebody holds what is returned; methods made of it must not live longer. Throws
/// UsageError for a name that is taken, or that stands for no single step in the name of a method.
AddedStep add_step(Step step, SameName same_name);

/// Null where there is none of that name.
const Step* find_added_step(std::string_view name);
/// Those that somebody holds, newest first.
std::vector<AddedStep> added_steps();

}  // namespace tertium::core
