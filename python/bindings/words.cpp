// The library's messages speak of options of the program; Python has parameters in their place.
#include "python/bindings/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text.hpp"

namespace tertium::python {
namespace {

/// How an option is written behind its name.
enum class Value {
  kNone,     ///< not at all
  kWord,     ///< as one of few words
  kEquals,   ///< as a text with an equals sign, or words with commas between
  kAnything  ///< as any text
};

struct Option {
  std::string_view name, parameter;
  Value value = Value::kNone;
  std::string_view flag{};  ///< what it is without a value
};

constexpr std::string_view kWhere = "; tertium.answers takes that";  // fit and the others do not

constexpr std::array<Option, 21> kOptions{{{"--skip-bad", "skip_bad", Value::kNone, "=True"},
                                           {"--normalize", "normalize", Value::kNone, "=True"},
                                           {"--columns", "columns", Value::kEquals},
                                           {"--answers", "answers", Value::kEquals},
                                           {"--kind", "kind", Value::kWord},
                                           {"--base", "base", Value::kWord},
                                           {"--header", "header", Value::kWord},
                                           {"--missing", "missing", Value::kAnything},
                                           {"--questions", "questions", Value::kAnything},
                                           {"--from", "preset", Value::kAnything},
                                           {"--names", "names", Value::kAnything},
                                           {"--drop-subjects", "drop_subjects"},
                                           {"--where", "where"},
                                           {"--grades", "grades", Value::kEquals},
                                           {"--ties", "ties", Value::kAnything},
                                           {"--symmetric", "symmetric", Value::kAnything},
                                           {"--responses", "responses"},
                                           {"--sets", "sets"},
                                           {"--groups", "groups"},
                                           {"--support", "the number of trees"},
                                           {"--threads", "n_jobs"}}};

/// What is about files that the module does not read.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kElsewhere{
    {{"cluster it as ratings: --kind ratings", "read it as ratings: tertium.graph, ratings=True"},
     {"cluster the rows as ratings: --kind ratings", "read them as ratings: tertium.graph, ratings=True"},
     {", or use --kind graph if every row is an edge", ", or make it a graph if every row is an edge: tertium.graph"},
     {"use --kind graph", "make it one: tertium.graph"}}};

bool is_word(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords{"0",        "1",           "none",         "yes",         "no",
                                                   "triplets", "quadruplets", "odd-one-outs", "most-central"};
  return std::find(kWords.begin(), kWords.end(), text) != kWords.end();
}

/// The text behind an option, without its quotes, and where it ends.
std::pair<std::string, std::size_t> text_at(std::string_view message, std::size_t begin) {
  if (begin < message.size() && (message[begin] == '\'' || message[begin] == '"')) {
    const std::size_t end = message.find(message[begin], begin + 1);
    if (end != std::string_view::npos) return {std::string(message.substr(begin + 1, end - begin - 1)), end + 1};
  }
  std::size_t end = std::min(message.find_first_of(" ;)", begin), message.size());
  while (end > begin && std::string_view(",:.").find(message[end - 1]) != std::string_view::npos) --end;
  return {std::string(message.substr(begin, end - begin)), end};
}

bool is_value(Value kind, const std::string& text) {
  if (text.empty()) return false;
  switch (kind) {
    case Value::kWord:
      return is_word(text);
    case Value::kEquals:
      return text.find_first_of("=,") != std::string::npos;
    case Value::kAnything:
      return true;
    default:
      return false;
  }
}

std::string quoted(std::string_view text) {
  const char mark = text.find('\'') == std::string_view::npos ? '\'' : '"';
  return fmt::format("{0}{1}{0}", mark, text);
}

/// A value as Python writes it: what may be several texts as a list of them.
std::string value_text(const Option& option, const std::string& text) {
  if (option.name != "--missing" || text.find(',') == std::string::npos) return quoted(text);
  std::string list;
  for (const std::string& one : core::split_list(text)) list += (list.empty() ? "[" : ", ") + quoted(one);
  return list + "]";
}

const Option* option_at(std::string_view message) {
  for (const Option& option : kOptions)
    if (message.starts_with(option.name)) return &option;
  return nullptr;
}

std::string with_parameters(std::string_view message) {
  std::string text;
  bool advised = false;
  for (std::size_t at = 0; at < message.size();) {
    const Option* option = option_at(message.substr(at));
    if (option == nullptr) {
      text += message[at++];
      continue;
    }
    at += option->name.size();
    text += option->parameter;
    text += option->flag;
    advised |= !option->flag.empty();
    if (at >= message.size() || message[at] != ' ') continue;
    const auto [value, end] = text_at(message, at + 1);
    if (!is_value(option->value, value)) continue;
    text += "=" + value_text(*option, value);
    at = end;
    advised = true;
  }
  return advised ? text.append(kWhere) : text;
}

/// "the data frame:3: " is its second row; the first line has the names of its columns.
std::string with_rows(std::string text) {
  constexpr std::string_view kFrame = "the data frame:";
  for (std::size_t at = 0; (at = text.find(kFrame, at)) != std::string::npos; at += kFrame.size()) {
    const std::size_t begin = at + kFrame.size(), end = text.find_first_not_of("0123456789", begin);
    if (end == begin || end == std::string::npos || text[end] != ':' || end - begin > 18) continue;
    const long long line = std::stoll(text.substr(begin, end - begin));
    text.replace(at, end - at,
                 line > 1 ? fmt::format("the data frame, row {} (from 0)", line - 2) : "the data frame, columns");
  }
  return text;
}

/// Without the middle of words that nobody reads.
std::string with_short_words(const std::string& text) {
  constexpr std::size_t kLongest = 300, kKept = 60;
  std::string shortened;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size() - 1) + 1;
    std::size_t kept = end - begin;
    if (kept > kLongest)  // to the end of a character
      for (kept = kKept; (static_cast<unsigned char>(text[begin + kept]) & 0xC0U) == 0x80U;) ++kept;
    shortened.append(text, begin, kept).append(kept < end - begin ? "... " : "");
    begin = end;
  }
  return shortened;
}

}  // namespace

std::string in_python(std::string_view message) {
  std::string text(message);
  for (const auto& [words, instead] : kElsewhere)
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; at += instead.size())
      text.replace(at, words.size(), instead);
  return with_short_words(core::one_plain_line(with_rows(with_parameters(text))));
}

}  // namespace tertium::python
