#include "experiments/run/other_ranks.hpp"

#include "experiments/config/config.hpp"
#include "experiments/run/drain.hpp"
#include "experiments/run/rank_messages.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/terminal/exit_code.hpp"

namespace tertium::experiments {

OtherRanks::~OtherRanks() {
  if (!started_ && mpi_.rank() == 0) mpi_.broadcast(to_bytes(std::optional<SweepStart>()));
}

void OtherRanks::start(const Plan& plan, const CellSettings& settings) {
  started_ = true;
  mpi_.broadcast(to_bytes(std::optional(SweepStart{plan.team, settings, resolved_text(plan.config), digest(plan)})));
}

void OtherRanks::serve() {
  const std::vector<std::byte> bytes = mpi_.broadcast({});
  try {
    const std::optional<SweepStart> start = sweep_start_of(bytes);
    if (!start) return;
    Plan plan = make_plan(parse_config(start->config, "the configuration sent by rank 0"));
    if (digest(plan) != start->plan_digest)
      core::fail(
          "this rank plans other trials than rank 0 (a file that the configuration reads differs between them), "
          "put it where all nodes see the same");
    plan.team = start->team;
    run_jobs(plan, {}, mpi_, 0, start->settings, {});
  } catch (const std::exception& error) {
    mpi_.abort(error.what());
  }
}

int on_rank_0(int (*command)(const std::vector<std::string>&, MpiSession&, OtherRanks&),
              const std::vector<std::string>& args) {
  const DrainOnSignal drain;
  MpiSession mpi;
  OtherRanks others(mpi);
  if (mpi.rank() == 0) return command(args, mpi, others);
  others.serve();
  return kComplete;
}

}  // namespace tertium::experiments
