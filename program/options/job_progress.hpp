#pragma once

#include "answers/resampling/parallel_jobs.hpp"

namespace tertium::program {

/// Tells on stderr how far jobs are, but of quick work nothing. For one set of jobs.
answers::JobCallback job_progress_on_stderr();

}  // namespace tertium::program
