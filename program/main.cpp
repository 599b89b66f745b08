// The program: finds the command, and turns whatever it throws into one line and an exit code.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/version.hpp"
#include "embedding/dense/symmetric_eigen.hpp"
#include "experiments/store/run_record.hpp"
#include "files/output/output_marks.hpp"
#include "program/before_libraries.hpp"
#include "program/manual/all_commands.hpp"
#include "program/options/command_line.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace {

using namespace tertium;
using namespace tertium::program;

/// On one screen of 24 lines.
void print_overview() {
  constexpr std::pair<CommandGroup, const char*> kParts[] = {{CommandGroup::kAnswers, "Answers of participants:"},
                                                             {CommandGroup::kSweeps, "Simulation studies (sweeps):"},
                                                             {CommandGroup::kRest, "Both:"}};
  fmt::print("Tertium clusters objects from comparisons. Usage: tertium COMMAND ...\n");
  for (const auto& [group, title] : kParts) {
    fmt::print("{}\n", title);
    for (const Command& command : all_commands())
      if (command.group == group) fmt::print("  {:<11}{}\n", command.name, command.sentence);
  }
  fmt::print("More: tertium COMMAND --help. Exit codes: 0 complete, 1 error, 2 usage, 3 incomplete.\n");
}

void print_version() {
  const experiments::RunRecord build = experiments::current_run_record(1, 1, "");
  fmt::print("tertium {} (commit {}{}, {})\n", core::version(), build.commit, build.dirty ? " and changes" : "",
             build.compiler);
}

/// "tertium status RUN --failures" for "failures": commands that have an option of this name, or take the word.
std::vector<std::string> lines_with(const std::string& word) {
  std::vector<std::string> found;
  for (const Command& command : all_commands())
    for (const CommandLine& line : CommandLine::described_by([&] { command.run({}); })) {
      if (command.group == CommandGroup::kHidden) continue;
      std::string needed;
      for (const CommandLine::Argument& argument : line.arguments())
        if (argument.need == CommandLine::Need::kRequired) needed += argument.name + ' ';
      for (const CommandLine::Option& option : line.options())
        if (option.name == word) found.push_back(fmt::format("tertium {} {}--{}", command.name, needed, word));
      for (const CommandLine::Argument& argument : line.arguments())
        if (argument.sentence.starts_with(word + ",") || argument.sentence.find(", " + word + ",") != std::string::npos)
          found.push_back(fmt::format("tertium {} {}", command.name, word));
    }
  return found;
}

int run_named(const std::string& name, const std::vector<std::string>& args) {
  std::vector<std::string> known;
  for (const Command& command : all_commands()) {
    if (command.name == name) return command.run(args);
    if (command.group != CommandGroup::kHidden) known.push_back(command.name);
  }
  if (const std::vector<std::string> lines = lines_with(name); !lines.empty())
    throw core::UsageError(
        fmt::format("{} is not a command (but part of another), use {}", name, fmt::join(lines, ", or ")));
  core::fail_unknown("command", name, known);
}

int run_program(std::vector<std::string> words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || (words[0] == "help" && words.size() == 1)) {
    print_overview();
    return terminal::kComplete;
  }
  if (words[0] == "--version") {
    print_version();
    return terminal::kComplete;
  }
  if (words[0] == "help") return run_named(words[1], {"--help"});
  return run_named(words[0], {words.begin() + 1, words.end()});
}

std::string cannot_write(const std::string& why) {
  return fmt::format("cannot write the output ({}), check the disk space and where the output goes, and run it again",
                     why);
}

/// The message without its middle, where it holds a field or a name of any length: its end says what to do.
std::string shortened(const std::string& message) {
  constexpr std::size_t kMost = 8192;
  if (message.size() <= kMost) return message;
  return message.substr(0, kMost / 2) + " ... " + message.substr(message.size() - kMost / 2);
}

/// One line on stderr, whatever the message holds.
int report_error(const std::string& command, const std::string& message, terminal::ExitCode code) {
  terminal::notice("tertium{}{}: {}\n", command.empty() ? "" : " ", command, core::one_plain_line(shortened(message)));
  return code;
}

/// A closed standard stream's number would go to the next file that is opened, and messages into that file. Reading
/// the null device in its place fails, as writing to a closed stream does.
void keep_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream)
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);
}

int run_guarded(const std::vector<std::string>& words, const std::string& command) {
  try {
    core::check_processor();
    core::wished_threads();  // whatever the command is: the first parallel loop takes the number as it is
    const int code = run_program(words);
    if (std::fflush(stdout) != 0) return report_error(command, cannot_write(std::strerror(errno)), terminal::kError);
    return code;
  } catch (const core::UsageError& error) {
    return report_error(command, error.what(), terminal::kUsage);
  } catch (const core::UserError& error) {
    return report_error(command, error.what(), terminal::kError);
  } catch (const std::bad_alloc&) {
    return report_error(
        command, "out of memory (the problem is too large for this machine), use a smaller problem or a larger machine",
        terminal::kError);
  } catch (const std::filesystem::filesystem_error& error) {
    return report_error(command,
                        fmt::format("cannot use {} ({}), check the path and its permissions", error.path1().string(),
                                    error.code().message()),
                        terminal::kError);
  } catch (const std::system_error& error) {  // what printing throws
    return report_error(command, cannot_write(error.code().message()), terminal::kError);
  } catch (const std::exception& error) {
    return report_error(command,
                        fmt::format("internal error ({}), please report it with this command line", error.what()),
                        terminal::kError);
  }
}

__attribute__((section(".preinit_array"), used)) void (*const kBeforeLibraries)(int, char**, char**) = before_libraries;

/// Begins the program once more, as what it is, so that its threads sleep where they wait for each other: else they
/// would spin, and beside other work on the same cores that takes them dozens of times as long. OpenMP reads it before
/// main.
void wait_asleep(char** argv) {
  constexpr const char* kVariable = "GOMP_SPINCOUNT";
  if (std::getenv(kVariable) != nullptr || std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  if (::setenv(kVariable, "1000", 0) != 0) return;  // what it takes itself where there are more threads than cores
  std::error_code none;                             // by its path, so that lists of processes show its name
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", none);
  if (!none) ::execv(program.c_str(), argv);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && (words[0] == "cluster" || words[0] == "compare" || words[0] == "embed" || words[0] == "ask" ||
                         words[0] == "study"))
    wait_asleep(argv);
  embedding::choose_blas_kernels();
  keep_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that gets too large is a failed write, which is told
  files::name_this_line(words);
  const bool names_command = !words.empty() && !words[0].starts_with('-') && words[0] != "help";
  return run_guarded(words, names_command ? words[0] : "");
}
