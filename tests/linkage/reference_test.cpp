// The independent vectors of tests/reference (or of the folder that TERTIUM_REFERENCE names): comparisons,
// similarities, merge sequences, scores and budgets. See the README there for what each file holds.
#include "tests/support/reference.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "core/clusterings/agreement.hpp"
#include "core/comparisons/oracle.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "core/graphs/dasgupta.hpp"
#include "core/methods/method.hpp"
#include "kernels/additive/adds3.hpp"
#include "kernels/additive/adds4.hpp"
#include "kernels/multiplicative/four_k_active.hpp"
#include "kernels/multiplicative/mulk3.hpp"
#include "kernels/multiplicative/mulk4.hpp"
#include "linkage/average/average_linkage.hpp"
#include "metrics/measures/rand_index.hpp"
#include "tests/support/outcomes.hpp"

namespace tertium::linkage {
namespace {

using testing::Findings;
using testing::number;
using testing::ReferenceCase;
using Kernel = core::PairTable<std::int64_t>;

// ---------------------------------------------------------------------------------------------- what is implemented
// A new similarity, linkage or score is one line here, and its name leaves the list of what is not there yet.

/// Names of sim_*.csv, merges_*.csv and columns of scores.csv that nothing computes yet.
const std::set<std::string> kNotYet{};

Kernel with_self_terms(const core::Quadruplets& quadruplets) {
  Kernel kernel = kernels::mulk4(quadruplets);
  const Kernel terms = kernels::adds4(quadruplets);
  for (core::PairIndex pair = 0; pair < kernel.pairs(); ++pair) kernel[pair] += 2 * terms[pair];
  return kernel;
}

Kernel active(const ReferenceCase& c, kernels::SelfTerms self, bool all_landmarks = false) {
  std::vector<core::Object> objects;
  for (core::Object i = 0; i < c.n; ++i) objects.push_back(i);
  core::ActiveOracle oracle(c.ranking);
  return kernels::four_k_active(oracle, c.references, all_landmarks ? objects : c.landmarks, self);
}

const std::map<std::string, std::function<Kernel(const ReferenceCase&)>> kSimilarities{
    {"adds4", [](const ReferenceCase& c) { return kernels::adds4(*c.listed); }},
    {"mulk4", [](const ReferenceCase& c) { return kernels::mulk4(*c.listed); }},
    {"k4_self", [](const ReferenceCase& c) { return with_self_terms(*c.listed); }},
    {"full_adds4", [](const ReferenceCase& c) { return kernels::adds4(*c.full); }},
    {"full_mulk4", [](const ReferenceCase& c) { return kernels::mulk4(*c.full); }},
    {"full_k4_self", [](const ReferenceCase& c) { return with_self_terms(*c.full); }},
    {"adds3", [](const ReferenceCase& c) { return kernels::adds3(kernels::anchor_scores(*c.listed_triplets)); }},
    {"mulk3_raw", [](const ReferenceCase& c) { return kernels::mulk3(*c.listed_triplets); }},
    {"full_adds3", [](const ReferenceCase& c) { return kernels::adds3(kernels::anchor_scores(*c.full_triplets)); }},
    {"full_mulk3_raw", [](const ReferenceCase& c) { return kernels::mulk3(*c.full_triplets); }},
    {"k4_active", [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kNone); }},
    {"k4_active_self", [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kMostSimilar); }},
    {"k4_active_self_all_landmarks",
     [](const ReferenceCase& c) { return active(c, kernels::SelfTerms::kMostSimilar, true); }}};

core::PairTable<double> normalised_mulk3(const core::Triplets& triplets) {
  return kernels::normalised(kernels::mulk3(triplets), kernels::anchor_scores(triplets).given);
}

/// Similarities that are no integers.
const std::map<std::string, std::function<core::PairTable<double>(const ReferenceCase&)>> kRealSimilarities{
    {"mulk3", [](const ReferenceCase& c) { return normalised_mulk3(*c.listed_triplets); }},
    {"full_mulk3", [](const ReferenceCase& c) { return normalised_mulk3(*c.full_triplets); }}};

/// Trees that all have to be the one of the file, each with what made it.
using Trees = std::map<std::string, core::Dendrogram>;

core::Dendrogram average(const ReferenceCase& c, const std::string& similarity) {
  TieBreaker ties(TiePolicy::kFirst, {});
  return average_linkage(kSimilarities.at(similarity)(c), core::Partition::singletons(c.n), ties);
}

Trees tree_of(const ReferenceCase& c, const std::string& method, std::shared_ptr<const core::Quadruplets> quadruplets) {
  return {{method, testing::tree_by(method, c.problem(std::move(quadruplets)))}};
}

/// The method itself, and average linkage on the vectors' own similarity.
Trees tree_of(const ReferenceCase& c, const std::string& method, std::shared_ptr<const core::Quadruplets> quadruplets,
              const std::string& similarity) {
  Trees trees = tree_of(c, method, std::move(quadruplets));
  trees.emplace("average linkage on " + similarity, average(c, similarity));
  return trees;
}

/// A method of triplets, in the reading of its terms that the vectors have.
Trees tree_of(const ReferenceCase& c, const std::string& name, std::shared_ptr<const core::Triplets> triplets) {
  core::Method method = core::find_method(name);
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == "reading") core::set_parameter(method, parameter.name, std::string("literal"));
  return {{name, testing::tree_by(method, c.problem(std::move(triplets)))}};
}

Trees tree_of(const ReferenceCase& c, const std::string& name, std::shared_ptr<const core::Triplets> triplets,
              const std::string& similarity) {
  Trees trees = tree_of(c, name, std::move(triplets));
  trees.emplace("average linkage on " + similarity, average(c, similarity));
  return trees;
}

/// Every way of asking.
Trees by_all_policies(const ReferenceCase& c, const std::string& name) {
  Trees trees;
  for (const core::ParameterInfo& info : core::find_method(name).links[0].step->parameters)
    if (info.name == "policy")
      for (const std::string& policy : info.choices)
        trees.emplace(name + ", " + policy, testing::tree_by(testing::method_of(name, {{"policy", policy}}),
                                                             c.problem(std::shared_ptr<const core::Quadruplets>())));
  return trees;
}

const std::map<std::string, std::function<Trees(const ReferenceCase&)>> kMerges{
    {"sl", [](const ReferenceCase& c) { return by_all_policies(c, "SL"); }},
    {"cl", [](const ReferenceCase& c) { return by_all_policies(c, "CL"); }},
    {"al", [](const ReferenceCase& c) { return tree_of(c, "AL", std::shared_ptr<const core::Quadruplets>()); }},
    {"4al", [](const ReferenceCase& c) { return tree_of(c, "4-AL", c.listed); }},
    {"4al_full", [](const ReferenceCase& c) { return tree_of(c, "4-AL", c.full); }},
    {"4k", [](const ReferenceCase& c) { return tree_of(c, "4K-AL-literal", c.listed, "mulk4"); }},
    {"4k_full", [](const ReferenceCase& c) { return tree_of(c, "4K-AL-literal", c.full, "full_mulk4"); }},
    {"4k_self", [](const ReferenceCase& c) { return tree_of(c, "4K-AL", c.listed, "k4_self"); }},
    {"4k_self_full", [](const ReferenceCase& c) { return tree_of(c, "4K-AL", c.full, "full_k4_self"); }},
    {"adds4", [](const ReferenceCase& c) { return tree_of(c, "AddS-4-AL", c.listed, "adds4"); }},
    {"adds4_full", [](const ReferenceCase& c) { return tree_of(c, "AddS-4-AL", c.full, "full_adds4"); }},
    {"adds3", [](const ReferenceCase& c) { return tree_of(c, "AddS-3-AL", c.listed_triplets, "adds3"); }},
    {"adds3_full", [](const ReferenceCase& c) { return tree_of(c, "AddS-3-AL", c.full_triplets, "full_adds3"); }},
    {"3al", [](const ReferenceCase& c) { return tree_of(c, "3-AL", c.listed_triplets); }},
    {"3al_full", [](const ReferenceCase& c) { return tree_of(c, "3-AL", c.full_triplets); }},
    {"3k", [](const ReferenceCase& c) { return tree_of(c, "3K-AL", c.listed_triplets); }},
    {"3k_full", [](const ReferenceCase& c) { return tree_of(c, "3K-AL", c.full_triplets); }},
    {"3k_raw",
     [](const ReferenceCase& c) {
       return Trees{{"average linkage", average(c, "mulk3_raw")}};
     }},
    {"4k_active",
     [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average(c, "k4_active")}};
     }},
    {"4k_active_self",
     [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average(c, "k4_active_self")}};
     }},
    {"4k_active_allr", [](const ReferenceCase& c) {
       return Trees{{"4K-AL-act", average(c, "k4_active_self_all_landmarks")}};
     }}};

const std::map<std::string, std::function<double(const ReferenceCase&, const core::Dendrogram&)>> kScores{
    {"aari", [](const auto& c, const auto& tree) { return metrics::averaged_adjusted_rand_index(tree, c.truth); }},
    {"dasgupta", [](const auto& c, const auto& tree) { return core::dasgupta_cost(tree, c.w); }},
    {"quad_revenue",
     [](const auto& c, const auto& tree) { return static_cast<double>(core::agreement(tree, *c.listed).revenue); }},
    {"quad_revenue_full",
     [](const auto& c, const auto& tree) { return static_cast<double>(core::agreement(tree, *c.full).revenue); }},
    {"trip_revenue",
     [](const auto& c, const auto& tree) {
       return static_cast<double>(core::agreement(tree, *c.listed_triplets).revenue);
     }},
    {"trip_revenue_full", [](const auto& c, const auto& tree) {
       return static_cast<double>(core::agreement(tree, *c.full_triplets).revenue);
     }}};

/// Columns of scores.csv that describe the sequence rather than score it.
const std::set<std::string> kDescriptions{"method", "tie_free", "min_gap", "aari_exact"};

// ------------------------------------------------------------------------------------------------------- the checks

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
    else if (kNotYet.count(name) == 0 && elsewhere.count(name) == 0)
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
    for_each_file(c, "sim", kSimilarities, names_in(kRealSimilarities), note,
                  [&](const std::string& name, const auto& compute) {
                    const auto expected = testing::read_matrix<std::int64_t>(file_of(name), c.n);
                    if (compute(c) != expected) note("similarity " + name + " is another");
                  });
    for_each_file(c, "sim", kRealSimilarities, names_in(kSimilarities), note,
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
    for_each_file(c, "merges", kMerges, {}, note, [&](const std::string& name, const auto& build) {
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
        if (const auto score = kScores.find(column); score != kScores.end())
          found = score->second(c, tree);
        else if (column.starts_with("ari_level"))
          found = ari_of_level(c, tree, number<std::size_t>(column.substr(9)));
        else if (kDescriptions.count(column) || kNotYet.count(column))
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
  struct Place {
    const char* file;
    std::size_t row;     // 0 is the header, where there is one
    const char* column;  // its name, or its number in a matrix
  };
  const char* name;
  Findings (*find)(const std::filesystem::path&);
  std::vector<Place> places;

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

/// The first case and what belongs to no case, in a folder of their own.
class SmallCopy {
 public:
  SmallCopy() : folder_(std::filesystem::path(::testing::TempDir()) / unique_name()) {
    const std::filesystem::path source = testing::reference_folder();
    std::vector<testing::Row> index = testing::read_rows(source / "index.csv");
    index.resize(2);
    case_ = folder_ / index[1][0];
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::copy(source / index[1][0], case_);
    std::filesystem::copy(source / "extra", folder_ / "extra");
    testing::write_rows(folder_ / "index.csv", index);
  }
  SmallCopy(const SmallCopy&) = delete;
  SmallCopy& operator=(const SmallCopy&) = delete;
  ~SmallCopy() { std::filesystem::remove_all(folder_); }

  const std::filesystem::path& folder() const { return folder_; }

  /// The path of a file of the folder or, if it is not there, of the case.
  std::filesystem::path file(const std::string& name) const {
    return std::filesystem::exists(folder_ / name) ? folder_ / name : case_ / name;
  }

  /// Adds one to a number; in a matrix also to its mirror image.
  void alter(const Check::Place& place) const {
    std::vector<testing::Row> rows = testing::read_rows(file(place.file));
    const auto add_one = [](std::string& cell) { cell = fmt::format("{}", number<double>(cell) + 1.0); };
    if (is_matrix(place.file)) {
      const auto column = number<std::size_t>(place.column);
      add_one(rows.at(place.row).at(column));
      add_one(rows.at(column).at(place.row));
    } else {
      const auto named = std::find(rows[0].begin(), rows[0].end(), place.column);
      add_one(rows.at(place.row).at(static_cast<std::size_t>(named - rows[0].begin())));
    }
    testing::write_rows(file(place.file), rows);
  }

 private:
  static bool is_matrix(const std::string& file) { return file == "w.csv" || file.starts_with("sim_"); }

  static std::string unique_name() {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');
    return fmt::format("tertium-{}-{}", name, ::getpid());
  }

  std::filesystem::path folder_, case_;
};

TEST_P(Reference, NoticesOneWrongNumber) {
  for (const Check::Place& place : GetParam().places) {
    const SmallCopy copy;
    const Findings before = GetParam().find(copy.folder());
    EXPECT_TRUE(before.empty()) << before.front();
    copy.alter(place);
    EXPECT_FALSE(GetParam().find(copy.folder()).empty()) << place.file << " altered";
  }
}

TEST_P(Reference, NoticesMissingAndUnknownFiles) {
  EXPECT_FALSE(GetParam().find("/nonexistent/folder").empty());
  for (const Check::Place& place : GetParam().places) {
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
