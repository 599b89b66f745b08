#include "core/base/home.hpp"

#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

namespace tertium::core {
namespace {

/// Of a program that is installed in P/bin: P/share/tertium. Nothing where that is no such folder.
std::optional<std::filesystem::path> installed_home() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path folder = program.parent_path().parent_path() / "share" / "tertium";
  if (error || !std::filesystem::is_directory(folder / "data", error)) return std::nullopt;
  return folder;
}

std::optional<std::filesystem::path>& known_home() {
  static std::optional<std::filesystem::path> folder = installed_home();
  return folder;
}

}  // namespace

void use_home(std::filesystem::path folder) {
  known_home() = std::move(folder);
}

std::filesystem::path home_folder() {
  const char* wish = std::getenv("TERTIUM_HOME");
  return wish != nullptr && *wish != '\0' ? wish : known_home().value_or(TERTIUM_HOME_DEFAULT);
}

}  // namespace tertium::core
