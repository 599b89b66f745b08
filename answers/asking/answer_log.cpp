#include "answers/asking/answer_log.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "files/text/csv.hpp"
#include "files/text/sync_file.hpp"
#include "files/text/text_file.hpp"

namespace tertium::answers {
namespace {

// What no oracle reaches: larger numbers are damage.
constexpr std::int64_t kMostVotes = 1'000'000'000;
constexpr double kMostSeconds = 1e9;

constexpr std::size_t kFieldsBesideObjects = 5;
// What a crash may leave of the last line. Any other damage is somebody's answer.
constexpr const char* kBrokenOff = "it breaks off";

std::string header_of(files::AnswerForm form) {
  return columns_of(form) + "," + answer_column(form) + ",vote,swapped,batch,seconds\n";
}

std::string word_for(OracleAnswer answer) {
  switch (answer) {
    case OracleAnswer::kFirst:
      return "first";
    case OracleAnswer::kSecond:
      return "second";
    case OracleAnswer::kThird:
      return "third";
    case OracleAnswer::kSkip:
      break;
  }
  return "NA";  // nobody could say
}

std::optional<std::int64_t> count_of(std::string_view text) {
  const auto count = core::parse_number<std::int64_t>(text);
  return count && *count >= 1 && *count <= kMostVotes ? count : std::nullopt;
}

std::optional<OracleAnswer> answer_of(std::string_view word, files::AnswerForm form) {
  using enum OracleAnswer;
  for (const OracleAnswer answer : {kFirst, kSecond, kThird, kSkip})
    if (word == word_for(answer) && (answer != kThird || choices_of(form) == 3)) return answer;
  return std::nullopt;
}

}  // namespace

AnswerLog::AnswerLog(std::filesystem::path path, std::vector<std::string> names, files::AnswerForm form, Use use)
    : path_(std::move(path)), names_(std::move(names)), form_(form), header_(header_of(form)) {
  for (std::size_t k = 0; k < names_.size(); ++k) object_of_.emplace(names_[k], static_cast<core::Object>(k));
  if (object_of_.size() != names_.size())
    core::fail("two objects have the same name (the log identifies objects by name), make the names different");
  if (use == Use::kAdd) open();
  try {
    read();
  } catch (...) {
    if (fd_ >= 0) ::close(fd_);
    throw;
  }
}

AnswerLog::~AnswerLog() {
  if (fd_ >= 0) ::close(fd_);
}

void AnswerLog::fail_no_file() const {
  core::fail("{}: is not a file (a pipe or a device keeps no answers), give another log", path_.string());
}

void AnswerLog::open() {
  if (files::is_stream(path_)) fail_no_file();
  if (files::unpacked_name(path_) != path_ || files::is_packed(path_))
    core::fail("{0}: is compressed (answers cannot be added), unpack it: gunzip {0}", path_.string());
  fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd_ < 0) core::fail("{}: cannot be written to ({}), give another log", path_.string(), std::strerror(errno));
  struct stat status = {};
  if (fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(fd_);
    fail_no_file();
  }
  lock();
}

/// By flock, else as files are locked over a network; on a disk that knows neither it is told that nobody watches.
void AnswerLog::lock() {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  if (flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK && fcntl(fd_, F_OFD_SETLK, &whole) == 0) return;
  if (errno == EWOULDBLOCK || errno == EACCES) {
    ::close(fd_);
    core::fail("{}: another tertium ask is writing it, wait for it or give another log", path_.string());
  }
  note_ = fmt::format("{} cannot be locked ({}): do not start a second tertium ask with it", path_.string(),
                      std::strerror(errno));
}

void AnswerLog::read() {
  const std::string text = files::read_text(path_);
  if (fd_ >= 0 && header_.starts_with(text)) {  // nothing yet, or not even that was written whole
    cut(0);
    write(header_);
    files::sync_folder(path_.has_parent_path() ? path_.parent_path() : ".");
    return;
  }
  if (!text.starts_with(header_)) fail_other(text);
  std::int64_t number = 2;
  for (std::size_t begin = header_.size(); begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1);
    const std::string damage =
        text[end] == '\n' ? read_line(std::string_view(text).substr(begin, end - begin), number) : kBrokenOff;
    const bool torn = end + 1 == text.size() && (damage == kBrokenOff || damage == other_fields());
    if (!damage.empty() && !torn)
      core::fail("{}:{}: the line is damaged ({}), correct it or remove it", path_.string(), number, damage);
    if (!damage.empty()) {
      note_ += fmt::format("{}line {} of {} is damaged ({}) and {}", note_.empty() ? "" : "; ", number, path_.string(),
                           damage, fd_ >= 0 ? "cut off: its question is asked again" : "says nothing");
      if (fd_ >= 0) cut(begin);
      return;
    }
    begin = end + 1;
  }
}

std::string AnswerLog::other_fields() const {
  return fmt::format("not {} fields", objects_in(form_) + kFieldsBesideObjects);
}

void AnswerLog::fail_other(std::string_view text) const {
  for (const std::string& name : question_forms())
    if (text.starts_with(header_of(question_form(name))))
      core::fail("{}: is a log of {} ({} are asked), give another log, or ask {}", path_.string(), name,
                 files::name_of(form_), name);
  core::fail("{}: is not a log of tertium ask (its header differs{}), give another log", path_.string(),
             text.find('\r') < header_.size() ? ", its lines end in CR LF: save it with LF" : "");
}

Screen AnswerLog::question_in(std::span<const std::string_view> fields, std::int64_t number) const {
  Screen question{.form = form_};
  for (std::size_t k = 0; k < objects_in(form_); ++k) {
    const auto found = object_of_.find(std::string(fields[k]));
    if (found == object_of_.end())
      core::fail("{}:{}: '{}' is not one of the {} objects (the log is about others), give another log", path_.string(),
                 number, fields[k], names_.size());
    question.objects[k] = found->second;
  }
  return question;
}

std::string AnswerLog::read_line(std::string_view line, std::int64_t number) {
  files::CsvReader reader(path_.string(), header_ + std::string(line) + "\n", files::CsvReader::BadText::kRowByRow);
  reader.next();
  const std::size_t objects = objects_in(form_);
  if (!reader.next() || reader.fields().size() != objects + kFieldsBesideObjects) return other_fields();
  const std::span<const std::string_view> fields = reader.fields(), said = fields.subspan(objects);
  const auto answer = answer_of(said[0], form_);
  const auto vote = count_of(said[1]), batch = count_of(said[3]);
  const auto seconds = core::parse_number<double>(said[4]);
  if (!answer) return fmt::format("'{}' is not an answer", said[0]);
  if (!vote || !batch || !seconds || !(*seconds >= 0.0 && *seconds <= kMostSeconds))
    return "vote, batch or seconds is not a valid number";
  if (said[2] != "yes" && said[2] != "no") return fmt::format("'{}' is neither yes nor no", said[2]);
  const Screen question = question_in(fields, number);
  const auto asked = std::span(question.objects).first(objects);
  if (std::set(asked.begin(), asked.end()).size() < objects) return "an object occurs twice";
  found_.push_back({question, *answer, *vote, said[2] == "yes", *batch, *seconds});
  return "";
}

void AnswerLog::cut(std::size_t bytes) const {
  if (ftruncate(fd_, static_cast<off_t>(bytes)) != 0)
    core::fail("{}: cannot be cut to its whole lines ({}), give another log", path_.string(), std::strerror(errno));
}

void AnswerLog::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t written = ::write(fd_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (text.empty()) return files::sync_file(fd_, path_);
  core::fail("{}: cannot be written to ({}), free disk space and repeat the command", path_.string(),
             std::strerror(errno));
}

std::string AnswerLog::line_of(const AskedOnce& asked) const {
  std::string line;
  for (std::size_t k = 0; k < objects_in(form_); ++k) line += files::csv_field(names_[asked.question.objects[k]]) + ',';
  return fmt::format("{}{},{},{},{},{:.3f}\n", line, word_for(asked.answer), asked.vote, asked.swapped ? "yes" : "no",
                     asked.batch, asked.seconds);
}

void AnswerLog::add(std::span<const AskedOnce> batch) const {
  std::string text;
  for (const AskedOnce& one : batch) text += line_of(one);
  write(text);
}

}  // namespace tertium::answers
