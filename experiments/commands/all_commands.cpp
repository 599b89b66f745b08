#include "experiments/commands/all_commands.hpp"

#include "experiments/commands/answers/answers.hpp"
#include "experiments/commands/ask/ask.hpp"
#include "experiments/commands/cluster/cluster.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/groups/groups.hpp"
#include "experiments/commands/reproduce/reproduce.hpp"
#include "experiments/commands/study/study.hpp"
#include "experiments/commands/trees/trees.hpp"

namespace tertium::experiments {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {
      {"cluster", "a tree, labels and scores out of your own comparisons",
       "tertium cluster answers.csv --method 4-AL -k 3", run_cluster},
      {"answers", "what your comparisons are like: objects, contradictions, subjects", "tertium answers answers.csv",
       run_answers},
      {"validate", "is a file of answers well formed, line by line; and the same in the standard's form",
       "tertium validate answers.csv", run_validate},
      {"ask", "what to ask next, and a program that answers", "tertium ask answers.csv -n 20", run_ask},
      {"trees", "what two trees have in common, and where they differ", "tertium trees adds tste --picture both.pdf",
       run_trees},
      {"groups", "do groups of people differ", "tertium groups study.csv -o groups", run_groups},
      {"study", "all of that for a paper: the best tree, how sure it is, a Methods paragraph",
       "tertium study study.csv -o to-paper", run_study},
      {"advise", "how many answers, and by which method", "tertium advise -n 100 --levels 3 --error 0.1",
       advise_command},
      {"figure", "from a configuration to the paper's figure: run, merge, table, picture",
       "tertium figure hc19-fig2 --smoke", figure_command},
      {"reproduce", "the papers: all figures, all statements, one page", "tertium reproduce --smoke", run_reproduce},
      {"plan", "what a configuration would run", "tertium plan hc19-fig2", plan_command},
      {"run", "run or resume a configuration, alone or under mpirun",
       "mpirun -n 4 tertium run hc19-fig2 -o runs/hc19-fig2", run_command},
      {"calibrate", "measures what trials take, for plans and deadlines", "tertium calibrate hc19-fig2 --time-limit 5m",
       calibrate_command},
      {"status", "how far a run is", "tertium status runs/hc19-fig2 --watch", status_command},
      {"failures", "which trials failed, why, and how to do them again", "tertium failures runs/hc19-fig2",
       failures_command},
      {"trial", "does one trial again and compares it with the stored row",
       "tertium trial runs/hc19-fig2 --key 3f2a9c01", trial_command},
      {"merge", "one compressed file out of a run's segments", "tertium merge runs/hc19-fig2", merge_command},
      {"verify", "is every planned trial there and whole", "tertium verify runs/hc19-fig2", verify_command},
      {"slurm", "put a sweep on a cluster as job arrays that survive",
       "tertium slurm submit hc19-fig2 -o runs/hc19-fig2 --site mine.ini", slurm_command},
      {"info", "what a run is, and which programs made it", "tertium info runs/hc19-fig2", info_command},
      {"diff", "do two runs have the same results", "tertium diff runs/laptop runs/cluster", diff_command},
      {"export", "rows as CSV, trees as Newick or .npy", "tertium export runs/hc19-fig2 --csv -o rows.csv",
       export_command},
      {"claims", "which statements about a figure hold", "tertium claims hc19-fig2", claims_command},
      {"report", "tables of means and standard deviations", "tertium report runs/hc19-fig2", report_command},
      {"bench", "speed of every kernel and linkage next to this machine's limits", "tertium bench kernels",
       bench_command},
      {"benchmark", "frozen tasks, entries of any method, a leaderboard", "tertium benchmark tasks -o benchmark-tasks",
       benchmark_command},
      {"methods", "the clustering methods", "tertium methods 4-AL", methods_command},
      {"models", "the sources of similarities", "tertium models planted-hierarchy", models_command},
      {"datasets", "the data sets", "tertium datasets zoo", datasets_command},
      {"schemes", "how comparisons come to be observed", "tertium schemes count", schemes_command},
      {"metrics", "the scores", "tertium metrics aari", metrics_command},
      {"cite", "what to cite, with BibTeX", "tertium cite 4K-AL", cite_command},
      {"manual", "what lets shells complete lines", "source <(tertium manual)", manual_command},
  };
  return commands;
}

}  // namespace tertium::experiments
