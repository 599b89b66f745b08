#include "program/answers/study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "answers/study/methods_page.hpp"
#include "core/base/version.hpp"
#include "experiments/store/run_record.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/answers.hpp"
#include "program/answers/cluster.hpp"
#include "program/answers/cluster_options.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/study_plan.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kProgram = "tertium study";
const std::vector<std::string> kOwnFiles{"methods.md", "references.bib", "summary.json"};

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';  // names need not be UTF-8
}

/// What all parts add their words and numbers to; none keeps its answers.
struct Study {
  StudyPlan plan;
  Json summary;
  answers::MethodsPage page{.head =
                                "Written by `tertium study`, with the numbers of the files beside this one. Edit a "
                                "copy: the same line writes this file again."};
  std::string method{};
};

void announce(int part, const std::string& line) {
  fmt::print("{}{} of 3: {}\n\n", part == 1 ? "" : "\n", part, terminal::wrapped(line, 8));
}

void look(Study& study) {
  announce(1, line_of("answers", study.plan.look));
  if (study.plan.clusters) check_clusters(answers::read_answer_input(study.plan.source), study.plan.clusters);
  const SeenAnswers seen = see_answers(study.plan.look).value();
  study.page.add_answers(seen.input, seen.overview);
  Json& json = study.summary;
  json["source"] = seen.input.source;
  json["kind"] = seen.input.kind();
  json["objects"] = seen.input.comparisons.objects;
  json["answers"] = seen.overview.answers;
  json["questions"] = seen.overview.questions;
  json["people"] = seen.overview.subjects.empty() ? Json() : Json(seen.overview.subjects.size());
}

void compare(Study& study) {
  const std::string line = line_of("compare", study.plan.compare);
  announce(2, line);
  const ComparedMethods compared = compare_methods(*parse_compare_options(study.plan.compare), line);
  const answers::Comparison& found = compared.found;
  const answers::HeldOut& best = found.best_first.front();
  const answers::Estimate predicted = answers::share_predicted(best.of_all());
  study.method = best.method.name;
  study.page.add_comparison(compared.input, found);
  Json& json = study.summary;
  json["method"] = study.method;
  json["accuracy"] = number(predicted.value);
  json["standard_error"] = number(predicted.error);
  json["errors_over"] = found.folds.errors_over();
  json["chance"] = 1.0 / found.choices;
  json["indistinguishable"] = found.as_good_as_best();
}

void make_tree(Study& study) {
  const std::vector<std::string> words = study.plan.tree(study.method);
  const std::string line = line_of("cluster", words);
  announce(3, line);
  ClusterOptions options = *parse_cluster_options(words);
  // A result that is there is of this study: of an earlier file, maybe, and another method.
  options.force = study.plan.force || std::filesystem::exists(options.output / "summary.json");
  const ClusterResult made = make_clusters(options, line);
  study.page.add_tree(made.request, made.found, made.number);
  Json& json = study.summary;
  json["seed"] = made.request.seed;
  json["trees"] = made.request.support;
  json["clusters"] = made.found.labels.clusters();
  const bool held_out = made.number && made.number->rule == answers::NumberRule::kHeldOut;
  json["clusters_indistinguishable"] = held_out ? Json(made.number->indistinguishable) : Json();
}

void write_words(Study& study, ResultFolder& folder) {
  const experiments::RunRecord build = experiments::current_run_record(1, 1, "");
  study.page.settings.emplace_back("program", fmt::format("Tertium {}, commit {}{}, {}", core::version(), build.commit,
                                                          build.dirty ? " and changes" : "", build.compiler));
  study.page.commands = shell_lines(study.plan);
  folder.write("methods.md", study.page.text());
  folder.write("references.bib", core::bibtex_text(study.page.references));
  Json& json = study.summary;
  json["complete"] = true;
  json["version"] = std::string(core::version());
  json["commit"] = build.commit;
  json["compiler"] = build.compiler;
  folder.write("summary.json", json_text(json));
}

/// What the plan's folder may have: the study's own files, and the folders of its parts.
ResultKind kind_of(const std::string& command_line) {
  ResultKind kind{kProgram, command_line, kOwnFiles};
  for (const char* part : {kLookFolder, kCompareFolder, kTreeFolder}) kind.files.emplace_back(part);
  return kind;
}

Outputs outputs_of(const StudyPlan& plan) {
  return {inputs_of(plan.source), plan.force};
}

}  // namespace

int run_study(const std::vector<std::string>& args) {
  std::optional<StudyPlan> plan = study_plan(args);
  if (!plan) return terminal::kComplete;
  if (plan->dry_run) {
    fmt::print("{}\n# methods.md, references.bib and summary.json put into words what these three write\n",
               fmt::join(shell_lines(*plan), "\n"));
    return terminal::kComplete;
  }
  const std::string command_line = fmt::format("{} {}", kProgram, fmt::join(args, " "));
  ResultFolder folder(plan->folder, kind_of(command_line), outputs_of(*plan));
  Study study{.plan = std::move(*plan), .summary = {}};
  study.summary["program"] = kProgram;
  study.summary["command_line"] = command_line;
  study.summary["complete"] = false;
  look(study);
  folder.write("summary.json", json_text(study.summary));  // whose folder it is, should this end before its end
  compare(study);
  make_tree(study);
  write_words(study, folder);
  fmt::print("\n{}", terminal::report_line(
                         "to paper", fmt::format("in {}: {}, and in answers, compare and tree what the three wrote",
                                                 folder.path().string(), fmt::join(kOwnFiles, ", "))));
  return terminal::kComplete;
}

}  // namespace tertium::program
