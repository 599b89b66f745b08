#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

// The columns of a trial and of a writer, each declared once: packing for other ranks and for segments, results.h5,
// comparing, exports and reports follow from here.
namespace tertium::experiments {

/// Of segments and of results.h5, whose rows have the columns of all versions up to it.
inline constexpr std::int32_t kRowVersion = 3;

struct ColumnFacts {
  const char* long_name = nullptr;                  ///< nullptr: the name says it
  const char* units = nullptr;                      ///< nullptr: none
  bool repeats = false;                             ///< two rows of one trial agree in it
  std::int32_t since = 1;                           ///< rows of older versions have the default in its place
  bool measured = false;                            ///< a number to report beside the metrics; below 0: does not apply
  std::span<const std::string_view> meanings = {};  ///< of a column of codes, by code
};

/// How its values are packed, stored, compared and exported follows from their type.
template <typename Row, typename T>
struct Column {
  using Value = T;
  const char* name;  ///< in results.h5
  T Row::*member;
  ColumnFacts facts;
};

template <typename Row, typename T>
Column(const char*, T Row::*, ColumnFacts) -> Column<Row, T>;

/// In the order in which rows are packed, which segments fix, and compared.
inline constexpr std::tuple kTrialColumns{
    Column{"key", &TrialRow::key, {.repeats = true}},
    Column{"method_name", &TrialRow::method, {.long_name = "display name of the method"}},
    Column{"rep", &TrialRow::repetition, {.long_name = "repetition", .repeats = true}},
    Column{"seed", &TrialRow::seed, {.repeats = true}},
    Column{"parameter", &TrialRow::parameters, {.repeats = true}},
    Column{"status", &TrialRow::status, {.repeats = true, .meanings = kTrialStatusNames}},
    Column{"metric", &TrialRow::metrics, {.repeats = true}},
    Column{"scores", &TrialRow::scores, {.long_name = "scores that were computed"}},
    Column{"tolerance",
           &TrialRow::tolerance,
           {.long_name = "relative tolerance of the metrics, 0: reproducible bit for bit"}},
    Column{"t_generate",
           &TrialRow::t_generate,
           {.long_name = "time for data and comparisons", .units = "s", .measured = true}},
    Column{"t_kernel", &TrialRow::t_kernel, {.long_name = "time for similarities", .units = "s", .measured = true}},
    Column{"t_cluster",
           &TrialRow::t_cluster,
           {.long_name = "time for the tree or partition", .units = "s", .measured = true}},
    Column{"t_wall", &TrialRow::t_wall, {.long_name = "time of the method", .units = "s", .measured = true}},
    Column{"n_comparisons",
           &TrialRow::n_comparisons,
           {.long_name = "number of comparisons used, -1 where it does not apply", .repeats = true, .measured = true}},
    Column{"peak_rss",
           &TrialRow::peak_rss,
           {.long_name = "largest resident memory of the process", .units = "B", .measured = true}},
    Column{"message", &TrialRow::message, {.long_name = "why a trial is not done, or what an outside step wrote"}},
    Column{"host", &TrialRow::host, {.long_name = "machine that ran the trial"}},
    Column{"tree", &TrialRow::tree, {.repeats = true}},
    Column{"label", &TrialRow::labels, {.repeats = true}},
    Column{"t_score", &TrialRow::t_score, {.long_name = "time for scores", .units = "s", .since = 2, .measured = true}},
    Column{"build",
           &TrialRow::build,
           {.long_name = "first 8 bytes of the linker build id of the program, 0: unknown", .since = 3}},
    Column{"revision", &TrialRow::revision, {.long_name = "how often the trial was made again", .since = 3}}};

/// The same of a writer.
inline constexpr std::tuple kRunColumns{
    Column{"commit", &RunRecord::commit, {.long_name = "git commit of the program"}},
    Column{"compiler", &RunRecord::compiler, {.long_name = "compiler"}},
    Column{"flags", &RunRecord::flags, {.long_name = "compiler flags"}},
    Column{"host", &RunRecord::host, {.long_name = "machine of the writer"}},
    Column{"slurm_job_id", &RunRecord::slurm_job_id, {.long_name = "Slurm job, with array element"}},
    Column{"command_line", &RunRecord::command_line, {.long_name = "command line"}},
    Column{"started", &RunRecord::started, {.long_name = "start, UTC"}},
    Column{"finished", &RunRecord::finished, {.long_name = "last publication, UTC"}},
    Column{"ranks", &RunRecord::ranks, {.long_name = "MPI ranks"}},
    Column{"threads", &RunRecord::threads, {.long_name = "OpenMP threads of each rank"}},
    Column{"pid", &RunRecord::pid, {}},
    Column{"dirty", &RunRecord::dirty, {.long_name = "1: built from files that differ from the commit"}},
    Column{"build", &RunRecord::build, {.long_name = "linker build id of the program", .since = 3}}};

template <typename Columns, typename Visit>
void for_each_column(const Columns& columns, const Visit& visit) {
  std::apply([&](const auto&... column) { (visit(column), ...); }, columns);
}

}  // namespace tertium::experiments
