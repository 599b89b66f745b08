#include "core/methods/check_step.hpp"

#include "core/base/error.hpp"

namespace tertium::core {
namespace {

constexpr Provisions kComparisonsOfAllKinds{Provision::kQuadruplets, Provision::kTriplets, Provision::kOddOneOuts,
                                            Provision::kQuestions, Provision::kClosestPairs};

void expect_axes(const Step& step, Provisions looked_at, Axes declared, const char* member) {
  const Provisions comparisons = looked_at - (looked_at - kComparisonsOfAllKinds);
  if (comparisons.empty() || !declared.empty()) return;
  const bool asks = comparisons.meets({Provision::kQuestions, Provision::kClosestPairs});
  fail(
      "the step {} looks at {} and declares no axes (its result would count for all values of p), set step.{} = {{{}}}",
      step.name, text_of(comparisons), member,
      asks ? "core::Axis::kNoise, core::Axis::kBudget, core::Axis::kRepeats"
           : "core::Axis::kSample, core::Axis::kNoise");
}

}  // namespace

void check_step(const Step& step) {
  const Provisions always = step.needs.value_or(Provisions{});
  const Provisions sometimes = step.needs_for ? step.needs_for(Parameters(step.parameters)) : Provisions{};
  if (step.needs) expect_axes(step, always | sometimes, step.axes, "axes");
  if (!step.takes.empty()) expect_axes(step, sometimes, step.axes_after, "axes_after");
}

}  // namespace tertium::core
