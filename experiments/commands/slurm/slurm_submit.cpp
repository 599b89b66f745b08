#include "experiments/commands/slurm/slurm_submit.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "core/base/error.hpp"
#include "experiments/config/ini.hpp"
#include "experiments/store/atomic_file.hpp"

extern char** environ;

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIds = "submitted";

struct Answer {
  int status = 0;
  std::string words;   ///< stdout
  std::string errors;  ///< stderr
};

/// An unlinked file that a program writes to.
class OutputFile {
 public:
  OutputFile() : file_(std::tmpfile()) {
    if (file_ == nullptr) core::fail("cannot make a temporary file ({}), free space in TMPDIR", std::strerror(errno));
  }
  ~OutputFile() { std::fclose(file_); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  int descriptor() const { return fileno(file_); }
  std::string text() const {
    std::rewind(file_);
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t n = std::fread(part.data(), 1, part.size(), file_)) text.append(part.data(), n);
    return std::string(trimmed(text));
  }

 private:
  std::FILE* file_;
};

/// Runs one of Slurm's commands, without a shell.
Answer ask(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const OutputFile output;
  const OutputFile errors;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0)
    core::fail("{} cannot be started ({}), submit on a machine of the cluster, such as its login node", words[0],
               std::strerror(failed));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, output.text(), errors.text()};
}

/// The job's id. `also` is said when it fails.
std::string sbatch(const fs::path& script, const std::vector<std::string>& options, const std::string& also) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const Answer answer = ask(words);
  if (answer.status != 0)
    core::fail("sbatch refused {} ({}), mend the site file it was made from{}", script.string(), answer.errors, also);
  return answer.words.substr(0, answer.words.find(';'));  // a cluster's name may follow
}

}  // namespace

Submitted submit_job(const RenderedJob& job) {
  Submitted ids;
  ids.work = sbatch(job.script, {}, ", then submit again");
  const auto note = [&] { replace_file(job.folder / kIds, fmt::format("{}\n{}\n", ids.work, ids.merge)); };
  note();
  if (job.merge.empty()) return ids;
  const std::string dependency = "--dependency=afterany:" + ids.work;
  ids.merge = sbatch(job.merge, {dependency},
                     fmt::format("; job {} computes all the same: after it, tertium merge and tertium verify do what "
                                 "this job was for",
                                 ids.work));
  note();
  return ids;
}

std::vector<std::string> jobs_in_queue(const RunFolder& run) {
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
    core::fail("squeue does not tell what is in the queue ({}), try again when Slurm answers", answer.errors);
  std::istringstream lines(answer.words);
  std::vector<std::string> queued;
  for (std::string id; lines >> id;) queued.push_back(id);
  for (const auto& [id, folder] : earlier)
    if (std::find(queued.begin(), queued.end(), id) != queued.end())
      found.push_back(fmt::format("{} ({})", id, folder.string()));
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace tertium::experiments
