#include "python/bindings/job_progress.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <string>

namespace tertium::python {
namespace {

namespace py = pybind11;

/// What is no error but the wish to end, as Ctrl-C, is Python's current one afterwards.
template <typename Use>
void with_stderr(const Use& use) {
  if (PyErr_Occurred() != nullptr) return;
  try {
    if (const py::object stream = py::module_::import("sys").attr("stderr"); !stream.is_none()) use(stream);
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_Exception)) error.restore();
  }
}

core::ProgressOutput to_python() {
  bool terminal = false;
  with_stderr([&](const py::object& stream) { terminal = py::bool_(stream.attr("isatty")()); });
  return {.write =
              [](const std::string& text) {
                with_stderr([&](const py::object& stream) {
                  stream.attr("write")(text);
                  stream.attr("flush")();
                });
              },
          .terminal = terminal,
          .pause = std::chrono::milliseconds(terminal ? 200 : 5'000)};
}

}  // namespace

void JobProgress::take(const answers::JobsDone& jobs) {
  const std::lock_guard lock(mutex_);
  if (jobs.done == 0 || sets_.empty()) sets_.emplace_back();
  sets_.back() = jobs;
}

void JobProgress::show() {
  show_all(false);
}

void JobProgress::end() {
  show_all(true);
}

void JobProgress::show_all(bool last) {
  std::vector<answers::JobsDone> sets;
  {
    const std::lock_guard lock(mutex_);
    sets = sets_;
  }
  for (; shown_ < sets.size(); ++shown_) {
    const answers::JobsDone& jobs = sets[shown_];
    if (!progress_) {
      progress_.emplace(to_python(), jobs.what, core::Progress::Quick::kShown);
      progress_->expect(jobs.total, static_cast<double>(jobs.total));
    }
    progress_->add(jobs.done - reported_, 0, static_cast<double>(jobs.done - reported_));
    progress_->tick();
    reported_ = jobs.done;
    if (shown_ + 1 == sets.size() && !last) return;
    progress_.reset();  // which tells the end of these
    reported_ = 0;
  }
}

}  // namespace tertium::python
