#include "experiments/commands/options/outputs.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/store/output_marks.hpp"
#include "files/text/text_file.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

bool is_input(const fs::path& file, const fs::path& input) {
  std::error_code none;
  if (input.empty()) return false;
  const fs::path read = input == files::kStandardInput ? fs::path("/dev/stdin") : input;
  if (fs::is_directory(read, none)) return is_there(file) && lies_in(file, read);
  return fs::is_regular_file(read, none) && fs::equivalent(read, file, none);
}

}  // namespace

Outputs::Outputs(Inputs inputs, bool force) : inputs_(std::move(inputs)), force_(force) {}

void Outputs::expect_no_input(const fs::path& file) const {
  if (std::ranges::any_of(inputs_, [&](const fs::path& input) { return is_input(file, input); }))
    core::fail("{}: is what this command reads (writing there would destroy it), give another output", file.string());
}

void Outputs::expect_free(const fs::path& file) const {
  expect_no_input(file);
  std::error_code none;
  if (fs::is_directory(file, none))
    core::fail("{}: is a folder (a file is to be written), give another output", file.string());
  if (!force_ && is_there(file) && !files::is_stream(file) && !is_of_this_line(file))
    core::fail(
        "{}: is there already (and is no result of this same line), give another output, or --force to replace it",
        file.string());
}

void add_force_option(CommandLine& line) {
  line.flag("force", "replace files that are there already");
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code none;
  const fs::path inside = fs::weakly_canonical(path, none), whole = fs::weakly_canonical(folder, none);
  return std::mismatch(whole.begin(), whole.end(), inside.begin(), inside.end()).first == whole.end();
}

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(fs::symlink_status(path, none));
}

}  // namespace tertium::experiments
