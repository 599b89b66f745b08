#pragma once

#include <filesystem>
#include <string>

namespace tertium::files {

/// A folder for what is written to be read once; removed with all that is in it.
class ScratchFolder {
 public:
  /// Below TMPDIR, called after `purpose`. Throws UserError.
  explicit ScratchFolder(const std::string& purpose);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tertium::files
