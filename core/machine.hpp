#pragma once

namespace tertium::core {

/// Cores that this process may use: its affinity, not the machine's number.
int usable_cores();

/// Bytes of memory that can be had without swapping: what the system calls available, within the control group's limit.
double available_memory();

}  // namespace tertium::core
