#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/clusterings/dendrogram.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/sampled_quadruplets.hpp"
#include "core/comparisons/sampled_triplets.hpp"
#include "core/methods/problem.hpp"
#include "tests/support/csv.hpp"

namespace tertium::testing {

/// What does not agree with the vectors, one line each.
using Findings = std::vector<std::string>;

/// The folder of reference vectors: $TERTIUM_REFERENCE, or the project's own.
inline std::filesystem::path reference_folder() {
  const char* elsewhere = std::getenv("TERTIUM_REFERENCE");
  return elsewhere != nullptr && *elsewhere != '\0' ? std::filesystem::path(elsewhere)
                                                    : std::filesystem::path(TERTIUM_SOURCE_DIR) / "tests/reference";
}

/// One hierarchical case of the folder, with everything that methods may look at.
struct ReferenceCase {
  std::string name;
  std::filesystem::path folder;
  std::map<std::string, std::string> index;  ///< its row of index.csv
  core::Object n = 0;
  core::Similarities w;
  std::vector<core::Partition> truth;
  std::shared_ptr<const core::PairRanking> ranking;
  std::vector<core::Quadruplet> statements;                     ///< quadruplets.csv
  std::shared_ptr<const core::ListedQuadruplets> listed;        ///< the same as comparisons
  std::shared_ptr<const core::Quadruplets> full;                ///< all comparisons that w implies
  std::shared_ptr<const core::ListedTriplets> listed_triplets;  ///< triplets.csv
  std::shared_ptr<const core::Triplets> full_triplets;          ///< all triplets that w implies
  std::vector<core::PairIndex> references;
  std::vector<core::Object> landmarks;

  /// An problem whose passive comparisons are `quadruplets`.
  core::Problem problem(std::shared_ptr<const core::Quadruplets> quadruplets) const {
    core::Problem result;
    result.objects = n;
    result.provide<core::Similarities>(std::make_shared<const core::Similarities>(w));
    result.provide<core::Graph>(std::make_shared<const core::Graph>(core::complete_graph(w)));
    result.provide<core::PairRanking>(ranking);
    result.provide<core::Quadruplets>(std::move(quadruplets));
    result.provide<core::Truth>(truth);
    return result;
  }
  /// An problem whose passive comparisons are `triplets`.
  core::Problem problem(std::shared_ptr<const core::Triplets> triplets) const {
    core::Problem result;
    result.objects = n;
    result.provide<core::Triplets>(std::move(triplets));
    result.provide<core::Truth>(truth);
    return result;
  }
};

/// A symmetric N x N matrix without a header; its diagonal is not looked at.
template <typename T>
core::PairTable<T> read_matrix(const std::filesystem::path& file, core::Object n) {
  const std::vector<Row> rows = read_rows(file);
  if (rows.size() != static_cast<std::size_t>(n)) throw std::runtime_error(file.string() + " has not N rows");
  core::PairTable<T> table(n);
  for (core::Object i = 0; i < n; ++i) {
    if (rows[i].size() != static_cast<std::size_t>(n)) throw std::runtime_error(file.string() + " has not N columns");
    for (core::Object j = 0; j < i; ++j) {
      table(i, j) = number<T>(rows[i][j]);
      if (number<T>(rows[j][i]) != table(i, j)) throw std::runtime_error(file.string() + " is not symmetric");
    }
  }
  return table;
}

/// Rows of integers below a header line.
inline std::vector<std::vector<std::int32_t>> read_integers(const std::filesystem::path& file) {
  std::vector<std::vector<std::int32_t>> result;
  const std::vector<Row> rows = read_rows(file);
  for (std::size_t r = 1; r < rows.size(); ++r) {
    auto& row = result.emplace_back();
    for (const std::string& cell : rows[r]) row.push_back(number<std::int32_t>(cell));
    if (row.size() != rows[0].size()) throw std::runtime_error("ragged row in " + file.string());
  }
  return result;
}

/// truth.csv: one partition for every column after the object.
inline std::vector<core::Partition> read_truth(const std::filesystem::path& file, core::Object n) {
  const auto rows = read_integers(file);
  std::vector<core::Partition> truth;
  for (std::size_t level = 1; level < rows.at(0).size(); ++level) {
    std::vector<core::Label> labels(n);
    for (const auto& row : rows) labels.at(row[0]) = row[level];
    truth.emplace_back(labels);
  }
  return truth;
}

inline ReferenceCase read_case(const std::filesystem::path& folder, const std::map<std::string, std::string>& index) {
  ReferenceCase c;
  c.name = index.at("case");
  c.folder = folder / c.name;
  c.index = index;
  c.n = number<core::Object>(index.at("n"));
  c.w = read_matrix<double>(c.folder / "w.csv", c.n);
  c.truth = read_truth(c.folder / "truth.csv", c.n);
  c.ranking = std::make_shared<core::PairRanking>(c.w);
  for (const auto& row : read_integers(c.folder / "quadruplets.csv"))
    c.statements.push_back({row.at(0), row.at(1), row.at(2), row.at(3)});
  c.listed = std::make_shared<core::ListedQuadruplets>(c.n, c.statements);
  c.full = std::make_shared<core::SampledQuadruplets>(c.ranking, core::CellKey{}, 1.0, 1.0);
  std::vector<core::Triplet> triplets;
  for (const auto& row : read_integers(c.folder / "triplets.csv"))
    triplets.push_back({row.at(0), row.at(1), row.at(2)});
  c.listed_triplets = std::make_shared<core::ListedTriplets>(core::TripletList(c.n, std::move(triplets)));
  c.full_triplets = std::make_shared<core::SampledTriplets>(std::make_shared<const core::AnchorRanking>(*c.ranking),
                                                            core::CellKey{}, 1.0, 1.0);
  for (const auto& row : read_integers(c.folder / "references.csv"))
    c.references.push_back(core::pair_index(row.at(0), row.at(1), c.n));
  for (const auto& row : read_integers(c.folder / "landmarks.csv")) c.landmarks.push_back(row.at(0));
  return c;
}

/// All cases of index.csv.
inline std::vector<ReferenceCase> read_cases(const std::filesystem::path& folder) {
  std::vector<ReferenceCase> cases;
  for (const auto& row : read_records(folder / "index.csv")) cases.push_back(read_case(folder, row));
  return cases;
}

/// The tree of a merge sequence.
inline core::Dendrogram read_merges(const std::filesystem::path& file, core::Object n) {
  core::Dendrogram tree(core::Partition::singletons(n));
  for (const auto& row : read_records(file)) {
    tree.merge(number<core::Node>(row.at("a")), number<core::Node>(row.at("b")));
    if (tree.merges().back().size != number<core::Object>(row.at("size")))
      throw std::runtime_error(file.string() + ": a size is wrong");
  }
  return tree;
}

/// Names of the files <prefix>_<name>.csv of a folder.
inline std::set<std::string> names_of(const std::filesystem::path& folder, const std::string& prefix) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".csv" && stem.starts_with(prefix + "_"))
      names.insert(stem.substr(prefix.size() + 1));
  }
  return names;
}

}  // namespace tertium::testing
