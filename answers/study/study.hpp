#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/clustering.hpp"
#include "answers/conclusions/comparison.hpp"
#include "answers/conclusions/groups.hpp"
#include "answers/conclusions/object_map.hpp"
#include "answers/conclusions/overview.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "answers/resampling/split_half.hpp"

namespace tertium::answers {

/// Samples of answers for the tree where nobody says how many.
inline constexpr std::int64_t kStudyTrees = 1000;
/// The same for the map.
inline constexpr std::int64_t kStudyMaps = 100;

/// What a study is asked for.
struct StudyRequest {
  CompareRequest compared{.methods = {"trees"}};  ///< its folds and seed are those of all parts
  std::optional<core::Label> clusters{};          ///< empty: as many as answers speak for
  NumberRule number = NumberRule::kHeldOut;       ///< by which rule
  std::int64_t trees = kStudyTrees;               ///< of samples
  std::int64_t maps = kStudyMaps;                 ///< likewise
};

/// A look at answers, the methods that make trees, best first, and the tree of the best.
struct Study {
  Overview seen;
  SplitHalf reliability;
  Comparison compared;
  ClusterRequest request;                ///< of the tree
  std::optional<NumberChoice> number{};  ///< of its clusters
  Clustering made;
  std::optional<ObjectMap> map{};  ///< of places; none of answers about four objects
  GroupRequest group_request{};
  std::optional<GroupComparison> groups{};  ///< where answers tell groups of people
  std::string no_map{}, no_groups{};        ///< why they could not be made
};

/// Whether a study has a map of such answers.
bool has_map(const AnswerInput& input);
/// Whether it compares groups of people: answers tell who gave them, and in which of two groups or more.
bool has_groups(const AnswerInput& input);

/// Why a study cannot compare methods of these names: it has one tree. Empty if it can. Throws UsageError for names
/// that are not known.
std::string no_trees_problem(const std::vector<std::string>& methods);

/// The parts of a study, in the order in which they are made.
enum class StudyPart { kSeen, kCompared, kMade, kMapped, kGrouped };
/// Is told as soon as a part is there, of a study whose later parts are empty. Empty: nobody is.
using PartCallback = std::function<void(StudyPart, const Study&)>;

/// overview, split_half, compare, choose_number, cluster, make_map and compare_groups, one after the other. Throws what
/// these do, and UserError where no_trees_problem tells one.
Study study(const AnswerInput& input, const StudyRequest& request, const JobCallback& progress = {},
            const PartCallback& part_done = {});

}  // namespace tertium::answers
