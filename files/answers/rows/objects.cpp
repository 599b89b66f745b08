#include "files/answers/rows/objects.hpp"

#include <fmt/format.h>

namespace tertium::files {
namespace {

void shift(std::vector<core::Quadruplet>& statements, core::Object by) {
  for (core::Quadruplet& s : statements) {
    s.i -= by;
    s.j -= by;
    s.k -= by;
    s.l -= by;
  }
}

core::Object base_of_ids(const CsvReader& rows, const IdReader& ids, const ComparisonOptions& options,
                         std::vector<std::string>& notes) {
  if (options.fields == FieldMeaning::kZeroIds) return 0;
  if (options.fields == FieldMeaning::kOneIds) {
    if (ids.smallest == 0) rows.fail_file("has the id 0 (ids from 1 were announced), use --base 0");
    return 1;
  }
  if (ids.smallest > 1)
    rows.fail_file(
        "has {} as smallest id (so it cannot be seen where ids begin), use --base 0, --base 1, or --base none "
        "for codes",
        ids.smallest);
  notes.push_back(ids.smallest == 0 ? "ids count from 0 (a 0 occurs)" : "ids count from 1 (1 is the smallest)");
  return ids.smallest;
}

std::int64_t whole_number(std::string_view text) {
  std::int64_t value = 0;
  parse_whole(text, value);
  return value;
}

}  // namespace

core::Object take_ids(const CsvReader& rows, const IdReader& ids, const ComparisonOptions& options,
                      ComparisonFile& file) {
  const core::Object base = base_of_ids(rows, ids, options, file.notes);
  shift(file.statements, base);
  if (!ids.other_way.empty())
    file.notes.push_back(fmt::format("ids are whole numbers, however they are written: '{}' is {}", ids.other_way,
                                     whole_number(ids.other_way)));
  file.objects = ids.largest - base + 1;
  if (options.objects > 0 && file.objects > options.objects)
    core::fail("{}: object {} does not exist (there are {} from {}), correct it or the number of objects",
               rows.where(ids.largest_line), ids.largest, options.objects, base);
  if (options.objects > 0) file.objects = options.objects;
  if (file.objects > core::kMostObjects)
    rows.fail_file("has the id {} (at most {} objects), leave some out", ids.largest, core::kMostObjects);
  for (core::Object i = 0; i < file.objects; ++i) file.names.push_back(std::to_string(i + base));
  return base;
}

}  // namespace tertium::files
