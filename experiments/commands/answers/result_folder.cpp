#include "experiments/commands/answers/result_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "core/base/error.hpp"
#include "experiments/store/atomic_file.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

/// An earlier result says so at the beginning of its summary.
bool holds_a_result(const fs::path& folder, const std::string& program) {
  std::ifstream file(folder / "summary.json");
  std::string text(64, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text.find("\"program\": \"" + program + "\"") != std::string::npos;
}

void refuse_foreign_files(const fs::path& folder, const std::string& program, const std::vector<std::string>& files) {
  std::error_code error;
  if (holds_a_result(folder, program)) return;
  for (const std::string& name : files)
    if (fs::exists(folder / name, error))
      core::fail(
          "{}: is there already (and is no result of an earlier run), give another --output, or --force to replace it",
          (folder / name).string());
}

}  // namespace

ResultFolder::ResultFolder(fs::path folder, bool force, const std::string& program,
                           const std::vector<std::string>& files)
    : folder_(std::move(folder)) {
  std::error_code error;
  const bool is_folder = fs::is_directory(folder_, error);
  if (!is_folder && fs::exists(folder_, error))
    core::fail("{}: is a file (results need a folder), give another --output", folder_.string());
  if (!is_folder) {
    fs::create_directories(folder_, error);
    if (error) core::fail("{}: cannot be made ({}), give another --output", folder_.string(), error.message());
    created_ = true;
  }
  if (access(folder_.c_str(), W_OK) != 0)
    core::fail("{}: cannot be written to ({}), give another --output", folder_.string(), std::strerror(errno));
  if (is_folder && !force) refuse_foreign_files(folder_, program, files);
}

ResultFolder::~ResultFolder() {
  std::error_code ignored;
  if (created_ && fs::is_empty(folder_, ignored) && !ignored) fs::remove(folder_, ignored);
}

void ResultFolder::write(const std::string& name, const std::string& text) {
  replace_file(file(name), text);
}

void ResultFolder::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(file(name), ignored);
}

}  // namespace tertium::experiments
