#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "answers/files/answer_input.hpp"
#include "answers/resampling/place_spread.hpp"
#include "core/clusterings/coordinates.hpp"
#include "files/text/records.hpp"
#include "program/answers/result_folder.hpp"

namespace tertium::program {

/// What colours of objects tell.
struct ObjectColours {
  std::string called{};             ///< "known classes", or the column's name
  std::vector<std::string> said{};  ///< by object, "" where nothing is; empty: all have the same colour
};

/// Of a table's column, as --colour names it, or of the known classes. Throws UserError.
ObjectColours colours_of(const std::string& table_and_column, const answers::AnswerInput& input);

/// Places of objects, and what is drawn of them.
struct DrawnMap {
  std::string title{};
  std::vector<std::string> names{};  ///< short
  const core::Coordinates& places;
  const answers::PlaceSpread* spread = nullptr;  ///< null: it is not known
  const ObjectColours& colours;
  const std::vector<std::string>& images;  ///< as images_of has them
};

/// Coordinates as JSON, a list for each object; rounded as a picture needs them.
files::Json rows_json(const core::Coordinates& places);

/// More objects than this make no page.
inline constexpr core::Object kMostOfMap = 5000;

/// Draws embedding.{pdf,svg,png} and writes the page embedding.html; returns which of them there are. What cannot be
/// drawn is said on stderr.
std::vector<std::string> draw_map(ResultFolder& folder, const DrawnMap& map, const nlohmann::ordered_json& page);

}  // namespace tertium::program
