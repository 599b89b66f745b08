#pragma once

#include <filesystem>
#include <string>

#include "core/base/descriptor.hpp"

namespace tertium::files {

/// A new, empty file ".tmp-tertium-HOST-SYSTEM-PID-RANDOM" in a folder (see unique_name.hpp), locked as long as it is
/// open. Removed on every way out, unless it got another name.
class UnfinishedFile {
 public:
  /// Throws UserError where none can be made.
  explicit UnfinishedFile(const std::filesystem::path& folder);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  ~UnfinishedFile();

  const std::filesystem::path& path() const { return path_; }
  int fd() const { return file_.get(); }
  /// It has been renamed: nothing is to be removed, and who reads it under its new name may lock it.
  void renamed() {
    path_.clear();
    file_.reset(-1);
  }

 private:
  bool create(const std::filesystem::path& path);

  std::filesystem::path path_;
  core::Descriptor file_;
};

/// Throws UserError "cannot ACTION PATH (why), ...".
[[noreturn]] void fail_on_file(const std::string& action, const std::filesystem::path& path, int error);

/// Whose temporary files are looked for.
enum class Leftovers {
  kOfRuns,      ///< in a folder of a run, where nothing else belongs: those of older versions of the program, too
  kInAnyFolder  ///< only by their full name
};

/// Removes temporary files that no one will finish: of programs on this system that are gone, and of any after a day.
/// A program that still writes one has it locked, whatever container it runs in.
void remove_leftovers(const std::filesystem::path& folder, Leftovers which);

}  // namespace tertium::files
