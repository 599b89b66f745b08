#include "program/options/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/base/error.hpp"
#include "files/output/output_marks.hpp"
#include "files/text/text_file.hpp"

namespace tertium::program {
namespace {

namespace fs = std::filesystem;

bool is_input(const fs::path& file, const fs::path& input) {
  std::error_code none;
  if (input.empty()) return false;
  const fs::path read = input == files::kStandardInput ? fs::path("/dev/stdin") : input;
  if (fs::is_directory(read, none)) return is_there(file) && lies_in(file, read);
  return fs::is_regular_file(read, none) && fs::equivalent(read, file, none);
}

constexpr double kLeastCentimetres = 3.0, kMostCentimetres = 200.0;

Into number(nlohmann::ordered_json& page, const char* key, double least, double most) {
  return Into([&page, key, least, most](const std::string& option, const std::string& text) {
    page[key] = number_in(option, text, least, most);
  });
}

}  // namespace

Outputs::Outputs(Inputs inputs, bool force) : inputs_(std::move(inputs)), force_(force) {}

void Outputs::expect_no_input(const fs::path& file) const {
  if (std::ranges::any_of(inputs_, [&](const fs::path& input) { return is_input(file, input); }))
    core::fail("{}: is an input of this command (writing would destroy it), give another output", file.string());
}

void Outputs::expect_free(const fs::path& file) const {
  expect_no_input(file);
  std::error_code none;
  if (fs::is_directory(file, none))
    core::fail("{}: is a folder (a file is needed), give another output", file.string());
  if (!force_ && is_there(file) && !files::is_stream(file) && !files::is_of_this_line(file))
    core::fail("{}: exists already (and was not made by this same line), give another output, or --force to replace it",
               file.string());
}

void add_force_option(CommandLine& line, bool& force) {
  line.flag("force", force, "replace existing files");
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  std::error_code none;
  const fs::path inside = fs::weakly_canonical(path, none), whole = fs::weakly_canonical(folder, none);
  return std::mismatch(whole.begin(), whole.end(), inside.begin(), inside.end()).first == whole.end();
}

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(fs::symlink_status(path, none));
}

void add_picture_options(CommandLine& line, nlohmann::ordered_json& page, const char* width) {
  page = {{"width", nullptr}, {"height", nullptr}, {"font_size", nullptr}, {"title", true}, {"svg_text", false}};
  line.topic(CommandLine::Topic::kDrawing);
  line.option("width", 0, "CM", number(page, "width", kLeastCentimetres, kMostCentimetres),
              fmt::format("width of the picture; a journal's column is 8.5 (default: {})", width));
  line.option("height", 0, "CM", number(page, "height", kLeastCentimetres, kMostCentimetres),
              "height of the picture (default: as needed)");
  line.option("font-size", 0, "POINTS", number(page, "font_size", 3.0, 40.0),
              "font size (default: 8, smaller where text would not fit)");
  line.flag("no-title", Into([&page](const auto&, const auto&) { page["title"] = false; }), "omit the title");
  line.flag("svg-text", Into([&page](const auto&, const auto&) { page["svg_text"] = true; }),
            "keep text in the SVG editable (default: outlines, which look the same everywhere)");
  line.topic(CommandLine::Topic::kOwn);
}

}  // namespace tertium::program
