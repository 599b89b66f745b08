#pragma once

#include <array>
#include <string>
#include <utility>

#include "experiments/store/run_record.hpp"
#include "experiments/store/trial_row.hpp"

// The columns that results.h5 has whatever was swept: one list for the writer and the reader.
namespace tertium::experiments {

template <typename Row, typename T>
struct Column {
  const char* name;
  T Row::*member;
  const char* units;  ///< nullptr: none
  const char* long_name;
};

inline constexpr std::array<Column<TrialRow, std::int64_t>, 3> kIntegerColumns = {
    {{"rep", &TrialRow::repetition, nullptr, "repetition"},
     {"n_comparisons", &TrialRow::n_comparisons, nullptr, "number of comparisons used, -1 where it does not apply"},
     {"peak_rss", &TrialRow::peak_rss, "B", "largest resident memory of the process"}}};

inline constexpr std::array<Column<TrialRow, double>, 5> kRealColumns = {
    {{"tolerance", &TrialRow::tolerance, nullptr, "relative tolerance of the metrics, 0: reproducible bit for bit"},
     {"t_generate", &TrialRow::t_generate, "s", "time for data and comparisons"},
     {"t_kernel", &TrialRow::t_kernel, "s", "time for similarities"},
     {"t_cluster", &TrialRow::t_cluster, "s", "time for the tree or partition"},
     {"t_wall", &TrialRow::t_wall, "s", "time of the whole trial"}}};

inline constexpr std::array<Column<TrialRow, std::string>, 3> kTextColumns = {
    {{"method_name", &TrialRow::method, nullptr, "display name of the method"},
     {"message", &TrialRow::message, nullptr, "why a trial is not done"},
     {"host", &TrialRow::host, nullptr, "machine that ran the trial"}}};

inline constexpr std::array<Column<RunRecord, std::string>, 8> kRunTextColumns = {
    {{"commit", &RunRecord::commit, nullptr, "git commit of the program"},
     {"compiler", &RunRecord::compiler, nullptr, "compiler"},
     {"flags", &RunRecord::flags, nullptr, "compiler flags"},
     {"host", &RunRecord::host, nullptr, "machine of the writer"},
     {"slurm_job_id", &RunRecord::slurm_job_id, nullptr, "Slurm job, with array element"},
     {"command_line", &RunRecord::command_line, nullptr, "command line"},
     {"started", &RunRecord::started, nullptr, "start, UTC"},
     {"finished", &RunRecord::finished, nullptr, "last publication, UTC"}}};

inline constexpr std::array<Column<RunRecord, std::int32_t>, 2> kRunIntegerColumns = {
    {{"ranks", &RunRecord::ranks, nullptr, "MPI ranks"},
     {"threads", &RunRecord::threads, nullptr, "OpenMP threads of each rank"}}};

}  // namespace tertium::experiments
