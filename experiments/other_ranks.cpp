#include "experiments/other_ranks.hpp"

#include <fmt/format.h>

#include <sstream>

#include "experiments/commands/commands.hpp"
#include "experiments/config.hpp"
#include "experiments/schedule.hpp"

namespace tertium::experiments {

OtherRanks::~OtherRanks() {
  if (!started_ && mpi_.rank() == 0) mpi_.broadcast("");
}

void OtherRanks::start(const Plan& plan, int threads) {
  started_ = true;
  mpi_.broadcast(fmt::format("{} {}\n{}", threads, plan.team, resolved_text(plan.config)));
}

void OtherRanks::serve() {
  const std::string text = mpi_.broadcast("");
  if (text.empty()) return;
  const std::size_t line = text.find('\n');
  try {
    std::istringstream numbers(text.substr(0, line));
    int threads = 1;
    Plan plan = make_plan(parse_config(text.substr(line + 1), "the configuration sent by rank 0"));
    numbers >> threads >> plan.team;
    run_jobs(plan, {}, mpi_, 0, threads, {});
  } catch (const std::exception& error) {
    mpi_.abort(error.what());
  }
}

int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args) {
  MpiSession mpi;
  OtherRanks others(mpi);
  if (mpi.rank() == 0) return command(args, mpi, others);
  others.serve();
  return kComplete;
}

}  // namespace tertium::experiments
