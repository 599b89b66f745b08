#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/options/outputs.hpp"

namespace tertium::program {

/// What a command makes of its inputs.
struct ResultKind {
  std::string program;       ///< as summary.json says it, "tertium cluster"
  std::string command_line;  ///< as summary.json says it
  std::vector<std::string> files;
  std::string summary = "summary.json";  ///< the file that says program and command_line
};

/// The folder that receives the results. It exists once this object does, and is removed again if nothing was written.
class ResultFolder {
 public:
  /// Throws UserError if the folder cannot be made or written to, if some of the files in it are inputs, or, without
  /// --force, if there are some that are no earlier result of the same command line.
  ResultFolder(std::filesystem::path folder, const ResultKind& kind, const Outputs& outputs);
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

}  // namespace tertium::program
