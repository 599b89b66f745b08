#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/answers/reshape/form.hpp"
#include "files/answers/words/alike_names.hpp"
#include "files/text/csv.hpp"

namespace tertium::files {

/// The columns of answers to whether two objects belong together.
struct SameColumns {
  std::vector<std::size_t> objects{};  // two
  std::size_t answer = 0;
  std::optional<std::size_t> count{};
  std::vector<std::pair<std::string, std::size_t>> scope{};  // what two answers have to share: words and columns
};

/// Yes or no; nothing where a field is neither.
std::optional<bool> same_of(std::string_view field);

/// Names that look alike are one, with the first spelling, where that is asked for.
class Spelling {
 public:
  explicit Spelling(bool normalize) : normalize_(normalize) {}

  std::string of(std::string_view name) {
    if (!normalize_) return std::string(name);
    std::vector<std::string>& all = names_[alike_key(name)];
    if (std::ranges::find(all, name) == all.end()) all.emplace_back(name);
    return all.front();
  }
  std::vector<std::vector<std::string>> joined() const {
    std::vector<std::vector<std::string>> groups;
    for (const auto& [key, all] : names_)
      if (all.size() > 1) groups.push_back(all);
    return groups;
  }

 private:
  bool normalize_;
  std::map<std::string, std::vector<std::string>> names_{};  // by alike_key
};

/// An answer as one of its two objects sees it.
struct Link {
  std::string partner;
  std::int64_t count = 1;
  std::int64_t line = 0;
};

struct Links {
  std::vector<Link> joined{}, parted{};
};

/// The answers by object and, in front, what they have to share.
class PairAnswers {
 public:
  PairAnswers(const SameColumns& columns, std::size_t fields, bool normalize)
      : columns_(columns), fields_(fields), spelling_(normalize) {}

  std::int64_t yes() const { return yes_; }
  std::int64_t no() const { return no_; }
  const std::map<LongRows::Fields, Links>& links() const { return links_; }
  const Spelling& spelling() const { return spelling_; }

  /// Takes the current row. Throws UserError.
  void take(const CsvReader& rows);

 private:
  std::int64_t count_of(const CsvReader& rows) const;
  void add(const CsvReader& rows, const std::string& object, Link link, bool same);

  const SameColumns& columns_;
  std::size_t fields_;
  Spelling spelling_;
  std::map<LongRows::Fields, Links> links_{};
  std::int64_t yes_ = 0, no_ = 0;
};

}  // namespace tertium::files
