#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/commands/cluster/cluster_input.hpp"
#include "experiments/commands/cluster/cluster_run.hpp"

namespace tertium::experiments {

/// The folder that receives the results. It exists once this object does, and is removed again if nothing was written.
class ClusterFolder {
 public:
  /// Throws UserError if the folder cannot be made or written to, or if it holds files of the same names that are not
  /// an earlier result, unless `force`.
  ClusterFolder(std::filesystem::path folder, bool force);
  ~ClusterFolder();
  ClusterFolder(const ClusterFolder&) = delete;
  ClusterFolder& operator=(const ClusterFolder&) = delete;

  const std::filesystem::path& path() const { return folder_; }
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }
  /// Puts `text` into the file, whole or not at all. Throws UserError if that fails.
  void write(const std::string& name, const std::string& text);
  void remove(const std::string& name) const;

 private:
  std::filesystem::path folder_;
  bool created_ = false;
};

std::string linkage_csv(const core::Dendrogram& tree);
/// `numbers`: what each cluster is called.
std::string labels_csv(const core::Partition& labels, const std::vector<core::Label>& numbers,
                       const std::vector<std::string>& names);

/// Names of the files that a picture consists of.
const std::vector<std::string>& picture_files();

}  // namespace tertium::experiments
