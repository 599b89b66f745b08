#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Which group people are of, told beside their answers.
struct PeopleGroups {
  std::string source{};  ///< for messages: the table, or "groups"
  struct Member {
    std::string subject{}, group{};
    std::int64_t line = 0;  ///< of the table; 0: there are no lines
  };
  std::vector<Member> members{};
};

/// Reads a CSV file subject,group: a header is known by the words that files of answers have for these columns, which
/// may then be any; without one they are the first two. Throws UserError where a row has too few fields.
PeopleGroups read_people_groups(const std::filesystem::path& path);

/// Answers are of the groups of those who gave them, whatever a column of their own said; of people without a group (an
/// empty one, or none) they are of none. The file's notes tell who is in one of both alone. Throws UserError where
/// somebody is in two groups, where nobody knows who answered, or where the two have nobody in common.
void take_groups(const PeopleGroups& given, files::ComparisonFile& file);

}  // namespace tertium::answers
