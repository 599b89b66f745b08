#pragma once

#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tertium::outside {

/// A command line for /bin/sh, and what it may use.
struct GuardedProgram {
  std::string command;
  std::vector<std::string> arguments{};  ///< "$1", "$2", ... of the command line
  std::filesystem::path folder{};        ///< where it runs; empty: where this program does
  std::vector<std::pair<std::string, std::string>>
      environment{};           ///< beside this program's, without what MPI put there
  std::FILE* input = nullptr;  ///< null: nothing
  bool takes_errors = false;   ///< what it writes to stderr is output, too
  double seconds = std::numeric_limits<double>::infinity();
  double bytes = std::numeric_limits<double>::infinity();  ///< of data, of each of its processes
};

/// How it ended.
struct ProgramEnd {
  std::string output{};
  int status = 0;          ///< its exit status
  int signal = 0;          ///< that ended it, 0: none
  bool timed_out = false;  ///< it was ended
};

/// What output is for, and what becomes of more than `most` bytes of it.
enum class TooMuch {
  kEnds,       ///< a result, which is waited for until nobody can write any more; the program is ended
  kForgotten,  ///< remarks, of which the last are kept; nobody waits for those of processes that it left behind
};

/// Runs it and waits for its end. Of output that is too much some more than `most` bytes are returned. It is the head
/// of a group of processes, of which none is left afterwards, nor when this program is gone, however that ended;
/// processes that left the group (setsid) are nobody's. The wait keeps to the limits of this thread. Throws UserError
/// where nothing can be started.
ProgramEnd run_guarded(const GuardedProgram& program, std::size_t most, TooMuch too_much);

/// Whether a signal ended it that asks programs to end, as batch systems send to all of a job: HUP, INT, TERM, USR1,
/// USR2.
bool was_asked_to_end(const ProgramEnd& end);

/// "signal 9 ended it", "its exit status is 3", "it was not finished after 5 s"; empty where it ended well.
std::string failure_text(const ProgramEnd& end, double seconds);

}  // namespace tertium::outside
