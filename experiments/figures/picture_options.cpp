#include "experiments/figures/picture_options.hpp"

#include <nlohmann/json.hpp>

namespace tertium::experiments {
namespace {

constexpr double kLeastCentimetres = 3.0, kMostCentimetres = 200.0;

nlohmann::ordered_json number(const CommandLine& line, const char* name, double least, double most) {
  return line.has(name) ? nlohmann::ordered_json(line.real(name, 0.0, least, most)) : nlohmann::ordered_json();
}

}  // namespace

void add_picture_options(CommandLine& line) {
  line.option("width", 0, "CM", "width of the picture; a journal's column has 8.5 (default: 17, a page)");
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
