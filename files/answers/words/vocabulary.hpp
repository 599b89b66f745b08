#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::files {

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
  kOther,        ///< one of those that may be chosen: of two beside an anchor, of three, or neither central nor odd
  kChoice,       ///< which of them was chosen: its name, or its place
  kFirstChosen,  ///< whether the first of two was
  kPlaceVotes,   ///< how often the one of the same letter or number was: votes_a, votes_b, votes_c
  kVotes,        ///< by how many answers: more than 0 for the first of two, less for the second
  kCount,
  kNearCount,  ///< how often near was chosen
  kFarCount,
  kAsked,    ///< how often it was asked, which of the two counts is that of the other answer, too
  kWeight,   ///< what the answer weighs
  kGrade,    ///< how sure it is: a word that --grades gives a weight
  kSame,     ///< whether the two objects of a row belong together
  kShown,    ///< of a screen of many objects: all of them, in one field
  kRest,     ///< the same: those that were not answered
  kRanking,  ///< the same: those that were, the most alike first
  kSubject,  ///< who answered
  kTime,     ///< how long it took
  kSet,      ///< what the answer is for: train, test, check
  kCheck,    ///< what sort of question it was: some say here which ones check attention
  kGroup,    ///< which people, or which condition: patients, controls
  kScreen,   ///< which answers were given at once
};

/// The words for a role, the one to recommend first.
std::span<const std::string_view> words_for(ColumnRole role);

/// The role of a word. Case does not count, nor does a # in front; blanks, dots, brackets and hyphens stand for
/// underscores.
std::optional<ColumnRole> role_of(std::string_view word);

/// Whether a column of that name may say who answered, though it is none of the words: "ID", "User Name".
bool may_tell_people(std::string_view word);

/// Whether a column of checks of that name says yes or no: of others ("trial_type") the words may be any.
bool says_whether_check(std::string_view word);

/// Whether a column of that name rates pairs: "similarity", "Likert score", "distance".
bool tells_a_rating(std::string_view word);

/// What stands for "can't say": an empty field, NA, N/A or ?.
bool is_missing(std::string_view field);

/// Whether a field is a word for yes, or for no, whatever its case; 1.0 is 1. Nothing where it is neither.
std::optional<bool> yes_or_no(std::string_view field, std::span<const std::string_view> yes,
                              std::span<const std::string_view> no);

/// A column that a person names, "Participant=subject": NAME and ROLE of the last =. Nothing without one.
struct NamedColumn {
  std::string_view name, role;
};
std::optional<NamedColumn> named_column(std::string_view text);

/// The words of a header, with the roles that a person's NAME=ROLE give to some in their place.
std::vector<std::string> told_words(std::span<const std::string> header, std::span<const std::string> columns);

/// Some words for a message, at most eight: "a, b, ... (50)".
std::string some_words(std::span<const std::string> words, std::string_view between);
std::string some_words(std::span<const std::string_view> words, std::string_view between);

/// What is wrong with a person's list of columns, for a message; empty where nothing is. It has a word for each column,
/// - for those to be passed over; or NAME=ROLE for some.
std::string columns_problem(std::span<const std::string> columns);

/// Which columns of a header play a role, each at most once but kOther.
class ComparisonHeader {
 public:
  /// Words of no role are those that may be chosen if there are exactly two or three of them and no other such word.
  explicit ComparisonHeader(std::span<const std::string_view> fields);

  std::optional<std::size_t> find(ColumnRole role) const;
  std::optional<ColumnRole> role(std::size_t column) const { return roles_[column]; }
  bool has(ColumnRole role) const { return find(role).has_value(); }
  /// All that play it, in order.
  std::vector<std::size_t> all(ColumnRole role) const;
  std::vector<std::size_t> others() const { return all(ColumnRole::kOther); }
  /// Of a question with a column that says which one was chosen the roles that nothing plays, "anchor", "left", where
  /// `least` of the four are there; else none.
  std::vector<std::string> lacking(std::size_t least) const;
  /// Some word has a role that only headers have: neither a letter like i nor a common word.
  bool is_telling() const;
  /// A word that plays the role of another one as well: "head and reference are both anchor"; else empty.
  const std::string& conflict() const { return conflict_; }

 private:
  void take_others();

  std::vector<std::optional<ColumnRole>> roles_;  // by column
  std::vector<bool> passed_over_;                 // by column: it is a dash
  std::string conflict_;
};

/// All headers that are understood, for messages: "anchor,near,far (or reference, closer, farther ...), ...".
std::string known_headers();

}  // namespace tertium::files
