#include "program/answers/embed_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/base/numbers.hpp"
#include "embedding/dense/main_plane.hpp"
#include "files/structures/object_rows.hpp"
#include "pictures/drawing.hpp"
#include "program/answers/embed_options.hpp"
#include "program/answers/web_page.hpp"

namespace tertium::program {
namespace {

using files::Json;

const std::vector<std::string> kPictures{"embedding.pdf", "embedding.svg", "embedding.png"};

std::optional<double> number(const std::string& text) {
  const std::optional<double> value = core::parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

/// Many different numbers are a scale; few are classes.
bool are_values(const std::vector<std::string>& said) {
  constexpr std::size_t kMostClasses = 10;
  std::set<std::string> different;
  for (const std::string& text : said) {
    if (!text.empty() && !number(text)) return false;
    different.insert(text);
  }
  return different.size() > kMostClasses;
}

void add_colours(const ObjectColours& colours, Json& data) {
  if (colours.said.empty()) return;
  data["called"] = colours.called;
  if (!are_values(colours.said)) {
    data["classes"] = colours.said;
    return;
  }
  for (const std::string& text : colours.said) data["values"].push_back(number(text));
}

/// Coordinates that a picture has, and a page that is sent need not have more.
double rounded(double x) {
  return std::stod(fmt::format("{:.6g}", x));
}

/// What both the picture and the page draw.
Json description(const DrawnMap& map) {
  const embedding::MainPlane plane = embedding::main_plane(map.places);
  const int d = map.places.dimensions;
  Json data{{"title", map.title},
            {"names", map.names},
            {"plane", rows_json(plane.places)},
            {"dimensions", d},
            {"shown", plane.shown}};
  if (d > 2) data["places"] = rows_json(map.places);
  if (map.spread != nullptr) {
    data["samples"] = map.spread->replicates;
    for (core::Object i = 0; i < map.places.objects; ++i) {
      std::vector<double> seen = plane.covariance(map.spread->of(i));
      std::ranges::transform(seen, seen.begin(), rounded);
      data["covariances"].push_back(seen);
    }
  }
  add_colours(map.colours, data);
  if (!map.images.empty()) data["images"] = map.images;
  return data;
}

}  // namespace

Json rows_json(const core::Coordinates& places) {
  Json rows = Json::array();
  for (core::Object i = 0; i < places.objects; ++i) {
    Json row = Json::array();
    for (int c = 0; c < places.dimensions; ++c) row.push_back(rounded(places(i, c)));
    rows.push_back(std::move(row));
  }
  return rows;
}

ObjectColours colours_of(const std::string& table_and_column, const answers::AnswerInput& input) {
  if (table_and_column.empty()) return {input.classes.empty() ? "" : "known classes", input.classes};
  const auto [path, column] = table_column(table_and_column);
  const files::ObjectRows table = files::read_object_rows(path);
  std::vector<std::string> said = files::column_of(table, column, input.comparisons.names);
  const std::string only = table.columns.empty() ? "" : table.columns.front();
  return {column.empty() ? only : column, std::move(said)};
}

std::vector<std::string> draw_map(ResultFolder& folder, const DrawnMap& map, const nlohmann::ordered_json& page) {
  Json data = description(map);
  std::vector<std::string> files;
  if (map.places.objects <= kMostOfMap)
    if (const std::optional<std::string> text = web_page("embedding.html", data)) {
      folder.write("embedding.html", *text);
      files.emplace_back("embedding.html");
    }
  data["page"] = page;
  if (pictures::run_figure_script("places", {folder.file("embedding")}, pictures::description_text(data)))
    files.insert(files.end(), kPictures.begin(), kPictures.end());
  return files;
}

}  // namespace tertium::program
