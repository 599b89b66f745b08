#pragma once

namespace tertium::experiments {

/// Cores that mpirun may use on this machine, if it started this process; else those of this process.
int cores_of_launcher();

/// Lets this process, which computes on `wanted` cores at once, use all cores of mpirun where that has bound it to
/// fewer: Open MPI binds a rank to one core, on which all its threads would take turns, and every mpirun of a machine
/// begins with the same one. What else restricts it, such as taskset or Slurm, holds. For the threads that the caller
/// has not started.
void use_cores_of_launcher(int wanted);

}  // namespace tertium::experiments
