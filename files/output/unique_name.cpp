#include "files/output/unique_name.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <random>

namespace tertium::files {

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

std::string host_name() {
  std::array<char, 256> name = {};
  if (gethostname(name.data(), name.size() - 1) != 0) return "unknown";
  std::string host = name.data();
  const auto plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-'; };
  for (char& c : host) c = plain(static_cast<unsigned char>(c)) ? c : '_';
  return host.empty() ? "unknown" : host;
}

}  // namespace tertium::files
