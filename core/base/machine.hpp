#pragma once

#include <string>

namespace tertium::core {

/// Cores that this process may use: its affinity, not the machine's number.
int usable_cores();

/// "Intel(R) Xeon(R) ...", as the system names it; "unknown" where it does not.
std::string processor_name();

/// Bytes of memory that this process has in use.
double resident_memory();

/// Most bytes of memory that this process has had in use.
double peak_memory();

/// Bytes of memory that can be had without swapping: what the system calls available, within the control group's limit.
double available_memory();

}  // namespace tertium::core
