#include "experiments/store/unique_name.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <random>

namespace tertium::experiments {

std::string random_digits() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", std::uint32_t{device()}, std::uint32_t{device()});
}

const std::string& system_digits() {
  static const std::string digits = [] {
    std::string id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
    id.resize(8, '0');
    return id;
  }();
  return digits;
}

Lock lock_file(int fd) {
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) return Lock::kMine;
  return errno == EWOULDBLOCK ? Lock::kTaken : Lock::kCannot;
}

}  // namespace tertium::experiments
