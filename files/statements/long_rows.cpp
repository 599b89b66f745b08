#include "files/statements/long_rows.hpp"

#include <memory>
#include <span>

namespace tertium::files {

void LongRows::write(const Fields& fields) {
  for (std::size_t k = 0; k < fields.size(); ++k) text_ += (k == 0 ? "" : ",") + csv_field(fields[k]);
  text_ += '\n';
}

void LongRows::add(const Fields& fields, Place place) {
  write(fields);
  places_.push_back(place);
}

void LongRows::add_bad(const core::UserError& error, std::int64_t line) {
  write({std::to_string(bad_.size())});  // a single field, as no answer has
  bad_.emplace_back(error.what());
  places_.emplace_back(line, 0);
}

void LongRows::explain(CsvReader& rows, std::function<std::string(Place)> words) && {
  rows.pass_over([bad = std::make_shared<Fields>(std::move(bad_))](std::span<const std::string_view> row) {
    std::int64_t number = 0;
    if (row.size() == 1 && parse_integer(row[0], number))
      throw core::UserError(bad->at(static_cast<std::size_t>(number)));
    return false;
  });
  rows.take_places(
      [places = std::make_shared<std::vector<Place>>(std::move(places_)), words = std::move(words)](std::int64_t line) {
        const auto row = static_cast<std::size_t>(line - 2);
        return line < 2 || row >= places->size() ? std::to_string(line) : words((*places)[row]);
      });
}

}  // namespace tertium::files
