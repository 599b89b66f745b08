#include "experiments/commands/cluster/cluster_files.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/base/error.hpp"
#include "core/files/csv.hpp"
#include "experiments/store/atomic_file.hpp"

namespace tertium::experiments {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string>& result_files() {
  static const std::vector<std::string> files{"linkage.csv",    "tree.nwk",       "labels.csv",    "summary.json",
                                              "dendrogram.pdf", "dendrogram.svg", "dendrogram.png"};
  return files;
}

/// An earlier result says so at the beginning of its summary.
bool holds_a_result(const fs::path& folder) {
  std::ifstream file(folder / "summary.json");
  std::string text(64, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text.find("\"program\": \"tertium cluster\"") != std::string::npos;
}

void refuse_foreign_files(const fs::path& folder) {
  std::error_code error;
  if (holds_a_result(folder)) return;
  for (const std::string& name : result_files())
    if (fs::exists(folder / name, error))
      core::fail(
          "{}: is there already (and is no result of an earlier run), give another --output, or --force to replace it",
          (folder / name).string());
}

}  // namespace

ClusterFolder::ClusterFolder(fs::path folder, bool force) : folder_(std::move(folder)) {
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
  if (is_folder && !force) refuse_foreign_files(folder_);
}

ClusterFolder::~ClusterFolder() {
  std::error_code ignored;
  if (created_ && fs::is_empty(folder_, ignored) && !ignored) fs::remove(folder_, ignored);
}

void ClusterFolder::write(const std::string& name, const std::string& text) {
  replace_file(file(name), text);
}

void ClusterFolder::remove(const std::string& name) const {
  std::error_code ignored;
  fs::remove(file(name), ignored);
}

std::string linkage_csv(const core::Dendrogram& tree) {
  std::string text = "left,right,height,size\n";
  for (const auto& row : core::scipy_linkage(tree))
    text += fmt::format("{:.0f},{:.0f},{:g},{:.0f}\n", row[0], row[1], row[2], row[3]);
  return text;
}

std::string labels_csv(const core::Partition& labels, const std::vector<core::Label>& numbers,
                       const std::vector<std::string>& names) {
  std::string text = "object,name,label\n";
  for (core::Object i = 0; i < labels.objects(); ++i)
    text += fmt::format("{},{},{}\n", i, core::csv_field(names[i]), numbers[labels[i]]);
  return text;
}

const std::vector<std::string>& picture_files() {
  static const std::vector<std::string> files{"dendrogram.pdf", "dendrogram.svg", "dendrogram.png"};
  return files;
}

}  // namespace tertium::experiments
