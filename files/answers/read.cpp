#include "files/answers/read.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/text.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/reshape/exports.hpp"
#include "files/answers/reshape/form.hpp"
#include "files/answers/reshape/headers.hpp"
#include "files/answers/rows/objects.hpp"
#include "files/answers/rows/plain_rows.hpp"
#include "files/answers/rows/row_reader.hpp"
#include "files/answers/rows/stream.hpp"
#include "files/answers/words/alike_names.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"
#include "files/text/npy_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::files {

namespace {

/// More statements than this that never mention the words of the first row tell that it is a header.
constexpr std::int64_t kStatementsThatProveHeader = 10;

/// What is read: a text that is there as a whole or, with a stream, the first piece of it.
struct Source {
  CsvReader& rows;
  ComparisonStream* stream = nullptr;
};

template <typename ObjectReader>
void read_statements(const Source& source, const ComparisonLayout& layout, const ComparisonOptions& options,
                     ObjectReader& objects, ComparisonFile& file) {
  if (source.stream == nullptr)
    StatementReader(source.rows, layout, options, objects, file).read();
  else
    StatementStream(source.rows, layout, options, objects, file, *source.stream).read();
}

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
        "has {} as smallest id (so it is unclear where ids begin), use --base 0, --base 1, or --base none for codes",
        ids.smallest);
  notes.push_back(ids.smallest == 0 ? "ids count from 0 (a 0 occurs)" : "ids count from 1 (1 is the smallest)");
  return ids.smallest;
}

std::int64_t whole_number(std::string_view text) {
  std::int64_t value = 0;
  parse_whole(text, value);
  return value;
}

/// Counts the objects of statements that were read, and numbers them from 0. Returns where the file's ids begin.
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

ComparisonFile read_ids(const Source& source, const ComparisonLayout& layout, const ComparisonOptions& options,
                        ComparisonFile file) {
  IdReader ids(source.rows);
  read_statements(source, layout, options, ids, file);
  const core::Object base = take_ids(source.rows, ids, options, file);
  if (source.stream != nullptr)
    for (core::Object id = 0; id <= ids.largest; ++id) source.stream->number.push_back(id - base);
  return file;
}

/// True if nothing of the first statement, whose objects have the lowest numbers, occurs again.
bool first_stands_alone(std::span<const core::Quadruplet> statements) {
  const core::Quadruplet& first = statements.front();
  const core::Object last_of_first = std::max({first.i, first.j, first.k, first.l});
  return statements.size() > 1 && std::all_of(statements.begin() + 1, statements.end(), [&](const core::Quadruplet& s) {
           return std::min({s.i, s.j, s.k, s.l}) > last_of_first;
         });
}

/// A first row whose words occur in no other is a header if it looks like one, or if many rows pass it by.
void check_first_row(CsvReader& rows, const ComparisonLayout& layout, ComparisonFile& file) {
  rows.rewind();
  next_readable(rows);
  if (layout.telling || file.rows > kStatementsThatProveHeader) fail_header(rows);
  file.notes.push_back(fmt::format("line {} is taken as a comparison (--header yes if it is a header)", rows.line()));
}

/// Numbers the names of `file` in natural order. Returns the new number of each.
std::vector<core::Object> sort_names(ComparisonFile& file) {
  std::vector<core::Object> place = core::sort_naturally(file.names);
  for (core::Quadruplet& s : file.statements) s = {place[s.i], place[s.j], place[s.k], place[s.l]};
  return place;
}

ComparisonFile read_names(const Source& source, const ComparisonLayout& layout, const ComparisonOptions& options,
                          ComparisonFile file) {
  CsvReader& rows = source.rows;
  NameReader names(rows, options);
  read_statements(source, layout, options, names, file);
  file.names.assign(names.names().begin(), names.names().end());
  if (const auto joined = names.joined(); !joined.empty())
    file.notes.push_back(fmt::format("names that look alike are joined: {}", alike_text(joined)));
  const bool stream = source.stream != nullptr;
  if (layout.maybe_header && first_stands_alone(stream ? source.stream->first : file.statements)) {
    if (stream) rows.go_on(source.stream->read.front(), 0);
    check_first_row(rows, layout, file);
  }
  std::vector<core::Object> place = sort_names(file);
  if (const auto alike = alike_names(file.names); !alike.empty())
    file.notes.push_back(fmt::format(
        "names that look alike are different objects: {} (by case, blanks, or how letters or numbers are written; "
        "--normalize joins them)",
        alike_text(alike)));
  for (const std::string& name : file.names)
    if (is_missing(name))
      file.notes.push_back(
          fmt::format("'{0}' is the name of an object here (--missing \"{0}\" if it means a missing answer)", name));
  if (stream) source.stream->number = std::move(place);
  file.objects = static_cast<core::Object>(file.names.size());
  if (options.objects > 0 && options.objects != file.objects)
    rows.fail_file("names {} objects ({} were announced), give the list of all names", file.objects, options.objects);
  return file;
}

ComparisonFile read_known_names(const Source& source, const ComparisonLayout& layout, const ComparisonOptions& options,
                                ComparisonFile file) {
  NameReader names(source.rows, options);
  read_statements(source, layout, options, names, file);
  file.names = options.known_names;
  file.objects = static_cast<core::Object>(file.names.size());
  if (source.stream != nullptr)
    for (core::Object i = 0; i < file.objects; ++i) source.stream->number.push_back(i);
  return file;
}

bool are_ids(const ComparisonLayout& layout, const ComparisonOptions& options) {
  return options.fields == FieldMeaning::kZeroIds || options.fields == FieldMeaning::kOneIds ||
         (options.fields == FieldMeaning::kGuess && layout.ids);
}

/// Takes the statements of rows that are nothing but ids; false if some row is wrong in any way.
bool take_numbers(const NpyTable& table, const ComparisonLayout& layout, IdReader& ids, ComparisonFile& file) {
  file.statements.reserve(layout.forms.size() * table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::span numbers = std::span(table.numbers).subspan(row * table.width, table.width);
    for (const std::int64_t id : numbers)
      if (!ids.take(id)) return false;
    for (const StatementForm& form : layout.forms) {
      const auto at = [&](std::size_t place) {
        return static_cast<core::Object>(numbers[layout.columns[form.at[place]]]);
      };
      file.statements.push_back({at(0), at(1), at(2), at(3)});
      if (!is_statement(file.statements.back())) return false;
    }
    ids.accept(static_cast<std::int64_t>(row) + 1);
  }
  file.rows = static_cast<std::int64_t>(table.rows());
  return true;
}

/// Good rows of ids, without a text of them. Nothing where there are others: the text of all will tell.
std::optional<ComparisonFile> read_numbers(const std::filesystem::path& path, const NpyTable& table,
                                           const ComparisonOptions& options) {
  constexpr std::size_t kRowsThatTellTheLayout = 100;
  CsvReader head(path.string(), table.text(std::min(table.rows(), kRowsThatTellTheLayout)));
  ComparisonFile file;
  const ComparisonLayout layout = find_layout(head, options, file.notes);
  file.form = layout.form;
  if (!PlainRows(layout, options, head.delimiter()).possible() || !are_ids(layout, options) ||
      !options.known_names.empty() || !options.metadata.sets.empty() || !options.metadata.dropped_subjects.empty())
    return std::nullopt;
  IdReader ids(head);
  if (!take_numbers(table, layout, ids, file)) return std::nullopt;
  take_ids(head, ids, options, file);
  return file;
}

ComparisonFile read_rows(const Source& source, const ComparisonOptions& options, std::vector<std::string> notes,
                         bool known_header) {
  ComparisonFile file;
  file.notes = std::move(notes);
  source.rows.take_for_missing(options.missing);
  const ComparisonLayout layout = find_layout(source.rows, options, file.notes);
  if (layout.header && !known_header) take_same_headers(source.rows);
  file.form = layout.form;
  if (!options.known_names.empty())
    file = read_known_names(source, layout, options, std::move(file));
  else
    file = are_ids(layout, options) ? read_ids(source, layout, options, std::move(file))
                                    : read_names(source, layout, options, std::move(file));
  sort_names(file.metadata);
  if (const auto alike = alike_names(file.metadata.subjects); !alike.empty())
    file.notes.push_back(fmt::format("subjects that look alike are different participants: {}", alike_text(alike)));
  return file;
}

ComparisonFile read(const Source& source, const ComparisonOptions& options) {
  std::vector<std::string> notes;
  const bool known_header = take_known_headers(source.rows, options, notes);
  ComparisonOptions told = with_preset(source.rows, options, notes);
  for (const Form& form : core::all<Form>())
    if (std::optional<LongRows> answers = form.reshape(source.rows, told, notes)) {
      if (source.stream != nullptr)
        source.rows.fail_file("has {} (a file this long cannot be read so), use a part of it", form.sentence);
      const std::unique_ptr<CsvReader> rows = std::move(*answers).reader(source.rows.name());
      told.columns.clear();
      told.header = HeaderLine::kYes;
      return read_rows({*rows}, told, std::move(notes), true);
    }
  return read_rows(source, told, std::move(notes), known_header);
}

constexpr double kSmall = 4e6;  // bytes of a file; of others there is memory

/// Bytes of text of a row, from the first piece.
double length_of_row(const std::filesystem::path& path) {
  std::string piece;
  if (!TextPieces(path).next(piece)) return 1.0;
  return static_cast<double>(piece.size()) / (1.0 + static_cast<double>(std::count(piece.begin(), piece.end(), '\n')));
}

}  // namespace

ComparisonFile read_comparisons(CsvReader& rows, const ComparisonOptions& options) {
  return read({rows}, options);
}

ComparisonFile stream_comparisons(const std::string& name, ComparisonStream& stream, const ComparisonOptions& options) {
  CsvReader rows(name, stream.read.front(), CsvReader::BadText::kRowByRow);
  return read({rows, &stream}, options);
}

ComparisonFile read_comparisons(const std::filesystem::path& path, const ComparisonOptions& options) {
  expect_memory_for(path, options);
  if (is_npy_file(path)) {
    NpyTable table = read_npy_table(path, options.responses);
    ComparisonOptions reading = options;
    if (reading.columns.empty()) reading.columns = std::move(table.columns);
    reading.header = HeaderLine::kNo;
    if (reading.fields == FieldMeaning::kGuess) reading.fields = FieldMeaning::kZeroIds;
    if (reading.columns.empty())
      if (std::optional<ComparisonFile> file = read_numbers(path, table, reading)) return *std::move(file);
    CsvReader rows(path.string(), table.text(table.rows()), CsvReader::BadText::kRowByRow);
    return read_comparisons(rows, reading);
  }
  if (!options.responses.empty())
    core::fail(
        "{}: is not a .npy file (--responses gives the answers to questions in one), put the answers into a column",
        path.string());
  CsvReader rows(path, CsvReader::BadText::kRowByRow);
  return read_comparisons(rows, options);
}

ComparisonFile read_comparisons(const std::string& name, std::span<const std::filesystem::path> paths,
                                const ComparisonOptions& options) {
  for (const std::filesystem::path& path : paths) expect_memory_for(path, options);
  CsvReader rows(name, paths, CsvReader::BadText::kRowByRow);
  return read_comparisons(rows, options);
}

double ReadingSize::listed(bool origins) const {
  constexpr double kGrown = 1.5;  // a list while it grows: the old one beside the new one
  const double each = sizeof(core::Quadruplet) + (origins ? sizeof(AnswerOrigin) : 0.0);
  const double list = kGrown * each * statements;
  return numbers > 0.0 ? numbers + std::max(text, list) : text + list;
}

std::optional<ReadingSize> size_of_reading(const std::filesystem::path& path, const ComparisonOptions& options) {
  const double bytes = text_size(path);
  if (bytes < kSmall) return {};
  const double of_row = options.form ? statements_of(*options.form) : 1;
  if (!is_npy_file(path)) {
    const double rows = bytes / length_of_row(path);
    return ReadingSize{.text = bytes, .rows = rows, .statements = of_row * rows};
  }
  constexpr double kWidth = 3.0 * sizeof(std::int64_t);
  const auto rows = static_cast<double>(npy_rows(path));
  return ReadingSize{.text = bytes, .numbers = kWidth * rows, .rows = rows, .statements = of_row * rows};
}

void expect_memory_for(const std::filesystem::path& path, const ComparisonOptions& options) {
  const std::optional<ReadingSize> size = size_of_reading(path, options);
  const double needed = size ? size->listed(options.origins) : 0.0, available = core::available_memory();
  if (needed > available)
    core::fail("{}: about {:.2g} rows need about {} to be read ({} are available), use a part of them", path.string(),
               size->rows, core::bytes_text(needed), core::bytes_text(available));
}

}  // namespace tertium::files
