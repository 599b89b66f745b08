#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::program {

/// What jobs need to know of a cluster: an INI file of cluster-jobs/sites/, or of one's own. Sections and keys:
///   [slurm]    partition, account, qos, constraint, options, time-limit, max-array-size, at-once
///   [node]     cores, memory
///   [element]  ranks, threads
///   [job]      launcher, modules, setup, program, scratch, notice
/// Every key has a default; generic.ini explains them all. Nothing in it changes a result.
struct Site {
  std::filesystem::path file;
  std::vector<std::string> options;  ///< of sbatch, partition and account among them: "--partition=short"
  double time_limit = 24 * 3600.0;   ///< seconds: the most that a job may ask for
  int max_array_size = 1001;         ///< Slurm's MaxArraySize: elements are 0 to one less
  int at_once = 0;                   ///< elements of an array that run at the same time; 0: as Slurm likes
  int cores = 32;                    ///< of a node
  double memory = 0.0;               ///< bytes of a node
  int ranks = 1;                     ///< of an array element
  int threads = 1;                   ///< of each rank, in every job
  std::string launcher;              ///< what starts the ranks, e.g. "srun --mpi=pmix"
  std::string modules;               ///< names for `module load`, separated by blanks
  std::string setup;                 ///< a line of shell
  std::string program;               ///< path of tertium on the nodes
  std::string scratch;               ///< TMPDIR; the shell expands it
  int notice = 120;                  ///< seconds between the signal that time is up and the time limit
};

/// Reads a site file: a path, or the name of one in cluster-jobs/sites/. Throws UsageError with the known sites or
/// keys, and with file and line.
Site read_site(const std::filesystem::path& name);

/// What stands for the placeholders of a template.
using TemplateValues = std::map<std::string, std::string>;

/// `text` with every @NAME@ (capital letters and '_') replaced by its value. `origin` names the template in messages.
/// Throws UserError with the line for a placeholder that has no value, and for one that was not closed by a second @.
std::string fill_template(std::string_view text, const TemplateValues& values, const std::string& origin);

/// The same for a file of cluster-jobs/. Throws UserError when there is none of that name.
std::string fill_template_file(const std::filesystem::path& name, const TemplateValues& values);

}  // namespace tertium::program
