#include "experiments/costs/cell_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "experiments/cells/cell.hpp"
#include "problems/schemes/data_memory.hpp"

namespace tertium::experiments {
namespace {

std::vector<core::SharedCost> costs_of(const Plan& plan, int trial) {
  const Trial& one = plan.trials[trial];
  return core::costs_of(plan.method_of(one).method, size_of(plan, one));
}

/// Of what scores do that run the method again, each time on a list of answers of its own.
double operations_again(const Plan& plan, int trial, const std::vector<core::SharedCost>& costs) {
  constexpr double kSorted = 200.0;  // operations for an answer that is drawn, renumbered and sorted
  const Point& point = plan.point_of(plan.trials[trial]);
  double runs = 0.0, each = kSorted * point.share.p * static_cast<double>(core::quadruplet_count(point.objects));
  for (const metrics::Score* score : scores_of(plan, plan.trials[trial])) runs += score->runs;
  for (const core::SharedCost& item : costs) each += item.cost.operations;
  return runs == 0.0 ? 0.0 : runs * each;
}

/// Cells of the plan with the same similarities: of all points of the scheme, and, on a data set, of all repetitions.
double cells_alike(const Plan& plan, const Point& point) {
  return static_cast<double>(std::ranges::count_if(plan.cells, [&](const Cell& cell) {
    return plan.points[cell.point].identity == point.identity && (plan.config.model->real || cell.repetition == 0);
  }));
}

/// Of scores that share what they make: the part of this cell, and bytes while it is made.
core::Cost cost_of_scores(const Plan& plan, std::span<const int> trials) {
  const Point& point = plan.point_of(plan.trials[trials.front()]);
  std::set<const metrics::Score*> scores;
  for (const int trial : trials)
    for (const metrics::Score* score : scores_of(plan, plan.trials[trial]))
      if (score->cost) scores.insert(score);
  core::Cost all;
  if (scores.empty()) return all;
  const double alike = cells_alike(plan, point);
  for (const metrics::Score* score : scores) {
    const core::Cost cost = score->cost(point.objects);
    all.operations += cost.operations / alike;
    all.bytes = std::max(all.bytes, cost.bytes);
  }
  return all;
}

/// What lives while the trials of a cell run.
class LiveProducts {
 public:
  /// Runs one trial; returns its steps and the most bytes at once.
  std::pair<double, double> run(const std::vector<core::SharedCost>& costs) {
    double operations = 0.0, most = 0.0;
    for (const core::SharedCost& item : costs) {
      if (!item.product.name.empty() && held_.contains(item.product)) continue;
      operations += item.cost.operations;
      most = std::max(most, live_ + item.cost.bytes);
      if (item.product.name.empty()) continue;  // the method's own product goes into the row
      held_[item.product] = item.cost.kept_bytes;
      live_ += item.cost.kept_bytes;
    }
    return {operations, most};
  }

  double bytes() const { return live_; }

  void release(const core::ProductIds& products) {
    for (const core::ProductId& product : products)
      if (const auto found = held_.extract(product); !found.empty()) live_ -= found.mapped();
  }

 private:
  std::map<core::ProductId, double> held_;  // bytes
  double live_ = 0.0;
};

CellEstimate estimate_anew(const Plan& plan, std::span<const int> trials) {
  CellEstimate estimate;
  LiveProducts live;
  std::vector<int> methods;
  for (const int trial : trials) methods.push_back(plan.trials[trial].method);
  estimate.data = generation_cost(plan, plan.point_of(plan.trials[trials.front()]), methods);
  const core::Cost scores = cost_of_scores(plan, trials);
  estimate.scores = scores.operations;
  const std::vector<core::ProductIds> released = released_after(plan, trials);
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const std::vector<core::SharedCost> costs = costs_of(plan, trials[k]);
    const auto [operations, of_method] = live.run(costs);
    const double bytes = std::max(of_method, live.bytes() + scores.bytes);
    live.release(released[k]);
    estimate.operations.push_back(operations + operations_again(plan, trials[k], costs));
    estimate.bytes.push_back(bytes);
    estimate.peak_bytes = std::max(estimate.peak_bytes, bytes);
  }
  return estimate;
}

/// Estimates of one plan: repetitions of a point are all alike, and a sweep asks for each of its cells several times.
class EstimateCache {
 public:
  const CellEstimate& get(const Plan& plan, std::span<const int> trials) {
    const Identity identity{plan.trials.data(), plan.trials.size(), plan.trials.front().key, plan.trials.back().key,
                            plan.team};
    if (identity != identity_) {
      estimates_.clear();
      identity_ = identity;
    }
    std::vector<int> key{plan.cells[plan.trials[trials.front()].cell].point};
    for (const int trial : trials) key.push_back(plan.trials[trial].method);
    const auto [place, is_new] = estimates_.try_emplace(std::move(key));
    if (is_new) place->second = estimate_anew(plan, trials);
    return place->second;
  }

 private:
  struct Identity {
    const Trial* trials = nullptr;
    std::size_t count = 0;
    TrialKey first, last;
    int team = 0;
    bool operator==(const Identity&) const = default;
  };
  Identity identity_;
  std::map<std::vector<int>, CellEstimate> estimates_;  // by point and methods
};

}  // namespace

CellEstimate estimate_cell(const Plan& plan, std::span<const int> trials) {
  thread_local EstimateCache cache;
  return trials.empty() ? CellEstimate() : cache.get(plan, trials);
}

core::Cost estimate(const Plan& plan, const Trial& trial) {
  const int index = static_cast<int>(&trial - plan.trials.data());
  const CellEstimate alone = estimate_cell(plan, std::span(&index, 1));
  return {alone.operations.front(), alone.bytes.front()};
}

double generation_steps(const Point& point) {
  // A graph is drawn, put into rows and renumbered.
  if (point.graph_edges) return 150.0 * *point.graph_edges;
  const bool tables = point.objects <= core::kMaxObjects;  // of pairs
  const double m = tables ? static_cast<double>(core::pair_count(point.objects)) : 0.0;
  // Answers are renumbered and sorted.
  if (point.share.of_model && point.answers > 0.0) return 200.0 * point.answers + 10.0 * m;
  // Models of more objects have no table of pairs, but things of each object.
  if (!tables) return 1000.0 * point.objects;
  const double listed = point.share.answers;  // listed one by one, then put into rows
  return m * (70.0 + 16.0 * core::past_cache(8.0 * m)) + 200.0 * listed;
}

core::Cost generation_cost(const Plan& plan, const Point& point, std::span<const int> methods) {
  problems::DataUse use{.objects = point.objects};
  const core::Provisions provided = provided_at(plan.config, point);
  for (const int number : methods) {
    const core::Method& method = plan.config.methods[static_cast<std::size_t>(number)].method;
    use.asked |= method.needs();
    use.lists_draws = use.lists_draws || method.answer_use() == core::AnswerUse::kAll;
    for (const std::string& name : plan.config.metrics)
      if (const metrics::Score& score = metrics::find_score(name); score.applies(method.returns(), provided))
        use.asked |= score.needs;
  }
  core::Cost cost =
      problems::data_memory(*plan.config.model, point.model, *plan.config.scheme, point.bound_scheme, use);
  cost.operations = generation_steps(point);
  return cost;
}

core::Cost generation_cost(const Plan& plan, const Point& point) {
  std::vector<int> all(plan.config.methods.size());
  std::iota(all.begin(), all.end(), 0);
  return generation_cost(plan, point, all);
}

}  // namespace tertium::experiments
