#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/plan/grid.hpp"
#include "files/text/csv.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kLeastDigits = 4;
constexpr std::size_t kMostNamed = 5;

}  // namespace

TrialKey find_key(std::span<const TrialKey> keys, std::string_view prefix) {
  const std::string wanted = files::lower_case(prefix);
  const bool digits = wanted.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digits || wanted.size() < kLeastDigits || wanted.size() > 32)
    throw core::UsageError(fmt::format(
        "'{}' is not a key (4 to 32 hexadecimal digits), copy it from tertium status RUN --failures", prefix));
  std::vector<TrialKey> found;
  for (const TrialKey& key : keys)
    if (to_hex(key).starts_with(wanted)) found.push_back(key);
  if (found.empty())
    throw core::UsageError(fmt::format(
        "no trial has a key that begins with {}, see tertium status RUN --failures and report RUN --format rows",
        wanted));
  if (found.size() == 1) return found.front();
  std::vector<std::string> named;
  for (std::size_t k = 0; k < std::min(found.size(), kMostNamed); ++k) named.push_back(to_hex(found[k]));
  throw core::UsageError(fmt::format("{} trials have keys that begin with {} ({}{}), give more digits", found.size(),
                                     wanted, fmt::join(named, ", "), found.size() > kMostNamed ? ", ..." : ""));
}

std::string short_key(const TrialKey& key) {
  return to_hex(key).substr(0, 12);
}

std::string trial_name(const Plan& plan, const Trial& trial) {
  const RowParameters recorded = row_parameters(plan, trial);
  std::string text = plan.method_of(trial).label();
  for (const auto& [name, value] : plan.point_of(trial).swept)
    if (recorded.contains(name)) text += fmt::format(", {} = {}", name, core::to_text(value));
  return text + fmt::format(", repetition {}", plan.cells[trial.cell].repetition);
}

const Trial* find_trial(const Plan& plan, const TrialKey& key) {
  const auto found =
      std::find_if(plan.trials.begin(), plan.trials.end(), [&](const Trial& trial) { return trial.key == key; });
  return found == plan.trials.end() ? nullptr : &*found;
}

}  // namespace tertium::experiments
