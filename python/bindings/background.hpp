#pragma once

#include <functional>

namespace tertium::python {

/// Does `work` in a thread of its own, with so many threads of OpenMP (0: as many as there are), without the GIL; call
/// it with the GIL. The caller looks for signals meanwhile. After Ctrl-C the work is told to stop (core::LimitGuard)
/// and KeyboardInterrupt is raised, within half a second even if the work is at something that it cannot leave: then it
/// goes on, unseen, until it notices. So `work` must own all that it uses. What it throws is thrown here.
void in_background(int threads, std::function<void()> work);

}  // namespace tertium::python
