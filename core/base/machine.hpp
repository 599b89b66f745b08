#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tertium::core {

/// Cores that this process may use: its affinity, not the machine's number.
int usable_cores();

/// What OMP_NUM_THREADS says; none where it is not set. Throws UserError if that is no number of threads: the library
/// would make any number of them, and crash.
std::optional<int> wished_threads();

/// "Intel(R) Xeon(R) ...", as the system names it; "unknown" where it does not.
std::string processor_name();

/// Bytes of memory that this process has in use.
double resident_memory();

/// Most bytes of memory that this process has had in use.
double peak_memory();

/// Bytes of memory that can be had without swapping: what the system calls available, within the limits of its
/// control groups.
double available_memory();

/// Asks for large pages under this memory, where the system has them and it is several pages long: what is read in no
/// order costs a look-up for every page. A wish, that may be refused.
void ask_for_large_pages(void* memory, std::size_t bytes);

/// Whether so many bytes are left; a few always are, without asking the system.
bool has_memory_for(double bytes);

/// Bytes that a process may still take before the tightest memory limit of its control groups, infinity where none has
/// one. A group's parents limit it too: batch systems and containers nest them, job / step / task, and the limit is
/// often not in the innermost one. Both versions of the interface are read; file pages that the kernel gives up at need
/// count as free.
///
/// `groups` is the text of /proc/self/cgroup, `mounts` that of /proc/self/mountinfo; `root` is put before every path.
double memory_left_in_groups(std::string_view groups, std::string_view mounts, const std::filesystem::path& root = "/");

/// Throws UserError where the processor has none of the instruction sets that this build's vector code is made of:
/// calling it would end by a signal. The program, the Python module and every look-up of a method or data set by its
/// name ask; who calls kernels without one asks before.
void check_processor();

}  // namespace tertium::core
