#include "experiments/figures/python.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/base/error.hpp"
#include "core/datasets/datasets.hpp"

extern char** environ;

namespace tertium::experiments {
namespace {

constexpr const char* kPython = "/usr/bin/python3";  // h5py and matplotlib of the distribution belong to this one

/// Exit status of a program, 127 if it cannot be started.
int run_program(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ) != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::filesystem::path scripts_folder() {
  return core::home_folder() / "experiments" / "figures";
}

/// Scripts that draw a sweep; the others are parts, or draw something else.
std::vector<std::string> figure_scripts() {
  std::vector<std::string> names;
  for (const auto& item : std::filesystem::directory_iterator(scripts_folder())) {
    const std::string name = item.path().stem().string();
    const bool other =
        name.starts_with("docs_") || name == "tertium_figures" || name == "dendrogram" || name.starts_with("scaling");
    if (item.path().extension() == ".py" && !other) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

void expect_figure_script(const std::string& script) {
  std::error_code error;
  if (!std::filesystem::is_directory(scripts_folder(), error)) return;
  const std::vector<std::string> known = figure_scripts();
  if (std::find(known.begin(), known.end(), script) == known.end())
    core::fail_unknown("[figure] script", script, known);
}

bool run_figure_script(const std::string& script, const std::vector<std::string>& args) {
  const std::filesystem::path file = scripts_folder() / (script + ".py");
  if (!std::filesystem::exists(file)) {
    fmt::print(stderr, "no picture: {} is missing (TERTIUM_HOME names the project's folder)\n", file.string());
    return false;
  }
  std::fflush(nullptr);
  std::vector<std::string> words{kPython, file.string()};
  words.insert(words.end(), args.begin(), args.end());
  const int status = run_program(words);
  if (status == 127)
    fmt::print(stderr, "no picture: {} cannot be started (install python3, python3-h5py and python3-matplotlib)\n",
               kPython);
  else if (status != 0)
    fmt::print(stderr, "no picture: {} ended with {}\n", file.filename().string(), status);
  return status == 0;
}

}  // namespace tertium::experiments
