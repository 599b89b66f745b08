#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tertium::experiments {

/// The folder that receives the results. It exists once this object does, and is removed again if nothing was written.
class ResultFolder {
 public:
  /// Throws UserError if the folder cannot be made or written to, or if it holds some of `files` that are no earlier
  /// result of `program`, "tertium cluster", unless `force`.
  ResultFolder(std::filesystem::path folder, bool force, const std::string& program,
               const std::vector<std::string>& files);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  /// Puts `text` into the file, whole or not at all. Throws UserError if that fails.
  void write(const std::string& name, const std::string& text);
  void remove(const std::string& name) const;

 private:
  std::filesystem::path folder_;
  bool created_ = false;
};

}  // namespace tertium::experiments
