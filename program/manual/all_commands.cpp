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
      {"answers", "what answers are like: who is careless, what is contradictory", kAnswers, run_answers},
      {"compare", "which method predicts answers best", kAnswers, run_compare},
      {"cluster", "a tree or clusters of the objects", kAnswers, run_cluster},
      {"embed", "coordinates of the objects", kAnswers, run_embed},
      {"groups", "do groups of participants differ", kAnswers, run_groups},
      {"trees", "what two trees have in common", kAnswers, run_trees},
      {"study", "all of that for a paper, with its Methods section", kAnswers, run_study},
      {"ask", "what to ask next, and how many answers it takes", kAnswers, run_ask},
      {"figure", "from a configuration to a paper's figure", kSweeps, figure_command},
      {"run", "run or resume a sweep, alone or under mpirun", kSweeps, run_command},
      {"status", "how far a run is, what failed, is it whole", kSweeps, status_command},
      {"report", "means, rows and trees of a run; which claims hold", kSweeps, report_command},
      {"reproduce", "the papers: all figures, all statements, one page", kSweeps, run_reproduce},
      {"slurm", "put a sweep on a cluster as job arrays", kSweeps, slurm_command},
      {"list", "methods, models, data sets, schemes, scores", kRest, list_command},
      {"benchmark", "frozen tasks, entries of any method, a leaderboard", kRest, benchmark_command},
      {"cite", "what to cite, with BibTeX", kRest, cite_command},
      {"calibrate", "measures what trials take, for predictions and deadlines", kHidden, calibrate_command},
      {"merge", "one compressed file out of a run's segments", kHidden, merge_command},
      {"bench", "speed of every kernel and linkage next to this machine's limits", kHidden, bench_command},
      {"manual", "what lets shells complete lines", kHidden, manual_command},
  };
  return commands;
}

}  // namespace tertium::program
