// The independent vectors of tests/reference (or of the folder that TERTIUM_REFERENCE names): comparisons,
// similarities, merge sequences, scores and budgets. See the README there for what each file holds.
#include "tests/support/reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/comparisons/oracle.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/reference_copy.hpp"
#include "tests/support/reference_methods.hpp"

namespace tertium::linkage {
namespace {

using testing::Findings;
using testing::number;
using testing::ReferenceCase;
using testing::SmallCopy;

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b));
}

/// Calls check(case, note) for every case; what cannot be read is a finding too.
template <typename Check>
Findings for_each_case(const std::filesystem::path& folder, Check&& check) {
  Findings findings;
  try {
    const std::vector<ReferenceCase> cases = testing::read_cases(folder);
    if (cases.empty()) findings.push_back("no cases in " + folder.string());
    for (const ReferenceCase& c : cases)
      check(c, [&](const std::string& note) { findings.push_back(c.name + ": " + note); });
  } catch (const std::exception& error) {
    findings.push_back(error.what());
  }
  return findings;
}

/// Calls compare(name, function) for every file <prefix>_<name>.csv; each file has a function, here or `elsewhere`, or
/// waits for one, and each function has a file.
template <typename Functions, typename Note, typename Compare>
void for_each_file(const ReferenceCase& c, const std::string& prefix, const Functions& functions,
                   const std::set<std::string>& elsewhere, Note&& note, Compare&& compare) {
  const std::set<std::string> names = testing::names_of(c.folder, prefix);
  for (const auto& [name, function] : functions)
    if (names.count(name) == 0) note("there is no " + prefix + "_" + name + ".csv");
  for (const std::string& name : names) {
    const auto found = functions.find(name);
    if (found != functions.end())
      compare(name, found->second);
    else if (testing::kNotYet.count(name) == 0 && elsewhere.count(name) == 0)
      note("nothing computes " + prefix + "_" + name + ".csv");
  }
}

template <typename Functions>
std::set<std::string> names_in(const Functions& functions) {
  std::set<std::string> names;
  for (const auto& entry : functions) names.insert(entry.first);
  return names;
}

Findings check_comparisons(const std::filesystem::path& folder) {
  return for_each_case(folder, [](const ReferenceCase& c, const auto& note) {
    const auto expect = [&](std::int64_t found, std::int64_t expected, const std::string& what) {
      if (found != expected) note(fmt::format("{}: {} instead of {}", what, found, expected));
    };
    const auto counted = [&](const char* column) { return number<std::int64_t>(c.index.at(column)); };
    expect(c.listed->count(), counted("n_quadruplets"), "listed quadruplets");
    expect(core::count_observed(*c.listed), counted("n_quadruplets"), "listed quadruplets, read back");
    expect(c.listed->summary().answers, counted("n_quadruplets"), "answers, none of them repeated");
    expect(core::count_observed(*c.full), counted("n_quadruplets_full"), "quadruplets of w");
    expect(c.listed_triplets->count(), counted("n_triplets"), "listed triplets");
    expect(c.listed_triplets->summary().answers, counted("n_triplets"), "triplets, none of them repeated");
    expect(core::count_observed(*c.full_triplets), counted("n_triplets_full"), "triplets of w");
    expect(static_cast<std::int64_t>(c.references.size()), counted("n_references"), "references");
    expect(static_cast<std::int64_t>(c.landmarks.size()), counted("n_landmarks"), "landmarks");
    std::int64_t wrong = 0;
    for (const core::Quadruplet& s : c.statements) wrong += c.w(s.i, s.j) <= c.w(s.k, s.l);
    const bool noisy = number<double>(c.index.at("noise")) > 0.0;
    if (!noisy) expect(wrong, 0, "wrong statements");
  });
}

Findings check_similarities(const std::filesystem::path& folder) {
  return for_each_case(folder, [](const ReferenceCase& c, const auto& note) {
    const auto file_of = [&](const std::string& name) { return c.folder / ("sim_" + name + ".csv"); };
    for_each_file(c, "sim", testing::kSimilarities, names_in(testing::kRealSimilarities), note,
                  [&](const std::string& name, const auto& compute) {
                    const auto expected = testing::read_matrix<std::int64_t>(file_of(name), c.n);
                    if (compute(c) != expected) note("similarity " + name + " is another");
                  });
    for_each_file(c, "sim", testing::kRealSimilarities, names_in(testing::kSimilarities), note,
                  [&](const std::string& name, const auto& compute) {
                    const auto expected = testing::read_matrix<double>(file_of(name), c.n);
                    const auto found = compute(c);
                    for (core::PairIndex pair = 0; pair < found.pairs(); ++pair)
                      if (!close(found[pair], expected[pair]))
                        note(fmt::format("similarity {}: {} instead of {}", name, found[pair], expected[pair]));
                  });
  });
}

/// The place of the first merge that differs, or nothing.
std::optional<std::size_t> first_difference(const core::Dendrogram& a, const core::Dendrogram& b) {
  const std::size_t merges = std::max(a.merges().size(), b.merges().size());
  for (std::size_t t = 0; t < merges; ++t) {
    if (t >= a.merges().size() || t >= b.merges().size()) return t;
    const core::Merge& x = a.merges()[t];
    const core::Merge& y = b.merges()[t];
    if (std::minmax(x.left, x.right) != std::minmax(y.left, y.right) || x.size != y.size) return t;
  }
  return std::nullopt;
}

Findings check_merges(const std::filesystem::path& folder) {
  return for_each_case(folder, [](const ReferenceCase& c, const auto& note) {
    for_each_file(c, "merges", testing::kMerges, {}, note, [&](const std::string& name, const auto& build) {
      const core::Dendrogram expected = testing::read_merges(c.folder / ("merges_" + name + ".csv"), c.n);
      if (!expected.complete()) note("merges " + name + " end early");
      for (const auto& [made_by, tree] : build(c))
        if (const auto t = first_difference(tree, expected))
          note(fmt::format("{} by {} differs from merge {} on", name, made_by, *t));
    });
  });
}

double ari_of_level(const ReferenceCase& c, const core::Dendrogram& tree, std::size_t level) {
  return metrics::adjusted_rand_index(tree.cut(core::Label{1} << level), c.truth.at(level - 1));
}

Findings check_scores(const std::filesystem::path& folder) {
  return for_each_case(folder, [](const ReferenceCase& c, const auto& note) {
    std::set<std::string> scored;
    for (const auto& row : testing::read_records(c.folder / "scores.csv")) {
      const std::string& method = row.at("method");
      scored.insert(method);
      const core::Dendrogram tree = testing::read_merges(c.folder / ("merges_" + method + ".csv"), c.n);
      for (const auto& [column, text] : row) {
        double found = 0.0;
        if (const auto score = testing::kScores.find(column); score != testing::kScores.end())
          found = score->second(c, tree);
        else if (column.starts_with("ari_level"))
          found = ari_of_level(c, tree, number<std::size_t>(column.substr(9)));
        else if (testing::kDescriptions.count(column) || testing::kNotYet.count(column))
          continue;
        else
          note("nothing computes the score " + column);
        if (!close(found, number<double>(text)))
          note(fmt::format("{} of {}: {} instead of {}", column, method, found, text));
      }
    }
    if (scored != testing::names_of(c.folder, "merges")) note("scores.csv has not every merge sequence");
  });
}

core::Partition labels_of(const std::string& text) {
  std::vector<core::Label> labels;
  for (const std::string& label : testing::split(text, ' ')) labels.push_back(number<core::Label>(label));
  return core::Partition(labels);
}

/// Calls check(row, note) for every row of a file of extra/.
template <typename Check>
Findings for_each_extra(const std::filesystem::path& folder, const char* file, Check&& check) {
  Findings findings;
  try {
    const auto rows = testing::read_records(folder / "extra" / file);
    if (rows.empty()) findings.push_back(std::string("no rows in ") + file);
    for (const auto& row : rows)
      check(row, [&](const std::string& note) { findings.push_back(std::string(file) + ": " + note); });
  } catch (const std::exception& error) {
    findings.push_back(error.what());
  }
  return findings;
}

Findings check_ari(const std::filesystem::path& folder) {
  return for_each_extra(folder, "ari_cases.csv", [](const auto& row, const auto& note) {
    const double found = metrics::adjusted_rand_index(labels_of(row.at("labels_a")), labels_of(row.at("labels_b")));
    if (!close(found, number<double>(row.at("ari")))) note(fmt::format("{}: {}", row.at("case"), found));
  });
}

Findings check_budgets(const std::filesystem::path& folder) {
  return for_each_extra(folder, "budgets.csv", [](const auto& row, const auto& note) {
    const auto n = number<core::Object>(row.at("N"));
    const auto p = number<double>(row.at("p"));
    const auto expect = [&](std::int64_t found, const char* column) {
      if (found != number<std::int64_t>(row.at(column)))
        note(fmt::format("N = {}, p = {}: {} {} instead of {}", n, p, column, found, row.at(column)));
    };
    expect(core::pair_count(n), "pairs");
    expect(core::quadruplet_count(n), "quadruplets_total");
    expect(core::active_reference_pairs(n, p), "active_reference_pairs");
  });
}

/// A check, and numbers that it must notice when they are altered.
struct Check {
  const char* name;
  Findings (*find)(const std::filesystem::path&);
  std::vector<SmallCopy::Place> places;

  friend void PrintTo(const Check& check, std::ostream* out) { *out << check.name; }
};

const std::vector<Check> kChecks{{"comparisons",
                                  check_comparisons,
                                  {{"index.csv", 1, "n_quadruplets"},
                                   {"index.csv", 1, "n_quadruplets_full"},
                                   {"index.csv", 1, "n_triplets"},
                                   {"index.csv", 1, "n_triplets_full"}}},
                                 {"similarities",
                                  check_similarities,
                                  {{"sim_adds4.csv", 0, "1"},
                                   {"sim_mulk4.csv", 3, "2"},
                                   {"sim_full_k4_self.csv", 1, "0"},
                                   {"sim_k4_active.csv", 5, "4"},
                                   {"sim_adds3.csv", 2, "3"},
                                   {"sim_mulk3.csv", 4, "1"},
                                   {"sim_full_mulk3_raw.csv", 0, "5"},
                                   {"w.csv", 2, "1"}}},
                                 {"merges",
                                  check_merges,
                                  {{"merges_sl.csv", 1, "size"},
                                   {"merges_4al.csv", 2, "a"},
                                   {"merges_4k_active.csv", 3, "b"},
                                   {"merges_3k.csv", 2, "a"},
                                   {"merges_adds3_full.csv", 3, "b"}}},
                                 {"scores",
                                  check_scores,
                                  {{"scores.csv", 1, "ari_level1"},
                                   {"scores.csv", 4, "aari"},
                                   {"scores.csv", 2, "dasgupta"},
                                   {"scores.csv", 3, "quad_revenue"},
                                   {"scores.csv", 3, "quad_revenue_full"},
                                   {"scores.csv", 2, "trip_revenue"},
                                   {"scores.csv", 4, "trip_revenue_full"}}},
                                 {"ari", check_ari, {{"extra/ari_cases.csv", 2, "ari"}}},
                                 {"budgets", check_budgets, {{"extra/budgets.csv", 3, "active_reference_pairs"}}}};

class Reference : public ::testing::TestWithParam<Check> {};

TEST_P(Reference, Agrees) {
  for (const std::string& finding : GetParam().find(testing::reference_folder())) ADD_FAILURE() << finding;
}

TEST_P(Reference, NoticesOneWrongNumber) {
  for (const SmallCopy::Place& place : GetParam().places) {
    const SmallCopy copy;
    const Findings before = GetParam().find(copy.folder());
    EXPECT_TRUE(before.empty()) << before.front();
    copy.alter(place);
    EXPECT_FALSE(GetParam().find(copy.folder()).empty()) << place.file << " altered";
  }
}

TEST_P(Reference, NoticesMissingAndUnknownFiles) {
  EXPECT_FALSE(GetParam().find("/nonexistent/folder").empty());
  for (const SmallCopy::Place& place : GetParam().places) {
    const SmallCopy copy;
    std::filesystem::rename(copy.file(place.file), copy.folder() / "elsewhere");
    EXPECT_FALSE(GetParam().find(copy.folder()).empty()) << place.file << " is gone";
  }
}

TEST_P(Reference, NoticesAFolderWithoutCases) {
  for (const char* file : {"index.csv", "extra/ari_cases.csv", "extra/budgets.csv"}) {
    const SmallCopy copy;
    std::vector<testing::Row> rows = testing::read_rows(copy.file(file));
    rows.resize(1);
    testing::write_rows(copy.file(file), rows);
    const std::string name = GetParam().name;
    const bool concerned = name == "ari" || name == "budgets" ? std::string(file).find(name) != std::string::npos
                                                              : std::string(file) == "index.csv";
    EXPECT_EQ(GetParam().find(copy.folder()).empty(), !concerned) << file;
  }
}

// CTest names of these tests begin with linkage.reference.
INSTANTIATE_TEST_SUITE_P(reference, Reference, ::testing::ValuesIn(kChecks),
                         [](const auto& check) { return std::string(check.param.name); });

}  // namespace
}  // namespace tertium::linkage
