#include "answers/asking/prior_asking.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/comparisons/closest_pairs.hpp"
#include "core/methods/method.hpp"

namespace tertium::answers {
namespace {

/// The budget is used up.
struct NothingLeft {};

/// Nobody answers now.
struct Wanted {
  std::vector<AskedOnce> batch;
};

/// The truth that a method asks for, as an oracle tells it.
class AskedPairs final : public core::ClosestPairs {
 public:
  AskedPairs(OracleRun& run, const Oracle& oracle, const BatchCallback& done)
      : run_(&run), oracle_(&oracle), done_(&done) {
    count_votes();
  }

  core::Object objects() const override { return run_->objects(); }

  unsigned left_out(const core::Triple& triple) const override {
    const Screen question = sorted({files::AnswerForm::kOddOneOut, {triple[0], triple[1], triple[2]}});
    while (run_->lacks_votes(question)) {
      std::vector<AskedOnce> batch = run_->votes_on(std::span(&question, 1));
      if (batch.empty()) throw NothingLeft{};
      run_->ask(std::move(batch), *oracle_, *done_);
      count_votes();
    }
    const std::map<core::Object, std::int64_t>& votes = votes_[question];
    const auto of = [&](core::Object odd) { return votes.contains(odd) ? votes.at(odd) : 0; };
    const std::int64_t most = std::max({of(triple[0]), of(triple[1]), of(triple[2])});
    unsigned odd = 0;
    for (unsigned k = 0; k < 3; ++k) odd |= unsigned{of(triple[k]) == most} << k;
    return odd;
  }

 private:
  void count_votes() const {
    for (; counted_ < run_->asked().size(); ++counted_) {
      const AskedOnce& asked = run_->asked()[counted_];
      if (asked.answer != OracleAnswer::kSkip)
        ++votes_[sorted(asked.question)][asked.question.objects[static_cast<std::size_t>(asked.answer)]];
    }
  }

  OracleRun* run_;
  const Oracle* oracle_;
  const BatchCallback* done_;
  mutable std::size_t counted_ = 0;
  mutable std::map<Screen, std::map<core::Object, std::int64_t>> votes_;  // by the odd one
};

}  // namespace

bool ask_by_prior(OracleRun& run, const Prior& prior, const Oracle& oracle, const BatchCallback& done) {
  const core::Method method = method_behind(prior, "features+AL+insertion");
  core::Problem problem;
  problem.cell = {.master_seed = run.plan().choice.seed};
  problem.objects = prior.places.objects;
  problem.provide<core::Coordinates>(core::Coordinates(prior.places));
  problem.provide<core::ClosestPairs>(
      std::shared_ptr<const core::ClosestPairs>(std::make_shared<const AskedPairs>(run, oracle, done)));
  try {
    core::run_method(method, problem);
  } catch (const NothingLeft&) {
    return false;
  }
  return true;
}

std::vector<AskedOnce> next_by_prior(OracleRun run, const Prior& prior) {
  try {
    ask_by_prior(run, prior, [](std::span<const AskedOnce> batch) -> std::vector<OracleAnswer> {
      throw Wanted{{batch.begin(), batch.end()}};
    });
  } catch (Wanted& wanted) {
    return std::move(wanted.batch);
  }
  return {};
}

}  // namespace tertium::answers
