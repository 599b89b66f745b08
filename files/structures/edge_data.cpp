#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "files/structures/edge_rows.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// An edge: its names, what divides them, and what Python's dict beside them holds.
struct EdgeLine {
  std::string_view names, data;
  char delimiter = ' ';

  /// By tabs rather than blanks: there is one between the names.
  std::string divided() const {
    std::string text(names);
    if (delimiter == ' ') std::ranges::replace(text, ' ', '\t');
    return text;
  }
};

std::optional<EdgeLine> edge_line(std::string_view line) {
  line = trimmed(line);
  const std::size_t begin = line.find('{');
  if (begin == std::string_view::npos || !line.ends_with('}') || line.starts_with('#')) return std::nullopt;
  EdgeLine edge{.names = line.substr(0, begin), .data = line.substr(begin + 1, line.size() - begin - 2)};
  if (edge.names.ends_with('\t')) edge.delimiter = '\t';
  edge.names = trimmed(edge.names);
  if (edge.names.ends_with(',') || edge.names.ends_with(';')) {
    edge.delimiter = edge.names.back();
    edge.names = trimmed(edge.names.substr(0, edge.names.size() - 1));
  }
  if (std::ranges::count(edge.names, edge.delimiter) != 1) return std::nullopt;
  return edge;
}

/// What stands behind a key, as Python writes it; a number of numpy 2, np.float64(3.0), without its type.
std::optional<std::string_view> value_of(std::string_view data, std::string_view key) {
  const std::size_t at = data.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view value = data.substr(at + key.size());
  value = trimmed(value.substr(0, value.find(',')));
  if (value.starts_with("np.") && value.ends_with(')') && value.find('(') != std::string_view::npos)
    value = value.substr(value.find('(') + 1, value.size() - value.find('(') - 2);
  return value;
}

}  // namespace

bool has_edge_data(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = trimmed(text.substr(0, text.find('\n')));
    if (!line.empty() && !line.starts_with('#')) return edge_line(line).has_value();
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return false;
}

std::string without_edge_data(const std::string& name, std::string text) {
  if (!has_edge_data(text)) return text;
  std::string rows;
  std::int64_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    ++number;
    const std::optional<EdgeLine> edge = edge_line(line);
    rows += edge ? edge->divided() : std::string(line);
    if (edge && !edge->data.empty()) {
      const auto weight = value_of(edge->data, "'weight':");
      if (!weight && means_distance(edge->data)) core::fail("{}:{}: {}", name, number, distance_problem("distance"));
      if (!weight)
        core::fail(
            "{}:{}: the edge's data {{{}}} have no 'weight', name the entry to use: networkx.write_edgelist(G, FILE, "
            "data=['NAME']), or data=False",
            name, number, edge->data);
      rows += edge->delimiter == ' ' ? '\t' : edge->delimiter;
      rows += *weight;
    }
    rows += '\n';
  }
  return rows;
}

}  // namespace tertium::files
