#include "experiments/commands/cluster/cluster_files.hpp"

#include <fmt/format.h>

#include "core/files/csv.hpp"

namespace tertium::experiments {

const std::vector<std::string>& result_files() {
  static const std::vector<std::string> files{"linkage.csv",    "tree.nwk",       "labels.csv",    "summary.json",
                                              "dendrogram.pdf", "dendrogram.svg", "dendrogram.png"};
  return files;
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
