#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "answers/conclusions/method_choice.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/methods/method.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/options/method_settings.hpp"

namespace tertium::program {
namespace {

/// Names may have commas, in parentheses.
std::vector<std::string> methods_of(const CommandLine& line) {
  std::vector<std::string> names = core::split_list(line.text("compare"));
  if (names.empty() || std::find(names.begin(), names.end(), "") != names.end())
    throw core::UsageError(
        fmt::format("--compare {} has an empty part, separate names by one comma", line.text("compare")));
  return names;
}

/// Throws UsageError where one of the methods needs what no answers are.
void check_methods(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (answers::is_word_for_several(name)) continue;
    const core::Method method = core::find_method(answers::names_in(name).front());
    if (const core::Provisions missing = method.needs() - answers::kOfAnswers; !missing.empty())
      throw core::UsageError(fmt::format(
          "--compare {}: it needs {} (only somebody's answers are known here), leave it out", name, text_of(missing)));
  }
}

}  // namespace

void add_compare_options(CommandLine& line) {
  line.option(
      "compare", 0, "METHODS",
      "what share of the answers each method foretells that it has not seen: a list as in "
      "4-AL+search,t-STE(d=2..10); trees, clusters, embeddings or all stand for those that apply and take at most a "
      "minute of a core each");
  line.option(
      "folds", 0, "FOLDS",
      "with --compare or -k held-out: in how many parts answers are held out (default: 10); subjects, one after the "
      "other; subjects:5, in so many groups; sets: learn from the file's set train, hold out test");
  line.flag("learning-curve", "with --compare: also from a quarter, half and three quarters of the answers");
}

std::optional<answers::CompareRequest> compare_request(const CommandLine& line) {
  if (!line.has("compare")) {
    if (line.has("learning-curve") || (line.has("folds") && line.text("clusters") != "held-out"))
      throw core::UsageError(fmt::format("--{} says how methods are compared, give --compare METHODS, too",
                                         line.has("folds") ? "folds" : "learning-curve"));
    return std::nullopt;
  }
  for (const char* option : {"method", "support", "orientation", "heights", "outgroup"})
    if (line.has(option))
      throw core::UsageError(fmt::format("--{} is for one method (--compare makes no tree), leave it out", option));
  answers::CompareRequest request{
      .methods = methods_of(line),
      .settings = settings_of(line.texts("set")),
      .shares = line.has("learning-curve") ? answers::kLearningCurve : std::vector<double>()};
  check_methods(request.methods);
  return request;
}

}  // namespace tertium::program
