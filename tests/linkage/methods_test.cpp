// What every method in the registry has to hold, presets included: a new method is put through this by its
// registration.
#include "linkage/methods/methods.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <set>

#include "tests/support/brute_force.hpp"
#include "tests/support/instances.hpp"

namespace tertium::linkage {
namespace {

using core::Instance;
using core::Object;

bool has(const core::Parameters& parameters, std::string_view name) {
  return parameters.contains(name);
}

/// Objects in an initial cluster.
Object leaf_size(const NamedMethod& method) {
  return has(method.parameters, "m") ? static_cast<Object>(method.parameters.integer("m")) : 1;
}

/// True if draws name objects by number (landmarks, references, initial clusters), so that renumbering changes them.
bool draws_objects(const NamedMethod& method) {
  return leaf_size(method) > 1 || (method.method->input == Input::kActiveQuadruplets && method.method->depends_on_p);
}

NamedMethod with_ties(NamedMethod method, const std::string& policy) {
  if (has(method.parameters, "ties")) method.parameters.set("ties", policy);
  return method;
}

/// Every way in which the instance's objects can be clustered by this method's kind of input.
struct Source {
  const char* name;
  double p, eps;
  int grid;     // of the similarities; 0: no ties
  bool listed;  // the sampled statements, as somebody's file
};

constexpr Source kSources[] = {{"sampled", 0.2, 1.0, 0, false},
                               {"noisy", 0.5, 0.6, 0, false},
                               {"complete", 1.0, 1.0, 0, false},
                               {"ties", 0.4, 1.0, 5, false},
                               {"complete with ties", 1.0, 1.0, 4, false},
                               {"all tied", 1.0, 1.0, 1, false},
                               {"sampled, all tied", 0.5, 1.0, 1, false},
                               {"listed", 0.3, 1.0, 0, true}};

Instance make(const Source& source, Object n, std::uint64_t seed) {
  const core::Similarities w =
      source.grid > 0 ? testing::random_similarities(n, seed, source.grid) : testing::planted_similarities(n, seed);
  Instance instance = testing::instance_of(w, seed, source.p, source.eps);
  if (!source.listed) return instance;
  Instance listed = testing::listed_instance(n, testing::statements_of(*instance.quadruplets), seed);
  listed.triplets =
      std::make_shared<core::ListedTriplets>(core::TripletList(n, testing::triplets_of(*instance.triplets)));
  listed.truth = instance.truth;
  return listed;
}

bool accepts(const NamedMethod& method, const Instance& instance) {
  switch (method.method->input) {
    case Input::kSimilarities:
      return instance.w.has_value();
    case Input::kQuadruplets:
      return instance.quadruplets != nullptr;
    case Input::kActiveQuadruplets:
      return instance.ranking != nullptr;
    case Input::kTriplets:
      return instance.triplets != nullptr;
  }
  return false;
}

void expect_valid(const core::Dendrogram& tree, const Instance& instance, const NamedMethod& method) {
  const core::Partition leaves = core::initial_clusters(instance, leaf_size(method));
  ASSERT_EQ(tree.leaves(), leaves);
  ASSERT_EQ(tree.merges().size(), static_cast<std::size_t>(std::max(0, leaves.clusters() - 1)));
  std::vector<Object> size = leaves.sizes();
  std::set<core::Node> used;
  for (const core::Merge& merge : tree.merges()) {
    ASSERT_TRUE(used.insert(merge.left).second && used.insert(merge.right).second) << "a node has two parents";
    ASSERT_LT(std::max(merge.left, merge.right), static_cast<core::Node>(size.size()))
        << "a node is used before it is made";
    ASSERT_EQ(merge.size, size[merge.left] + size[merge.right]);
    size.push_back(merge.size);
  }
  EXPECT_TRUE(tree.complete());
}

void expect_equal(const Result& a, const Result& b) {
  EXPECT_EQ(a.tree, b.tree);
  EXPECT_EQ(a.n_comparisons, b.n_comparisons);
  EXPECT_EQ(a.n_queries_raw, b.n_queries_raw);
}

class EveryMethod : public ::testing::TestWithParam<std::string> {
 protected:
  /// Calls check(instance maker) for every kind of input that the method accepts.
  template <typename Check>
  void for_each_source(Object n, Check&& check) const {
    for (const Source& source : kSources)
      for (const std::uint64_t seed : {1, 2}) {
        SCOPED_TRACE(fmt::format("{}, N = {}, seed {}", source.name, n, seed));
        const auto fresh = [&, seed] { return make(source, n, seed); };
        if (accepts(method_, fresh())) check(fresh);
      }
  }

  NamedMethod method_ = find_method(GetParam());
};

TEST_P(EveryMethod, DescribesItself) {
  const Method& method = *method_.method;
  EXPECT_FALSE(method.sentence.empty());
  EXPECT_FALSE(method.citation.empty());
  EXPECT_FALSE(method.promise.empty());
  for (const core::ParameterInfo& info : method.parameters) {
    EXPECT_FALSE(info.sentence.empty()) << info.name;
    EXPECT_TRUE(method_.parameters.contains(info.name));
  }
  for (const double p : {0.01, 0.1, 1.0})
    for (const Object n : {1, 2, 24, 240}) {
      const Cost cost = method.cost({n, p, 1.0}, method_.parameters);
      EXPECT_GE(cost.operations, 0.0);
      EXPECT_GE(cost.bytes, 0.0);
    }
}

TEST_P(EveryMethod, BuildsAValidTree) {
  for (const Object n : {13, 24})
    for_each_source(n, [&](const auto& fresh) {
      const Instance instance = fresh();
      for (const char* ties : {"first", "random"})
        expect_valid(run_method(with_ties(method_, ties), instance).tree, instance, method_);
    });
}

TEST_P(EveryMethod, GivesTheSameAnswerTwiceAndForAnyNumberOfThreads) {
  const int threads = omp_get_max_threads();
  for_each_source(24, [&](const auto& fresh) {
    for (const char* ties : {"first", "random"}) {
      const NamedMethod method = with_ties(method_, ties);
      const Instance instance = fresh();
      const Result once = run_method(method, instance);
      expect_equal(once, run_method(method, instance));  // what the methods of a cell share is there already
      for (const int count : {1, 2, 3}) {
        omp_set_num_threads(count);
        expect_equal(once, run_method(method, fresh()));
      }
      omp_set_num_threads(threads);
    }
  });
}

/// The similarities, comparisons and truth of an instance after its objects are renumbered.
Instance renumbered(const Instance& instance, std::span<const Object> new_id, std::uint64_t seed) {
  Instance result;
  if (instance.w) {
    result = testing::instance_of(core::relabelled(*instance.w, new_id), seed, instance.p, instance.eps);
  } else {
    std::vector<core::Quadruplet> statements = testing::statements_of(*instance.quadruplets);
    for (core::Quadruplet& s : statements) s = {new_id[s.i], new_id[s.j], new_id[s.k], new_id[s.l]};
    result = testing::listed_instance(instance.objects, statements, seed);
  }
  // Which triplets are observed depends on the numbers of the objects: take the same ones.
  std::vector<core::Triplet> triplets = testing::triplets_of(*instance.triplets);
  for (core::Triplet& t : triplets) t = {new_id[t.anchor], new_id[t.near], new_id[t.far]};
  result.triplets = std::make_shared<core::ListedTriplets>(core::TripletList(instance.objects, triplets));
  for (std::size_t level = 0; level < instance.truth.size(); ++level)
    result.truth[level] = core::relabelled(instance.truth[level], new_id);
  return result;
}

/// True if the order among ties does not seem to matter: random choices of several cells change nothing.
bool looks_free_of_ties(const NamedMethod& method, Instance& instance) {
  const core::CellKey cell = instance.cell;
  const core::Dendrogram first = run_method(with_ties(method, "first"), instance).tree;
  bool same = true;
  for (std::uint64_t draw = 0; draw < 12 && same; ++draw) {
    instance.cell = testing::cell_of(1000 + draw);
    same =
        testing::clusters_made(run_method(with_ties(method, "random"), instance).tree) == testing::clusters_made(first);
  }
  instance.cell = cell;
  return same;
}

/// Methods whose draws do not name objects by number.
class MethodBlindToNumbers : public EveryMethod {};

TEST_P(MethodBlindToNumbers, DoesNotCareHowObjectsAreNumbered) {
  for (const Source& source : {kSources[0], kSources[2], kSources[7]}) {
    int checked = 0;
    for (std::uint64_t seed = 0; seed < 40 && checked < 3; ++seed) {
      Instance instance = make(source, 12, seed);
      instance.truth.clear();
      if (!accepts(method_, instance) || !looks_free_of_ties(method_, instance)) continue;
      const std::vector<Object> new_id = core::random_relabelling(testing::cell_of(seed + 50), 12);
      const core::Dendrogram expected = core::relabelled(run_method(method_, instance).tree, new_id);
      const core::Dendrogram found = run_method(method_, renumbered(instance, new_id, seed)).tree;
      EXPECT_EQ(testing::clusters_made(found), testing::clusters_made(expected)) << source.name << ", seed " << seed;
      ++checked;
    }
    // Mutual nearest neighbours all have the highest AddS-3, and 3-AL score, there is.
    const bool always_tied = method_.name == "AddS-3-AL" || method_.name == "3-AL";
    EXPECT_TRUE(checked > 0 || always_tied || !accepts(method_, make(source, 12, 0)))
        << source.name << ": every instance had ties";
  }
}

TEST_P(EveryMethod, TakesNoneOneAndTwoObjects) {
  for (const Object n : {0, 1, 2, 3})
    for_each_source(n, [&](const auto& fresh) {
      const Instance instance = fresh();
      expect_valid(run_method(method_, instance).tree, instance, method_);
    });
}

TEST_P(EveryMethod, DrawsTiesFromTheCell) {
  ASSERT_TRUE(has(method_.parameters, "ties"));
  const Source all_tied = kSources[5];
  std::set<std::vector<std::set<Object>>> trees;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const NamedMethod method = with_ties(method_, "random");
    const Result result = run_method(method, make(all_tied, 16, seed));
    expect_equal(result, run_method(method, make(all_tied, 16, seed)));
    trees.insert(testing::clusters_made(result.tree));
  }
  EXPECT_GT(trees.size(), 4U) << "another cell draws other trees";
}

TEST_P(EveryMethod, NeedsTheTruthOnlyForInitialClusters) {
  Instance instance = make(kSources[2], 12, 1);
  instance.truth.clear();
  if (leaf_size(method_) > 1)
    EXPECT_THROW(run_method(method_, instance), core::UserError);
  else
    EXPECT_EQ(run_method(method_, instance).tree.merges().size(), 11U);
}

TEST_P(EveryMethod, SaysWhichInputIsMissing) {
  Instance instance = make(kSources[2], 12, 1);
  std::string missing;
  switch (method_.method->input) {
    case Input::kSimilarities:
      instance.w.reset();
      missing = "needs similarities";
      break;
    case Input::kQuadruplets:
      instance.quadruplets.reset();
      missing = "needs passive quadruplets";
      break;
    case Input::kActiveQuadruplets:
      instance.ranking.reset();
      missing = "chooses what to ask";
      break;
    case Input::kTriplets:
      instance.triplets.reset();
      missing = "needs passive triplets";
      break;
  }
  try {
    run_method(method_, instance);
    ADD_FAILURE() << "took what it must refuse";
  } catch (const core::UserError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(method_.method->name), std::string::npos) << message;
    EXPECT_NE(message.find(missing), std::string::npos) << message;
  }
}

TEST_P(EveryMethod, LooksAtNothingButItsInput) {
  Instance instance = make(kSources[2], 14, 3);
  const core::Dendrogram tree = run_method(method_, instance).tree;
  Instance bare = make(kSources[2], 14, 3);
  if (method_.method->input != Input::kSimilarities) bare.w.reset();
  if (method_.method->input != Input::kQuadruplets) bare.quadruplets.reset();
  if (method_.method->input != Input::kActiveQuadruplets) bare.ranking.reset();
  if (method_.method->input != Input::kTriplets) bare.triplets.reset();
  EXPECT_EQ(run_method(method_, bare).tree, tree);
}

std::vector<std::string> names_blind_to_numbers() {
  std::vector<std::string> names = method_names();
  std::erase_if(names, [](const std::string& name) { return draws_objects(find_method(name)); });
  return names;
}

/// A method's name in letters that CTest takes.
std::string test_name(const ::testing::TestParamInfo<std::string>& name) {
  std::string text;
  for (const char c : name.param)
    text += c == '+' ? "plus" : (std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c) : "_");
  return text;
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::ValuesIn(method_names()), test_name);
INSTANTIATE_TEST_SUITE_P(Methods, MethodBlindToNumbers, ::testing::ValuesIn(names_blind_to_numbers()), test_name);

TEST(MethodRegistry, KnowsTheMethodsOfThePlantedHierarchy) {
  const std::vector<std::string> names = method_names();
  for (const char* name :
       {"SL", "CL", "AL", "4K-AL", "4K-AL+", "4K-AL-act", "4K-AL-act+", "AddS-4-AL", "4-AL", "4-AL-I3", "4-AL-I5"})
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
}

TEST(MethodRegistry, AnswersAnUnknownNameWithTheKnownOnes) {
  try {
    find_method("4-Al");
    ADD_FAILURE() << "knows a method that is not there";
  } catch (const core::UsageError& error) {
    const std::string message = error.what();
    for (const std::string& name : method_names()) EXPECT_NE(message.find(name), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace tertium::linkage
