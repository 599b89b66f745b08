#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "experiments/bench/scaling.hpp"
#include "experiments/bench/scaling_plan.hpp"
#include "experiments/cells/cell.hpp"
#include "experiments/mpi/binding.hpp"
#include "experiments/run/schedule.hpp"
#include "experiments/run/stopping.hpp"
#include "terminal/notice.hpp"

namespace tertium::experiments {
namespace {

constexpr int kMessages = 10;

void expect_done(const std::vector<TrialRow>& rows) {
  for (const TrialRow& row : rows)
    if (row.status != TrialStatus::done) core::fail("{} failed in the benchmark ({})", row.method, row.message);
}

template <typename Work>
double seconds_of(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Scaling {
 public:
  Scaling(const ScalingOptions& options, MpiSession& mpi, const std::function<void(const ScalingRuns&)>& store)
      : options_(options), mpi_(mpi), store_(store) {}

  ScalingRuns run() {
    use_cores_of_launcher(cores_of_launcher());
    for (repeat_ = 0; repeat_ < options_.repeats && goes_on(); ++repeat_) {
      for (const int width : scaling_widths(mpi_.size()))
        if (goes_on()) ranks(width);
      if (goes_on() && mpi_.rank() == 0) threads();
      mpi_.wait_for_all();
    }
    return std::move(runs_);
  }

 private:
  /// The same on all ranks.
  bool goes_on() { return mpi_.broadcast(std::vector<std::byte>(stop_requested ? 0 : 1)).size() == 1; }

  void ranks(int width) {
    const std::unique_ptr<MpiSession> part = mpi_.first(width);
    if (part) cells(*part);
    mpi_.wait_for_all();
    if (part) team(*part);
    mpi_.wait_for_all();
    if (mpi_.rank() == 0) store_(runs_);
  }

  void threads() {
    for (const int width : scaling_widths(core::usable_cores()))
      for (const std::string& method : options_.methods)
        if (!stop_requested) one_cell("threads in a cell", method, width, width, core::Team::alone());
    store_(runs_);
  }

  void keep(const std::string& way, const std::string& method, int width, const Plan& plan, double seconds) {
    if (mpi_.rank() != 0) return;
    runs_.runs.push_back({way, method, width, repeat_, plan.points.front().objects, seconds, stated_work(plan)});
    terminal::notice("{}, {}, {} wide: {:.3g} s\n", way, method, width, seconds);
  }

  void cells(MpiSession& part) {
    const int count = options_.weak ? options_.cells * part.size() : options_.cells;
    const Plan plan = scaling_plan(options_, options_.cell_objects, count, options_.methods);
    Controller controller;
    controller.row = [](int, const TrialRow& row) { expect_done({row}); };
    controller.cell = [](double, double) {};
    controller.longest = [] { return std::numeric_limits<double>::infinity(); };
    controller.tick = [] {};
    std::deque<Job> jobs;
    if (part.rank() == 0) jobs = make_jobs(plan, CostModel(), [](const TrialKey&) { return true; });
    part.wait_for_all();
    const double seconds = seconds_of([&] {
      run_jobs({&plan, 1}, std::move(jobs), part, {1, 0}, CellSettings(), controller);
    });
    // With a stop, cells are left that nobody did.
    if (!stop_requested) keep("cells over ranks", "all", part.size(), plan, seconds);
  }

  void team(MpiSession& part) {
    const std::shared_ptr<core::Team> team = part.make_team(part.size());
    for (const std::string& method : options_.methods) {
      part.wait_for_all();
      one_cell("one cell over a team", method, part.size(), 1, *team);
    }
    for (std::int64_t bytes = 8; team->size() > 1 && bytes <= options_.most_bytes; bytes *= 16) messages(*team, bytes);
  }

  /// What a team sends: numbers added up, slices of doubles gathered.
  void messages(core::Team& team, std::int64_t bytes) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(bytes / 8), 1);
    std::vector<double> values(numbers.size(), 1.0);
    std::vector<std::int64_t> begin{0};
    for (int r = 0; r < team.size(); ++r) begin.push_back(team.share_of(r, std::ssize(values)).end);
    double sum = std::numeric_limits<double>::infinity();
    double gather = sum;
    for (int k = 0; k < kMessages; ++k) {
      sum = std::min(sum, seconds_of([&] { team.sum(numbers); }));
      gather = std::min(gather, seconds_of([&] { team.gather(std::span(values), begin); }));
    }
    if (team.rank() != 0) return;
    runs_.messages.push_back({"sum", team.size(), repeat_, bytes, sum});
    runs_.messages.push_back({"gather", team.size(), repeat_, bytes, gather});
  }

  void one_cell(const std::string& way, const std::string& method, int width, int threads, core::Team& team) {
    const Plan plan =
        scaling_plan(options_, options_.weak ? grown_objects(options_, method, width) : options_.objects, 1, {method});
    omp_set_num_threads(threads);
    keep(way, method, width, plan, seconds_of([&] { expect_done(cell_rows(plan, 0, plan.cells[0].trials, team)); }));
  }

  const ScalingOptions& options_;
  MpiSession& mpi_;
  const std::function<void(const ScalingRuns&)>& store_;
  int repeat_ = 0;
  ScalingRuns runs_;
};

}  // namespace

ScalingRuns run_scaling(const ScalingOptions& options, MpiSession& mpi,
                        const std::function<void(const ScalingRuns&)>& keep) {
  return Scaling(options, mpi, keep).run();
}

}  // namespace tertium::experiments
