#pragma once

#include <string>

namespace tertium::experiments {

/// Cores that this process may use: its affinity, not the machine's number.
int usable_cores();

/// Bytes of memory that can be had without swapping: what the system calls available, within the control group's limit.
double available_memory();

/// "1.5 GB", "320 MB".
std::string bytes_text(double bytes);

/// "2 h 05 min", "3 min 20 s", "12 s".
std::string duration_text(double seconds);

}  // namespace tertium::experiments
