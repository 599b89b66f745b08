#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.hpp"
#include "core/methods/method.hpp"
#include "core/methods/step.hpp"

namespace tertium::core {

/// Calls `add`, and gives every step that it adds a description: the comment at the head of the file that defines it,
/// without the slashes. Generated calls, one for each register_step_NAME (cmake/TertiumRoom.cmake).
void add_described(Registry<Step>& steps, void (*add)(Registry<Step>&), std::string_view description);
/// What the method's steps have, each text once.
std::vector<std::string> descriptions_of(const Method& method);

}  // namespace tertium::core
