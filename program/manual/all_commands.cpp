#include "program/manual/all_commands.hpp"

#include "program/answers/answers.hpp"
#include "program/answers/ask.hpp"
#include "program/answers/cluster.hpp"
#include "program/answers/embed.hpp"
#include "program/answers/groups.hpp"
#include "program/answers/study.hpp"
#include "program/answers/trees.hpp"
#include "program/reproduce/reproduce.hpp"
#include "program/sweeps/commands.hpp"

namespace tertium::program {

const std::vector<Command>& all_commands() {
  using enum CommandGroup;
  static const std::vector<Command> commands = {
      {"answers", "summary and quality: contradictions, careless participants", kAnswers, run_answers},
      {"compare", "which method predicts answers best", kAnswers, run_compare},
      {"cluster", "a tree or clusters of the objects", kAnswers, run_cluster},
      {"embed", "coordinates of the objects", kAnswers, run_embed},
      {"groups", "tests whether groups of participants differ", kAnswers, run_groups},
      {"trees", "what two trees have in common", kAnswers, run_trees},
      {"study", "all of this for a paper, with its Methods section", kAnswers, run_study},
      {"ask", "what to ask next, and how many answers are needed", kAnswers, run_ask},
      {"figure", "from a configuration to a paper's figure", kSweeps, figure_command},
      {"run", "run or resume a sweep, alone or under mpirun", kSweeps, run_command},
      {"status", "progress of a run, failures, verification", kSweeps, status_command},
      {"report", "means, rows and trees of a run; which claims hold", kSweeps, report_command},
      {"reproduce", "the papers: all figures and claims on one page", kSweeps, run_reproduce},
      {"slurm", "run a sweep on a cluster as job arrays", kSweeps, slurm_command},
      {"list", "methods, models, data sets, schemes, scores", kRest, list_command},
      {"benchmark", "frozen tasks, entries of any method, a leaderboard", kRest, benchmark_command},
      {"cite", "what to cite, with BibTeX", kRest, cite_command},
      {"calibrate", "measures the time of trials, for predictions and deadlines", kHidden, calibrate_command},
      {"merge", "merges a run's segments into one compressed file", kHidden, merge_command},
      {"bench", "speed of every kernel and linkage compared with this machine's limits", kHidden, bench_command},
      {"manual", "completion of commands in shells", kHidden, manual_command},
  };
  return commands;
}

}  // namespace tertium::program
