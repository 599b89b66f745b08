#include "pictures/drawing.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/home.hpp"
#include "files/output/output_marks.hpp"
#include "terminal/notice.hpp"
#include "terminal/run_program.hpp"

namespace tertium::pictures {
namespace {

constexpr int kSaidWhy = 1;  // a script that cannot draw says why, in one line

/// What the script has written of the files that it was given, or of the pictures of that name.
void mark_pictures(const std::vector<std::filesystem::path>& paths, std::filesystem::file_time_type begin) {
  constexpr std::chrono::seconds kSlack(1);  // file systems count time more coarsely
  std::error_code none;
  for (const std::filesystem::path& path : paths)
    for (const char* extension : {"", ".pdf", ".svg", ".png"}) {
      const std::filesystem::path file = path.string() + extension;
      const auto written = std::filesystem::last_write_time(file, none);
      if (!none && written >= begin - kSlack) files::mark_as_ours(file);
    }
}

}  // namespace

bool run_figure_script(const std::string& script, const std::vector<std::filesystem::path>& paths,
                       const std::string& description) {
  const std::filesystem::path package = core::home_folder() / "pictures", file = package / (script + ".py");
  if (!std::filesystem::exists(file)) {
    terminal::notice("no picture: {} is missing (TERTIUM_HOME names the project's folder)\n", file.string());
    return false;
  }
  const terminal::TemporaryFile input = terminal::temporary_file(description);
  if (!input) {
    terminal::notice("no picture: a temporary file cannot be made (is the disk full?), free some space\n");
    return false;
  }
  std::fflush(nullptr);
  terminal::Variables without = terminal::kOfOtherPythons;
  without.names.insert(without.names.end(), {"LD_LIBRARY_PATH", "LD_PRELOAD"});  // the distribution's finds its own
  const auto begin = std::filesystem::file_time_type::clock::now();
  // -B: the project's folder may be read by others, and compiled scripts do not belong there.
  std::vector<std::string> words{terminal::kPython, "-B", "-X", "utf8", package.string(), script};
  for (const std::filesystem::path& path : paths) words.push_back(path.string());
  const std::optional<int> status = terminal::run_program(std::move(words), {.input = input.get()}, without);
  if (!status)
    terminal::notice("no picture: {} cannot be started, install python3-numpy and python3-matplotlib\n",
                     terminal::kPython);
  else if (status != 0 && status != kSaidWhy)
    terminal::notice("no picture: {} ended with status {}\n", file.filename().string(), *status);
  if (status == 0) mark_pictures(paths, begin);
  return status == 0;
}

std::string description_text(const nlohmann::ordered_json& description) {
  return description.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tertium::pictures
