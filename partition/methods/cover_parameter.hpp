#pragma once

#include <cstdint>
#include <vector>

#include "core/methods/step.hpp"

namespace tertium::partition {

/// "cover", for steps that take contradictions out of odd-one-outs first; `or_none`: they need not.
core::ParameterInfo cover_parameter(bool or_none);

/// What is left of the problem's odd-one-outs by the cover that the run asks for, which is not "none".
std::vector<core::OddOneOut> answers_left(const core::StepRun& run);

/// "consistent": how much of the odd-one-outs is left.
core::ReportedNumber left_report();
void report_left(const core::StepRun& run, std::int64_t left);

}  // namespace tertium::partition
