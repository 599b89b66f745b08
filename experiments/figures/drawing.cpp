#include "experiments/figures/drawing.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/home.hpp"
#include "experiments/store/output_marks.hpp"
#include "experiments/terminal/notice.hpp"
#include "experiments/terminal/run_program.hpp"

namespace tertium::experiments {
namespace {

constexpr int kSaidWhy = 1;  // a script that cannot draw says why, in one line

constexpr double kLeastCentimetres = 3.0, kMostCentimetres = 200.0;

nlohmann::ordered_json number(const CommandLine& line, const char* name, double least, double most) {
  return line.has(name) ? nlohmann::ordered_json(line.real(name, 0.0, least, most)) : nlohmann::ordered_json();
}

/// What the script has written of the files that it was given, or of the pictures of that name.
void mark_pictures(const std::vector<std::filesystem::path>& paths, std::filesystem::file_time_type begin) {
  constexpr std::chrono::seconds kSlack(1);  // file systems count time more coarsely
  std::error_code none;
  for (const std::filesystem::path& path : paths)
    for (const char* extension : {"", ".pdf", ".svg", ".png"}) {
      const std::filesystem::path file = path.string() + extension;
      const auto written = std::filesystem::last_write_time(file, none);
      if (!none && written >= begin - kSlack) mark_as_ours(file);
    }
}

}  // namespace

bool run_figure_script(const std::string& script, const std::vector<std::filesystem::path>& paths,
                       const std::string& description) {
  const std::filesystem::path file = core::home_folder() / "experiments" / "figures" / (script + ".py");
  if (!std::filesystem::exists(file)) {
    notice("no picture: {} is missing (TERTIUM_HOME names the project's folder)\n", file.string());
    return false;
  }
  const TemporaryFile input = temporary_file(description);
  if (!input) {
    notice("no picture: no temporary file can be made (is the disk full?), free some space\n");
    return false;
  }
  std::fflush(nullptr);
  Variables without = kOfOtherPythons;
  without.names.insert(without.names.end(), {"LD_LIBRARY_PATH", "LD_PRELOAD"});  // the distribution's finds its own
  const auto begin = std::filesystem::file_time_type::clock::now();
  // -B: the project's folder may be read by others, and compiled scripts do not belong there.
  std::vector<std::string> words{kPython, "-B", "-X", "utf8", file.string()};
  for (const std::filesystem::path& path : paths) words.push_back(path.string());
  const std::optional<int> status = run_program(std::move(words), {.input = input.get()}, without);
  if (!status)
    notice("no picture: {} cannot be started, install python3-numpy and python3-matplotlib\n", kPython);
  else if (status != 0 && status != kSaidWhy)
    notice("no picture: {} ended with {}\n", file.filename().string(), *status);
  if (status == 0) mark_pictures(paths, begin);
  return status == 0;
}

void add_picture_options(CommandLine& line, const char* width) {
  line.option("width", 0, "CM", fmt::format("width of the picture; a journal's column has 8.5 (default: {})", width));
  line.option("height", 0, "CM", "height of the picture (default: what it needs)");
  line.option("font-size", 0, "POINTS", "size of its letters (default: 8, less where they would not fit)");
  line.flag("no-title", "no title above it");
  line.flag("svg-text", "letters in the SVG stay text, to be edited (default: outlines, the same everywhere)");
}

nlohmann::ordered_json picture_page(const CommandLine& line) {
  nlohmann::ordered_json page;
  page["width"] = number(line, "width", kLeastCentimetres, kMostCentimetres);
  page["height"] = number(line, "height", kLeastCentimetres, kMostCentimetres);
  page["font_size"] = number(line, "font-size", 3.0, 40.0);
  page["title"] = !line.has("no-title");
  page["svg_text"] = line.has("svg-text");
  return page;
}

std::string description_text(const nlohmann::ordered_json& description) {
  return description.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace tertium::experiments
