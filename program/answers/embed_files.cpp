#include "program/answers/embed_files.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>
#include <variant>

#include "answers/results/results.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::program {
namespace {

template <typename Table>
using NumberOf = std::remove_cvref_t<decltype((*std::declval<Table>())(0, 1))>;

}  // namespace

std::string places_csv(const core::Coordinates& places, const std::vector<std::string>& names,
                       const answers::PlaceSpread* spread) {
  return files::csv_of(files::numbers_below(places.objects), [&](core::Object i) {
    files::Record record = answers::object_of(i, names);
    for (int c = 0; c < places.dimensions; ++c)
      record.push_back({fmt::format("x{}", c + 1), "a coordinate", places(i, c), "{}"});
    for (int c = 0; spread != nullptr && c < places.dimensions; ++c)
      record.push_back({fmt::format("sd{}", c + 1), "its standard deviation over samples", spread->sd(i, c)});
    return record;
  });
}

std::string similarities_csv(const core::SimilarityMatrix& similarities, const std::vector<std::string>& names) {
  std::string text = "name";
  for (const std::string& name : names) text += ',' + files::csv_field(name);
  std::visit(
      [&](const auto& table) {
        for (core::Object i = 0; i < table->objects(); ++i) {
          text += '\n' + files::csv_field(names[i]);
          for (core::Object j = 0; j < table->objects(); ++j)
            text += fmt::format(",{}", i == j ? NumberOf<decltype(table)>{} : (*table)(i, j));
        }
      },
      similarities);
  return text + '\n';
}

std::string similarities_npy(const core::SimilarityMatrix& similarities) {
  return std::visit(
      [](const auto& table) {
        using Number = NumberOf<decltype(table)>;
        const core::Object n = table->objects();
        std::string bytes = files::npy_header(std::is_integral_v<Number> ? "<i8" : "<f8", n, n);
        for (core::Object i = 0; i < n; ++i)
          for (core::Object j = 0; j < n; ++j) {
            const Number value = i == j ? Number{} : (*table)(i, j);
            bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
          }
        return bytes;
      },
      similarities);
}

}  // namespace tertium::program
