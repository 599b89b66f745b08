// tertium benchmark: the Python package does it, for it has what entries are made with.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "core/base/error.hpp"
#include "program/options/command_line.hpp"
#include "program/sweeps/commands.hpp"
#include "terminal/run_program.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

constexpr int kNoPackage = 4;
// Nothing of the folder that somebody happens to be in is run.
constexpr const char* kProgram =
    "import sys\n"
    "sys.path.pop(0)\n"
    "sys.path[:0] = filter(None, [sys.argv.pop(1)])\n"
    "try:\n"
    "    from tertium.benchmark import main\n"
    "except ModuleNotFoundError as problem:\n"
    "    if problem.name not in ('tertium', 'tertium.benchmark'):\n"
    "        raise\n"
    "    sys.exit(4)\n"
    "sys.exit(main(sys.argv[1:]))\n";

/// The folder of the package next to this program, which was built with it; empty: one that is installed.
std::string package_next_to_program() {
  std::error_code error;
  const fs::path package = fs::read_symlink("/proc/self/exe", error).parent_path() / "python";
  return !error && fs::is_directory(package / "tertium", error) ? package.string() : "";
}

struct BenchmarkOptions {
  std::string action;
  std::vector<std::string> words;
  std::string tasks, output, steps;
  bool force = false;
};

CommandLine command_line(BenchmarkOptions& options) {
  CommandLine line("benchmark",
                   "Benchmark tasks for methods of any kind (docs/benchmark.md): answers of participants and of "
                   "planted models, in fixed folds and budgets. tasks writes the tasks. run METHOD makes an entry, the "
                   "results of a method of Tertium. score ENTRY ... scores entries, of any program, as a table, or "
                   "with --output as a page. Needs the Python package tertium.",
                   "tertium benchmark tasks -o benchmark-tasks\n"
                   "  tertium benchmark run AddS-3-AL --tasks car,flat -o AddS-3-AL\n"
                   "  tertium benchmark score AddS-3-AL -o AddS-3-AL-board");
  line.argument("ACTION", options.action, "tasks, run or score");
  line.argument("WORDS", options.words, "run: a method; score: folders of entries", CommandLine::Need::kOptional);
  line.option("tasks", 0, "LIST", options.tasks, "only these, separated by commas (default: all)");
  line.option("steps", 0, "FILE", options.steps, "run: INI file that declares steps of your own");
  line.option("output", 'o', "FOLDER", options.output, "folder for the files that are written");
  line.flag("force", options.force, "replace existing files");
  return line;
}

}  // namespace

int benchmark_command(const std::vector<std::string>& args) {
  BenchmarkOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(args)) return terminal::kComplete;
  const std::vector<std::string> actions{"tasks", "run", "score"};
  const std::string& action = options.action;
  if (std::ranges::find(actions, action) == actions.end()) core::fail_unknown("action", action, actions);
  std::vector<std::string> words{terminal::kPython, "-c", kProgram, package_next_to_program(), action};
  if (line.has("tasks")) words.insert(words.end(), {"--tasks", options.tasks});
  if (line.has("steps")) words.insert(words.end(), {"--steps", options.steps});
  if (line.has("output")) words.insert(words.end(), {"--output", options.output});
  if (options.force) words.emplace_back("--force");
  words.insert(words.end(), options.words.begin(), options.words.end());
  std::optional<int> status = terminal::run_program(words, {}, terminal::kOfOtherPythons);
  if (status == kNoPackage) status = terminal::run_program(words);  // it may be where PYTHONPATH says
  if (!status)
    core::fail("{} cannot be started ({}), install python3 and python3-numpy", terminal::kPython, std::strerror(errno));
  if (*status == kNoPackage)
    core::fail("cannot find the Python package tertium, install python3-tertium, or build with -DTERTIUM_PYTHON=ON");
  return *status == 0 ? terminal::kComplete : *status == terminal::kUsage ? terminal::kUsage : terminal::kError;
}

}  // namespace tertium::program
