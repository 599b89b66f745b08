#pragma once

#include <filesystem>
#include <string_view>

namespace tertium::core {

/// Bytes that a process may still take before the tightest memory limit of its control groups, infinity where none has
/// one. A group's parents limit it too: batch systems and containers nest them, job / step / task, and the limit is
/// often not in the innermost one. Both versions of the interface are read; file pages that the kernel gives up at need
/// count as free.
///
/// `groups` is the text of /proc/self/cgroup, `mounts` that of /proc/self/mountinfo; `root` is put before every path.
double memory_left_in_groups(std::string_view groups, std::string_view mounts, const std::filesystem::path& root = "/");

}  // namespace tertium::core
