#include "answers/tables/people_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "files/answers/words/name_table.hpp"
#include "files/answers/words/vocabulary.hpp"
#include "files/text/csv.hpp"

namespace tertium::answers {
namespace {

using files::AnswerOrigin;
using files::ColumnRole;

struct GroupColumns {
  std::size_t subject = 0, group = 1;
  bool header = false;
};

GroupColumns find_columns(std::span<const std::string_view> words) {
  std::optional<std::size_t> subject, group;
  for (std::size_t k = words.size(); k-- > 0;) {
    const std::optional<ColumnRole> role = files::role_of(words[k]);
    if (role == ColumnRole::kSubject) subject = k;
    if (role == ColumnRole::kGroup) group = k;
  }
  if (!subject && !group) return {};
  GroupColumns columns{.header = true};
  columns.subject = subject.value_or(group == 0U ? 1 : 0);
  columns.group = group.value_or(columns.subject == 1 ? 0 : 1);
  return columns;
}

/// "groups.csv:5: " or "groups: ".
std::string place_of(const PeopleGroups& given, const PeopleGroups::Member& member) {
  return member.line == 0 ? given.source + ": " : fmt::format("{}:{}: ", given.source, member.line);
}

/// Each person's member, once. Throws UserError for a person of two groups.
std::map<std::string, const PeopleGroups::Member*> by_subject(const PeopleGroups& given) {
  std::map<std::string, const PeopleGroups::Member*> members;
  for (const PeopleGroups::Member& member : given.members) {
    if (member.group.empty()) continue;
    const auto [known, is_new] = members.emplace(member.subject, &member);
    if (is_new || known->second->group == member.group) continue;
    core::fail(
        "{}{} is of the group {}, and of {}{} (participants with several groups need a column group in the answers), "
        "leave one out",
        place_of(given, member), member.subject, member.group, known->second->group,
        member.line == 0 ? "" : fmt::format(" in line {}", known->second->line));
  }
  return members;
}

/// Places in AnswerMetadata::subjects of those who gave an answer.
std::set<std::int32_t> who_answered(const files::AnswerMetadata& metadata) {
  std::set<std::int32_t> people;
  for (const AnswerOrigin& origin : metadata.origins)
    if (origin.subject >= 0) people.insert(origin.subject);
  return people;
}

void put(std::vector<AnswerOrigin>& origins, const std::vector<std::int32_t>& group_of) {
  for (AnswerOrigin& origin : origins) origin.group = origin.subject < 0 ? -1 : group_of[origin.subject];
}

std::string people_text(const std::vector<std::string>& names) {
  return fmt::format("{} ({})", names.size() == 1 ? "1 participant" : fmt::format("{} participants", names.size()),
                     files::first_names(names));
}

}  // namespace

PeopleGroups read_people_groups(const std::filesystem::path& path) {
  files::CsvReader rows(path);
  PeopleGroups given{.source = path.string()};
  GroupColumns columns;
  for (bool first = true; rows.next(); first = false) {
    if (first) columns = find_columns(rows.fields());
    if (first && columns.header) continue;
    if (rows.fields().size() <= std::max(columns.subject, columns.group))
      rows.fail_here("{} (subject and group are in fields {} and {}), correct the row",
                     core::counted(rows.fields().size(), "field"), columns.subject + 1, columns.group + 1);
    given.members.push_back(
        {std::string(rows.fields()[columns.subject]), std::string(rows.fields()[columns.group]), rows.line()});
  }
  return given;
}

void take_groups(const PeopleGroups& given, files::ComparisonFile& file) {
  files::AnswerMetadata& metadata = file.metadata;
  if (metadata.subjects.empty())
    core::fail(
        "{}: gives the groups of participants (who answered is unknown), name that column of the answers subject, or "
        "use --columns NAME=subject",
        given.source);
  const std::map<std::string, const PeopleGroups::Member*> members = by_subject(given);
  std::vector<std::string> groups, nowhere, without_answers;
  std::vector<std::int32_t> group_of(metadata.subjects.size(), -1);
  std::set<std::string> answered;
  for (const std::int32_t person : who_answered(metadata)) {
    const auto found = members.find(metadata.subjects[person]);
    if (found == members.end()) {
      nowhere.push_back(metadata.subjects[person]);
      continue;
    }
    answered.insert(found->first);
    const auto place = std::ranges::find(groups, found->second->group);
    group_of[person] = static_cast<std::int32_t>(place - groups.begin());
    if (place == groups.end()) groups.push_back(found->second->group);
  }
  for (const auto& [subject, member] : members)
    if (!answered.contains(subject)) without_answers.push_back(subject);
  if (answered.empty())
    core::fail("{}: has none of the participants (it has {}; {} answered), write them as the answers do", given.source,
               without_answers.empty() ? "nobody" : files::first_names(without_answers), files::first_names(nowhere));
  metadata.groups = std::move(groups);
  put(metadata.origins, group_of);
  put(metadata.missing, group_of);
  file.notes.push_back(fmt::format("groups are from {}", given.source));
  if (!nowhere.empty()) file.notes.push_back(fmt::format("without a group there: {}", people_text(nowhere)));
  if (!without_answers.empty())
    file.notes.push_back(fmt::format("there, but gave no answer: {}", people_text(without_answers)));
}

}  // namespace tertium::answers
