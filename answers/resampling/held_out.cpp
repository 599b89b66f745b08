#include "answers/resampling/held_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "answers/fits/requirements.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "core/base/error.hpp"
#include "problems/schemes/scheme.hpp"

namespace tertium::answers {
namespace {

/// What came of one fit.
struct OneFit {
  std::vector<Predicted> blocks;
  std::vector<std::vector<LogScore>> by_clusters;
  double seconds = 0.0;
  std::uint64_t tree = 0;
  std::string failure;
};

/// Of a tree that joins the same objects, in whatever order, the same; 0 of other products, and where branches have
/// lengths.
std::uint64_t hash_of(const core::Product& product) {
  const auto* tree = std::get_if<core::Dendrogram>(&product);
  if (tree == nullptr || tree->has_lengths()) return 0;
  const auto mixed = [](std::uint64_t value) { return core::hash64(std::to_string(value)); };
  std::vector<std::uint64_t> below(static_cast<std::size_t>(tree->leaf_count()), 0);  // sums over objects
  for (core::Object i = 0; i < tree->objects(); ++i) below[tree->leaves()[i]] += mixed(static_cast<std::uint64_t>(i));
  std::uint64_t all = 0;
  for (const core::Merge& merge : tree->merges()) {
    below.push_back(below[merge.left] + below[merge.right]);
    all += mixed(below.back());
  }
  return all;
}

/// Products that no later method shares, after each.
std::vector<core::ProductIds> released_after(core::Object objects, const std::vector<core::Method>& methods) {
  std::vector<std::vector<core::SharedCost>> costs;
  for (const core::Method& method : methods) costs.push_back(core::costs_of(method, {.objects = objects}));
  return core::released_after(costs);
}

class Fits {
 public:
  Fits(const files::ComparisonFile& file, const AnswerTable& table, const Folds& folds, const HeldOutPlan& plan,
       const JobCallback& progress)
      : file_(file),
        table_(table),
        folds_(folds),
        plan_(plan),
        order_(learning_order(table, plan.seed)),
        released_(released_after(file.objects, plan.methods)),
        counter_(static_cast<std::size_t>(jobs()) * plan.methods.size(), "fits", progress),
        fits_(static_cast<std::size_t>(jobs()) * plan.methods.size()) {}

  std::int64_t jobs() const { return static_cast<std::int64_t>(folds_.count()) * std::ssize(plan_.shares); }
  /// All methods on what one fold leaves of a share of the answers.
  void run(std::int64_t job);
  const OneFit& of(std::int64_t job, std::size_t method) const { return fits_[place(job, method)]; }

 private:
  std::size_t place(std::int64_t job, std::size_t method) const {
    return static_cast<std::size_t>(job) * plan_.methods.size() + method;
  }
  std::string count_people(std::vector<std::int32_t>& seen) const;
  void fit(const core::Method& method, const problems::AssembledProblem& data, std::int32_t fold,
           const std::vector<std::int32_t>& seen, OneFit& fit) const;
  std::vector<LogScore> score(const core::Partition& clusters, std::int32_t fold,
                              const std::vector<std::int32_t>& seen) const;

  const files::ComparisonFile& file_;
  const AnswerTable& table_;
  const Folds& folds_;
  const HeldOutPlan& plan_;
  std::vector<double> order_;
  std::vector<core::ProductIds> released_;  // products that no later method shares
  JobCounter counter_;
  std::vector<OneFit> fits_;  // by job and method
};

/// Makes of every answer seen, 1, what it counts by who gave it; returns why nobody can be judged, if so.
std::string Fits::count_people(std::vector<std::int32_t>& seen) const {
  if (plan_.people == PeopleRule::kAll) return "";
  try {
    const std::vector<Predicted> predicted =
        accuracy_of_others(file_, table_, seen, judge_of_people(file_.form), kFoldsOfPeople, 0.0, true);
    const std::vector<std::int32_t> weights =
        weights_of_answers(table_, weights_of_people(predicted, table_.choices, plan_.people));
    for (std::size_t k = 0; k < seen.size(); ++k) seen[k] *= weights[k];
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

void Fits::run(std::int64_t job) {
  const auto fold = static_cast<std::int32_t>(job % folds_.count());
  const double share = plan_.shares[static_cast<std::size_t>(job / folds_.count())];
  std::vector<std::int32_t> seen(table_.answers.size());
  for (std::size_t k = 0; k < seen.size(); ++k) seen[k] = folds_.is_seen(k, fold) && order_[k] < share ? 1 : 0;
  if (const std::string failure = count_people(seen); !failure.empty()) {
    for (std::size_t m = 0; m < plan_.methods.size(); ++m) fits_[place(job, m)].failure = failure;
    return;
  }
  const core::CellKey cell{.master_seed = plan_.seed, .repetition = static_cast<std::uint64_t>(fold) + 1};
  const problems::AssembledProblem data =
      problems::assemble(sample_of(file_, seen), problems::find_scheme("own"), {}, cell);
  for (std::size_t m = 0; m < plan_.methods.size(); ++m) {
    fit(plan_.methods[m], data, fold, seen, fits_[place(job, m)]);
    data.problem.products().release(released_[m]);
    counter_.add_one();
  }
}

/// What a table of the clusters, made of the answers seen, gives those of the fold, by block. Everybody who is not left
/// out counts the same in it.
std::vector<LogScore> Fits::score(const core::Partition& clusters, std::int32_t fold,
                                  const std::vector<std::int32_t>& seen) const {
  const auto step = static_cast<std::size_t>(files::statements_of(file_.form));
  ClusterTable learned(clusters);
  for (std::size_t k = 0; k < seen.size(); ++k)
    for (std::size_t s = k * step; s < (k + 1) * step; ++s)
      if (seen[k] > 0) learned.add(file_.statements[s], table_.answers[k].weight);
  std::vector<LogScore> scores(static_cast<std::size_t>(folds_.blocks));
  for (std::size_t k = 0; k < seen.size(); ++k)
    for (std::size_t s = k * step; s < (k + 1) * step; ++s)
      if (folds_.held_in[k] == fold) {
        const std::int64_t times = table_.answers[k].weight;
        scores[static_cast<std::size_t>(folds_.block[k])] +=
            {times, static_cast<double>(times) * learned.log_probability(file_.statements[s])};
      }
  return scores;
}

void Fits::fit(const core::Method& method, const problems::AssembledProblem& data, std::int32_t fold,
               const std::vector<std::int32_t>& seen, OneFit& fit) const {
  fit.blocks.resize(static_cast<std::size_t>(folds_.blocks));
  try {
    const core::Outcome found = core::run_method(method, data.problem);
    // As if it had shared nothing with the methods before.
    fit.seconds = found.seconds - found.shared_seconds + found.kernel_seconds;
    const core::Product product = core::relabelled(found.product, core::inverse(data.new_id));
    fit.tree = hash_of(product);
    const metrics::ProductDistances apart(product);
    const auto step = static_cast<std::size_t>(files::statements_of(file_.form));
    for (std::size_t k = 0; k < table_.answers.size(); ++k)
      if (folds_.held_in[k] == fold)
        add_prediction(file_.form, file_.statements[k * step], table_.answers[k].weight, apart,
                       fit.blocks[static_cast<std::size_t>(folds_.block[k])], table_.answers[k].origin.place);
    if (plan_.most_clusters > 0)
      for (const core::Partition& clusters : clusterings_of(product, plan_.most_clusters))
        fit.by_clusters.push_back(score(clusters, fold, seen));
  } catch (const core::UserError& error) {
    fit.failure = error.what();
  }
}

/// Adds the scores of another fold; of numbers of clusters that all folds have.
void add_scores(const std::vector<std::vector<LogScore>>& fold, std::vector<std::vector<LogScore>>& sums) {
  if (sums.empty()) {
    sums = fold;
    return;
  }
  sums.resize(std::min(sums.size(), fold.size()));
  for (std::size_t k = 0; k < sums.size(); ++k)
    for (std::size_t b = 0; b < fold[k].size(); ++b) sums[k][b] += fold[k][b];
}

}  // namespace

bool HeldOut::has_trees_of(const HeldOut& other) const {
  return trees == other.trees && std::ranges::count(trees, std::uint64_t{0}) == 0;
}

std::vector<HeldOut> predict(const files::ComparisonFile& file, const AnswerTable& table, const Folds& folds,
                             const HeldOutPlan& plan, double bytes, const JobCallback& progress) {
  Fits fits(file, table, folds, plan, progress);
  if (plan.alone)
    for (std::int64_t job = 0; job < fits.jobs(); ++job) fits.run(job);
  else
    do_jobs(fits.jobs(), bytes, [&](std::int64_t job) { fits.run(job); });
  std::vector<HeldOut> results;
  for (std::size_t m = 0; m < plan.methods.size(); ++m) {
    HeldOut& result = results.emplace_back(HeldOut{.method = plan.methods[m]});
    if (plan.people != PeopleRule::kAll) result.method.name += fmt::format(" with people {}", name_of(plan.people));
    result.blocks.assign(plan.shares.size(), std::vector<Predicted>(static_cast<std::size_t>(folds.blocks)));
    result.folds.assign(plan.shares.size(), std::vector<Predicted>(static_cast<std::size_t>(folds.count())));
    for (std::int64_t job = 0; job < fits.jobs(); ++job) {
      const OneFit& fit = fits.of(job, m);
      const auto share = static_cast<std::size_t>(job / folds.count());
      for (std::size_t b = 0; b < fit.blocks.size(); ++b) {
        result.blocks[share][b] += fit.blocks[b];
        result.folds[share][static_cast<std::size_t>(job % folds.count())] += fit.blocks[b];
      }
      if (share + 1 == plan.shares.size()) {
        result.seconds += fit.seconds / folds.count();
        result.trees.push_back(fit.tree);
        add_scores(fit.by_clusters, result.by_clusters);
      }
      if (result.failure.empty()) result.failure = fit.failure;
    }
  }
  return results;
}

}  // namespace tertium::answers
