#include "experiments/commands/options/job_progress.hpp"

#include <memory>

#include "experiments/terminal/progress.hpp"

namespace tertium::experiments {

answers::JobCallback told_on_stderr() {
  return [progress = std::shared_ptr<Progress>()](const answers::JobsDone& jobs) mutable {
    if (!progress) {
      progress = std::make_shared<Progress>(jobs.what, Progress::Quick::kUntold);
      progress->expect(jobs.total, static_cast<double>(jobs.total));
    }
    if (jobs.done == 0) return;
    progress->add(1, 0, 1.0);
    progress->tick();
  };
}

}  // namespace tertium::experiments
