#pragma once

#include <string>

namespace tertium::files {

/// 16 random hexadecimal digits. Programs in containers may share a folder, their host's name and their process id; of
/// such digits no two have the same.
std::string random_digits();

/// 8 hexadecimal digits that tell which system is running: the same in all containers of a machine, others after it
/// was started again. Locks of another one say nothing here. Zeros where it cannot be known.
const std::string& system_digits();

/// Locks the file for as long as it is open here, against everybody who asks so. False where somebody has it; nothing
/// is known (`cannot`) where its file system has no locks.
enum class Lock { kMine, kTaken, kCannot };
Lock lock_file(int fd);

/// This machine's name, with every character other than letters, digits, '.', '_' and '-' replaced by '_'.
std::string host_name();

}  // namespace tertium::files
