#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "experiments/store/trial_row.hpp"
#include "files/output/scratch_folder.hpp"

namespace tertium::experiments {

/// A folder of its own for one test, removed at the end.
struct ScratchFolder : files::ScratchFolder {
  ScratchFolder() : files::ScratchFolder("store") {}
};

/// The row number `i` of a made-up sweep: a pure function of i, with every kind of column in it.
inline TrialRow make_row(std::uint64_t i) {
  TrialRow row;
  row.key = {i * 0x9E3779B97F4A7C15ULL, i};
  row.method = i % 2 == 0 ? "4-AL-I3" : "SL";
  row.repetition = static_cast<std::int64_t>(i % 10);
  row.seed = 1000 + i;
  row.parameters["delta"] = 0.02 * static_cast<double>(i % 7);
  row.parameters["n"] = static_cast<std::int64_t>(240);
  if (i % 2 == 0) row.parameters["p"] = 0.1;
  if (i % 3 == 0) row.parameters["levels"] = static_cast<std::int64_t>(i % 4);
  row.parameters["kind"] = std::string("planted-hierarchy");
  row.metrics = {{"aari", 1.0 / static_cast<double>(i + 1)}, {"revenue", std::sqrt(static_cast<double>(i))}};
  if (i % 5 == 0) row.metrics["ari"] = -0.0;
  row.scores = {"aari", "ari", "revenue"};
  if (i % 6 == 5) row.tolerance = 1e-6;
  row.n_comparisons = static_cast<std::int64_t>(i * i);
  row.t_generate = 0.25;
  row.t_wall = 0.5;
  row.t_score = 0.125;
  row.peak_rss = 1 << 20;
  row.host = "node-1";
  row.build = i % 3 == 2 ? 0x0123456789abcdef : 0;
  if (i % 11 == 3) {
    row.status = TrialStatus::failed;
    row.message = "out of paper: \xC3\xA4\nsecond line";
  }
  if (i % 4 == 1) row.tree = {.merges = {{0, 1}, {2, 3}}};
  if (i % 4 == 2) row.labels = {0, 1, 1};
  return row;
}

inline std::vector<TrialRow> make_rows(std::uint64_t first, std::uint64_t n) {
  std::vector<TrialRow> rows;
  for (std::uint64_t i = first; i < first + n; ++i) rows.push_back(make_row(i));
  return rows;
}

inline void write_text_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The message of the UserError that `action` throws; "" when it throws none.
template <typename Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace tertium::experiments
