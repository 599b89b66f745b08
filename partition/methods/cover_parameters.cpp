#include "partition/methods/cover_parameters.hpp"

#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

#include "partition/correlation/constraint_cover.hpp"

namespace tertium::partition {
namespace {

CoverRules cover_rules(const core::Parameters& parameters) {
  const std::string cover = parameters.text("cover");
  return {cover == "pairs"      ? CoverEdges::kPairs
          : cover == "triplets" ? CoverEdges::kTriplets
                                : CoverEdges::kEdges,
          parameters.text("redundancy") == "taken" ? PutBack::kAsTaken : PutBack::kShuffled};
}

}  // namespace

std::vector<core::ParameterInfo> cover_parameters(bool or_none) {
  std::vector<std::string> choices{"pairs", "triplets", "edges"};
  if (or_none) choices.insert(choices.begin(), "none");
  return {
      core::ParameterInfo::choice(
          "cover", "pairs", choices,
          "answers that contradict others are removed first, by a matching of contradictions: one pair of objects "
          "after the other, one answer after the other, or all in random order (only for small inputs)"),
      core::ParameterInfo::choice("order", "one", {"one", "apart"},
                                  "the cover and the search use the same random order of the objects, or each its own"),
      core::ParameterInfo::choice("redundancy", "random", {"random", "taken"},
                                  "order in which superfluous answers of the cover are put back: random, or the order "
                                  "in which they were removed")};
}

std::vector<core::Object> random_numbers(core::Object n, core::Stream& stream) {
  std::vector<core::Object> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 0);
  stream.shuffle(std::span(numbers));
  return numbers;
}

std::vector<core::OddOneOut> answers_left(const core::StepRun& run, std::span<const core::Object> numbers,
                                          core::Stream& stream) {
  const bool one = run.parameters.text("order") == "one";
  return consistent_answers(run.problem.get<core::OddOneOutList>().answers(), cover_rules(run.parameters),
                            one ? numbers : std::span<const core::Object>(), stream);
}

core::ReportedNumber left_report() {
  return {"consistent", "", "share of the answers that are left without the cover", true};
}

std::vector<core::OddOneOut> answers_taken_out(const core::StepRun& run, std::span<const core::OddOneOut> left) {
  std::vector<core::OddOneOut> taken;
  for (std::size_t next = 0; const core::OddOneOut& answer : run.problem.get<core::OddOneOutList>().answers()) {
    if (next < left.size() && left[next] == answer)
      ++next;
    else
      taken.push_back(answer);
  }
  return taken;
}

void report_left(const core::StepRun& run, std::vector<core::OddOneOut> taken_out) {
  const std::int64_t all = run.problem.get<core::OddOneOutList>().count(), left = all - std::ssize(taken_out);
  run.report("consistent", all == 0 ? 1.0 : static_cast<double>(left) / static_cast<double>(all));
  run.leave_out(std::move(taken_out));
}

}  // namespace tertium::partition
