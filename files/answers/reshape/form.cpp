#include "files/answers/reshape/form.hpp"

#include <span>
#include <string_view>

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

std::unique_ptr<CsvReader> LongRows::reader(const std::string& name) && {
  auto rows = std::make_unique<CsvReader>(name, std::move(text_), CsvReader::BadText::kRowByRow);
  rows->pass_over([bad = std::make_shared<Fields>(std::move(bad_))](std::span<const std::string_view> row) {
    std::int64_t number = 0;
    if (row.size() == 1 && parse_integer(row[0], number))
      throw core::UserError(bad->at(static_cast<std::size_t>(number)));
    return false;
  });
  rows->take_places([places = std::make_shared<std::vector<Place>>(std::move(places_)), where = std::move(where_),
                     name](std::int64_t line) {
    const auto row = static_cast<std::size_t>(line - 2);
    return line < 2 || row >= places->size() ? fmt::format("{}:{}", name, line) : where((*places)[row]);
  });
  return rows;
}

}  // namespace tertium::files
