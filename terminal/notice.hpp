#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace tertium::terminal {

/// Text on standard error, at once. Nothing happens where it cannot be written: a closed terminal must not end a run.
template <typename... Args>
void notice(fmt::format_string<Args...> text, Args&&... args) {
  const std::string line = fmt::format(text, std::forward<Args>(args)...);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace tertium::terminal
