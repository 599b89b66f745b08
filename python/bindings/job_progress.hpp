#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

#include "answers/resampling/parallel_jobs.hpp"
#include "core/base/progress.hpp"

namespace tertium::python {

/// How far jobs are: their threads say it, and whoever has the GIL tells Python's sys.stderr, of a notebook, too.
class JobProgress {
 public:
  /// By any thread.
  void take(const answers::JobsDone& jobs);
  /// With the GIL. What interrupts writing is Python's current error afterwards; that nothing can be written is none.
  void show();
  /// The same for the last time, before this goes.
  void end();

 private:
  void show_all(bool last);

  std::mutex mutex_;
  std::vector<answers::JobsDone> sets_;   // one after the other
  std::size_t shown_ = 0, reported_ = 0;  // of them the one that is shown, and how much of it
  std::optional<core::Progress> progress_;
};

}  // namespace tertium::python
