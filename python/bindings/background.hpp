#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "answers/resampling/parallel_jobs.hpp"

namespace tertium::python {

/// Does `work` in a thread of its own, with so many threads of OpenMP (0: as many as there are), without the GIL; call
/// it with the GIL. The caller looks for signals meanwhile. After Ctrl-C the work is told to stop (core::LimitGuard)
/// and KeyboardInterrupt is raised, within half a second even if the work is at something that it cannot leave: then it
/// goes on, unseen, until it notices. So `work` must own all that it uses. What it throws is thrown here.
void in_background(int threads, std::function<void()> work);

/// The same of work that is made of jobs, which with `verbose` Python's stderr is told of.
void in_background(int threads, bool verbose, std::function<void(const answers::JobCallback&)> work);

/// What `work` makes, in the background, telling of its jobs or not.
template <typename Made>
Made made_by(int threads, bool verbose, std::function<Made(const answers::JobCallback&)> work) {
  const auto made = std::make_shared<std::optional<Made>>();
  in_background(threads, verbose, [made, work = std::move(work)](const answers::JobCallback& progress) {
    made->emplace(work(progress));
  });
  return std::move(**made);
}

template <typename Made>
Made made_by(int threads, std::function<Made()> work) {
  return made_by<Made>(threads, false, [work = std::move(work)](const answers::JobCallback&) { return work(); });
}

}  // namespace tertium::python
