// The statements that planned repetitions leave undecided: which of them a budget is likely to decide, and doing so.
#include "program/reproduce/deciding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/text.hpp"
#include "experiments/claims/looks.hpp"
#include "experiments/claims/needed.hpp"
#include "experiments/plan/grid.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using experiments::Needed;

/// A claim that more repetitions may decide.
struct OpenClaim {
  PaperFigure* figure = nullptr;
  std::size_t claim = 0;  ///< of its looks
  std::int64_t repetitions = 0;
  double seconds = 0.0;  ///< of a core, for this claim alone

  experiments::Looks& looks() const { return *figure->looks; }
  auto name() const { return std::pair(figure, claim); }
};

std::vector<PaperFigure*> looked_at(std::vector<PaperRuns>& papers) {
  std::vector<PaperFigure*> figures;
  for (PaperRuns& paper : papers)
    for (PaperFigure& figure : paper.figures)
      if (figure.looks) figures.push_back(&figure);
  return figures;
}

OpenClaim open_claim(PaperFigure& figure, std::size_t claim, std::int64_t repetitions) {
  experiments::Effort there = figure.looks->there();
  return {&figure, claim, repetitions, figure.looks->add_seconds(claim, repetitions, there)};
}

/// All that are open, with the repetitions of their next look.
std::vector<OpenClaim> open_claims(std::vector<PaperRuns>& papers) {
  std::vector<OpenClaim> claims;
  for (PaperFigure* figure : looked_at(papers))
    for (const std::size_t claim : figure->looks->open())
      claims.push_back(open_claim(*figure, claim, figure->looks->next(claim)));
  return claims;
}

/// Those that some number of repetitions is foreseen to decide, with that number, cheapest first.
std::vector<OpenClaim> promising_claims(std::vector<PaperRuns>& papers) {
  std::vector<OpenClaim> claims;
  for (PaperFigure* figure : looked_at(papers))
    for (const std::size_t claim : figure->looks->open()) {
      const Needed& needed = figure->looks->needed(claim);
      if (needed.kind == Needed::Kind::kAbout && needed.repetitions <= figure->looks->most())
        claims.push_back(open_claim(*figure, claim, needed.repetitions));
    }
  std::ranges::stable_sort(claims, {}, &OpenClaim::seconds);
  return claims;
}

/// Adds up what claims take that share trials.
class Bill {
 public:
  double seconds() const { return seconds_; }
  /// Whether the claim's repetitions are within `most` together with all that was taken; takes them, if so.
  bool take(const OpenClaim& claim, double most) {
    experiments::Effort& taken = taken_.try_emplace(claim.figure, claim.looks().there()).first->second;
    experiments::Effort with = taken;
    const double more = claim.looks().add_seconds(claim.claim, claim.repetitions, with);
    if (seconds_ + more > most) return false;
    taken = std::move(with);
    seconds_ += more;
    return true;
  }

 private:
  std::map<PaperFigure*, experiments::Effort> taken_;
  double seconds_ = 0.0;
};

/// Those that a budget is likely to decide.
std::vector<OpenClaim> affordable(std::vector<OpenClaim> claims, double budget) {
  Bill bill;
  std::erase_if(claims, [&](const OpenClaim& claim) { return !bill.take(claim, budget); });
  return claims;
}

/// The next looks at those that come first, up to a part of the budget: what they show may change what is worth it.
std::vector<OpenClaim> first_looks(const std::vector<OpenClaim>& claims, double budget) {
  constexpr double kPart = 0.25;
  Bill bill;
  std::vector<OpenClaim> round;
  for (const OpenClaim& claim : claims) {
    const OpenClaim look = open_claim(*claim.figure, claim.claim, claim.looks().next(claim.claim));
    if (bill.take(look, round.empty() ? budget : kPart * budget)) round.push_back(look);
  }
  return round;
}

/// One sweep for each figure of a round.
std::vector<experiments::SweepTask> tasks_of(const std::vector<OpenClaim>& round) {
  std::vector<PaperFigure*> figures;
  for (const OpenClaim& claim : round)
    if (std::ranges::find(figures, claim.figure) == figures.end()) figures.push_back(claim.figure);
  std::vector<experiments::SweepTask> tasks;
  for (PaperFigure* figure : figures) {
    std::vector<std::size_t> claims;
    for (const OpenClaim& claim : round)
      if (claim.figure == figure) claims.push_back(claim.claim);
    std::optional<experiments::SweepTask> task = figure->looks->missing(claims);
    if (!task) continue;
    std::int64_t most = 0;
    for (const std::size_t claim : claims) most = std::max(most, figure->looks->next(claim));
    terminal::notice("tertium: {}: {}, {}\n", figure->name, core::counted(claims.size(), "claim"),
                     core::counted(static_cast<std::size_t>(most), "repetition"));
    tasks.push_back(std::move(*task));
  }
  return tasks;
}

/// Looks at what a round has brought. Returns the claims that it brought nothing for: trials of theirs failed.
std::vector<OpenClaim> judged(const std::vector<OpenClaim>& round) {
  std::set<PaperFigure*> figures;
  for (const OpenClaim& claim : round) figures.insert(claim.figure);
  for (PaperFigure* figure : figures) figure->looks->judge();
  std::vector<OpenClaim> stuck;
  for (const OpenClaim& claim : round) {
    const std::vector<std::size_t> open = claim.looks().open();
    if (std::ranges::find(open, claim.claim) != open.end() && claim.looks().next(claim.claim) == claim.repetitions)
      stuck.push_back(claim);
  }
  return stuck;
}

std::vector<OpenClaim> next_round(std::vector<PaperRuns>& papers, const experiments::CoreBudget* budget,
                                  const std::set<std::pair<PaperFigure*, std::size_t>>& stuck) {
  std::vector<OpenClaim> claims = budget == nullptr ? open_claims(papers) : promising_claims(papers);
  std::erase_if(claims, [&](const OpenClaim& claim) { return stuck.contains(claim.name()); });
  if (budget == nullptr) return claims;
  const double left = budget->left();
  claims = affordable(std::move(claims), left);
  if (!claims.empty())
    terminal::notice("tertium: {} of core time left, likely to decide {}\n", core::duration_text(left),
                     core::counted(claims.size(), "claim"));
  return first_looks(claims, left);
}

}  // namespace

std::string forecast_text(std::vector<PaperRuns>& papers, double budget, double planned) {
  const std::vector<OpenClaim> chosen = affordable(promising_claims(papers), budget - planned);
  std::vector<std::vector<std::string>> rows = {{"figure", "open", "likely decided", "core time"}};
  std::size_t all_open = 0, unknown = 0;
  Bill bill;
  for (PaperFigure* figure : looked_at(papers)) {
    std::size_t open = 0, likely = 0;
    for (std::size_t k = 0; k < figure->looks->results().size(); ++k) {
      const experiments::Verdict verdict = figure->looks->results()[k].verdict;
      const bool is_foreseen = figure->looks->needed(k).kind != Needed::Kind::kUnknown;
      open += verdict == experiments::Verdict::kUndecided || is_foreseen ? 1U : 0U;
      unknown += verdict == experiments::Verdict::kMissing && !is_foreseen ? 1U : 0U;
    }
    const double before = bill.seconds();
    for (const OpenClaim& claim : chosen)
      if (claim.figure == figure) likely += bill.take(claim, std::numeric_limits<double>::infinity()) ? 1U : 0U;
    all_open += open;
    if (open > 0)
      rows.push_back({figure->name, fmt::format("{}", open), fmt::format("{}", likely),
                      likely > 0 ? core::duration_text(bill.seconds() - before) : std::string()});
  }
  std::string text;
  if (rows.size() > 1) text = terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kRight});
  std::string said = fmt::format("The budget is {} of core time. ", core::duration_text(budget));
  if (planned > 0.0) said += fmt::format("Planned rows come first and take about {}. ", core::duration_text(planned));
  if (unknown > 0)
    said += fmt::format("What {} {} will be known when their rows exist. ", core::counted(unknown, "claim"),
                        unknown == 1 ? "needs" : "need");
  said += all_open == 0 ? "No claim is known to be open."
                        : fmt::format("It is likely to decide {} of {}, in about {}.", chosen.size(),
                                      core::counted(all_open, "open claim"), core::duration_text(bill.seconds()));
  return text + terminal::wrapped(said, 0) + '\n';
}

terminal::ExitCode decide(std::vector<PaperRuns>& papers, experiments::MpiSession& mpi, experiments::OtherRanks& others,
                          const experiments::SweepOptions& options) {
  terminal::ExitCode code = terminal::kComplete;
  std::set<std::pair<PaperFigure*, std::size_t>> stuck;
  const auto is_over = [&] {
    return experiments::stop_requested || (options.budget != nullptr && options.budget->is_over());
  };
  while (!is_over()) {
    const std::vector<OpenClaim> round = next_round(papers, options.budget, stuck);
    if (round.empty()) return code;
    std::vector<experiments::SweepTask> tasks = tasks_of(round);
    if (!tasks.empty() && experiments::run_sweeps(std::move(tasks), mpi, others, options) != terminal::kComplete &&
        (options.budget == nullptr || !options.budget->is_over()))
      code = terminal::kIncomplete;
    for (const OpenClaim& claim : judged(round)) stuck.insert(claim.name());
  }
  return code;
}

std::string open_text(std::vector<PaperRuns>& papers) {
  std::vector<std::vector<std::string>> rows = {{"undecided", "outlook", "core time"}};
  for (PaperFigure* figure : looked_at(papers))
    for (std::size_t k = 0; k < figure->looks->results().size(); ++k) {
      const std::string text = needed_text(figure->looks->needed(k));
      if (text.empty()) continue;
      const Needed& needed = figure->looks->needed(k);
      rows.push_back({fmt::format("{} {}", figure->name, figure->looks->claims()[k].name), text,
                      needed.kind == Needed::Kind::kAbout
                          ? core::duration_text(open_claim(*figure, k, needed.repetitions).seconds)
                          : std::string()});
    }
  if (rows.size() == 1) return "";
  return terminal::aligned_table(rows, {terminal::Align::kLeft, terminal::Align::kLeft, terminal::Align::kRight});
}

}  // namespace tertium::program
