#include "program/answers/oracle_program.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "files/output/atomic_file.hpp"
#include "program/answers/guarded_shell.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

/// Bytes that nobody needs for an answer.
constexpr std::size_t kMostBytesOfAnAnswer = 4096;

/// Writes what was refused into LOG.refused, or LOG.refused-2 and so on: into no file that is there.
std::string kept_beside(const std::filesystem::path& log, const std::string& text) {
  const std::filesystem::path folder = log.has_parent_path() ? log.parent_path() : std::filesystem::path(".");
  const std::string stem = log.filename().string() + ".refused";
  const auto name_of = [&](int n) { return n == 0 ? stem : fmt::format("{}-{}", stem, n + 1); };
  return (log.has_parent_path() ? folder : std::filesystem::path()) /
         files::publish_file(folder, std::as_bytes(std::span(text)), name_of).filename();
}

[[noreturn]] void fail_batch(const OracleOptions& options, std::size_t before, const ProgramOutput& output,
                             const std::string& why) {
  const std::string refused = output.text.empty() ? "" : kept_beside(options.log, output.text);
  core::fail("the oracle failed: {} ({} holds the {} before{}), mend the program and type the same line again", why,
             options.log.string(), core::counted(before, "answer"),
             output.text.empty() ? "" : fmt::format(", {} what it wrote now", refused));
}

}  // namespace

answers::Oracle program_oracle(const AskInput& input, const OracleOptions& options, const answers::OracleRun& run) {
  return [&](std::span<const answers::AskedOnce> batch) {
    const ProgramOutput output = run_shell(options.command, question_table(input, batch, options.plan.choice.form),
                                           options.seconds, kMostBytesOfAnAnswer * (batch.size() + 1));
    const auto fail = [&](const std::string& why) { fail_batch(options, run.asked().size(), output, why); };
    if (output.timed_out)
      fail(fmt::format("it was not done after {} (--oracle-timeout)", core::duration_text(options.seconds)));
    if (output.signal != 0) fail(fmt::format("signal {} ended it", output.signal));
    if (output.status != 0) fail(fmt::format("its exit status is {}", output.status));
    std::vector<answers::OracleAnswer> found;
    try {
      found = answers::parse_answers(output.text, batch.size(), options.plan.choice.form);
    } catch (const core::UserError& error) {
      fail(error.what());
    }
    return found;
  };
}

}  // namespace tertium::program
