#pragma once

#include <string>
#include <vector>

#include "core/methods/step.hpp"
#include "partition/sdp/certified_sdp.hpp"

namespace tertium::partition {

/// What steps that solve semidefinite programs have in common: parameters, and what they tell of a solution.
core::ParameterInfo tolerance_parameter();
core::ParameterInfo iterations_parameter();
core::ParameterInfo rounding_parameter();
SdpSettings sdp_settings(const core::Parameters& parameters);
Rounding rounding_of(const core::Parameters& parameters);

std::vector<core::ReportedNumber> solution_reports();
/// `iterations`: of all programs that were solved. No number is called as a parameter: rows have columns of both.
void report_solution(const core::StepRun& run, const CertifiedSolution& answer, int iterations);

/// A step that makes a partition of similarities by programs of about so many iterations together: all but its
/// sentence, citation, parameters and run.
core::Step program_step(std::string name, double iterations);

}  // namespace tertium::partition
