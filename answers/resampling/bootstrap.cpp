#include "answers/resampling/bootstrap.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <utility>
#include <variant>

#include "answers/fits/requirements.hpp"
#include "answers/resampling/parallel_jobs.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "metrics/measures/branch_counts.hpp"

namespace tertium::answers {
namespace {

/// Runs of the method on samples draw from cells of their own; 0 is that of the tree itself.
core::CellKey cell_of(std::uint64_t seed, std::int64_t replicate) {
  return {.master_seed = seed, .repetition = static_cast<std::uint64_t>(replicate) + 1};
}

struct DrawnUnits {
  AnswerUnits units;
  const char* name = "";
};

/// Subjects, or if there are not two of them, the sets of objects asked about.
DrawnUnits drawn_units(const AnswerTable& table) {
  AnswerUnits subjects = units_by_subject(table);
  if (subjects.count >= 2) return {std::move(subjects), "subjects"};
  return {units_by_objects(table), "questions"};
}

/// That of all trees together.
void check_memory(std::int64_t replicates, core::Object objects) {
  constexpr double kBytesOfObject = 24.0, kBytesOfTree = 200.0;
  const double bytes = static_cast<double>(replicates) * (kBytesOfObject * objects + kBytesOfTree);
  if (bytes > core::available_memory())
    core::fail("{} trees of {} objects take {:.1f} GB (more than there is memory), lower --support", replicates,
               objects, bytes / 1e9);
}

}  // namespace

AnswerBootstrap::AnswerBootstrap(const files::ComparisonFile& file, AnswerUnits units, std::uint64_t seed,
                                 bool only_sums, std::span<const std::int32_t> weights)
    : file_(file), units_(std::move(units)), weights_(weights), seed_(seed), only_sums_(only_sums) {
  if (only_sums_) add_up();
}

std::vector<std::int32_t> AnswerBootstrap::draw(std::int64_t replicate) const {
  core::Stream draws({.master_seed = seed_}, core::Purpose::kBootstrap, static_cast<std::uint64_t>(replicate));
  return metrics::drawn_again(units_.count, draws);
}

problems::ModelSample AnswerBootstrap::sample(std::int64_t replicate) const {
  const std::vector<std::int32_t> drawn = draw(replicate);
  if (only_sums_) return sample_of_sums(drawn);
  std::vector<std::int32_t> weights;
  weights.reserve(units_.of_answer.size());
  for (std::size_t k = 0; k < units_.of_answer.size(); ++k) weights.push_back(drawn[units_.of_answer[k]] * weight(k));
  return sample_of(file_, weights);
}

void AnswerBootstrap::add_up() {
  const auto step = static_cast<std::size_t>(files::statements_of(file_.form));
  std::vector<std::pair<std::int32_t, Change>> all;
  answers_of_.assign(static_cast<std::size_t>(units_.count), 0);
  for (std::size_t k = 0; k < file_.statements.size(); ++k) {
    const core::Quadruplet& s = file_.statements[k];
    const std::int64_t times = (file_.counts.empty() ? 1 : file_.counts[k]) * std::int64_t{weight(k / step)};
    if (times == 0) continue;
    const std::int32_t unit = units_.of_answer[k / step];
    all.push_back({unit, {core::pair_index(s.i, s.j, file_.objects), times}});
    all.push_back({unit, {core::pair_index(s.k, s.l, file_.objects), -times}});
    answers_of_[unit] += times;
  }
  const auto place = [](const auto& entry) { return std::pair(entry.first, entry.second.pair); };
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  for (std::size_t k = 0; k < all.size(); ++k) {
    while (std::ssize(begin_) <= all[k].first) begin_.push_back(changes_.size());
    if (k > 0 && place(all[k]) == place(all[k - 1]))
      changes_.back().times += all[k].second.times;
    else
      changes_.push_back(all[k].second);
  }
  begin_.resize(static_cast<std::size_t>(units_.count) + 1, changes_.size());
}

problems::ModelSample AnswerBootstrap::sample_of_sums(const std::vector<std::int32_t>& drawn) const {
  core::AnswerSums sums{core::PairTable<std::int64_t>(file_.objects, 0), 0};
  for (std::size_t unit = 0; unit < drawn.size(); ++unit) {
    if (drawn[unit] == 0) continue;
    sums.answers += drawn[unit] * answers_of_[unit];
    for (std::size_t k = begin_[unit]; k < begin_[unit + 1]; ++k)
      sums.table[changes_[k].pair] += drawn[unit] * changes_[k].times;
  }
  problems::ModelSample sample;
  sample.objects = file_.objects;
  sample.sums = std::make_shared<const core::AnswerSums>(std::move(sums));
  sample.sums_of_triplets = file_.form != files::AnswerForm::kQuadruplet;
  return sample;
}

Resampling resample(const files::ComparisonFile& file, const core::Method& method, std::int64_t replicates,
                    std::uint64_t seed, double bytes, const JobCallback& told, std::span<const std::int32_t> weights) {
  const auto begin = std::chrono::steady_clock::now();
  DrawnUnits units = drawn_units(tabulate(file));
  if (units.units.count < 2)
    core::fail("all answers are about the same objects (drawn again, they are the same answers), leave out --support");
  check_memory(replicates, file.objects);
  Resampling resampled{.drawn = units.name, .units = units.units.count};
  resampled.made.resize(static_cast<std::size_t>(replicates));
  const AnswerBootstrap bootstrap(file, std::move(units.units), seed, method.adds_answers(), weights);
  JobCounter counter(static_cast<std::size_t>(replicates), "trees", told);
  const auto run = [&](const core::Problem& problem) { return core::run_method(method, problem).product; };
  do_jobs(replicates, bytes, [&](std::int64_t replicate) {
    resampled.made[static_cast<std::size_t>(replicate)] =
        metrics::product_of_sample(bootstrap.sample(replicate), cell_of(seed, replicate), run);
    counter.add_one();
  });
  resampled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return resampled;
}

double BranchSupport::transfer(std::size_t row) const {
  const std::int64_t all = most[row] * replicates;
  return all == 0 ? 1.0 : static_cast<double>(all - moved[row]) / static_cast<double>(all);
}

std::int64_t BranchSupport::at_least(double least) const {
  std::int64_t branches = 0;
  for (std::size_t row = 0; row + 1 < counts.size(); ++row) branches += share(row) >= least ? 1 : 0;
  return branches;
}

std::int64_t BranchSupport::transfer_at_least(double least) const {
  std::int64_t branches = 0;
  for (std::size_t row = 0; row + 1 < moved.size(); ++row) branches += transfer(row) >= least ? 1 : 0;
  return branches;
}

BranchSupport branch_support(const core::Dendrogram& tree, const Resampling& resampled) {
  const auto begin = std::chrono::steady_clock::now();
  metrics::BranchCounts branches(tree);
  const double bytes = 100.0 * tree.objects();
  do_jobs(resampled.replicates(), bytes, [&](std::int64_t replicate) {
    const core::Product& made = resampled.made[static_cast<std::size_t>(replicate)];
    branches.add(core::RootedTree(std::get<core::Dendrogram>(made)));
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return {.replicates = resampled.replicates(),
          .drawn = resampled.drawn,
          .units = resampled.units,
          .counts = branches.found(),
          .moved = branches.moved(),
          .most = branches.most(),
          .seconds = resampled.seconds + seconds};
}

std::vector<metrics::VotesOnBranch> branch_votes(const core::Dendrogram& tree, const files::ComparisonFile& file) {
  const AnswerUnits units = drawn_units(tabulate(file)).units;
  std::vector<std::size_t> answers(units.of_answer.size());
  std::iota(answers.begin(), answers.end(), std::size_t{0});
  std::stable_sort(answers.begin(), answers.end(),
                   [&](std::size_t a, std::size_t b) { return units.of_answer[a] < units.of_answer[b]; });
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  metrics::BranchVotes votes(tree);
  for (std::size_t place = 0; place < answers.size(); ++place) {
    const std::size_t answer = answers[place];
    if (place > 0 && units.of_answer[answer] != units.of_answer[answers[place - 1]]) votes.end_unit();
    for (std::size_t k = answer * step; k < (answer + 1) * step; ++k)
      votes.add(file.statements[k], file.counts.empty() ? 1 : file.counts[k]);
  }
  votes.end_unit();
  return votes.by_row();
}

}  // namespace tertium::answers
