#include "program/options/job_progress.hpp"

#include <memory>

#include "core/base/progress.hpp"
#include "terminal/stderr_progress.hpp"

namespace tertium::program {

answers::JobCallback job_progress_on_stderr() {
  return [progress = std::shared_ptr<core::Progress>()](const answers::JobsDone& jobs) mutable {
    if (!progress) {
      progress =
          std::make_shared<core::Progress>(terminal::progress_on_stderr(), jobs.what, core::Progress::Quick::kHidden);
      progress->expect(jobs.total, static_cast<double>(jobs.total));
    }
    if (jobs.done == 0) return;
    progress->add(1, 0, 1.0);
    progress->tick();
  };
}

}  // namespace tertium::program
