#include "program/answers/study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>

#include "answers/study/methods_page.hpp"
#include "answers/study/study.hpp"
#include "core/base/version.hpp"
#include "experiments/store/run_record.hpp"
#include "program/answers/answer_options.hpp"
#include "program/answers/answers.hpp"
#include "program/answers/cluster.hpp"
#include "program/answers/embed.hpp"
#include "program/answers/embed_options.hpp"
#include "program/answers/groups.hpp"
#include "program/answers/reading_words.hpp"
#include "program/answers/result_folder.hpp"
#include "program/answers/summary.hpp"
#include "program/options/job_progress.hpp"
#include "terminal/exit_code.hpp"
#include "terminal/notice.hpp"
#include "terminal/text_layout.hpp"

namespace tertium::program {
namespace {

constexpr const char* kProgram = "tertium study";
const std::vector<std::string> kOwnFiles{"methods.md", "references.bib", "summary.json"};

/// What the plan's folder may have: the study's own files, and the folders of its parts.
ResultKind kind_of(const std::string& command_line) {
  ResultKind kind{kProgram, command_line, kOwnFiles};
  for (const char* part : {kLookFolder, kCompareFolder, kTreeFolder, kMapFolder, kGroupsFolder})
    kind.files.emplace_back(part);
  return kind;
}

/// Tells one set of jobs after the other.
answers::JobCallback progress_of_all_sets() {
  return [progress = answers::JobCallback()](const answers::JobsDone& jobs) mutable {
    if (jobs.done == 0) progress = job_progress_on_stderr();
    progress(jobs);
  };
}

/// As far as its parts are there.
files::Json study_summary(const answers::AnswerInput& input, const answers::Study& found,
                          const std::string& command_line) {
  files::Json json = summary_of(kProgram, command_line, input);
  json["complete"] = false;
  json["objects"] = input.comparisons.objects;
  json["answers"] = found.seen.answers;
  json["questions"] = found.seen.questions;
  json["people"] = files::known(found.seen.subjects.size(), !found.seen.subjects.empty());
  if (!found.made.labels.objects()) return json;
  const answers::HeldOut& best = found.compared.best_first.front();
  const answers::Estimate predicted = answers::share_predicted(best.of_all());
  json["method"] = best.method.name;
  json["accuracy"] = predicted.value;
  json["standard_error"] = predicted.error;
  json["errors_over"] = found.compared.folds.errors_over();
  json["chance"] = 1.0 / found.compared.choices;
  json["indistinguishable"] = found.compared.as_good_as_best();
  json["seed"] = found.request.seed;
  json["trees"] = found.request.support;
  json["clusters"] = found.made.labels.clusters();
  const bool held_out = found.number && found.number->rule == answers::NumberRule::kHeldOut;
  json["clusters_indistinguishable"] = held_out ? files::Json(found.number->indistinguishable) : files::Json();
  const bool split = found.reliability.splits > 0;
  json["split_half_reliability"] = files::known(found.reliability.reliability(), split);
  json["split_half_correlation"] = files::known(found.reliability.correlation, split);
  return json;
}

/// The words for a paper, and what the study found as a whole.
void write_words(ResultFolder& folder, const StudyPlan& plan, const answers::AnswerInput& input,
                 const answers::Study& found, files::Json summary) {
  const experiments::RunRecord build = experiments::current_run_record(1, 1, "");
  answers::MethodsPage page = answers::methods_page(input, found,
                                                    "Written by `tertium study`, with the numbers of the files next to "
                                                    "this one. Edit a copy: the same command overwrites this file.");
  page.settings.emplace_back("program", fmt::format("Tertium {}, commit {}{}, {}", core::version(), build.commit,
                                                    build.dirty ? " and changes" : "", build.compiler));
  page.commands = shell_lines(plan, found.map.has_value(), found.groups.has_value());
  folder.write("methods.md", page.text());
  folder.write("references.bib", core::bibtex_text(page.references));
  summary["complete"] = true;
  summary["version"] = std::string(core::version());
  folder.write("summary.json", summary_text(std::move(summary)));
  fmt::print("\n{}",
             terminal::report_line("to paper", fmt::format("in {}: {}, and a folder for each part",
                                                           folder.path().string(), fmt::join(kOwnFiles, ", "))));
}

/// "2 of 4: tertium compare ..."
class Parts {
 public:
  explicit Parts(const answers::AnswerInput& input)
      : all_(3 + (answers::has_map(input) ? 1 : 0) + (answers::has_groups(input) ? 1 : 0)) {}
  void announce(const std::string& line) {
    if (part_++ > 0) fmt::print("\n");
    fmt::print("{} of {}: {}\n\n", part_, all_, terminal::wrapped(line, 8));
  }

 private:
  int all_, part_ = 0;
};

void write_map(const StudyPlan& plan, const answers::AnswerInput& input, const answers::Study& found,
               const std::string& line) {
  if (!found.map) return terminal::notice("{}: no map: {}\n", kProgram, found.no_map);
  const std::optional<EmbedOptions> options = parse_embed_options(plan.map_words);
  MapFolder(input, *options, line).write(*found.map);
}

void write_group_part(const StudyPlan& plan, const answers::AnswerInput& input, const answers::Study& found) {
  if (!found.groups) return terminal::notice("{}: no groups: {}\n", kProgram, found.no_groups);
  write_groups(plan.groups_words, input, found.group_request, *found.groups);
}

/// Every part is written as soon as it is there, into a folder that is there before anything is computed.
void make_study(const StudyPlan& plan, const answers::AnswerInput& input, const std::string& command_line) {
  const Outputs outputs(inputs_of(plan.compare.source), plan.force);
  const answers::ClusterRequest& asked = plan.tree.request;
  const std::string look_line = line_of("answers", plan.look_words),
                    compare_line = line_of("compare", plan.compare_words), map_line = line_of("embed", plan.map_words),
                    groups_line = line_of("groups", plan.groups_words);
  ResultFolder folder(plan.folder, kind_of(command_line), outputs);
  ResultFolder look_folder = answers_folder(plan.folder / kLookFolder, look_line, outputs);
  ResultFolder compare_folder = comparison_folder(plan.compare, input.stem, compare_line);
  ClustersFolder tree_folder(plan.tree, input, "");
  Parts parts(input);
  const auto write = [&](answers::StudyPart part, const answers::Study& found) {
    const auto tree_line = [&] { return line_of("cluster", with_method(plan.tree_words, found.request.method.name)); };
    switch (part) {
      case answers::StudyPart::kSeen:
        write_answers(look_folder, input, found.seen, look_line, plan.reading_words);
        // It tells whose folder it is, should this end before its end.
        folder.write("summary.json", summary_text(study_summary(input, found, command_line)));
        return parts.announce(compare_line);
      case answers::StudyPart::kCompared:
        write_comparison(compare_folder, input, plan.compare.request, found.compared, compare_line);
        return parts.announce(tree_line());
      case answers::StudyPart::kMade:
        tree_folder.write(plan.tree, {input, found.request, found.made, found.number, {}, {}}, tree_line());
        if (answers::has_map(input)) return parts.announce(map_line);
        return answers::has_groups(input) ? parts.announce(groups_line) : void();
      case answers::StudyPart::kMapped:
        write_map(plan, input, found, map_line);
        return answers::has_groups(input) ? parts.announce(groups_line) : void();
      case answers::StudyPart::kGrouped:
        return write_group_part(plan, input, found);
    }
  };
  parts.announce(look_line);
  const answers::Study found =
      answers::study(input,
                     {.compared = plan.compare.request,
                      .clusters = asked.clusters,
                      .number = asked.by_criterion ? answers::NumberRule::kCriterion : answers::NumberRule::kHeldOut,
                      .trees = asked.support},
                     progress_of_all_sets(), write);
  write_words(folder, plan, input, found, study_summary(input, found, command_line));
}

}  // namespace

int run_study(const std::vector<std::string>& args) {
  const std::optional<StudyPlan> plan = study_plan(args);
  if (plan && plan->dry_run)
    fmt::print(
        "{}\n"
        "# if answers have groups of participants: {}\n"
        "# methods.md, references.bib and summary.json summarise their results\n",
        fmt::join(shell_lines(*plan, true, false), "\n"), shell_line("groups", plan->groups_words));
  if (!plan || plan->dry_run) return terminal::kComplete;
  const answers::AnswerInput input = answers::read_answer_input(plan->compare.source);
  check_clusters(input, plan->tree.request.clusters);
  make_study(*plan, input, fmt::format("{} {}", kProgram, fmt::join(args, " ")));
  return terminal::kComplete;
}

}  // namespace tertium::program
