#include <fmt/format.h>

#include <cmath>
#include <span>

#include "core/base/text.hpp"
#include "program/answers/embed.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {

std::string spread_line(const answers::PlaceSpread& spread) {
  return terminal::report_line(
      "support", fmt::format("{} maps of resampled answers ({}), aligned with this one: a coordinate has a standard "
                             "deviation of {:.2g} ({:.2f} s)",
                             spread.replicates, spread.drawn_text(), spread.typical_sd(), spread.seconds));
}

std::string against_lines(const answers::AgainstTable& against) {
  std::string text =
      terminal::report_line("against", fmt::format("{}: {} objects in common, {} dimensions", against.source,
                                                   against.common.size(), against.dimensions));
  if (!std::isnan(against.procrustes))
    text += terminal::report_line("", fmt::format("Procrustes distance {:.3f} (0: the same map up to rotation, "
                                                  "reflection, scale and shift; 1: nothing in common)",
                                                  against.procrustes));
  text += terminal::report_line("", fmt::format("{} of {} triplets have the same closest pair (a third by chance)",
                                                core::percent(against.share_of_triples()), against.triples));
  if (against.by_table.answers == 0) return text;
  const auto share = [](const answers::Predicted& tally) {
    return core::percent(answers::share_predicted(std::span(&tally, 1)).value);
  };
  const answers::Repetition& repeated = against.repetition;
  return text +
         terminal::report_line(
             "", fmt::format(
                     "it predicts {} of the {} answers about these objects; the fit, which was made from them, {}{}",
                     share(against.by_table), against.by_table.answers, share(against.by_fit),
                     repeated.tells_ceiling()
                         ? fmt::format("; the noise ceiling is about {}", core::percent(repeated.ceiling.value))
                         : ""));
}

}  // namespace tertium::program
