#include "core/methods/method.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "core/base/limits.hpp"

namespace tertium::core {
namespace {

/// The product of a chain's step that another step follows, with what was reported on the way.
struct StepResult {
  Product product;
  std::map<std::string, double> reports;
  std::vector<OddOneOut> left_out{};
  std::string remark{};
};

std::string text_of_link(const Link& link) {
  Parameters keyed;
  for (const ParameterInfo& info : link.step->parameters)
    if (link.parameters.contains(info.name))
      keyed.set(info.in_key.empty() ? info.name : info.in_key, link.parameters.at(info.name));
  const std::string values = canonical_text(keyed), &edition = link.step->edition;
  const std::string step = edition.empty() ? link.step->name : fmt::format("{}@{}", link.step->name, edition);
  return values.empty() ? step : fmt::format("{}[{}]", step, values);
}

/// Links 0..last as a chain.
std::string text_of_links(const Method& method, std::size_t last) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k <= last; ++k) texts.push_back(text_of_link(method.links[k]));
  return fmt::format("{}", fmt::join(texts, "+"));
}

/// The product of links 0..last, as methods share it.
ProductKey<StepResult> result_key(const Method& method, std::size_t last) {
  return {"result of " + text_of_links(method, last)};
}

StepResult run_links(const Method& method, std::size_t last, const Problem& problem);

/// The product of the step before `link`; null where that begins the chain.
std::shared_ptr<const StepResult> input_of(const Method& method, std::size_t link, const Problem& problem) {
  if (link == 0) return nullptr;
  return problem.products().share(result_key(method, link - 1), [&] { return run_links(method, link - 1, problem); });
}

StepResult run_links(const Method& method, std::size_t last, const Problem& problem) {
  keep_to_limits();
  const std::shared_ptr<const StepResult> input = input_of(method, last, problem);
  const Link& link = method.links[last];
  std::map<std::string, double> reports;
  if (input != nullptr) reports = input->reports;
  std::vector<OddOneOut> left_out;
  std::string remark = input == nullptr ? "" : input->remark;
  const StepRun run{problem, link.parameters, input == nullptr ? nullptr : &input->product,
                    reports, &left_out,       &remark};
  Product product = link.step->run(run);
  expects(kind_of(product) == link.step->returns, "a step returns what it says");
  return {std::move(product), std::move(reports), std::move(left_out), std::move(remark)};
}

}  // namespace

Provisions Method::needs() const {
  Provisions needs = links.front().step->needs.value_or(Provisions{});
  for (const Link& link : links)
    if (link.step->needs_for) needs |= link.step->needs_for(link.parameters);
  return needs;
}

Axes Method::axes() const {
  Axes axes = links.front().step->axes;
  for (std::size_t k = 1; k < links.size(); ++k) axes |= links[k].step->axes_after;
  return axes;
}

AnswerUse Method::answer_use() const {
  const Provisions answers{Provision::kQuadruplets, Provision::kTriplets, Provision::kOddOneOuts};
  const bool asks_again = std::any_of(links.begin() + 1, links.end(), [&](const Link& link) {
    return link.step->needs_for && link.step->needs_for(link.parameters).meets(answers);
  });
  const Link& first = links.front();
  return asks_again || !first.step->answer_use ? AnswerUse::kAll : first.step->answer_use(first.parameters);
}

bool Method::has_unknown_time() const {
  return std::any_of(links.begin(), links.end(), [](const Link& link) { return link.step->unknown_time; });
}

bool Method::counts_answers() const {
  return std::any_of(links.begin(), links.end(), [](const Link& link) { return link.step->counts_answers; });
}

bool Method::draws_objects() const {
  return std::any_of(links.begin(), links.end(), [](const Link& link) {
    return link.step->draws_objects || (link.step->needs_for && !link.step->needs_for(link.parameters).empty());
  });
}

Object Method::most_objects() const {
  Object most = kMostObjects;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const Step& step = *links[k].step;
    most = std::min(most, k == 0 ? step.most_objects : step.most_objects_after.value_or(step.most_objects));
  }
  return most;
}

double Method::tolerance() const {
  double largest = 0.0;
  for (const Link& link : links) largest = std::max(largest, link.step->tolerance);
  return largest;
}

std::vector<ReportedNumber> Method::reports() const {
  std::vector<ReportedNumber> all;
  for (const Link& link : links) all.insert(all.end(), link.step->reports.begin(), link.step->reports.end());
  return all;
}

std::string Method::text() const {
  return text_of_links(*this, links.size() - 1);
}

std::string Method::with_parameters() const {
  std::vector<std::string> items;
  for (const MethodParameter& parameter : parameters_of(*this))
    items.push_back(parameter.name + " = " + to_text(value_of(*this, parameter)));
  const std::string bare(split_method_name(name).bare);
  return items.empty() ? bare : fmt::format("{} ({})", bare, fmt::join(items, ", "));
}

std::vector<MethodParameter> parameters_of(const Method& method) {
  std::map<std::string, int> times;
  for (const Link& link : method.links)
    for (const ParameterInfo& info : link.step->parameters) ++times[info.name];
  std::vector<MethodParameter> parameters;
  for (std::size_t k = 0; k < method.links.size(); ++k)
    for (const ParameterInfo& info : method.links[k].step->parameters)
      if (method.links[k].parameters.contains(info.name))
        parameters.push_back(
            {times[info.name] > 1 ? method.links[k].step->name + "." + info.name : info.name, &info, k});
  return parameters;
}

const ParameterValue& value_of(const Method& method, const MethodParameter& parameter) {
  return method.links[parameter.link].parameters.at(parameter.info->name);
}

void set_parameter(Method& method, std::string_view name, const ParameterValue& value) {
  std::vector<std::string> known;
  for (const MethodParameter& parameter : parameters_of(method)) {
    if (parameter.name == name) return method.links[parameter.link].parameters.set(parameter.info->name, value);
    known.push_back(parameter.name);
  }
  fail_unknown("parameter of " + method.name, name, known);
}

void set_parameters(Method& method, const Settings& settings) {
  const std::vector<MethodParameter> parameters = parameters_of(method);
  for (const auto& [name, text] : settings) {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(),
                     [&, key = name](const MethodParameter& parameter) { return parameter.name == key; });
    if (found != parameters.end()) {
      set_parameter(method, name, parse_value(*found->info, text, method.name));
      continue;
    }
    std::vector<std::string> known;
    for (const MethodParameter& parameter : parameters) known.push_back(parameter.name);
    fail_unknown("parameter of " + method.name, name, known);
  }
}

void check_provided(const Method& method, Provisions provided) {
  const Provisions missing = method.needs() - provided;
  if (missing.empty()) return;
  fail("{} needs {} (there are none here; here {} {}), choose a method that works on these", method.name,
       text_of(missing), provided.empty() ? "is" : "are", text_of(provided));
}

void check_objects(const Method& method, Object objects) {
  if (objects <= method.most_objects()) return;
  std::string others;
  for (const Step& step : all<Step>())
    if (step.most_objects >= objects) others += (others.empty() ? "" : ", ") + step.name;
  fail("{} works on at most {} objects (there are {}; it stores something for every pair), choose one of {}",
       method.name, method.most_objects(), objects, others);
}

Outcome run_method(const Method& method, const Problem& problem) {
  check_provided(method, problem.provides());
  check_objects(method, problem.objects);
  const auto begin = std::chrono::steady_clock::now();
  const Products::Use use(problem.products());
  StepResult result = run_links(method, method.links.size() - 1, problem);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  return {std::move(result.product),
          std::move(result.reports),
          std::move(result.left_out),
          std::move(result.remark),
          taken.count(),
          use.seconds(),
          use.made_here()};
}

std::vector<SharedCost> costs_of(const Method& method, const ProblemSize& size) {
  std::vector<SharedCost> costs;
  for (std::size_t k = 0; k < method.links.size(); ++k) {
    const Link& link = method.links[k];
    ProblemSize seen = size;
    seen.follows = k > 0;
    if (k > 0) seen.graph_edges.reset();  // what follows works on the product before it, not on the problem's graph
    seen.of_places = k > 0 && method.links[k - 1].step->returns == ProductKind::kCoordinates;
    StepCost step = link.step->cost ? link.step->cost(seen, link.parameters) : StepCost{};
    for (SharedCost& shared : step.shared) costs.push_back(std::move(shared));
    costs.push_back({k + 1 < method.links.size() ? result_key(method, k) : ProductId{}, step.own});
  }
  return costs;
}

std::vector<ProductIds> released_after(std::span<const std::vector<SharedCost>> costs) {
  std::vector<ProductIds> released(costs.size());
  ProductIds seen;  // with later methods
  for (std::size_t k = costs.size(); k-- > 0;)
    for (const SharedCost& shared : costs[k])
      if (seen.insert(shared.product).second) released[k].insert(shared.product);
  return released;
}

}  // namespace tertium::core
