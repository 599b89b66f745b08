#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace tertium::experiments {

/// What run_program() returns for a program that cannot be started.
inline constexpr int kNotStarted = 127;

/// Runs another program without a shell, by its path, with `words` as its arguments (the path first), and waits for it.
/// It reads `input`, or this program's own input where that is null. Returns its exit status, 128 if a signal ended it.
int run_program(std::vector<std::string> words, std::FILE* input = nullptr);

}  // namespace tertium::experiments
