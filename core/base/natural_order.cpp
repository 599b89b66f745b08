#include "core/base/natural_order.hpp"

namespace tertium::core {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i, ++j;
      continue;
    }
    while (i < a.size() && a[i] == '0') ++i;
    while (j < b.size() && b[j] == '0') ++j;
    std::size_t end_i = i;
    std::size_t end_j = j;
    while (end_i < a.size() && is_digit(a[end_i])) ++end_i;
    while (end_j < b.size() && is_digit(b[end_j])) ++end_j;
    if (end_i - i != end_j - j) return end_i - i < end_j - j;
    const int order = a.substr(i, end_i - i).compare(b.substr(j, end_j - j));
    if (order != 0) return order < 0;
    i = end_i;
    j = end_j;
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;  // equal but for leading zeros
}

}  // namespace tertium::core
