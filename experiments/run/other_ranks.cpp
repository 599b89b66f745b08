#include "experiments/run/other_ranks.hpp"

#include <fmt/format.h>

#include <sstream>

#include "experiments/config/config.hpp"
#include "experiments/run/drain.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/terminal/exit_code.hpp"

namespace tertium::experiments {

OtherRanks::~OtherRanks() {
  if (!started_ && mpi_.rank() == 0) mpi_.broadcast("");
}

void OtherRanks::start(const Plan& plan, const CellSettings& settings) {
  started_ = true;
  mpi_.broadcast(fmt::format("{} {} {} {}\n{}", plan.team, settings.threads, settings.limits.seconds,
                             settings.limits.bytes, resolved_text(plan.config)));
}

void OtherRanks::serve() {
  const std::string text = mpi_.broadcast("");
  if (text.empty()) return;
  const std::size_t line = text.find('\n');
  try {
    std::istringstream numbers(text.substr(0, line));
    CellSettings settings;
    Plan plan = make_plan(parse_config(text.substr(line + 1), "the configuration sent by rank 0"));
    std::string seconds, bytes;  // "inf", which streams do not read as a number
    numbers >> plan.team >> settings.threads >> seconds >> bytes;
    settings.limits = {std::stod(seconds), std::stod(bytes)};
    run_jobs(plan, {}, mpi_, 0, settings, {});
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
