// The growth of every method: on odd-one-outs where it works on answers, else on the first planted problem that has
// what it needs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/methods/method.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/costs/cell_estimate.hpp"
#include "program/growth/growth.hpp"
#include "program/growth/planted_answers.hpp"

namespace tertium::program {
namespace {

using core::Object;
using core::Step;

/// A planted problem of n objects, as a configuration says it.
struct Bed {
  const char* name;
  const char* text;
};

constexpr Bed kBeds[] = {
    {"p = .1", "[model]\nkind = planted-flat\nn = {}\nk = 4\n[comparisons]\np = 0.1\n"},
    {"a graph", "[model]\nkind = hsbm\nn = {}\n[comparisons]\nscheme = none\n"},
    {"questions", "[model]\nkind = planted-tree\nn = {}\n[comparisons]\nscheme = questions\n"},
    {"of a tenth", "[model]\nkind = planted-flat\nn = {}\nk = 4\n[comparisons]\nscheme = odd-one-out\na = 0.1\n"},
    {"digits", "[model]\nkind = dataset\nname = digits\nn = {}\n[comparisons]\nscheme = none\n"},
};

experiments::Plan plan_of(const Bed& bed, const std::string& method, double n) {
  const std::string text = fmt::format("[sweep]\nname = growth\nrepetitions = 1\n{}[methods]\nrun = {}\n",
                                       fmt::format(fmt::runtime(bed.text), n), method);
  return experiments::make_plan(experiments::parse_config(text, "the bench's configuration"));
}

bool fits(const Bed& bed, const std::string& method, double n) {
  try {
    plan_of(bed, method, n);
    return true;
  } catch (const core::UserError&) {
    return false;
  }
}

std::function<void()> run_of(const core::Method& method, std::shared_ptr<problems::AssembledProblem> data) {
  data->problem.prepare(method.needs());
  return [method, data] { core::run_method(method, data->problem); };
}

double operations(const std::vector<core::SharedCost>& costs) {
  double sum = 0.0;
  for (const core::SharedCost& item : costs) sum += item.cost.operations;
  return sum;
}

/// Objects and answers by what is doubled.
GrowthItem on_answers(const core::Method& method, std::string over, std::string fixed, double first,
                      const std::function<std::pair<Object, std::int64_t>(double)>& sizes) {
  GrowthItem item{.name = method.name, .over = std::move(over), .fixed = std::move(fixed), .first = first};
  item.stated = [method, sizes](double size) {
    const auto [objects, answers] = sizes(size);
    return operations(core::costs_of(method, answers::size_of(counted_answers(objects, answers), method)));
  };
  item.prepare = [method, sizes](double size) {
    const auto [objects, answers] = sizes(size);
    const answers::AnswerInput input = planted_answers(objects, answers);
    answers::check_fit(input, method);
    return run_of(method, std::make_shared<problems::AssembledProblem>(answers::problem_of(input, 1)));
  };
  return item;
}

constexpr double kFirstObjects = 16.0, kFirstAnswers = 500.0;

constexpr double kThirdObjects = 4.0 * kFirstObjects;  // there is no slope without it

void add_on_answers(const core::Method& method, std::vector<GrowthItem>& items) {
  const auto refuse_more = [&](double objects) {
    if (method.most_objects() < objects)
      items.back().why_not = fmt::format("it takes at most {} objects", method.most_objects());
  };
  items.push_back(
      on_answers(method, "objects", fmt::format("{} answers each", kAnswersEach), kFirstObjects,
                 [](double n) { return std::pair(static_cast<Object>(n), kAnswersEach * std::llround(n)); }));
  items.back().most = method.most_objects();
  refuse_more(kThirdObjects);
  items.push_back(on_answers(method, "answers", fmt::format("{} objects", kObjectsOfAnswers), kFirstAnswers,
                             [](double m) { return std::pair(kObjectsOfAnswers, std::llround(m)); }));
  refuse_more(kObjectsOfAnswers);
}

GrowthItem on_bed(const core::Method& method, const Bed& bed) {
  GrowthItem item{.name = method.name, .over = "objects", .fixed = bed.name, .first = kFirstObjects};
  item.most = method.most_objects();
  item.stated = [name = method.name, &bed](double n) {
    const experiments::Plan plan = plan_of(bed, name, n);
    return experiments::estimate(plan, plan.trials.front()).operations;
  };
  item.prepare = [method, &bed](double n) {
    const experiments::Plan plan = plan_of(bed, method.name, n);
    return run_of(method,
                  std::make_shared<problems::AssembledProblem>(experiments::make_cell_data(plan, plan.cells.front())));
  };
  return item;
}

void add_method(const core::Method& method, std::vector<GrowthItem>& items) {
  const bool takes_answers = answers::kOfAnswers.includes(method.needs());
  if (takes_answers) add_on_answers(method, items);
  const auto* const bed =
      std::ranges::find_if(kBeds, [&](const Bed& one) { return fits(one, method.name, kFirstObjects); });
  if (method.most_objects() < kThirdObjects) return;
  if (bed != std::end(kBeds)) {
    items.push_back(on_bed(method, *bed));
    items.back().large = takes_answers;
  } else if (!takes_answers) {
    items.push_back({.name = method.name, .over = "objects"});
    items.back().why_not = "no planted problem here has " + text_of(method.needs());
  }
}

/// A method, or nothing where the joints do not fit.
std::optional<core::Method> found(const std::string& name) {
  try {
    return core::find_method(name);
  } catch (const core::UserError&) {
    return std::nullopt;
  }
}

/// The shortest of some chains that has the step.
std::optional<core::Method> chain_with(const Step& step, const std::vector<std::string>& names) {
  for (const char* end : {"", "+AL"})
    if (auto method = found(step.name + end)) return method;
  for (const std::string& begin : names)
    for (const char* between : {"+", "+lengths+"})
      if (auto method = found(begin + between + step.name)) return method;
  return std::nullopt;
}

}  // namespace

std::vector<GrowthItem> growth_of_methods() {
  std::vector<std::string> names = core::method_names();
  for (const std::vector<std::string>& more : {answers::embeddings_of_answers(), answers::chains_of_answers()})
    names.insert(names.end(), more.begin(), more.end());
  std::vector<GrowthItem> items;
  std::set<std::string> known, steps;
  const auto add = [&](const core::Method& method) {
    if (!known.insert(method.text()).second) return;
    for (const core::Link& link : method.links) steps.insert(link.step->name);
    add_method(method, items);
  };
  for (const std::string& name : names) add(core::find_method(name));
  const std::vector<std::string> kernels = answers::kernels_of_answers();
  names.insert(names.begin(), kernels.begin(), kernels.end());
  for (const Step& step : core::all<Step>()) {
    if (steps.contains(step.name)) continue;
    if (const auto method = chain_with(step, names))
      add(*method);
    else
      items.push_back({.name = step.name, .over = "objects", .why_not = "no chain of two steps contains it"});
  }
  return items;
}

}  // namespace tertium::program
