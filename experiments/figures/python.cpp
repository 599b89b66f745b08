#include "experiments/figures/python.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "core/datasets/datasets.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/run_program.hpp"

namespace tertium::experiments {
namespace {

constexpr const char* kPython = "/usr/bin/python3";  // numpy and matplotlib of the distribution belong to this one
constexpr int kSaidWhy = 1;                          // a script that cannot draw says why, in one line

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// A file without a name, to be read from its beginning: unlike a pipe it has room for all of `text`.
File file_of(const std::string& text) {
  File file(std::tmpfile(), &std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0)
    return {nullptr, &std::fclose};
  lseek(fileno(file.get()), 0, SEEK_SET);
  return file;
}

}  // namespace

bool run_figure_script(const std::string& script, const std::vector<std::filesystem::path>& paths,
                       const std::string& description) {
  const std::filesystem::path file = core::home_folder() / "experiments" / "figures" / (script + ".py");
  if (!std::filesystem::exists(file)) {
    notice("no picture: {} is missing (TERTIUM_HOME names the project's folder)\n", file.string());
    return false;
  }
  const File input = file_of(description);
  if (!input) {
    notice("no picture: no temporary file can be made (is the disk full?), free some space\n");
    return false;
  }
  std::fflush(nullptr);
  // -B: the project's folder may be read by others, and compiled scripts do not belong there.
  std::vector<std::string> words{kPython, "-B", file.string()};
  for (const std::filesystem::path& path : paths) words.push_back(path.string());
  const int status = run_program(words, input.get());
  if (status == kNotStarted)
    notice("no picture: {} cannot be started, install python3-numpy and python3-matplotlib\n", kPython);
  else if (status != 0 && status != kSaidWhy)
    notice("no picture: {} ended with {}\n", file.filename().string(), status);
  return status == 0;
}

}  // namespace tertium::experiments
