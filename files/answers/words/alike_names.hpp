#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::files {

/// A text that is the same for names which a reader would hardly tell apart: letters composed or with marks behind them
/// (Latin, Greek, Cyrillic, kana, Korean syllables), upper or lower case, more or other blanks; and
/// for whole numbers that are written in several ways (1, 1.0, 001).
std::string alike_key(std::string_view name);

/// Groups of names that have the same key, of two or more each, in the order of their first names.
std::vector<std::vector<std::string>> alike_names(std::span<const std::string> names);

/// "'Owl' and 'owl'; 'a b' and 'a  b'; ...": some groups, for a message.
std::string alike_text(std::span<const std::vector<std::string>> groups);

}  // namespace tertium::files
