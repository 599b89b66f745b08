#pragma once

#include "core/methods/step.hpp"
#include "partition/sdp/certified_sdp.hpp"

namespace tertium::partition {

/// What steps that solve semidefinite programs have in common: parameters, and what they tell of a solution.
core::ParameterInfo tolerance_parameter();
core::ParameterInfo iterations_parameter();
SdpSettings sdp_settings(const core::Parameters& parameters);

std::vector<core::ReportedNumber> solution_reports();
/// `iterations`: of all programs that were solved.
void report_solution(const core::StepRun& run, const CertifiedSolution& answer, int iterations);

/// Of a step that makes about so many iterations on n objects.
core::StepCost sdp_cost(const core::ProblemSize& size, double iterations);

/// Numbers of two runs agree so far (relatively) where machines choose other instructions; on one machine all bits do.
inline constexpr double kSdpTolerance = 0.01;

}  // namespace tertium::partition
