#include "answers/study/study.hpp"

#include <fmt/format.h>

#include "answers/conclusions/method_choice.hpp"
#include "core/base/error.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

/// What is proved of a tree's class and of any distances, out of what is proved of all classes.
std::vector<ProvedBound> bounds_for(const core::Dendrogram& tree, const std::vector<ProvedBound>& all) {
  std::vector<ProvedBound> bounds;
  const metrics::BoundClass own = tree.has_lengths() ? metrics::BoundClass::kAdditive : metrics::BoundClass::kRooted;
  for (const ProvedBound& bound : all)
    if (bound.of == own || bound.of == metrics::BoundClass::kAny) bounds.push_back(bound);
  return bounds;
}

/// A map and groups are worth no study: what is against them is told.
template <typename Make>
std::string problem_of(const Make& make) {
  try {
    make();
    return "";
  } catch (const core::UserError& error) {
    return error.what();
  }
}

}  // namespace

bool has_map(const AnswerInput& input) {
  return input.comparisons.form != files::AnswerForm::kQuadruplet;
}

bool has_groups(const AnswerInput& input) {
  return input.comparisons.metadata.groups.size() > 1 && !input.comparisons.metadata.subjects.empty();
}

std::string no_trees_problem(const std::vector<std::string>& methods) {
  for (const std::string& name : methods) {
    if (name == "trees") continue;
    if (is_word_for_several(name))
      return fmt::format("{}: a study has one tree, give trees, or names of methods", name);
    const core::Method method = core::find_method(names_in(name).front());
    if (method.returns() != core::ProductKind::kTree)
      return fmt::format("{}: it makes {} (a study has one tree), leave it out, or put a step behind it: {}+AL", name,
                         name_of(method.returns()), name);
  }
  return "";
}

Study study(const AnswerInput& input, const StudyRequest& request, const JobCallback& progress,
            const PartCallback& part_done) {
  if (const std::string problem = no_trees_problem(request.compared.methods); !problem.empty())
    core::fail("{}", problem);
  Study found;
  const auto done = [&](StudyPart part) {
    if (part_done) part_done(part, found);
  };
  found.seen = overview(input);
  found.reliability = split_half(input.comparisons, request.compared.seed);
  done(StudyPart::kSeen);
  found.compared = compare(input, request.compared, progress);
  found.request = {.method = found.compared.best_first.front().method,
                   .clusters = request.clusters,
                   .support = request.trees,
                   .local_support = true,
                   .chance = true,
                   .seed = request.compared.seed};
  done(StudyPart::kCompared);
  found.request.by_criterion = !request.clusters && request.number == NumberRule::kCriterion;
  if (!request.clusters && request.number == NumberRule::kHeldOut) {
    found.number = choose_number(input, found.request, request.compared.folds, progress);
    found.request = with_clusters(found.request, found.number->taken);
  }
  found.made = cluster(input, found.request, progress);
  found.made.bounds = bounds_for(*found.made.tree, found.compared.bounds);
  if (found.made.number) found.number = found.made.number;
  done(StudyPart::kMade);
  if (has_map(input)) {
    found.no_map = problem_of([&] {
      found.map = make_map(input,
                           {.method = core::find_method(kMapMethod),
                            .chooses_dimensions = true,
                            .support = request.maps,
                            .seed = request.compared.seed},
                           progress);
    });
    done(StudyPart::kMapped);
  }
  if (has_groups(input)) {
    found.group_request = {.method = group_method(input), .seed = request.compared.seed};
    found.no_groups = problem_of([&] { found.groups = compare_groups(input, found.group_request, progress); });
    done(StudyPart::kGrouped);
  }
  return found;
}

}  // namespace tertium::answers
