#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/base/large_array.hpp"
#include "core/base/limits.hpp"
#include "core/base/text.hpp"
#include "files/answers/layout/layout.hpp"
#include "files/answers/rows/metadata.hpp"
#include "files/answers/rows/objects.hpp"
#include "files/answers/rows/plain_rows.hpp"
#include "files/answers/rows/weights.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// Looks for answers that were saved twice: rows that are the same in all columns, some of which tell one answer from
/// another (a time, the number of a trial).
class RepeatedRows {
 public:
  explicit RepeatedRows(const ComparisonLayout& layout);
  void add(const CsvReader& rows) {
    if (!telling_.empty() && all_.size() < kMost) take(rows);
  }
  void note(std::vector<std::string>& notes);

 private:
  static constexpr std::size_t kMost = 100'000;
  void take(const CsvReader& rows);

  std::vector<std::size_t> telling_{};       // columns, and that of the subject
  std::vector<std::size_t> all_{}, told_{};  // hashes
};

/// The rows of a file that cannot be read: all are found before they are told, so that one run shows them.
class BadRows {
 public:
  explicit BadRows(std::vector<std::string>* told) : told_(told) {}

  void add(std::string message) {
    if (told_ != nullptr) told_->push_back(message);
    if (messages_.size() < kShown) messages_.push_back(std::move(message));
    ++count_;
  }
  std::int64_t count() const { return count_; }

  /// Throws UserError with the first ten of them, if there are any beside so many good ones.
  void refuse(const CsvReader& rows, std::int64_t good) const;
  /// One line: how many were left out, and what the first one had.
  std::string note(const CsvReader& rows) const;

 private:
  static constexpr std::size_t kShown = 10;
  std::vector<std::string>* told_;  // all of them
  std::vector<std::string> messages_;
  std::int64_t count_ = 0;
};

/// A row that is a header of other words than the first one: what stands below it means something else.
struct OtherHeader : core::UserError {
  using core::UserError::UserError;
};
/// Throws OtherHeader if the current row is one.
void refuse_other_header(const CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options);

/// Throws UserError: the row has another number of fields than the first one.
[[noreturn]] void fail_width(const CsvReader& rows, const ComparisonLayout& layout);

/// How often a row's statement was made, by the column of that: a whole number, which may be written as 3.0; `times` as
/// often. Throws UserError.
std::int32_t count_of(const CsvReader& rows, const StatementForm& form, std::int32_t times);

/// What a row says, by the column that does, and how sure that is.
Choice choice_in(const CsvReader& rows, const ComparisonLayout& layout);

/// The columns of a row's objects, as if the chosen one, or pair, were the one that stands where the answer does.
std::array<std::size_t, 4> columns_as_chosen(const ComparisonLayout& layout, std::size_t place);

/// A row that checks attention. It is passed if the object that is shown twice was found.
AttentionCheck attention_check(const CsvReader& rows, const ComparisonLayout& layout,
                               const std::array<std::size_t, 4>& columns, std::int32_t subject);

/// Adds the headers below the first one to the notes.
void note_headers(const CsvReader& rows, std::vector<std::string>& notes);

/// Adds what was counted but is no answer to the notes.
void note_metadata(ComparisonFile& file, std::span<const std::string> missing);

/// Reads the statements of a file row by row, with each field's object given by `ObjectReader`: an operator() of the
/// field, and accept() or reject() at the end of the row. read() does all; the parts of it are for a file in pieces.
template <typename ObjectReader>
class StatementReader {
 public:
  StatementReader(CsvReader& rows, const ComparisonLayout& layout, const ComparisonOptions& options,
                  ObjectReader& objects, ComparisonFile& file)
      : rows_(rows),
        layout_(layout),
        options_(options),
        objects_(objects),
        file_(file),
        metadata_(rows, layout.metadata, options.metadata, file.metadata),
        answers_(answer_places(layout)),
        bad_(options.told_bad),
        repeated_(layout),
        plain_(layout, options, rows.delimiter()),
        keeps_origins_(options.origins && (layout.metadata.any() || (layout.choice && layout.choice->places == 3))) {}

  void read() {
    begin();
    read_rows();
    finish();
  }

  /// To the first statement.
  void begin() {
    rows_.rewind();
    if (layout_.header) next_readable(rows_);
  }
  /// The rest of the rows that are there.
  void read_rows() {
    for (;;) {
      while (take_plain_rows()) {
      }
      if (!next()) return;
      try {
        read_row();
        objects_.accept();
        ++file_.rows;
      } catch (const core::UserError& error) {
        objects_.reject();
        refuse_other_header(rows_, layout_, options_);
        bad_.add(error.what());
      }
    }
  }
  /// Counts plain rows that were read. False if they have to be read one by one: ids are names, or one may be too large
  /// and its line is to be told.
  bool note(const PlainRows& plain) {
    if constexpr (std::is_same_v<ObjectReader, IdReader>) {
      const core::Object most = options_.objects > 0 ? options_.objects - 1 : core::kMostObjects - 1;
      if (plain.largest() > std::max(most, objects_.largest)) return false;
      objects_.accept(plain.smallest(), plain.largest());
      file_.rows += plain.rows();
      statements_ += plain.rows();
      return true;
    }
    return false;
  }
  /// Of some statements, where only counts can be told.
  void settle_counts() { weights_.settle_counts(file_, rows_.name()); }
  /// Tells what was wrong.
  void finish() {
    if (!options_.skip_bad) bad_.refuse(rows_, file_.rows);
    metadata_.check_options();
    if (statements_ == 0) fail_empty();
    weights_.settle(file_);
    note_metadata(file_, options_.missing);
    repeated_.note(file_.notes);
    if (rows_.passed_over() > 0)
      file_.notes.push_back(core::counted(static_cast<std::size_t>(rows_.passed_over()), "row") +
                            " passed over: not answers");
    note_headers(rows_, file_.notes);
    if (bad_.count() > 0) file_.notes.push_back(bad_.note(rows_));
    file_.bad_rows = bad_.count();
    if (std::all_of(file_.counts.begin(), file_.counts.end(), [](std::int32_t count) { return count == 1; }))
      file_.counts.clear();
    if (rows_.comments() > 0)
      file_.notes.push_back(fmt::format(
          "{} lines that begin with # are passed over, the first is line {} (a name that begins with # needs quotes)",
          rows_.comments(), rows_.first_comment()));
  }

 private:
  /// Some lines at once, where they are nothing but ids. Lines among which others are, are read row by row.
  bool take_plain_rows() {
    constexpr std::size_t kAtOnce = std::size_t{1} << 16;
    if (!plain_.possible() || rows_.line() < by_row_until_) return false;
    const std::string_view lines = rows_.lines_ahead(kAtOnce);
    if (lines.empty()) return false;
    const std::size_t before = file_.statements.size();
    if (!plain_.read(lines, file_.statements) || !note(plain_)) {
      file_.statements.resize(before);
      by_row_until_ = rows_.line() + std::count(lines.begin(), lines.end(), '\n');
      return false;
    }
    if (before == 0) {  // so many come if all lines are about as long as these
      const auto share = static_cast<double>(rows_.lines_ahead().size()) / static_cast<double>(lines.size());
      const auto some = static_cast<double>(file_.statements.size());
      core::reserve_large(file_.statements, static_cast<std::size_t>(1.02 * share * some) + 1);
    }
    rows_.pass(lines.size(), plain_.rows());
    core::keep_to_limits();
    return true;
  }

  bool next() {
    for (;;) try {
        return rows_.next();
      } catch (const core::UserError& error) {
        bad_.add(error.what());
      }
  }

  [[noreturn]] void fail_empty() const {
    if (bad_.count() > 0)
      rows_.fail_file("contains no comparison that can be read ({}), correct the rows", bad_.note(rows_));
    rows_.fail_file(
        "contains no comparison (only a header, counts of 0, or rows that are left out), give rows i,j,k,l or "
        "anchor,near,far");
  }

  void read_row() {
    const auto fields = rows_.fields();
    if (fields.size() != layout_.fields) fail_width(rows_, layout_);
    if (names_nothing() && !metadata_.is_check()) {
      ++file_.metadata.blank_rows;
      return;
    }
    const MetadataReader::Row what = metadata_.take();
    if (what == MetadataReader::Row::kLeftOut) return;
    const bool missing = is_missing_row();
    const Choice choice = missing ? Choice{} : choice_in(rows_, layout_);
    const std::array<std::size_t, 4> columns = columns_as_chosen(layout_, choice.place);
    if (choice.times == 0 || missing) {
      ++file_.metadata.missing_rows;
      if (options_.origins) file_.metadata.missing.push_back(metadata_.origin());
    } else if (what == MetadataReader::Row::kCheck) {
      ++file_.metadata.check_rows;
      if (options_.origins)
        file_.metadata.checks.push_back(attention_check(rows_, layout_, columns, metadata_.origin().subject));
    } else if (choice.tie && !options_.ties) {
      ++file_.metadata.tie_rows;
    } else {
      read_answer(columns, choice);
    }
  }

  /// Instructions and pauses, which programs of experiments write between the questions.
  bool names_nothing() const {
    return std::ranges::all_of(layout_.columns, [&](std::size_t column) { return rows_.fields()[column].empty(); });
  }

  bool is_missing_row() const {
    return !answers_.empty() && std::all_of(answers_.begin(), answers_.end(), [&](std::size_t place) {
      const std::string_view text = rows_.fields()[layout_.columns[place]];
      return is_missing(text) &&
             std::find(options_.known_names.begin(), options_.known_names.end(), text) == options_.known_names.end();
    });
  }

  void read_answer(const std::array<std::size_t, 4>& columns, const Choice& choice) {
    const auto fields = rows_.fields();
    std::array<core::Object, 4> objects{};
    for (std::size_t k = 0; k < layout_.columns.size(); ++k) objects[k] = objects_(field(columns[k]));
    if (objects_.is_fresh()) refuse_other_header(rows_, layout_, options_);
    repeated_.add(rows_);
    const auto at = [&](std::size_t k) { return fields[columns[k]]; };
    const auto [i, j, k, l] = layout_.forms.front().at;
    if (objects[i] == objects[j]) fail_object(at(i));
    if (objects[k] == objects[l]) fail_object(at(l));
    if ((objects[i] == objects[k] && objects[j] == objects[l]) ||
        (objects[i] == objects[l] && objects[j] == objects[k]))
      rows_.fail_here("the pair '{}', '{}' is compared with itself (a comparison needs two pairs), remove the row",
                      at(i), at(j));
    add_statements(objects, choice);
  }

  std::string_view field(std::size_t column) const {
    const std::string_view text = rows_.fields()[column];
    if (text.empty()) rows_.fail_here("{} is empty (an object is needed), correct the row", rows_.field_text(column));
    if (text.size() > kLongestName)
      rows_.fail_here("{} has {} bytes (a name has at most {}), look for a missing quote or delimiter",
                      rows_.field_text(column), text.size(), kLongestName);
    return text;
  }

  [[noreturn]] void fail_object(std::string_view name) const {
    rows_.fail_here("'{}' is compared with itself (a pair needs two objects), remove the row", name);
  }

  void add_statements(const std::array<core::Object, 4>& objects, const Choice& choice) {
    AnswerOrigin origin = metadata_.origin();
    if (layout_.choice && layout_.choice->places == 3) origin.place = static_cast<std::int8_t>(choice.place);
    const double weight = choice.weight * (layout_.weight ? weight_in(rows_, *layout_.weight) : 1.0);
    for (const StatementForm& form : layout_.forms) {
      const std::int32_t count = form.count ? count_of(rows_, form, choice.times) : choice.times;
      const auto [i, j, k, l] = form.at;
      const core::Quadruplet says{objects[i], objects[j], objects[k], objects[l]};
      if (count == 0 || weight == 0.0) continue;
      if (!choice.tie) {
        add_statement(says, count, weight, origin);
        continue;
      }
      add_statement(says, count, 0.5 * weight, origin);
      add_statement({says.k, says.l, says.i, says.j}, count, 0.5 * weight, origin);
    }
  }

  void add_statement(const core::Quadruplet& says, std::int32_t count, double weight, const AnswerOrigin& origin) {
    const bool votes = layout_.choice && layout_.choice->code == ChoiceCode::kVotes;
    ++statements_;
    file_.statements.push_back(says);
    if (layout_.forms.front().count || votes) file_.counts.push_back(count);
    if (layout_.weight || layout_.grade || (options_.ties && layout_.choice)) weights_.add(weight);
    if (keeps_origins_) file_.metadata.origins.push_back(origin);
  }

  static constexpr std::size_t kLongestName = 1000;  // bytes

  CsvReader& rows_;
  const ComparisonLayout& layout_;
  const ComparisonOptions& options_;
  ObjectReader& objects_;
  ComparisonFile& file_;
  MetadataReader metadata_;
  std::vector<std::size_t> answers_;
  BadRows bad_;
  RepeatedRows repeated_;
  AnswerWeights weights_{};
  PlainRows plain_;
  std::int64_t by_row_until_ = 0;  // a line
  bool keeps_origins_;
  std::int64_t statements_ = 0;
};

}  // namespace tertium::files
