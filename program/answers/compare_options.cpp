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
#include "files/structures/graph_file.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/options/method_settings.hpp"

namespace tertium::program {
namespace {

/// Names may have commas, in parentheses. Throws UsageError where one of the methods needs what no answers are.
std::vector<std::string> methods_of(const std::string& text) {
  std::vector<std::string> names = core::split_list(text);
  if (names.empty() || std::find(names.begin(), names.end(), "") != names.end())
    throw core::UsageError(fmt::format("--methods {} has an empty part, separate names by one comma", text));
  for (const std::string& name : names) {
    if (answers::is_word_for_several(name)) continue;
    const core::Method method = core::find_method(answers::names_in(name).front());
    if (const core::Provisions missing = method.needs() - answers::kOfAnswers; !missing.empty())
      throw core::UsageError(
          fmt::format("--methods {}: it needs {} (only answers are known here), leave it out", name, text_of(missing)));
  }
  return names;
}

CommandLine command_line(CompareOptions& options) {
  answers::CompareRequest& request = options.request;
  CommandLine line("compare", "Which method predicts held-out answers best (cross-validation); makes no clusters.",
                   "tertium compare faces --methods AddS-3-AL,4-AL,t-STE --folds subjects -o which\n"
                   "  tertium compare answers.csv --methods \"t-STE(d=2..10)\" --learning-curve");
  add_answer_files(line, "answers", options.source);
  line.output("comparison.csv, folds.csv and summary.json.");
  line.see_also("cluster, embed, study");
  add_steps_option(line);
  line.option("methods", 0, "METHODS", into(request.methods, methods_of),
              "a list as in 4-AL+search,t-STE(d=2..10); trees (default), clusters, embeddings or all stand for those "
              "that apply and take at most a minute of one core each");
  line.option("folds", 0, "FOLDS", into(request.folds, answers::parse_folds),
              "number of folds (default: 10); subjects: each is held out once; subjects:5: in 5 groups; sets: fit to "
              "the file's set train, hold out test");
  line.flag("learning-curve", into(request.shares, [](const std::string&) { return answers::kLearningCurve; }),
            "also fit to a quarter, half and three quarters of the answers");
  line.option("bound", 0, "TIME", into(request.bound, seconds_of),
              "also prove, in this time each, how many of the answers rooted trees, trees with lengths and any "
              "distances can satisfy: 30s");
  line.option("clusters", 'k', "K", in_range(request.clusters, 1, core::kMostObjects),
              "number of clusters, for methods that make flat clusters");
  add_fit_options(line, request.settings, into(request.people, weights_of), request.seed);
  add_answer_options(line, options.source);
  add_folder_options(line, "-compared", options);
  return line;
}

}  // namespace

std::optional<CompareOptions> parse_compare_options(const std::vector<std::string>& args) {
  CompareOptions options;
  options.request.methods = {"trees"};
  options.source.reading.origins = true;
  if (!command_line(options).parse(args)) return std::nullopt;
  if (files::is_graph_file(options.source.path))
    throw core::UsageError(
        fmt::format("{} is a graph (it has no answers to predict), give a file of answers", options.source.path));
  return options;
}

}  // namespace tertium::program
