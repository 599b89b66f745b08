#include "program/answers/result_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "files/output/atomic_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

/// A command line as a summary has it, --force apart.
std::string as_in_json(std::string command_line) {
  for (std::size_t at = 0; (at = command_line.find(" --force", at)) != std::string::npos;) command_line.erase(at, 8);
  return nlohmann::json(command_line).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// An earlier result says in its summary of which line it is.
bool holds_a_result(const fs::path& folder, const ResultKind& kind) {
  std::error_code none;
  const fs::path file = folder / kind.summary;
  if (!fs::is_regular_file(file, none)) return false;
  const nlohmann::json summary = nlohmann::json::parse(files::read_text(file), nullptr, false);
  const auto text = [&](const char* key) {
    return summary.is_object() && summary.contains(key) && summary[key].is_string() ? summary[key].get<std::string>()
                                                                                    : std::string();
  };
  return text("program") == kind.program && as_in_json(text("command_line")) == as_in_json(kind.command_line);
}

void expect_replaceable(const fs::path& folder, const ResultKind& kind, const Outputs& outputs) {
  for (const std::string& name : kind.files) outputs.expect_no_input(folder / name);
  if (outputs.force() || holds_a_result(folder, kind)) return;
  for (const std::string& name : kind.files)
    if (is_there(folder / name))
      core::fail(
          "{}: exists already (and was not made by this same line), give another --output, or --force to replace it",
          (folder / name).string());
}

}  // namespace

ResultFolder::ResultFolder(fs::path folder, const ResultKind& kind, const Outputs& outputs)
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
  if (is_folder) expect_replaceable(folder_, kind, outputs);
}

ResultFolder::~ResultFolder() {
  std::error_code ignored;
  if (created_ && fs::is_empty(folder_, ignored) && !ignored) fs::remove(folder_, ignored);
}

void ResultFolder::write(const std::string& name, const std::string& text) {
  files::replace_file(file(name), text);
}

void ResultFolder::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(file(name), ignored);
}

}  // namespace tertium::program
