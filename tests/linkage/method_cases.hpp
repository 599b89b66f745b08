#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/comparisons/listed_triplets.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/outcomes.hpp"
#include "tests/support/problems.hpp"

// Which methods there are and what they are tried on: a new step is among them by its registration.
namespace tertium::testing {

/// A step and its aliases, as they are written in a chain.
inline std::vector<std::string> names_of(const core::Step& step) {
  std::vector<std::string> names{step.name};
  for (const core::StepAlias& alias : step.aliases) names.push_back(alias.name);
  return names;
}

inline bool makes_clusters(const core::Step& step) {
  return step.returns == core::ProductKind::kTree || step.returns == core::ProductKind::kPartition;
}

inline const core::MethodParameter* find_parameter(const std::vector<core::MethodParameter>& parameters,
                                                   std::string_view step_name) {
  const auto found =
      std::ranges::find_if(parameters, [&](const core::MethodParameter& p) { return p.info->name == step_name; });
  return found == parameters.end() ? nullptr : &*found;
}

/// Whether some step of the method has the parameter.
inline bool has_parameter(const core::Method& method, std::string_view name) {
  const auto parameters = core::parameters_of(method);
  return find_parameter(parameters, name) != nullptr;
}

/// Sets the parameter of every step that has it.
inline core::Method with_value(core::Method method, std::string_view name, const core::ParameterValue& value) {
  for (core::Link& link : method.links)
    if (link.parameters.contains(name)) link.parameters.set(name, value);
  return method;
}

inline core::Method with_ties(const core::Method& method, const std::string& policy) {
  return with_value(method, "ties", policy);
}

/// Objects in an initial cluster.
inline core::Object leaf_size(const core::Method& method) {
  const auto parameters = core::parameters_of(method);
  const core::MethodParameter* m = find_parameter(parameters, "m");
  return m == nullptr ? 1 : static_cast<core::Object>(std::get<std::int64_t>(core::value_of(method, *m)));
}

/// Chains of two, each first step and each last step in at least one: a last step goes behind those of the firsts that
/// it takes and no other had, else behind one of them, in turn.
inline std::vector<std::string> chains_of_two() {
  std::vector<std::string> chains;
  std::set<std::string> begun;
  std::size_t turn = 0;
  for (const core::Step& last : core::all<core::Step>()) {
    if (!makes_clusters(last)) continue;
    std::vector<std::string> firsts;
    for (const core::Step& first : core::all<core::Step>())
      if (first.needs && last.takes.contains(first.returns))
        std::ranges::copy(names_of(first), std::back_inserter(firsts));
    const std::string between = last.name == "parts" ? "+lengths(interchanges=0)+" : "+";  // it takes no tree without
    if (firsts.empty()) continue;
    for (const std::string& next : names_of(last)) {
      const std::size_t before = chains.size();
      // What holds answers out for its penalty takes thirty times as long, and more; its own tests run it.
      const std::map<std::string, std::string> given{{"SPoSE", "SPoSE(penalty=0.3)"}, {"LORE", "LORE(lambda=0.05)"}};
      for (const std::string& first : firsts)
        if (begun.insert(first).second)
          chains.push_back((given.contains(first) ? given.at(first) : first) + between + next);
      if (chains.size() == before) chains.push_back(firsts[turn++ % firsts.size()] + between + next);
    }
  }
  return chains;
}

/// The methods with a name of their own, these from initial clusters, and chains; each once.
inline std::vector<std::string> every_method() {
  std::vector<std::string> candidates = core::method_names();
  for (const std::string& name : core::method_names())
    if (has_parameter(core::find_method(name), "m")) candidates.push_back(name + "-I3");
  for (const std::string& chain : chains_of_two()) candidates.push_back(chain);
  std::vector<std::string> names;
  std::set<std::string> known;
  for (const std::string& name : candidates)
    if (known.insert(core::find_method(name).text()).second) names.push_back(name);
  return names;
}

/// A method's name in letters that CTest takes.
inline std::string method_test_name(const ::testing::TestParamInfo<std::string>& name) {
  std::string text;
  for (const char c : name.param)
    text += c == '+' ? "plus" : (std::isalnum(static_cast<unsigned char>(c)) ? std::string(1, c) : "_");
  return text;
}

/// A kind of problem.
struct Source {
  const char* name;
  double p, eps;
  int grid;     // of the similarities; 0: no ties
  bool listed;  // the sampled statements, as somebody's file
};

inline constexpr Source kSampled{"sampled", 0.2, 1.0, 0, false};
inline constexpr Source kComplete{"complete", 1.0, 1.0, 0, false};
inline constexpr Source kAllTied{"all tied", 1.0, 1.0, 1, false};
inline constexpr Source kListed{"listed", 0.3, 1.0, 0, true};
inline constexpr Source kSources[] = {kSampled,
                                      {"noisy", 0.5, 0.6, 0, false},
                                      kComplete,
                                      {"ties", 0.4, 1.0, 5, false},
                                      {"complete with ties", 1.0, 1.0, 4, false},
                                      kAllTied,
                                      {"sampled, all tied", 0.5, 1.0, 1, false},
                                      kListed};

inline core::Problem make(const Source& source, core::Object n, std::uint64_t seed) {
  const core::Similarities w =
      source.grid > 0 ? random_similarities(n, seed, source.grid) : planted_similarities(n, seed);
  core::Problem problem = problem_of(w, seed, source.p, source.eps);
  if (!source.listed) return problem;
  core::Problem listed = listed_problem(n, statements_of(problem.get<core::Quadruplets>()), seed);
  listed.provide<core::Triplets>(
      std::make_shared<const core::ListedTriplets>(core::TripletList(n, triplets_of(problem.get<core::Triplets>()))));
  listed.provide<core::Truth>(problem.get<core::Truth>());
  listed.questions.p = source.p;
  return listed;
}

inline bool accepts(const core::Method& method, const core::Problem& problem) {
  return problem.provides().includes(method.needs()) && problem.objects <= method.most_objects();
}

/// What stays the same when the leaves of a tree, or the children of a merge, are told in another order.
using Shape = std::variant<std::vector<std::set<core::Object>>, std::vector<core::Label>>;
inline Shape shape_of(const core::Product& product) {
  if (const auto* partition = std::get_if<core::Partition>(&product))
    return std::vector<core::Label>(partition->labels().begin(), partition->labels().end());
  return clusters_made(std::get<core::Dendrogram>(product));
}

inline bool near(double a, double b, double tolerance) {
  return a == b || std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)) ||
         (std::isnan(a) && std::isnan(b));
}

/// The same answer of one method: every bit of it, or numbers within its tolerance.
inline void expect_equal(const core::Outcome& a, const core::Outcome& b, const core::Method& method) {
  if (method.tolerance() == 0.0)
    EXPECT_TRUE(core::same_bits(a.product, b.product));
  else
    EXPECT_EQ(shape_of(a.product), shape_of(b.product));
  ASSERT_EQ(a.reports.size(), b.reports.size());
  for (const auto& [name, value] : a.reports) {
    ASSERT_TRUE(b.reports.contains(name)) << name;
    EXPECT_TRUE(near(value, b.reports.at(name), method.tolerance()))
        << name << ": " << value << " and " << b.reports.at(name);
  }
}

inline void expect_valid_tree(const core::Dendrogram& tree, const core::Partition& leaves) {
  ASSERT_EQ(tree.leaves(), leaves);
  ASSERT_EQ(tree.merges().size(), static_cast<std::size_t>(std::max(0, leaves.clusters() - 1)));
  std::vector<core::Object> size = leaves.sizes();
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

inline void expect_valid_partition(const core::Partition& partition, core::Object n) {
  ASSERT_EQ(partition.objects(), n);
  EXPECT_EQ(partition.clusters() > 0, n > 0);
  EXPECT_LE(partition.clusters(), n);
  for (const core::Object size : partition.sizes()) EXPECT_GT(size, 0) << "a cluster is empty";
}

inline void expect_valid(const core::Product& product, const core::Problem& problem, const core::Method& method) {
  ASSERT_EQ(core::kind_of(product), method.returns());
  if (const auto* tree = std::get_if<core::Dendrogram>(&product))
    expect_valid_tree(*tree, core::initial_clusters(problem, leaf_size(method)));
  else
    expect_valid_partition(std::get<core::Partition>(product), problem.objects);
}

/// A test of one method, by name.
class MethodTest : public ::testing::TestWithParam<std::string> {
 protected:
  /// Calls check(problem maker) for every kind of problem that the method accepts.
  template <typename Check>
  void for_each_source(core::Object n, Check&& check) const {
    for (const Source& source : kSources)
      for (const std::uint64_t seed : {1, 2}) {
        SCOPED_TRACE(fmt::format("{}, N = {}, seed {}", source.name, n, seed));
        const auto fresh = [&, seed] { return make(source, n, seed); };
        if (accepts(method_, fresh())) check(fresh);
      }
  }

  core::Method method_ = core::find_method(GetParam());
};

}  // namespace tertium::testing
