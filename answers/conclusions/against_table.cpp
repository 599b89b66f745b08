#include "answers/conclusions/against_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string_view>
#include <variant>

#include "answers/fits/closest_pairs.hpp"
#include "answers/fits/fit.hpp"
#include "answers/tables/answer_table.hpp"
#include "core/base/error.hpp"
#include "embedding/dense/procrustes.hpp"

namespace tertium::answers {
namespace {

using core::Coordinates, core::Object;

constexpr std::int32_t kNowhere = -1;

/// Of each name its row in the table, or kNowhere.
std::vector<std::int32_t> rows_of(const files::NamedVectors& table, const std::vector<std::string>& names) {
  std::map<std::string_view, std::int32_t> places;
  for (std::size_t row = 0; row < table.names.size(); ++row) places.emplace(table.names[row], row);
  std::vector<std::int32_t> rows;
  for (const std::string& name : names) {
    const auto place = places.find(name);
    rows.push_back(place == places.end() ? kNowhere : place->second);
  }
  return rows;
}

void scale_to_one(std::span<double> row, const files::NamedVectors& table, std::size_t at) {
  double squares = 0.0;
  for (const double x : row) squares += x * x;
  if (!(squares > 0.0) || !std::isfinite(squares))
    core::fail(
        "{}: the vector of '{}' has no direction (it is all zeros, or too long), leave it out, or leave out cosines",
        table.source, table.names[at]);
  for (double& x : row) x /= std::sqrt(squares);
}

/// The table's vectors as places of all objects: zeros of those that it has not.
Coordinates places_in(const files::NamedVectors& table, const std::vector<std::int32_t>& rows, bool cosine) {
  Coordinates vectors = table.places;
  const auto d = static_cast<std::size_t>(vectors.dimensions);
  Coordinates places{static_cast<Object>(rows.size()), vectors.dimensions, std::vector<double>(rows.size() * d, 0.0)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == kNowhere) continue;
    const auto row = std::span(vectors.values).subspan(static_cast<std::size_t>(rows[i]) * d, d);
    if (cosine) scale_to_one(row, table, static_cast<std::size_t>(rows[i]));
    std::ranges::copy(row, places.values.begin() + static_cast<std::ptrdiff_t>(i * d));
  }
  return places;
}

Coordinates some_of(const Coordinates& places, const std::vector<Object>& objects) {
  const auto d = static_cast<std::size_t>(places.dimensions);
  Coordinates some{static_cast<Object>(objects.size()), places.dimensions};
  for (const Object i : objects) {
    const auto row = std::span(places.values).subspan(static_cast<std::size_t>(i) * d, d);
    some.values.insert(some.values.end(), row.begin(), row.end());
  }
  return some;
}

/// The answers that are about objects of the table alone; without who gave them.
files::ComparisonFile answers_about(const std::vector<std::int32_t>& rows, const files::ComparisonFile& file) {
  const auto step = static_cast<std::size_t>(files::statements_of(file.form));
  const auto is_common = [&](Object i) { return rows[i] != kNowhere; };
  files::ComparisonFile about{
      .form = file.form, .objects = file.objects, .names = file.names, .statements = {}, .notes = {}};
  for (std::size_t k = 0; k < file.statements.size(); k += step) {
    const core::Quadruplet& s = file.statements[k];
    if (!is_common(s.i) || !is_common(s.j) || !is_common(s.k) || !is_common(s.l)) continue;
    for (std::size_t at = k; at < k + step; ++at) about.add(file, at);
  }
  return about;
}

}  // namespace

AgainstTable compare_with(const files::NamedVectors& table, bool cosine, const core::Product& product,
                          const std::vector<std::string>& names, const files::ComparisonFile& file,
                          std::uint64_t seed) {
  const std::vector<std::int32_t> rows = rows_of(table, names);
  AgainstTable found{.source = table.source, .rows = static_cast<Object>(table.names.size())};
  for (Object i = 0; i < static_cast<Object>(rows.size()); ++i)
    if (rows[i] != kNowhere) found.common.push_back(i);
  if (found.common.size() < 3)
    core::fail("{} has {} of the objects (three are needed; '{}' there, '{}' in the answers), check its names",
               table.source, found.common.size(), table.names.front(), names.front());
  const core::Product theirs = places_in(table, rows, cosine);
  found.dimensions = std::get<Coordinates>(theirs).dimensions;
  const auto* places = std::get_if<Coordinates>(&product);
  found.procrustes = places == nullptr ? std::numeric_limits<double>::quiet_NaN()
                                       : embedding::moved_onto(some_of(std::get<Coordinates>(theirs), found.common),
                                                               some_of(*places, found.common))
                                             .distance;
  const std::vector<ObjectTriple> triples = triples_of(found.common, seed);
  found.triples = std::ssize(triples);
  found.same = found.triples - differing(closest_pairs(product, triples), closest_pairs(theirs, triples));
  const files::ComparisonFile about = answers_about(rows, file);
  found.by_table = predict_all(theirs, about).in_answers(file.parts);
  found.by_fit = predict_all(product, about).in_answers(file.parts);
  if (!about.statements.empty()) found.repetition = Ballots(tabulate(about)).repetition();
  return found;
}

}  // namespace tertium::answers
