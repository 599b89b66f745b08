#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/conclusions/overview.hpp"
#include "answers/conclusions/proved_bounds.hpp"
#include "answers/files/answer_input.hpp"

namespace tertium::program {

/// For a person: some twenty lines, and a table of the subjects that are flagged. `reading`: words that say what was
/// read, and how, for a line that leaves these out.
std::string answers_report(const answers::AnswerInput& input, const answers::Overview& overview,
                           const std::vector<std::string>& reading);

/// The first line of a report where a share of 500 answers or more may be chance: where its exact binomial interval
/// (99 %) contains that; else empty. `what`: "two answers to the same question agree in".
std::string chance_warning(const std::string& what, double share, std::int64_t answers, int choices);

/// "no rooted tree satisfies more than 66.41 %".
std::string bound_text(const answers::ProvedBound& bound);

}  // namespace tertium::program
