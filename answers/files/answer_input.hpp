#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/clusterings/partition.hpp"
#include "core/comparisons/answer_sums.hpp"
#include "core/comparisons/packed_triplets.hpp"
#include "core/graphs/graph.hpp"
#include "core/methods/method.hpp"
#include "files/answers/words/answers.hpp"
#include "files/structures/graph_file.hpp"
#include "files/structures/rating_file.hpp"

namespace tertium::answers {

/// Where answers are, and how they are written.
struct AnswerSource {
  std::string path;                   ///< a file, a folder of files, a stream, or the name of a data set
  std::vector<std::string> others{};  ///< further files, or folders, joined to it by the names of columns
  files::ComparisonOptions reading{};
  std::filesystem::path names{};  ///< table object,name; empty: none
  std::string file_option{};      ///< an option that was given and says something that only files have; empty: none
  bool graph = false;             ///< there is a graph, and no answers
  std::optional<files::RatingOptions> ratings{};  ///< the graph is one of ratings
  bool statement_counts = false;                  ///< sums of answers say how many of them are about each pair, too
};

/// Answers of a file or a data set, or a graph.
struct AnswerInput {
  std::string source{};  ///< as given: a path or the name of a data set
  std::string stem{};    ///< the source without folder and extension
  files::ComparisonFile comparisons{};
  std::optional<core::Partition> truth{};  ///< known classes of a data set
  std::vector<std::string> classes{};      ///< by object: the name of its class; empty if none is known
  std::vector<bool> outlier{};             ///< objects that belong to no class; empty if there are none
  std::optional<core::Graph> graph{};      ///< then of the comparisons there are objects, names, rows and notes only
  /// All answers added up, of a text too large to be kept: then the comparisons hold no statement.
  std::shared_ptr<const core::AnswerSums> sums{};
  /// The same by anchor, for a method that takes them so.
  std::shared_ptr<const core::PackedTriplets> packed{};

  /// Whether there are answers, one by one.
  bool listed() const { return !graph && !sums && !packed; }
  /// Of those that are not listed.
  std::int64_t unlisted_answers() const { return sums ? sums->answers : packed ? packed->answers() : 0; }
  /// Of the objects, for pictures and lists (short_names).
  std::vector<std::string> labels() const;
  /// "graph", "triplets", ...
  std::string_view kind() const { return graph ? "graph" : name_of(comparisons.form); }
  /// What a message about them begins with: "answers.csv: "; nothing where they come from nowhere.
  std::string head() const { return source.empty() ? "" : source + ": "; }
};

/// What a statement takes in memory while it is read, sorted and, by a coin, answered at random.
inline constexpr double kBytesPerStatement = 130.0;
/// Larger texts are not kept for a method that only adds answers up.
inline constexpr std::size_t kMostKept = std::size_t{64} << 20;

/// A graph, which there is in place of answers.
void take_graph(files::GraphFile file, AnswerInput& input);

/// Throws UserError: the table of names has so many objects, and another number was announced.
[[noreturn]] void fail_names(const AnswerSource& source, core::Object names);

/// What outputs are called after: the file without folder and ending, of several the first, or the folder.
std::string stem_of(const AnswerSource& source);

/// All of a file, of several, or of a data set, kept in memory; a data set goes before a file of that name, unless that
/// has a slash. Throws UserError.
AnswerInput read_answer_input(const AnswerSource& source);
/// The same for a method: a text of more than `most_kept` bytes is added up, or packed by anchors, as it is read, where
/// that is all that the method needs. Throws UserError, before it is read, where memory will not do for the others.
AnswerInput read_answer_input(const AnswerSource& source, const core::Method& method,
                              std::size_t most_kept = kMostKept);

/// What reading a large file for a method takes, by its size and its first rows.
struct ReadingSize {
  double rows = 0.0, bytes = 0.0;
};
/// Empty where it is small, or no file.
std::optional<ReadingSize> size_of_reading(const AnswerSource& source, const core::Method& method,
                                           std::size_t most_kept = kMostKept);

}  // namespace tertium::answers
