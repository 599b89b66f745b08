#include "core/files/comparison_file.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_map>

#include "core/base/natural_order.hpp"
#include "core/files/comparison_layout.hpp"
#include "core/files/csv.hpp"

namespace tertium::core {
namespace {

/// More statements than this that never mention the words of the first row tell that it is a header.
constexpr std::size_t kStatementsThatProveHeader = 10;

/// One after the other, the statements of a file, with each field's object given by `object_of(field)`.
template <typename ObjectOf>
std::vector<Quadruplet> read_statements(CsvReader& rows, const ComparisonLayout& layout, ObjectOf&& object_of) {
  std::vector<Quadruplet> statements;
  rows.rewind();
  if (layout.header) rows.next();
  while (rows.next()) {
    const auto fields = rows.fields();
    if (fields.size() != layout.fields)
      rows.fail_here("{} field{} (the first row has {}), correct the row", fields.size(), fields.size() == 1 ? "" : "s",
                     layout.fields);
    const auto at = [&](std::size_t k) {
      const std::string_view field = fields[layout.column[k]];
      if (field.empty())
        rows.fail_here("field {} is empty (an object belongs there), correct the row", layout.column[k] + 1);
      return object_of(field);
    };
    Quadruplet s;
    s.i = at(0);
    s.j = at(1);
    s.k = layout.kind == StatementKind::kTriplets ? s.i : at(2);
    s.l = at(3);
    if (s.i == s.j)
      rows.fail_here("'{}' is compared with itself (a pair needs two objects), remove the row",
                     fields[layout.column[0]]);
    if (s.k == s.l)
      rows.fail_here("'{}' is compared with itself (a pair needs two objects), remove the row",
                     fields[layout.column[3]]);
    if ((s.i == s.k && s.j == s.l) || (s.i == s.l && s.j == s.k))
      rows.fail_here("the pair '{}', '{}' is compared with itself (a statement needs two pairs), remove the row",
                     fields[layout.column[0]], fields[layout.column[1]]);
    statements.push_back(s);
  }
  if (statements.empty()) rows.fail_file("holds no statement (only a header), give rows i,j,k,l or anchor,near,far");
  return statements;
}

void shift(std::vector<Quadruplet>& statements, Object by) {
  for (Quadruplet& s : statements) {
    s.i -= by;
    s.j -= by;
    s.k -= by;
    s.l -= by;
  }
}

/// Ids as they stand in the file, with the range that occurs.
class IdReader {
 public:
  explicit IdReader(const CsvReader& rows) : rows_(rows) {}

  Object operator()(std::string_view field) {
    std::int64_t id = 0;
    if (!parse_integer(field, id))
      rows_.fail_here("'{}' is not an id (the others are whole numbers), correct it, or use --base none for names",
                      field);
    if (id < 0) rows_.fail_here("id {} is negative (ids count from 0 or from 1), correct it", field);
    if (id > kMaxObjects)
      rows_.fail_here("id {} is too large (at most {} objects), use --base none if these are codes and no numbering",
                      field, kMaxObjects);
    if (id > largest) {
      largest = static_cast<Object>(id);
      largest_line = rows_.line();
    }
    smallest = std::min(smallest, static_cast<Object>(id));
    return static_cast<Object>(id);
  }

  Object smallest = kMaxObjects;
  Object largest = 0;
  std::int64_t largest_line = 0;

 private:
  const CsvReader& rows_;
};

Object base_of_ids(const CsvReader& rows, const IdReader& ids, const ComparisonOptions& options,
                   std::vector<std::string>& remarks) {
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
  remarks.push_back(ids.smallest == 0 ? "ids count from 0 (a 0 occurs)" : "ids count from 1 (1 is the smallest)");
  return ids.smallest;
}

ComparisonFile read_ids(CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options,
                        ComparisonFile file) {
  IdReader ids(rows);
  file.statements = read_statements(rows, layout, ids);
  const Object base = base_of_ids(rows, ids, options, file.remarks);
  shift(file.statements, base);
  file.objects = ids.largest - base + 1;
  if (options.objects > 0 && file.objects > options.objects)
    fail("{}:{}: object {} does not exist (there are {} from {}), correct it or the number of objects", rows.name(),
         ids.largest_line, ids.largest, options.objects, base);
  if (options.objects > 0) file.objects = options.objects;
  if (file.objects > kMaxObjects)
    rows.fail_file("has the id {} (at most {} objects), leave some out", ids.largest, kMaxObjects);
  for (Object i = 0; i < file.objects; ++i) file.names.push_back(std::to_string(i + base));
  return file;
}

/// Names in the order of their first appearance.
class NameReader {
 public:
  explicit NameReader(const CsvReader& rows) : rows_(rows) {}

  Object operator()(std::string_view field) {
    const auto found = number_.find(field);
    if (found != number_.end()) return found->second;
    if (names_.size() >= static_cast<std::size_t>(kMaxObjects))
      rows_.fail_here("more than {} different names (memory grows with N^2), leave some objects out", kMaxObjects);
    return add(field);
  }
  Object add(std::string_view name) {
    const auto next = static_cast<Object>(names_.size());
    return number_.emplace(names_.emplace_back(name), next).first->second;
  }
  const std::deque<std::string>& names() const { return names_; }

 private:
  const CsvReader& rows_;
  std::deque<std::string> names_;  // stays in place, so that views of it last
  std::unordered_map<std::string_view, Object> number_;
};

/// True if nothing of the first statement, whose objects have the lowest numbers, occurs again in a long file.
bool first_stands_alone(std::span<const Quadruplet> statements) {
  if (statements.size() <= kStatementsThatProveHeader) return false;
  const Quadruplet& first = statements.front();
  const Object last_of_first = std::max({first.i, first.j, first.k, first.l});
  return std::all_of(statements.begin() + 1, statements.end(), [&](const Quadruplet& s) {
    return std::min({s.i, s.j, s.k, s.l}) > last_of_first;
  });
}

/// Numbers the names of `file` in natural order.
void sort_names(ComparisonFile& file) {
  std::vector<Object> order(file.names.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Object a, Object b) { return natural_less(file.names[a], file.names[b]); });
  std::vector<Object> place(order.size());
  std::vector<std::string> sorted;
  for (const Object object : order) {
    place[object] = static_cast<Object>(sorted.size());
    sorted.push_back(std::move(file.names[object]));
  }
  file.names = std::move(sorted);
  for (Quadruplet& s : file.statements) s = {place[s.i], place[s.j], place[s.k], place[s.l]};
}

ComparisonFile read_names(CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options,
                          ComparisonFile file) {
  NameReader names(rows);
  file.statements = read_statements(rows, layout, names);
  file.names.assign(names.names().begin(), names.names().end());
  if (layout.maybe_header && first_stands_alone(file.statements)) {
    const Quadruplet first = file.statements.front();
    const Object gone = std::max({first.i, first.j, first.k, first.l}) + 1;
    file.remarks.push_back("the first row is taken as a header (its words occur in no other row)");
    file.statements.erase(file.statements.begin());
    file.names.erase(file.names.begin(), file.names.begin() + gone);
    shift(file.statements, gone);
  }
  sort_names(file);
  file.objects = static_cast<Object>(file.names.size());
  if (options.objects > 0 && options.objects != file.objects)
    rows.fail_file("names {} objects ({} were announced), give the list of all names", file.objects, options.objects);
  return file;
}

ComparisonFile read_known_names(CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options,
                                ComparisonFile file) {
  std::unordered_map<std::string_view, Object> number;
  for (const std::string& name : options.known_names) number.emplace(name, static_cast<Object>(number.size()));
  file.statements = read_statements(rows, layout, [&](std::string_view field) {
    const auto found = number.find(field);
    if (found == number.end())
      rows.fail_here(
          "'{}' is not among the {} objects of {} (every object must be listed there), correct one of the two", field,
          number.size(), options.known_names_from);
    return found->second;
  });
  file.names = options.known_names;
  file.objects = static_cast<Object>(file.names.size());
  return file;
}

}  // namespace

ComparisonFile read_comparisons(CsvReader& rows, const ComparisonOptions& options) {
  ComparisonFile file;
  const ComparisonLayout layout = find_layout(rows, options, file.remarks);
  file.kind = layout.kind;
  if (!options.known_names.empty()) return read_known_names(rows, layout, options, std::move(file));
  const bool ids = options.fields == FieldMeaning::kZeroIds || options.fields == FieldMeaning::kOneIds ||
                   (options.fields == FieldMeaning::kGuess && layout.ids);
  return ids ? read_ids(rows, layout, options, std::move(file)) : read_names(rows, layout, options, std::move(file));
}

ComparisonFile read_comparisons(const std::filesystem::path& path, const ComparisonOptions& options) {
  CsvReader rows(path);
  return read_comparisons(rows, options);
}

}  // namespace tertium::core
