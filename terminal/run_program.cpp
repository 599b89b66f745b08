#include "terminal/run_program.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

extern char** environ;

namespace tertium::terminal {

TemporaryFile temporary_file(std::string_view text) {
  TemporaryFile file(std::tmpfile(), &std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0)
    return {nullptr, &std::fclose};
  lseek(fileno(file.get()), 0, SEEK_SET);
  return file;
}

std::string text_of(const TemporaryFile& file) {
  std::rewind(file.get());
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file.get())) text.append(part.data(), n);
  return text;
}

bool Variables::contain(std::string_view name) const {
  const auto means = [&](std::string_view pattern) {
    return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
  };
  return std::ranges::any_of(names, means) && std::ranges::none_of(but, means);
}

std::optional<int> run_program(std::vector<std::string> words, const Streams& streams, const Variables& without) {
  std::fflush(nullptr);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<char*> environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    if (const std::string_view text = *entry; !without.contain(text.substr(0, text.find('='))))
      environment.push_back(*entry);
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const auto& [file, number] : {std::pair{streams.input, STDIN_FILENO}, std::pair{streams.output, STDOUT_FILENO},
                                     std::pair{streams.errors, STDERR_FILENO}})
    if (file != nullptr) posix_spawn_file_actions_adddup2(&actions, fileno(file), number);
  pid_t child = 0;
  errno = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (errno != 0) return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace tertium::terminal
