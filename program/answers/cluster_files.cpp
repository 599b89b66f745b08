#include "program/answers/cluster_files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>

#include "answers/results/results.hpp"
#include "files/text/csv.hpp"

namespace tertium::program {

const std::vector<std::string>& result_files() {
  static const std::vector<std::string> files{
      "linkage.csv",       "tree.nwk",          "nodes.csv",        "bootstrap.nwk",   "consensus.nwk",
      "labels.csv",        "omitted.csv",       "weights.csv",      "summary.json",    "co_clustering.csv",
      "tree.html",         "dendrogram.pdf",    "dendrogram.svg",   "dendrogram.png",  "co_clustering.pdf",
      "co_clustering.svg", "co_clustering.png", "embedding.csv",    "embedding.pdf",   "embedding.svg",
      "embedding.png",     "embedding.html",    "similarities.npy", "similarities.csv"};
  return files;
}

namespace {

/// Of each row of the linkage its objects, separated by semicolons.
std::vector<std::string> members_of(const std::vector<std::array<double, 4>>& rows, std::vector<std::string> names) {
  const std::size_t objects = names.size();
  for (const auto& row : rows)
    names.push_back(
        fmt::format("{}; {}", names[static_cast<std::size_t>(row[0])], names[static_cast<std::size_t>(row[1])]));
  names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(objects));
  return names;
}

/// How sure a branch is, as far as that was asked for; of the root answers say nothing.
void add_support(files::Record& record, const answers::Clustering& found, std::size_t row) {
  if (found.support) {
    record.push_back({"support", "fraction of trees that have it", found.support->share(row)});
    record.push_back({"transfer", "transfer support, from 0 to 1", found.support->transfer(row)});
  }
  if (found.votes.empty()) return;
  const bool inner = row + 1 < found.votes.size();
  const metrics::VotesOnBranch& votes = found.votes[row];
  record.push_back({"local", "support from the answers alone", files::known(votes.support(), inner)});
  record.push_back({"concordance", "answers that agree", files::known(votes.concordance(), inner)});
}

}  // namespace

std::string linkage_csv(const core::Dendrogram& tree) {
  std::string text = "left,right,height,size\n";
  for (const auto& row : core::scipy_linkage(tree))
    text += fmt::format("{:.0f},{:.0f},{},{:.0f}\n", row[0], row[1], row[2], row[3]);
  return text;
}

std::string nodes_csv(const answers::Clustering& found, const std::vector<std::string>& names) {
  const std::vector<std::array<double, 4>> rows = core::scipy_linkage(*found.tree);
  const bool listed = found.tree->objects() <= kMostListed;
  const std::vector<std::string> members = listed ? members_of(rows, names) : std::vector<std::string>(rows.size());
  return files::csv_of(files::numbers_below(rows.size()), [&](std::size_t row) {
    files::Record record{{"node", "its number", names.size() + row},
                         {"height", "above objects", rows[row][2], "{}"},
                         {"size", "objects below it", static_cast<core::Object>(rows[row][3])}};
    add_support(record, found, row);
    record.push_back({"members", "names of these", members[row]});
    return record;
  });
}

std::string omitted_csv(std::span<const answers::LeftOut> left_out, const files::ComparisonFile& given) {
  const bool triplets = given.form == files::AnswerForm::kTriplet;
  return files::csv_of(left_out, [&](const answers::LeftOut& one) -> files::Record {
    return {{triplets ? "anchor" : "a", "an object", given.names[one.answer.a]},
            {triplets ? "near" : "b", "another", given.names[one.answer.b]},
            {triplets ? "far" : "odd", "a third", given.names[one.answer.odd]},
            {"count", "how often it was answered", one.times}};
  });
}

std::string labels_csv(const answers::Clustering& found, const std::vector<std::string>& names) {
  return files::csv_of(files::numbers_below(found.labels.objects()), [&](core::Object i) {
    files::Record record = answers::object_of(i, names);
    record.push_back({"label", "of its cluster", found.numbers[found.labels[i]]});
    if (found.membership)
      record.push_back({"share", "fraction of samples that have it there", found.membership->share(i)});
    return record;
  });
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
