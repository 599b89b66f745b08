#include "answers/resampling/bootstrap.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
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

/// Subjects, or if there are not two of them, screens, or the sets of objects asked about.
DrawnUnits drawn_units(const AnswerTable& table) {
  AnswerUnits subjects = units_by_subject(table);
  if (subjects.subjects >= 2) return {std::move(subjects), "subjects"};
  AnswerUnits others = units_by_objects(table);
  const char* const name = others.of_screens ? "screens" : "questions";
  return {std::move(others), name};
}

/// The answers of each unit, in the order of the file.
struct UnitAnswers {
  std::vector<std::size_t> begin{};  // of each unit's answers, and where the last one's end
  std::vector<std::int32_t> answers{};

  std::span<const std::int32_t> of(std::size_t unit) const {
    return std::span(answers).subspan(begin[unit], begin[unit + 1] - begin[unit]);
  }
};

UnitAnswers answers_by_unit(const AnswerUnits& units) {
  UnitAnswers found;
  found.begin.assign(static_cast<std::size_t>(units.count) + 1, 0);
  for (const std::int32_t unit : units.of_answer) ++found.begin[static_cast<std::size_t>(unit) + 1];
  std::partial_sum(found.begin.begin(), found.begin.end(), found.begin.begin());
  found.answers.resize(units.of_answer.size());
  std::vector<std::size_t> next = found.begin;
  for (std::size_t k = 0; k < units.of_answer.size(); ++k)
    found.answers[next[units.of_answer[k]]++] = static_cast<std::int32_t>(k);
  return found;
}

/// That of all trees together.
void check_memory(std::int64_t replicates, core::Object objects) {
  constexpr double kBytesOfObject = 24.0, kBytesOfTree = 200.0;
  const double bytes = static_cast<double>(replicates) * (kBytesOfObject * objects + kBytesOfTree);
  if (bytes > core::available_memory())
    core::fail("{} trees of {} objects take {:.1f} GB (more than the memory), lower --support", replicates, objects,
               bytes / 1e9);
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
  const UnitAnswers answers = answers_by_unit(units_);
  changes_.reserve(2 * file_.statements.size());
  for (std::size_t unit = 0; unit + 1 < answers.begin.size(); ++unit) {
    begin_.push_back(changes_.size());
    answers_of_.push_back(0);
    for (const std::int32_t answer : answers.of(unit))
      for (std::size_t k = static_cast<std::size_t>(answer) * step; k < (static_cast<std::size_t>(answer) + 1) * step;
           ++k)
        add_changes(k, weight(static_cast<std::size_t>(answer)));
    join_changes();
  }
  begin_.push_back(changes_.size());
}

/// Of the last unit.
void AnswerBootstrap::add_changes(std::size_t statement, std::int64_t weight) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  const core::Quadruplet& s = file_.statements[statement];
  std::int64_t left = file_.weight(statement) * weight;
  answers_of_.back() += left;
  for (; left > 0; left -= std::min(left, kMost)) {
    const auto times = static_cast<std::int32_t>(std::min(left, kMost));
    changes_.push_back({core::pair_index(s.i, s.j, file_.objects), times});
    changes_.push_back({core::pair_index(s.k, s.l, file_.objects), -times});
  }
}

/// Adds `more` to a change of the same pair, if the sum can be told.
bool AnswerBootstrap::joins(Change& change, const Change& more) {
  std::int32_t sum = 0;
  if (change.pair != more.pair || __builtin_add_overflow(change.times, more.times, &sum)) return false;
  change.times = sum;
  return true;
}

/// What the last unit says of a pair becomes one change.
void AnswerBootstrap::join_changes() {
  const auto begin = changes_.begin() + static_cast<std::ptrdiff_t>(begin_.back());
  std::sort(begin, changes_.end(), [](const Change& a, const Change& b) { return a.pair < b.pair; });
  auto end = begin;
  for (auto change = begin; change != changes_.end(); ++change) {
    if (end == begin || !joins(*std::prev(end), *change)) *end++ = *change;
  }
  changes_.erase(end, changes_.end());
}

problems::ModelSample AnswerBootstrap::sample_of_sums(const std::vector<std::int32_t>& drawn) const {
  constexpr std::size_t kAhead = 32;  // of millions of changes most are far away in memory
  core::AnswerSums sums{core::PairTable<std::int64_t>(file_.objects, 0), 0};
  for (std::size_t unit = 0; unit < drawn.size(); ++unit) {
    if (drawn[unit] == 0) continue;
    sums.answers += drawn[unit] * answers_of_[unit];
    for (std::size_t k = begin_[unit]; k < begin_[unit + 1]; ++k) {
      if (k + kAhead < changes_.size()) __builtin_prefetch(&sums.table[changes_[k + kAhead].pair], 1);
      sums.table[changes_[k].pair] += std::int64_t{drawn[unit]} * changes_[k].times;
    }
  }
  problems::ModelSample sample;
  sample.objects = file_.objects;
  sample.sums = std::make_shared<const core::AnswerSums>(std::move(sums));
  sample.sums_of_triplets = file_.form != files::AnswerForm::kQuadruplet;
  return sample;
}

Resampling resample(const files::ComparisonFile& file, const core::Method& method, std::int64_t replicates,
                    std::uint64_t seed, double bytes, const JobCallback& progress,
                    std::span<const std::int32_t> weights) {
  const auto begin = std::chrono::steady_clock::now();
  DrawnUnits units = drawn_units(tabulate(file));
  if (units.units.count < 2)
    core::fail("all answers are about the same objects (resampled, they are the same answers), leave out --support");
  check_memory(replicates, file.objects);
  Resampling resampled{.drawn = units.name, .units = units.units.count};
  if (units.units.subjects > 0) {
    resampled.units = units.units.subjects;
    resampled.of_nobody = units.units.count - units.units.subjects;
  }
  resampled.made.resize(static_cast<std::size_t>(replicates));
  const AnswerBootstrap bootstrap(file, std::move(units.units), seed, method.answer_use() == core::AnswerUse::kSums,
                                  weights);
  JobCounter counter(static_cast<std::size_t>(replicates), "trees", progress);
  const auto run = [&](const core::Problem& problem) { return core::run_method(method, problem).product; };
  do_jobs(replicates, bytes, [&](std::int64_t replicate) {
    resampled.made[static_cast<std::size_t>(replicate)] =
        metrics::product_of_sample(bootstrap.sample(replicate), cell_of(seed, replicate), run);
    counter.add_one();
  });
  resampled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return resampled;
}

std::string BranchSupport::drawn_text() const {
  return units_text(units, drawn, of_nobody);
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
          .of_nobody = resampled.of_nobody,
          .counts = branches.found(),
          .moved = branches.moved(),
          .most = branches.most(),
          .seconds = resampled.seconds + seconds};
}

std::vector<metrics::VotesOnBranch> branch_votes(const core::Dendrogram& tree, const files::ComparisonFile& file) {
  const UnitAnswers answers = answers_by_unit(drawn_units(tabulate(file)).units);
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  metrics::BranchVotes votes(tree);
#pragma omp parallel
  {
    metrics::BranchVotes own(tree);
#pragma omp for schedule(dynamic, 64)
    for (std::size_t unit = 0; unit < answers.begin.size() - 1; ++unit) {
      for (const std::int32_t answer : answers.of(unit))
        for (std::size_t k = static_cast<std::size_t>(answer) * step; k < (static_cast<std::size_t>(answer) + 1) * step;
             ++k)
          own.add(file.statements[k], file.weight(k));
      own.end_unit();
    }
#pragma omp critical
    votes.add(own);  // whole numbers: in any order the same
  }
  return votes.by_row();
}

}  // namespace tertium::answers
