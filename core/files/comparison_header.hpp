#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::core {

/// What a column of a table of answers is, as its header says.
enum class ColumnRole {
  kAnchor,
  kNear,
  kFar,
  kFirst,   ///< i of a quadruplet i,j,k,l; an anchor where there is no l
  kSecond,  ///< j
  kThird,   ///< k
  kFourth,  ///< l
  kCentral,
  kOdd,
  kOther,  ///< one of the two that are neither central nor odd
  kCount,
  kNearCount,  ///< how often near was chosen
  kFarCount,
  kSubject,  ///< who answered
};

/// The words for a role, the one to recommend first.
std::span<const std::string_view> words_for(ColumnRole role);

/// Which columns of a header play a role, each at most once but kOther.
class ComparisonHeader {
 public:
  /// Case does not count, nor does a # in front; blanks, dots and hyphens stand for underscores. Words of no role are
  /// the others of a central or odd one if there are exactly two of them.
  explicit ComparisonHeader(std::span<const std::string_view> fields);

  std::optional<std::size_t> find(ColumnRole role) const;
  bool has(ColumnRole role) const { return find(role).has_value(); }
  /// The two of kOther, in order; empty if there are not exactly two.
  std::vector<std::size_t> others() const;
  /// Some word has a role that only headers have: neither a letter like i nor a common word.
  bool is_telling() const;
  /// A word that plays the role of another one as well: "head and reference are both anchor"; else empty.
  const std::string& conflict() const { return conflict_; }

 private:
  std::vector<std::optional<ColumnRole>> roles_;  // by column
  std::string conflict_;
};

/// All headers that are understood, for messages: "anchor,near,far (or reference, closer, farther ...), ...".
std::string known_headers();

}  // namespace tertium::core
