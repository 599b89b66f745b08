#include "experiments/run/run_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "experiments/store/key_places.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/ini.hpp"
#include "terminal/notice.hpp"

namespace tertium::experiments {

std::filesystem::path config_path(const RunFolder& folder) {
  return folder.path() / "config.ini";
}

namespace {

/// Rows of another sweep would stay beside these, and no file would tell of them any more. Throws UserError.
void refuse_other_sweep(const RunFolder& folder, std::string_view there, const SweepConfig& config) {
  std::string name = config.name;
  try {
    const files::Ini old = files::read_ini(there, config_path(folder).string());
    if (const files::IniEntry* entry = old.find("sweep", "name")) name = entry->value;
  } catch (const core::UserError&) {
    return;  // what cannot be read tells of nothing
  }
  if (name != config.name)
    core::fail(
        "{} is the run of '{}' (this is '{}'), choose another folder, or give both the same [sweep] name if one "
        "extends the other",
        folder.path().string(), name, config.name);
}

}  // namespace

void write_run_config(const RunFolder& folder, const SweepConfig& config) {
  const std::string text = resolved_text(config);
  const auto there = files::read_file(config_path(folder));
  if (there && std::ranges::equal(*there, std::as_bytes(std::span(text)))) return;
  if (there) refuse_other_sweep(folder, {reinterpret_cast<const char*>(there->data()), there->size()}, config);
  files::replace_file(config_path(folder), text);
}

RefinedPlan plan_in(SweepConfig config, const RunFolder& folder) {
  if (!config.refine.is_on()) return refined_plan(std::move(config), {});
  return refined_plan(std::move(config), folder.load().rows);
}

Plan plan_of_run(const RunFolder& folder) {
  const std::filesystem::path path = config_path(folder);
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    core::fail("{} does not show what was planned (it has no config.ini), start tertium run CONFIG -o {} again",
               folder.path().string(), folder.path().string());
  return plan_in(read_config(path), folder).plan;
}

std::optional<Plan> plan_if_possible(const RunFolder& folder) {
  try {
    return plan_of_run(folder);
  } catch (const core::UserError& error) {
    terminal::notice("tertium: all stored rows are used, because the run cannot be planned here: {}\n", error.what());
    return std::nullopt;
  }
}

namespace {

TrialState state_of(TrialStatus status) {
  return status == TrialStatus::done ? TrialState::kDone : TrialState::kFailed;
}

/// What the trials of a cell are predicted to take, asked for once for all repetitions of a point.
class RepeatedCosts {
 public:
  RepeatedCosts(const Plan& plan, const CostModel& costs) : plan_(plan), costs_(costs) {}

  void look_at(const Cell& cell) {
    const auto method_of = [&](int trial) { return plan_.trials[trial].method; };
    if (cell.point == point_ && std::ranges::equal(cell.trials, methods_, {}, method_of)) return;
    point_ = cell.point;
    methods_.clear();
    std::ranges::transform(cell.trials, std::back_inserter(methods_), method_of);
    seconds_ = costs_.trial_seconds(plan_, cell.trials);
    bytes_.clear();
    for (const int trial : cell.trials) bytes_.push_back(costs_.bytes(plan_, plan_.trials[trial]));
  }
  double seconds(std::size_t k) const { return seconds_[k]; }
  double bytes(std::size_t k) const { return bytes_[k]; }

 private:
  const Plan& plan_;
  const CostModel& costs_;
  int point_ = -1;
  std::vector<int> methods_;
  std::vector<double> seconds_, bytes_;
};

}  // namespace

std::vector<TrialState> trial_states(const Plan& plan, const std::vector<TrialRow>& rows) {
  const KeyPlaces places(planned_keys(plan));
  std::vector<TrialState> states(plan.trials.size(), TrialState::kMissing);
  for (const TrialRow& row : rows)
    if (const std::uint32_t place = places.find(row.key); place != KeyPlaces::kNone)
      states[place] = state_of(row.status);
  return states;
}

std::vector<TrialState> trial_states(const Plan& plan, const RowTable& rows) {
  const KeyPlaces places(planned_keys(plan));
  std::vector<TrialState> states(plan.trials.size(), TrialState::kMissing);
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (const std::uint32_t place = places.find(rows.column<&TrialRow::key>()[row]); place != KeyPlaces::kNone)
      states[place] = state_of(rows.column<&TrialRow::status>()[row]);
  return states;
}

std::vector<Tally> tally_methods(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs) {
  std::vector<Tally> tallies(plan.config.methods.size());
  RepeatedCosts predicted(plan, costs);
  for (const Cell& cell : plan.cells) {
    predicted.look_at(cell);
    for (std::size_t k = 0; k < cell.trials.size(); ++k) {
      const Trial& trial = plan.trials[cell.trials[k]];
      const TrialState state = states[cell.trials[k]];
      Tally& tally = tallies[trial.method];
      ++tally.trials;
      tally.done += state == TrialState::kDone ? 1U : 0U;
      tally.failed += state == TrialState::kFailed ? 1U : 0U;
      const bool unknown = state == TrialState::kMissing && costs.unknown_time(plan, trial);
      tally.unknown += unknown ? 1U : 0U;
      if (!unknown) (state == TrialState::kDone ? tally.done_seconds : tally.missing_seconds) += predicted.seconds(k);
      tally.bytes = std::max(tally.bytes, predicted.bytes(k));
    }
  }
  return tallies;
}

Tally tally_data(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs) {
  Tally tally;
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell) {
    const std::vector<int>& trials = plan.cells[cell].trials;
    const bool done = std::all_of(trials.begin(), trials.end(), [&](int k) { return states[k] == TrialState::kDone; });
    ++tally.trials;
    tally.done += done ? 1U : 0U;
    (done ? tally.done_seconds : tally.missing_seconds) += costs.cell_seconds(plan, static_cast<int>(cell), {});
    tally.bytes = std::max(tally.bytes, costs.cell_bytes(plan, static_cast<int>(cell), {}));
  }
  return tally;
}

Tally total(const std::vector<Tally>& tallies) {
  Tally sum;
  for (const Tally& tally : tallies) {
    sum.trials += tally.trials;
    sum.done += tally.done;
    sum.failed += tally.failed;
    sum.unknown += tally.unknown;
    sum.missing_seconds += tally.missing_seconds;
    sum.done_seconds += tally.done_seconds;
    sum.bytes = std::max(sum.bytes, tally.bytes);
  }
  return sum;
}

/// Of what is not done, as far as it is known.
std::string missing_time_text(const Tally& tally) {
  if (tally.unknown == 0) return core::duration_text(tally.missing_seconds);
  if (tally.unknown == tally.missing()) return "unknown";
  return core::duration_text(tally.missing_seconds) + " + unknown";
}

std::vector<std::string> tally_row(const std::string& name, const Tally& tally) {
  return {name,
          fmt::format("{}", tally.trials),
          fmt::format("{}", tally.done),
          fmt::format("{}", tally.failed),
          fmt::format("{}", tally.missing()),
          missing_time_text(tally),
          core::bytes_text(tally.bytes)};
}

Tally tally_all(const Plan& plan, const std::vector<TrialState>& states, const CostModel& costs) {
  Tally all = total(tally_methods(plan, states, costs));
  const Tally data = tally_data(plan, states, costs);
  all.missing_seconds += data.missing_seconds;
  all.done_seconds += data.done_seconds;
  for (std::size_t cell = 0; cell < plan.cells.size(); ++cell)
    if (plan.cells[cell].repetition == 0)  // repetitions need the same
      all.bytes = std::max(all.bytes, costs.cell_bytes(plan, static_cast<int>(cell), plan.cells[cell].trials));
  return all;
}

std::size_t order_as_planned(const Plan& plan, std::vector<TrialRow>& rows) {
  std::unordered_map<TrialKey, std::size_t> place;
  for (const Trial& trial : plan.trials) place.emplace(trial.key, place.size());
  std::vector<std::pair<std::size_t, std::size_t>> order;  // place in the plan, row: rows are large, and move once only
  order.reserve(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto found = place.find(rows[k].key);
    order.emplace_back(found == place.end() ? place.size() : found->second, k);
  }
  std::sort(order.begin(), order.end());
  std::vector<TrialRow> sorted;
  sorted.reserve(rows.size());
  for (const auto& [at, k] : order) sorted.push_back(std::move(rows[k]));
  rows = std::move(sorted);
  const auto others =
      std::partition_point(order.begin(), order.end(), [&](const auto& entry) { return entry.first < place.size(); });
  return static_cast<std::size_t>(others - order.begin());
}

void name_as_planned(const Plan& plan, std::size_t count, std::vector<TrialRow>& rows) {
  auto trial = plan.trials.begin();
  for (TrialRow& row : std::span(rows).first(count)) {
    trial = std::find_if(trial, plan.trials.end(), [&](const Trial& one) { return one.key == row.key; });
    row.method = plan.method_of(*trial).method.name;
    row.parameters = row_parameters(plan, *trial);
  }
}

std::vector<TrialRow> planned_rows(const Plan& plan, std::vector<TrialRow> rows) {
  rows.resize(order_as_planned(plan, rows));
  name_as_planned(plan, rows.size(), rows);
  return rows;
}

std::size_t order_as_planned(const Plan& plan, RowTable& rows) {
  const KeyPlaces places(planned_keys(plan));
  RowOrder order(places.size(), KeyPlaces::kNone), others;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const std::uint32_t place = places.find(rows.column<&TrialRow::key>()[row]);
    (place == KeyPlaces::kNone ? others.emplace_back() : order[place]) = row;
  }
  std::erase(order, KeyPlaces::kNone);
  const std::size_t count = order.size();
  order.insert(order.end(), others.begin(), others.end());
  rows.select(order);
  return count;
}

RowTable planned_rows(const Plan& plan, RowTable rows) {
  RowOrder planned(order_as_planned(plan, rows));
  std::iota(planned.begin(), planned.end(), 0);
  rows.select(planned);
  std::remove_reference_t<decltype(rows.column<&TrialRow::method>())> methods;
  std::remove_reference_t<decltype(rows.column<&TrialRow::parameters>())> parameters;
  std::map<std::pair<int, int>, std::uint32_t> of_points;  // all repetitions of a method at a point have the same
  auto trial = plan.trials.begin();
  for (const TrialKey& key : rows.column<&TrialRow::key>()) {
    trial = std::find_if(trial, plan.trials.end(), [&](const Trial& one) { return one.key == key; });
    methods.push_back(plan.method_of(*trial).method.name);
    const auto [known, is_new] = of_points.try_emplace({plan.cells[trial->cell].point, trial->method}, 0);
    if (is_new) known->second = parameters.code_of(row_parameters(plan, *trial));
    parameters.push_code(known->second);
  }
  rows.column<&TrialRow::method>() = std::move(methods);
  rows.column<&TrialRow::parameters>() = std::move(parameters);
  return rows;
}

std::vector<TrialKey> planned_keys(const Plan& plan) {
  std::vector<TrialKey> keys;
  keys.reserve(plan.trials.size());
  for (const Trial& trial : plan.trials) keys.push_back(trial.key);
  return keys;
}

}  // namespace tertium::experiments
