#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "files/answers/words/alike_names.hpp"
#include "files/answers/words/answers.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

// What the fields of a file of comparisons are, one class for each kind. operator() is the object that a field names;
// accept() ends a good row, reject() forgets what a bad one said.

/// Ids as they stand in the file, with the range that occurs in good rows.
class IdReader {
 public:
  explicit IdReader(const CsvReader& rows) : rows_(rows) {}

  core::Object operator()(std::string_view field) {
    std::int64_t id = 0;
    const bool plain = parse_integer(field, id);
    if (!plain && !parse_whole(field, id))
      rows_.fail_here("'{}' is not an id (the others are whole numbers), correct it, or use --base none for names",
                      field);
    if (id < 0) rows_.fail_here("id {} is negative (ids count from 0 or from 1), correct it", field);
    if (id > core::kMostObjects)
      rows_.fail_here("id {} is too large (at most {} objects), use --base none if these are codes, not numbers", field,
                      core::kMostObjects);
    take(id);
    if ((!plain || (field.front() == '0' && field.size() > 1)) && other_way.empty()) other_way = field;
    return static_cast<core::Object>(id);
  }
  /// Whether the current row names an object for the first time; of ids that tells nothing.
  static bool is_fresh() { return false; }
  /// The same of a number; false if it is no id.
  bool take(std::int64_t id) {
    if (id < 0 || id > core::kMostObjects) return false;
    low_ = std::min(low_, static_cast<core::Object>(id));
    high_ = std::max(high_, static_cast<core::Object>(id));
    return true;
  }
  void accept() { accept(rows_.line()); }
  void accept(std::int64_t line) {
    if (high_ > largest) largest_line = line;
    largest = std::max(largest, high_);
    smallest = std::min(smallest, low_);
    reject();
  }
  /// The ids of many good rows.
  void accept(core::Object low, core::Object high) {
    smallest = std::min(smallest, low);
    largest = std::max(largest, high);
  }
  void reject() {
    low_ = core::kMostObjects;
    high_ = 0;
  }

  core::Object smallest = core::kMostObjects;
  core::Object largest = 0;
  std::int64_t largest_line = 0;
  std::string other_way{};  ///< the first one that is written 1.0 or 01

 private:
  const CsvReader& rows_;
  core::Object low_ = core::kMostObjects, high_ = 0;  // of the current row
};

/// Names in the order of their first appearance, or those of a list that has all. Those that look alike are one, with
/// its first spelling, if that is asked for.
class NameReader {
 public:
  NameReader(const CsvReader& rows, const ComparisonOptions& options) : rows_(rows), options_(options) {
    for (const std::string& name : options.known_names) add(name);
    accept();
  }

  core::Object operator()(std::string_view field) {
    const auto found = number_.find(field);
    if (found != number_.end()) return found->second;
    if (options_.normalize)
      if (const auto alike = alike_.find(alike_key(field)); alike != alike_.end()) {
        others_.push_back({std::string(field), alike->second});
        return number_.emplace(others_.back().name, alike->second).first->second;
      }
    if (!options_.known_names.empty())
      rows_.fail_here(
          "'{}' is not among the {} objects of {} (every object must be listed there), correct one of the two", field,
          names_.size(), options_.known_names_from);
    if (names_.size() >= static_cast<std::size_t>(core::kMostObjects))
      rows_.fail_here("more than {} different names, leave some objects out", core::kMostObjects);
    return add(field);
  }
  bool is_fresh() const { return names_.size() > good_; }
  void accept() {
    good_ = names_.size();
    good_others_ = others_.size();
  }
  void reject() {
    for (; others_.size() > good_others_; others_.pop_back()) number_.erase(others_.back().name);
    for (; names_.size() > good_; names_.pop_back()) {
      if (options_.normalize) alike_.erase(alike_key(names_.back()));
      number_.erase(names_.back());
    }
  }
  const std::deque<std::string>& names() const { return names_; }
  /// What was joined: each name with its other spellings.
  std::vector<std::vector<std::string>> joined() const {
    std::map<core::Object, std::vector<std::string>> groups;
    for (const Other& other : others_) {
      std::vector<std::string>& group = groups[other.object];
      if (group.empty()) group.push_back(names_[static_cast<std::size_t>(other.object)]);
      group.push_back(other.name);
    }
    std::vector<std::vector<std::string>> all;
    for (auto& [object, group] : groups) all.push_back(std::move(group));
    return all;
  }

 private:
  struct Other {
    std::string name;
    core::Object object;
  };

  core::Object add(std::string_view name) {
    const auto next = static_cast<core::Object>(names_.size());
    if (options_.normalize) alike_.emplace(alike_key(name), next);
    return number_.emplace(names_.emplace_back(name), next).first->second;
  }

  const CsvReader& rows_;
  const ComparisonOptions& options_;
  std::size_t good_ = 0;             // names that good rows have
  std::size_t good_others_ = 0;      // other spellings of them, likewise
  std::deque<std::string> names_{};  // stays in place, so that views of it last
  std::deque<Other> others_{};       // likewise
  std::unordered_map<std::string_view, core::Object> number_{};
  std::unordered_map<std::string, core::Object> alike_{};  // by alike_key
};

}  // namespace tertium::files
