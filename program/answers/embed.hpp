#pragma once

#include <string>
#include <vector>

#include "answers/conclusions/object_map.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/embed_options.hpp"
#include "program/answers/embed_picture.hpp"
#include "program/answers/result_folder.hpp"

namespace tertium::program {

/// The folder that a map is written to and drawn in, with what is read beside the answers, so that what is wrong with
/// that is said before the work. Throws UserError.
class MapFolder {
 public:
  MapFolder(const answers::AnswerInput& input, const EmbedOptions& options, std::string command_line);
  /// And reports it.
  void write(const answers::ObjectMap& made);

 private:
  std::vector<std::string> write_places(const core::Coordinates& places, const answers::ObjectMap& made);
  std::vector<std::string> write_similarities(const core::SimilarityMatrix& similarities);

  const answers::AnswerInput& input_;
  const EmbedOptions& options_;
  std::string command_line_;
  ObjectColours colours_;
  std::vector<std::string> images_;
  ResultFolder folder_;
};

/// `tertium embed FILE`: writes coordinates or similarities, reports, and draws coordinates. `args` are the words after
/// "embed". Returns 0; throws UserError or UsageError.
int run_embed(const std::vector<std::string>& args);

/// How sure places are, for a report; and what a table of vectors has in common with a fit.
std::string spread_line(const answers::PlaceSpread& spread);
std::string against_lines(const answers::AgainstTable& against);
/// The report of places and similarities.
std::string fit_report(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                       const answers::ObjectMap& made);
/// The same as JSON.
std::string fit_summary(const answers::AnswerInput& input, const answers::ClusterRequest& request,
                        const answers::ObjectMap& made, const std::string& command_line);

}  // namespace tertium::program
