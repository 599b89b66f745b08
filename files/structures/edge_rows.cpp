#include "files/structures/edge_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

std::optional<double> edge_weight(std::string_view text) {
  const std::optional<double> weight = core::parse_number<double>(text);
  if (!weight || *weight < 0.0) return std::nullopt;
  return *weight + 0.0;  // no -0
}

/// Trees are made of sums of weights, and of these times numbers of objects.
void EdgeRows::check_sum(const std::vector<core::Edge>& edges, std::size_t vertices) const {
  double sum = 0.0;
  for (const core::Edge& edge : edges) sum += edge.weight;
  if (!std::isfinite(sum * static_cast<double>(vertices)))
    core::fail(
        "{}: the weights are too large to be added up (a sum is infinite), divide all of them by the same number",
        name_);
}

std::string weight_problem(std::string_view text) {
  constexpr std::size_t kMostShown = 40;
  const std::string shown = text.size() <= kMostShown
                                ? std::string(text)
                                : fmt::format("{}... ({} bytes)", text.substr(0, kMostShown), text.size());
  if (is_too_large(text))
    return fmt::format("the weight '{}' is too large a number, divide all of them by the same one", shown);
  return fmt::format("the weight '{}' is not a finite number of at least 0 (a similarity), correct it", shown);
}

bool means_distance(std::string_view word) {
  static constexpr std::array<std::string_view, 4> kParts{"distance", "dissimilar", "divergence", "dissim"};
  static constexpr std::array<std::string_view, 5> kWords{"dist", "dists", "cost", "costs", "length"};
  const std::string lower = lower_case(word);
  if (std::ranges::any_of(kParts, [&](std::string_view part) { return lower.find(part) != std::string::npos; }))
    return true;
  return std::ranges::any_of(kWords, [&](std::string_view known) {
    const std::size_t at = lower.find(known);
    const auto letter = [&](std::size_t k) { return k < lower.size() && lower[k] >= 'a' && lower[k] <= 'z'; };
    return at != std::string::npos && !(at > 0 && letter(at - 1)) && !letter(at + known.size());
  });
}

std::string distance_problem(std::string_view word) {
  return fmt::format(
      "weights called '{}' (a larger weight must mean more similar objects), give similarities, such as 1 / (1 + {}), "
      "in a column weight",
      word, word);
}

void EdgeRows::finish(std::span<const core::Object> new_id, GraphFile& file) {
  for (Row& row : edges_) {
    const auto [u, v] = std::minmax({new_id[row.edge.u], new_id[row.edge.v]});
    row.edge.u = u;
    row.edge.v = v;
  }
  std::ranges::sort(edges_, {}, [](const Row& row) { return std::tuple(row.edge.u, row.edge.v, row.line); });
  std::vector<core::Edge> edges;
  std::int64_t repeated = 0;
  for (std::size_t k = 0; k < edges_.size(); ++k) {
    const Row& row = edges_[k];
    const bool again = k > 0 && edges_[k - 1].edge.u == row.edge.u && edges_[k - 1].edge.v == row.edge.v;
    if (again && edges_[k - 1].edge.weight != row.edge.weight)
      core::fail(
          "{}:{}: the edge of {} and {} has weight {} (in line {} it has {}; the graph is undirected), remove one",
          name_, row.line, file.names[row.edge.u], file.names[row.edge.v], row.edge.weight, edges_[k - 1].line,
          edges_[k - 1].edge.weight);
    if (again)
      ++repeated;
    else
      edges.push_back(row.edge);
  }
  edges_ = {};
  check_sum(edges, file.names.size());
  file.graph = core::Graph(static_cast<core::Object>(file.names.size()), std::move(edges));
  file.rows = rows_;
  if (loops_ > 0)
    file.notes.push_back(
        fmt::format("{} loops are left out (an object's similarity to itself carries no information)", loops_));
  if (repeated > 0)
    file.notes.push_back(fmt::format("{} edges are listed again, in either direction; each counts once", repeated));
}

}  // namespace tertium::files
