#include "experiments/commands/cluster/compare_options.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "experiments/commands/answers/answer_options.hpp"

namespace tertium::experiments {

void add_compare_options(CommandLine& line) {
  line.option(
      "compare", 0, "METHODS",
      "what share of the answers each method foretells that it has not seen: a list as in AddS-3-AL,t-STE+AL, or "
      "all, those that apply and take at most a minute of a core each");
  line.option(
      "folds", 0, "FOLDS",
      "with --compare or -k held-out: in how many parts answers are held out (default: 10); subjects, one after the "
      "other; subjects:5, in so many groups; sets: learn from the file's set train, hold out test");
  line.flag("learning-curve", "with --compare: also from a quarter, half and three quarters of the answers");
}

std::optional<CompareOptions> compare_options(const CommandLine& line) {
  if (!line.has("compare")) {
    if (line.has("learning-curve") || (line.has("folds") && line.text("clusters") != "held-out"))
      throw core::UsageError(fmt::format("--{} says how methods are compared, give --compare METHODS, too",
                                         line.has("folds") ? "folds" : "learning-curve"));
    return std::nullopt;
  }
  for (const char* option : {"method", "set", "support", "orientation", "heights"})
    if (line.has(option))
      throw core::UsageError(fmt::format("--{} is for one method (--compare makes no tree), leave it out", option));
  CompareOptions compare{.methods = list_of(line, "compare"), .learning_curve = line.has("learning-curve")};
  if (compare.methods == std::vector<std::string>{"all"}) compare.methods.clear();
  return compare;
}

}  // namespace tertium::experiments
