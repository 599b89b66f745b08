#include "files/structures/tree_text.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";
constexpr std::string_view kEndOfName = "()[]{}:;, \t\r\n\f\v'";

}  // namespace

TreeText::TreeText(std::string_view text, const std::string& name) : text_(text), name_(name) {
  if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);  // a byte order mark
  expect_utf8();
  skip_blanks();
}

void TreeText::advance() {
  ++at_;
  skip_blanks();
}

void TreeText::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == '[') {
      const std::size_t end = text_.find(']', at_);
      if (end == std::string_view::npos) refuse("a comment without an end, close it with ]");
      said_ += text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else if (kBlanks.find(text_[at_]) != std::string_view::npos) {
      ++at_;
    } else {
      return;
    }
  }
}

std::string TreeText::word() {
  std::string word;
  if (peek() == '\'') {
    word = quoted();
  } else {
    const std::size_t end = std::min(text_.find_first_of(kEndOfName, at_), text_.size());
    word = text_.substr(at_, end - at_);
    at_ = end;
  }
  skip_blanks();
  return word;
}

bool TreeText::take_word(std::string_view wanted) {
  const std::size_t end = std::min(text_.find_first_of(kEndOfName, at_), text_.size());
  if (lower_case(text_.substr(at_, end - at_)) != wanted) return false;
  at_ = end;
  skip_blanks();
  return true;
}

std::string TreeText::quoted() {
  const std::size_t begin = at_;
  std::string word;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\'') {  // two of them are one in the name
      ++at_;
      if (peek() != '\'') return word;
    }
    word += text_[at_];
  }
  refuse_at(begin, "a quoted name without an end, close it with '");
}

void TreeText::take(char wanted, std::string_view what) {
  if (peek() != wanted)
    refuse(fmt::format("{} where {} is expected, correct the text",
                       at_end() ? std::string("the end of the text") : fmt::format("'{}'", text_[at_]), what));
  advance();
}

void TreeText::skip_to(std::string_view ends) {
  while (!at_end() && ends.find(peek()) == std::string_view::npos) {
    if (peek() == '\'')
      word();
    else
      advance();
  }
}

void TreeText::expect_utf8() {
  while (at_ < text_.size()) {
    const std::size_t length = core::utf8_length(text_.substr(at_));
    if (length == 0)
      refuse(
          fmt::format("is not UTF-8 (byte 0x{:02X}), save the file as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 {} > FILE",
                      static_cast<unsigned char>(text_[at_]), name_));
    at_ += length;
  }
  at_ = 0;
}

void TreeText::refuse_at(std::size_t place, const std::string& problem) const {
  const std::string_view before = text_.substr(0, std::min(place, text_.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  core::fail("{}:{}:{}: {}", name_, line, column, problem);
}

}  // namespace tertium::files
