#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "experiments/commands/commands.hpp"
#include "experiments/plan/trial_names.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/terminal/command_line.hpp"
#include "experiments/terminal/text_layout.hpp"

namespace tertium::experiments {
namespace {

constexpr std::size_t kShown = 10;

std::vector<TrialRow> rows_of(const std::string& name) {
  StoreContent content = RunFolder::open(name).load();
  content.expect_whole();
  return std::move(content.rows);
}

std::string row_name(const TrialRow& row) {
  std::string text = fmt::format("{}  {}", short_key(row.key), row.method);
  for (const auto& [name, value] : row.parameters) text += fmt::format(", {} = {}", name, core::to_text(value));
  return text + fmt::format(", repetition {}", row.repetition);
}

void show(const std::string& title, const std::vector<std::string>& lines, bool all) {
  if (lines.empty()) return;
  fmt::print("\n{}: {}\n", title, lines.size());
  const std::size_t shown = all ? lines.size() : std::min(kShown, lines.size());
  for (std::size_t k = 0; k < shown; ++k) fmt::print("  {}\n", wrapped(lines[k], 4));
  if (shown < lines.size()) fmt::print("  {} more: --all\n", lines.size() - shown);
}

}  // namespace

int diff_command(const std::vector<std::string>& args) {
  CommandLine line("diff",
                   "Compares the results of two runs, trial by trial and bit for bit; times, machines and memory may "
                   "differ. Exit code 0 if they are the same, 3 if not.",
                   "tertium diff runs/laptop runs/cluster");
  line.argument("RUN", "folder of a run");
  line.argument("OTHER", "folder of the other run");
  line.flag("all", "show all differences (default: the first 10 of each kind)");
  if (!line.parse(args)) return kComplete;
  const std::vector<TrialRow> first = rows_of(line.text("RUN")), second = rows_of(line.text("OTHER"));
  std::unordered_map<TrialKey, const TrialRow*> rest;
  for (const TrialRow& row : second) rest.emplace(row.key, &row);
  std::vector<std::string> only_first, only_second, different;
  std::size_t same = 0;
  for (const TrialRow& row : first) {
    const auto found = rest.find(row.key);
    if (found == rest.end()) {
      only_first.push_back(row_name(row));
      continue;
    }
    if (const auto difference = first_difference(row, *found->second))
      different.push_back(row_name(row) + ": " + *difference);
    else
      ++same;
    rest.erase(found);
  }
  for (const TrialRow& row : second)
    if (rest.contains(row.key)) only_second.push_back(row_name(row));
  fmt::print("{} the same, {} different, {} only in {}, {} only in {}\n", same, different.size(), only_first.size(),
             line.text("RUN"), only_second.size(), line.text("OTHER"));
  show("different", different, line.has("all"));
  show("only in " + line.text("RUN"), only_first, line.has("all"));
  show("only in " + line.text("OTHER"), only_second, line.has("all"));
  return different.empty() && only_first.empty() && only_second.empty() ? kComplete : kIncomplete;
}

}  // namespace tertium::experiments
