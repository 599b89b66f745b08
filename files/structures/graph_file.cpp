#include "files/structures/graph_file.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/structures/edge_rows.hpp"
#include "files/text/csv.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {
namespace {

constexpr std::size_t kNames = 2;  // of a row

/// A header says so by its first two words.
bool is_edge_header(std::span<const std::string_view> fields) {
  if (fields.size() < 2 || fields.size() > 3) return false;
  static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"source", "target"}, {"from", "to"}, {"u", "v"}, {"node1", "node2"}, {"vertex1", "vertex2"}};
  const std::pair<std::string, std::string> found{lower_case(fields[0]), lower_case(fields[1])};
  return std::ranges::any_of(kWords,
                             [&](const auto& words) { return found == std::pair<std::string, std::string>(words); });
}

bool is_called(const std::filesystem::path& path, std::string_view extension) {
  return lower_case(unpacked_name(path).extension().string()) == extension;
}

/// Vertices by their names, as they come.
class Names {
 public:
  core::Object number(std::string_view name) {
    const auto [place, is_new] = number_.try_emplace(std::string(name), static_cast<core::Object>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
  }
  /// Puts the names in natural order; returns the new number of each.
  std::vector<core::Object> sort() { return core::sort_naturally(names_); }
  std::vector<std::string> take() { return std::move(names_); }
  std::size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, core::Object> number_;
  std::vector<std::string> names_;
};

double weight_of(const CsvReader& rows) {
  const std::optional<double> weight = edge_weight(rows.fields()[2]);
  if (!weight) rows.fail_here("{}", weight_problem(rows.fields()[2]));
  return *weight;
}

GraphFile read_edge_list(CsvReader& rows, EdgeHeader header) {
  Names names;
  EdgeRows edges(rows.name());
  std::size_t columns = 0;
  for (bool first = true; rows.next(); first = false) {
    const std::size_t fields = rows.fields().size();
    if (first && header != EdgeHeader::kNo && fields == 3 && means_distance(rows.fields()[2]))
      rows.fail_here("{}", distance_problem(rows.fields()[2]));
    if (first && (header == EdgeHeader::kYes || (header == EdgeHeader::kGuess && is_edge_header(rows.fields()))))
      continue;
    if (columns == 0) columns = fields;
    if (fields != columns || fields < 2 || fields > 3)
      rows.fail_here("{} fields (an edge has two names and perhaps a weight, the same in every row), correct the row",
                     fields);
    if (rows.fields()[0].empty() || rows.fields()[1].empty()) rows.fail_here("a name is empty, fill it in");
    const core::Object u = names.number(rows.fields()[0]), v = names.number(rows.fields()[1]);
    if (names.size() > static_cast<std::size_t>(core::kMostObjects))
      rows.fail_here("more than {} vertices, leave some out", core::kMostObjects);
    edges.add(u, v, columns == 3 ? weight_of(rows) : 1.0, rows.line());
  }
  if (edges.rows() == 0) rows.fail_file("has no edge (no row source,target), add them");
  const std::vector<core::Object> new_id = names.sort();
  GraphFile file;
  file.names = names.take();
  edges.finish(new_id, file);
  return file;
}

}  // namespace

bool is_graph_file(const std::filesystem::path& path) {
  std::error_code error;
  if (is_stream(path) || !std::filesystem::is_regular_file(path, error)) return false;
  if (is_called(path, ".mtx") || is_called(path, ".edgelist")) return true;
  try {
    std::string piece;
    if (!TextPieces(path).next(piece)) return false;
    piece.resize(std::min(piece.find('\n', std::min<std::size_t>(piece.size(), 4096)), piece.size()));
    if (is_matrix_market(piece) || has_edge_data(piece)) return true;
    CsvReader rows(path.string(), std::move(piece), CsvReader::BadText::kRowByRow, kNames);
    return rows.next() && is_edge_header(rows.fields());
  } catch (const core::UserError&) {
    return false;  // whoever reads it will tell
  }
}

GraphFile parse_graph(std::string name, std::string text, EdgeHeader header) {
  if (is_matrix_market(text)) return read_matrix_market(name, text);
  text = without_edge_data(name, std::move(text));
  CsvReader rows(std::move(name), std::move(text), CsvReader::BadText::kRefuse, kNames);
  return read_edge_list(rows, header);
}

GraphFile read_graph(const std::filesystem::path& path, EdgeHeader header) {
  std::string name = path == kStandardInput ? std::string("standard input") : path.string();
  std::string text = read_text(path);
  if (is_called(path, ".mtx") && !is_matrix_market(text))
    core::fail(
        "{}:1: does not begin with %%MatrixMarket (a file .mtx has to), add the header, or rename an edge list to .csv",
        name);
  return parse_graph(std::move(name), std::move(text), header);
}

GraphFile with_names(const GraphFile& file, const std::vector<std::string>& objects, std::vector<std::string> names,
                     std::string_view where) {
  std::unordered_map<std::string_view, core::Object> number;
  for (const std::string& object : objects) number.emplace(object, static_cast<core::Object>(number.size()));
  std::vector<core::Object> new_id;
  for (const std::string& name : file.names) {
    const auto found = number.find(name);
    if (found == number.end()) core::fail("{}: vertex '{}' of the graph is not listed, add it", where, name);
    new_id.push_back(found->second);
  }
  std::vector<core::Edge> edges;
  file.graph.for_each_edge([&](core::Object u, core::Object v, double weight) {
    edges.push_back({new_id[u], new_id[v], weight});
  });
  return {core::Graph(static_cast<core::Object>(objects.size()), std::move(edges)), std::move(names), file.rows,
          file.notes};
}

}  // namespace tertium::files
