#pragma once

#include <filesystem>
#include <vector>

#include "core/base/error.hpp"
#include "core/methods/added_steps.hpp"
#include "outside/steps/step_declaration.hpp"

namespace tertium::outside {

/// Thrown where a signal that asks programs to end has ended the step's one: perhaps it was meant for all of a job.
class AskedToEnd : public core::UserError {
 public:
  using core::UserError::UserError;
};

/// The step that starts the declared program: with a folder of files (exchange/inputs.hpp) that gets its product
/// (exchange/products.hpp), and these variables: TERTIUM_OBJECTS, TERTIUM_SEED, TERTIUM_THREADS, TERTIUM_PARAMETER_NAME
/// of each parameter. Whatever goes wrong is a UserError of one line with the end of what it wrote.
core::Step outside_step(StepDeclaration declaration);

/// Methods find these steps from now on, as long as the program runs; one that is declared anew takes the place of what
/// had its name. Throws UsageError for a name that is taken.
void add_outside_steps(const std::vector<StepDeclaration>& declarations);

}  // namespace tertium::outside
