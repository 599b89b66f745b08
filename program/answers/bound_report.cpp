#include <fmt/format.h>

#include <cmath>
#include <string>

#include "program/answers/answers_report.hpp"
#include "program/answers/cluster_report.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {

std::string bound_lines(const answers::Clustering& outcome) {
  if (outcome.bounds.empty()) return "";
  const answers::ProvedBound &own = outcome.bounds.front(), &any = outcome.bounds.back();
  const double points = 100.0 * (own.share() - outcome.agreement->satisfied);
  constexpr double kNone = 1e-9;
  std::string text = bound_text(own) + " of these answers: this one is ";
  text += points < kNone ? "the best" : fmt::format("at most {:.2g} points below the best", points);
  if (own.proved.sets < own.proved.sets_there)
    text += fmt::format(" ({} of {} sets of four objects fit into memory)", own.proved.sets, own.proved.sets_there);
  const std::string rest =
      any.share() < 1.0
          ? fmt::format("{}: at least {:.2f} % contradict others", bound_text(any), 100.0 * (1.0 - any.share()))
          : std::string("distances may satisfy all of them (no contradiction was found)");
  return terminal::report_line("bound", text) + terminal::report_line("", rest);
}

std::string revenue_line(const answers::ProvedRevenue& proved) {
  if (!(proved.least_cost > 0.0))
    return terminal::report_line("bound", "no bound on the least cost was found (too little time, or no edges)");
  constexpr double kNone = 1e-9;
  const double more = proved.cost / proved.least_cost - 1.0;
  std::string text = fmt::format("no tree costs less than {:g}: this one ", proved.least_cost);
  if (more < kNone) return terminal::report_line("bound", text + "is the best");
  text += fmt::format("costs at most {:.2g} % more than the best", 100.0 * more);
  if (std::isfinite(proved.share_beyond_random()))
    text += fmt::format(", and closes at least {:.1f} % of the gap between a random tree and the best",
                        100.0 * proved.share_beyond_random());
  if (proved.proved.sets < proved.proved.sets_there)
    text += fmt::format(" ({} of {} sets of four vertices)", proved.proved.sets, proved.proved.sets_there);
  return terminal::report_line("bound", text);
}

}  // namespace tertium::program
