#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/methods/step.hpp"

namespace tertium::partition {

/// "cover", "order" and "redundancy", for steps that take contradictions out of odd-one-outs first; `or_none`: they
/// need not.
std::vector<core::ParameterInfo> cover_parameters(bool or_none);

/// The objects' numbers in random order.
std::vector<core::Object> random_numbers(core::Object n, core::Stream& stream);

/// What is left of the problem's odd-one-outs by the cover that the run asks for, which is not "none". `numbers` are
/// those of the objects, which decide if the run's order is one.
std::vector<core::OddOneOut> answers_left(const core::StepRun& run, std::span<const core::Object> numbers,
                                          core::Stream& stream);

/// What the cover took out: the problem's odd-one-outs without those that are left, which are in their order.
std::vector<core::OddOneOut> answers_taken_out(const core::StepRun& run, std::span<const core::OddOneOut> left);

/// "consistent": how much of the odd-one-outs is left.
core::ReportedNumber left_report();
/// Reports it, and which were taken out.
void report_left(const core::StepRun& run, std::vector<core::OddOneOut> taken_out);

}  // namespace tertium::partition
