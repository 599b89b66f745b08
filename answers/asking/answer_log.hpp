#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/asking/oracle.hpp"
#include "answers/asking/questions.hpp"
#include "core/comparisons/pairs.hpp"

namespace tertium::answers {

/// A table of all that an oracle answered, anchor,first,second,answer,vote,swapped,batch,seconds, or with the columns
/// of another form of questions, which is read as a file of answers, too. Nobody else can write it meanwhile. Lines are
/// only added.
class AnswerLog {
 public:
  enum class Use { kAdd, kRead };
  /// Makes the file, or reads what it holds: a last line that is not whole, as a crash may leave it, is cut off. What
  /// is only to be read has to be there, and stays as it is. Throws UserError where it cannot be written, where
  /// somebody else does, where it is no table of that form, or names objects that are not among `names`.
  AnswerLog(std::filesystem::path path, std::vector<std::string> names,
            files::AnswerForm form = files::AnswerForm::kTriplet, Use use = Use::kAdd);
  ~AnswerLog();
  AnswerLog(const AnswerLog&) = delete;
  AnswerLog& operator=(const AnswerLog&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// What it held when it was opened.
  const std::vector<AskedOnce>& found() const { return found_; }
  /// What was cut off, or passed over; empty: nothing.
  const std::string& note() const { return note_; }
  /// Adds a batch; when it returns the lines survive a crash of the machine. Throws UserError.
  void add(std::span<const AskedOnce> batch) const;

 private:
  void open();
  void lock();
  [[noreturn]] void fail_no_file() const;
  void read();
  [[noreturn]] void fail_other(std::string_view text) const;
  /// What is said of a line that is not whole.
  std::string other_fields() const;
  /// What is wrong with the line; empty: nothing, and it is added to those found.
  std::string read_line(std::string_view line, std::int64_t number);
  Screen question_in(std::span<const std::string_view> fields, std::int64_t number) const;
  void cut(std::size_t bytes) const;
  void write(std::string_view text) const;
  std::string line_of(const AskedOnce& asked) const;

  std::filesystem::path path_;
  std::vector<std::string> names_;
  files::AnswerForm form_;
  std::string header_;
  std::unordered_map<std::string, core::Object> object_of_;
  int fd_ = -1;
  std::vector<AskedOnce> found_;
  std::string note_;
};

}  // namespace tertium::answers
