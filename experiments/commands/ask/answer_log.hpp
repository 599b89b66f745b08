#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "experiments/commands/ask/oracle_program.hpp"
#include "experiments/commands/ask/questions.hpp"

namespace tertium::experiments {

/// A question as it was asked, in this order of the two objects, and what the answer was.
struct AskedOnce {
  TripletQuestion question;  ///< as it was shown
  OracleAnswer answer = OracleAnswer::kSkip;
  std::int64_t vote = 1;  ///< the how many-th time that this question is asked
  bool swapped = false;   ///< the other way round than the first time
  std::int64_t batch = 1;
  double seconds = 0.0;  ///< that the batch took, by its number of questions
};

/// What the answer says; nothing if it was skipped.
std::optional<core::Triplet> triplet_of(const AskedOnce& asked);

/// A table of all that an oracle answered, anchor,first,second,answer,vote,swapped,batch,seconds, which is read as a
/// file of answers, too. Nobody else can write it meanwhile. Lines are only added.
class AnswerLog {
 public:
  /// Makes the file, or reads what it holds: a last line that is not whole, as a crash may leave it, is cut off. Throws
  /// UserError where it cannot be written, where somebody else does, where it is no such table, or names objects that
  /// are not among `names`.
  AnswerLog(std::filesystem::path path, const std::vector<std::string>& names);
  ~AnswerLog();
  AnswerLog(const AnswerLog&) = delete;
  AnswerLog& operator=(const AnswerLog&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::vector<AskedOnce>& asked() const { return asked_; }
  /// What was cut off; empty: nothing.
  const std::string& remark() const { return remark_; }
  /// Adds a batch; when it returns the lines survive a crash of the machine. Throws UserError.
  void add(const std::vector<AskedOnce>& batch);

 private:
  void open();
  void read();
  /// What is wrong with the line; empty: nothing, and it is added to those asked.
  std::string read_line(std::string_view line, std::int64_t number);
  std::array<core::Object, 3> objects_of(std::span<const std::string_view> fields, std::int64_t number) const;
  void cut(std::size_t bytes);
  void write(std::string_view text) const;
  std::string line_of(const AskedOnce& asked) const;

  std::filesystem::path path_;
  const std::vector<std::string>& names_;
  std::unordered_map<std::string, core::Object> object_of_;
  int fd_ = -1;
  std::vector<AskedOnce> asked_;
  std::string remark_;
};

}  // namespace tertium::experiments
