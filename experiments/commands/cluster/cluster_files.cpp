#include "experiments/commands/cluster/cluster_files.hpp"

#include <fmt/format.h>

#include "files/text/csv.hpp"

namespace tertium::experiments {

const std::vector<std::string>& result_files() {
  static const std::vector<std::string> files{"linkage.csv",  "nodes.csv",        "tree.nwk",        "labels.csv",
                                              "summary.json", "dendrogram.pdf",   "dendrogram.svg",  "dendrogram.png",
                                              "tree.html",    "places.csv",       "places.pdf",      "places.svg",
                                              "places.png",   "similarities.npy", "similarities.csv"};
  return files;
}

std::string linkage_csv(const core::Dendrogram& tree) {
  std::string text = "left,right,height,size\n";
  for (const auto& row : core::scipy_linkage(tree))
    text += fmt::format("{:.0f},{:.0f},{:g},{:.0f}\n", row[0], row[1], row[2], row[3]);
  return text;
}

std::string nodes_csv(const core::Dendrogram& tree, const answers::BranchSupport& support,
                      const std::vector<std::string>& names) {
  const bool listed = tree.objects() <= kMostListed;
  std::vector<std::string> members = names;  // separated by semicolons
  std::string text = "node,height,size,support,members\n";
  const auto rows = core::scipy_linkage(tree);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (listed)
      members.push_back(fmt::format("{}; {}", members[static_cast<std::size_t>(rows[row][0])],
                                    members[static_cast<std::size_t>(rows[row][1])]));
    text += fmt::format("{},{:g},{:.0f},{:.6g},{}\n", names.size() + row, rows[row][2], rows[row][3],
                        support.share(row), listed ? files::csv_field(members.back()) : "");
  }
  return text;
}

std::vector<std::string> support_labels(const answers::BranchSupport& support) {
  std::vector<std::string> labels;
  for (std::size_t row = 0; row + 1 < support.counts.size(); ++row)
    labels.push_back(fmt::format("{:.6g}", support.share(row)));
  labels.emplace_back();
  return labels;
}

std::string labels_csv(const core::Partition& labels, const std::vector<core::Label>& numbers,
                       const std::vector<std::string>& names) {
  std::string text = "object,name,label\n";
  for (core::Object i = 0; i < labels.objects(); ++i)
    text += fmt::format("{},{},{}\n", i, files::csv_field(names[i]), numbers[labels[i]]);
  return text;
}

const std::vector<std::string>& picture_files() {
  static const std::vector<std::string> files{"dendrogram.pdf", "dendrogram.svg", "dendrogram.png"};
  return files;
}

}  // namespace tertium::experiments
