#pragma once

#include <mpi.h>

#include <memory>

#include "core/base/team.hpp"

namespace tertium::experiments {

/// The ranks of a communicator as a team, which frees it.
std::unique_ptr<core::Team> make_mpi_team(MPI_Comm members);

}  // namespace tertium::experiments
