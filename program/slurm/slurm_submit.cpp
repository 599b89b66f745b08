#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/ini.hpp"
#include "program/slurm/slurm_jobs.hpp"
#include "terminal/run_program.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIds = "submitted";

struct Answer {
  int status = 0;
  std::string words;   ///< stdout
  std::string errors;  ///< stderr
};

/// What changes how Slurm's commands speak, or what jobs would take with them although it is meant for something else:
/// variables of the job, the notebook or the profile that this runs in. Those that say which Slurm it is stay.
const terminal::Variables kOfThisShell{
    {"SLURM_*", "SBATCH_*", "SRUN_*",   "SALLOC_*",   "SQUEUE_*",   "SCONTROL_*",   "SACCT_*",      "PMI*",   "OMPI_*",
     "PRTE_*",  "OMP_*",    "GOMP_*",   "KMP_*",      "OPENBLAS_*", "GOTO_*",       "MKL_*",        "HDF5_*", "PYTHON*",
     "LC_*",    "LANG",     "LANGUAGE", "LD_PRELOAD", "MPLBACKEND", "MATPLOTLIBRC", "TERTIUM_COSTS"},
    {"SLURM_CONF*", "SLURM_CLUSTERS", "OMPI_ALLOW_*"}};

/// Runs one of Slurm's commands.
Answer ask(const std::vector<std::string>& words) {
  const terminal::TemporaryFile output = terminal::temporary_file(), errors = terminal::temporary_file();
  if (!output || !errors) core::fail("cannot make a temporary file ({}), free space in TMPDIR", std::strerror(errno));
  const std::optional<int> status =
      terminal::run_program(words, {.output = output.get(), .errors = errors.get()}, kOfThisShell);
  if (!status)
    core::fail("{} cannot be started ({}), submit on a machine of the cluster, such as its login node", words[0],
               std::strerror(errno));
  return {*status, std::string(core::trimmed(terminal::text_of(output))),
          std::string(core::trimmed(terminal::text_of(errors)))};
}

/// The job's id. `also` is said when it fails.
std::string sbatch(const fs::path& script, const std::vector<std::string>& options, const std::string& also) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const Answer answer = ask(words);
  if (answer.status != 0)
    core::fail("sbatch refused {} ({}), correct the site file it was made from{}", script.string(), answer.errors,
               also);
  return answer.words.substr(0, answer.words.find(';'));  // a cluster's name may follow
}

}  // namespace

Submitted submit_job(const RenderedJob& job) {
  Submitted ids;
  ids.work = sbatch(job.script, {}, ", then submit again");
  const auto note = [&] { files::replace_file(job.folder / kIds, fmt::format("{}\n{}\n", ids.work, ids.merge)); };
  note();
  if (job.merge.empty()) return ids;
  const std::string dependency = "--dependency=afterany:" + ids.work;
  ids.merge =
      sbatch(job.merge, {dependency},
             fmt::format("; job {} runs all the same: after it, run tertium merge RUN and tertium status RUN --verify",
                         ids.work));
  note();
  return ids;
}

std::string submit_after(const fs::path& script, const std::vector<std::string>& ids) {
  std::vector<std::string> options;
  if (!ids.empty()) options.push_back(fmt::format("--dependency=afterany:{}", fmt::join(ids, ":")));
  return sbatch(script, options, "; the jobs before it run all the same: tertium reproduce --no-run reports them");
}

std::vector<std::string> jobs_in_queue(const experiments::RunFolder& run) {
  std::vector<std::string> found;
  std::error_code error;
  std::vector<std::pair<std::string, fs::path>> earlier;
  for (const auto& item : fs::directory_iterator(run.path() / "jobs", error)) {
    std::ifstream ids(item.path() / kIds);
    std::string id;
    if (std::getline(ids, id) && !id.empty()) earlier.emplace_back(id, item.path());
  }
  if (earlier.empty()) return found;
  const Answer answer = ask({"squeue", "--me", "--noheader", "--format=%F"});
  if (answer.status != 0)
    core::fail("squeue does not show the queue ({}), try again when Slurm answers", answer.errors);
  std::istringstream lines(answer.words);
  std::vector<std::string> queued;
  for (std::string id; lines >> id;) queued.push_back(id);
  for (const auto& [id, folder] : earlier)
    if (std::find(queued.begin(), queued.end(), id) != queued.end())
      found.push_back(fmt::format("{} ({})", id, folder.string()));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tertium::program
