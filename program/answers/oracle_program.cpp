#include "program/answers/oracle_program.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "files/output/atomic_file.hpp"
#include "outside/programs/guarded_program.hpp"
#include "terminal/run_program.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Bytes that nobody needs for an answer.
constexpr std::size_t kMostBytesOfAnAnswer = 4096;

/// Writes what was refused into LOG.refused, or LOG.refused-2 and so on: into no file that is there.
std::string kept_next_to(const std::filesystem::path& log, const std::string& text) {
  const std::filesystem::path folder = log.has_parent_path() ? log.parent_path() : std::filesystem::path(".");
  const std::string stem = log.filename().string() + ".refused";
  const auto name_of = [&](int n) { return n == 0 ? stem : fmt::format("{}-{}", stem, n + 1); };
  return (log.has_parent_path() ? folder : std::filesystem::path()) /
         files::publish_file(folder, std::as_bytes(std::span(text)), name_of).filename();
}

/// The program with these questions; it leaves nothing running, in whatever way this one ends.
outside::ProgramEnd run_oracle(const OracleOptions& options, const std::string& questions, std::size_t most) {
  // A file and no pipe: whoever reads it may stop at any place, and nobody waits for anybody.
  const terminal::TemporaryFile input = terminal::temporary_file(questions);
  if (!input)
    core::fail("cannot write the questions into a temporary file ({}), free space and repeat the command",
               std::strerror(errno));
  outside::ProgramEnd end = run_guarded({.command = options.command, .input = input.get(), .seconds = options.seconds},
                                        most, outside::TooMuch::kEnds);
  if (end.output.size() > most)
    core::fail("the oracle wrote more than {} (one line per question is expected), fix the program",
               core::bytes_text(static_cast<double>(most)));
  return end;
}

[[noreturn]] void fail_batch(const OracleOptions& options, std::size_t before, const outside::ProgramEnd& end,
                             const std::string& why) {
  const std::string refused = end.output.empty() ? "" : kept_next_to(options.log, end.output);
  core::fail("the oracle failed: {} ({} has the {} before{}), fix the program and repeat the command", why,
             options.log.string(), core::counted(before, "answer"),
             end.output.empty() ? "" : fmt::format(", {} its output", refused));
}

}  // namespace

answers::Oracle program_oracle(const AskInput& input, const OracleOptions& options, const answers::OracleRun& run) {
  return [&](std::span<const answers::AskedOnce> batch) {
    const outside::ProgramEnd end = run_oracle(options, question_table(input, batch, options.plan.choice.form),
                                               kMostBytesOfAnAnswer * (batch.size() + 1));
    const auto fail = [&](const std::string& why) { fail_batch(options, run.asked().size(), end, why); };
    if (const std::string why = outside::failure_text(end, options.seconds); !why.empty())
      fail(why + (end.timed_out ? " (--oracle-timeout)" : ""));
    std::vector<answers::OracleAnswer> found;
    try {
      found = answers::parse_answers(end.output, batch.size(), options.plan.choice.form);
    } catch (const core::UserError& error) {
      fail(error.what());
    }
    return found;
  };
}

}  // namespace tertium::program
