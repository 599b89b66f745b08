#pragma once

#include <filesystem>

namespace tertium::program {

/// A folder for what is written to be read once; removed with all that is in it.
class ScratchFolder {
 public:
  /// Throws UserError.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tertium::program
