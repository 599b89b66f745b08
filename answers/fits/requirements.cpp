#include "answers/fits/requirements.hpp"

#include <algorithm>

namespace tertium::answers {

core::ProblemSize size_of(const core::ComparisonFile& file, const core::Method& method) {
  const core::Object n = file.objects;
  const bool triplets = method.needs().meets({core::Provision::kTriplets, core::Provision::kOddOneOuts});
  const double pairs = 0.5 * n * (n - 1.0);
  const double all = triplets ? pairs * (n - 2.0) : 0.5 * pairs * (pairs - 1.0);
  return {.objects = n, .p = static_cast<double>(file.statements.size()) / std::max(1.0, all)};
}

double peak_bytes(const core::Method& method, const core::ProblemSize& size) {
  double live = 0.0, most = 0.0;
  for (const core::SharedCost& item : core::costs_of(method, size)) {
    most = std::max(most, live + item.cost.bytes);
    live += item.cost.kept_bytes;
  }
  return most;
}

double bytes_needed(const core::ComparisonFile& file, const core::Method& method) {
  const double pairs = file.objects > core::kMaxObjects ? 0.0 : static_cast<double>(core::pair_count(file.objects));
  const auto statements = static_cast<double>(file.statements.size());
  return kBytesPerStatement * statements + 48.0 * pairs + peak_bytes(method, size_of(file, method));
}

}  // namespace tertium::answers
