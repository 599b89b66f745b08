#include "program/answers/reading_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "program/answers/answer_options.hpp"

namespace tertium::program {

std::vector<std::string> reading_words(const CommandLine& line) {
  CommandLine reading("", "", "");
  answers::AnswerSource source;
  add_answer_options(reading, source);
  std::vector<std::string> words = line.texts("FILE");
  for (std::string& word : line.said_for(reading)) words.push_back(std::move(word));
  return words;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "+-_./=:,@%";
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kPlain.find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string quoted;
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return fmt::format("'{}'", quoted);
}

std::string shell_line(const std::string& command, const std::vector<std::string>& words) {
  std::string text = "tertium " + command;
  for (const std::string& word : words) text += ' ' + shell_word(word);
  return text;
}

}  // namespace tertium::program
