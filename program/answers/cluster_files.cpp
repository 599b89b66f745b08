#include "program/answers/cluster_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "files/text/csv.hpp"

namespace tertium::program {

const std::vector<std::string>& result_files() {
  static const std::vector<std::string> files{
      "linkage.csv",       "tree.nwk",          "nodes.csv",       "bootstrap.nwk",  "consensus.nwk",
      "labels.csv",        "omitted.csv",       "weights.csv",     "summary.json",   "co_clustering.csv",
      "tree.html",         "dendrogram.pdf",    "dendrogram.svg",  "dendrogram.png", "co_clustering.pdf",
      "co_clustering.svg", "co_clustering.png", "embedding.csv",   "embedding.pdf",  "embedding.svg",
      "embedding.png",     "similarities.npy",  "similarities.csv"};
  return files;
}

namespace {

/// ",0.87,0.95,0.99,0.81"; a concordance that is not known is left empty, as is what is said of the root locally.
std::string sure_fields(const answers::Clustering& found, std::size_t row) {
  std::string text;
  if (found.support) text += fmt::format(",{:.6g},{:.6g}", found.support->share(row), found.support->transfer(row));
  if (found.votes.empty()) return text;
  if (row + 1 == found.votes.size()) return text + ",,";
  const double agree = found.votes[row].concordance();
  return text +
         fmt::format(",{:.6g},{}", found.votes[row].support(), std::isnan(agree) ? "" : fmt::format("{:.6g}", agree));
}

}  // namespace

std::string linkage_csv(const core::Dendrogram& tree) {
  std::string text = "left,right,height,size\n";
  for (const auto& row : core::scipy_linkage(tree))
    text += fmt::format("{:.0f},{:.0f},{},{:.0f}\n", row[0], row[1], row[2], row[3]);
  return text;
}

std::string nodes_csv(const answers::Clustering& found, const std::vector<std::string>& names) {
  const core::Dendrogram& tree = *found.tree;
  const bool listed = tree.objects() <= kMostListed;
  std::vector<std::string> members = names;  // separated by semicolons
  std::string text = fmt::format("node,height,size{}{},members\n", found.support ? ",support,transfer" : "",
                                 found.votes.empty() ? "" : ",local,concordance");
  const auto rows = core::scipy_linkage(tree);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (listed)
      members.push_back(fmt::format("{}; {}", members[static_cast<std::size_t>(rows[row][0])],
                                    members[static_cast<std::size_t>(rows[row][1])]));
    text += fmt::format("{},{},{:.0f}{},{}\n", names.size() + row, rows[row][2], rows[row][3], sure_fields(found, row),
                        listed ? files::csv_field(members.back()) : "");
  }
  return text;
}

std::string weights_csv(const answers::CountedPeople& people, const std::vector<std::string>& subjects) {
  std::string text = "subject,answers,accuracy,weight\n";
  for (const answers::CountedPerson& one : people.listed(subjects))
    text += fmt::format("{},{},{:.6g},{:.6g}\n", files::csv_field(one.name), one.answers, one.predicted, one.weight);
  return text;
}

std::string omitted_csv(std::span<const answers::LeftOut> left_out, const files::ComparisonFile& given) {
  std::string text = given.form == files::AnswerForm::kTriplet ? "anchor,near,far,count\n" : "a,b,odd,count\n";
  for (const auto& [answer, times] : left_out)
    text += fmt::format("{},{},{},{}\n", files::csv_field(given.names[answer.a]),
                        files::csv_field(given.names[answer.b]), files::csv_field(given.names[answer.odd]), times);
  return text;
}

std::string labels_csv(const answers::Clustering& found, const std::vector<std::string>& names) {
  std::string text = found.membership ? "object,name,label,share\n" : "object,name,label\n";
  for (core::Object i = 0; i < found.labels.objects(); ++i) {
    text += fmt::format("{},{},{}", i, files::csv_field(names[i]), found.numbers[found.labels[i]]);
    text += found.membership ? fmt::format(",{:.6g}\n", found.membership->share(i)) : "\n";
  }
  return text;
}

std::string co_clustering_csv(const answers::ClusterMembership& membership, const std::vector<std::string>& names) {
  const core::Object n = membership.together.objects();
  std::string text = "name";
  for (const std::string& name : names) text += "," + files::csv_field(name);
  for (core::Object i = 0; i < n; ++i) {
    text += "\n" + files::csv_field(names[i]);
    for (core::Object j = 0; j < n; ++j) text += fmt::format(",{:.6g}", i == j ? 1.0 : membership.share(i, j));
  }
  return text + "\n";
}

}  // namespace tertium::program
