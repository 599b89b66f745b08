#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tertium::core {

/// A value of a parameter, by its type: a whole number, a number, or a text.
using ParameterValue = std::variant<std::int64_t, double, std::string>;

/// What values a parameter has.
enum class ParameterType {
  kInteger,
  kReal,
  kChoice,
  kText,
  kExpression,  ///< text that stands for a number, which what it is about decides
  kFile,        ///< a path; a configuration gives it from its own folder or the working folder, what runs has it whole
  kWords,       ///< "a,b,c": words that are one value together, and no list of values
};

/// One parameter of a model, a comparison scheme or a method. This description drives parsing, validation, the help
/// pages and the record of a run.
struct ParameterInfo {
  std::string name;
  ParameterType type = ParameterType::kReal;
  ParameterValue default_value;
  std::string sentence;  ///< what it is, one sentence
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool open_minimum = false;           ///< minimum itself is not allowed
  std::vector<std::string> choices{};  ///< for kChoice; of numbers: words that may stand for one
  bool of_coordinates = false;         ///< a step has it only behind one that makes coordinates
  std::string in_key{};                ///< its name in keys of rows, where that is another; empty: `name`

  /// A whole number of [minimum, maximum].
  static ParameterInfo integer(std::string name, std::int64_t default_value, std::int64_t minimum, std::int64_t maximum,
                               std::string sentence);
  /// A number of [minimum, maximum], or with `open_minimum` of (minimum, maximum].
  static ParameterInfo real(std::string name, double default_value, double minimum, double maximum,
                            std::string sentence, bool open_minimum = false);
  /// One of some words.
  static ParameterInfo choice(std::string name, std::string default_value, std::vector<std::string> choices,
                              std::string sentence);
  /// Any text.
  static ParameterInfo text(std::string name, std::string default_value, std::string sentence);
  /// ParameterType::kExpression.
  static ParameterInfo expression(std::string name, std::string default_value, std::string sentence);
  /// ParameterType::kFile; the default is no file.
  static ParameterInfo file(std::string name, std::string sentence);
  /// ParameterType::kWords; the default is none.
  static ParameterInfo words(std::string name, std::string sentence);

  /// Whether any text is a value.
  bool is_free() const;
  /// "in (0, 1]", "one of literal, code", ...
  std::string range_text() const;
};

/// The value that `text` denotes. Throws UsageError naming `where` (a section), the parameter, the text and the allowed
/// values.
ParameterValue parse_value(const ParameterInfo& info, std::string_view text, std::string_view where);

/// Shortest text that reads back as the same value.
std::string to_text(const ParameterValue& value);

/// Resolved parameters: every name of a description has a value of its type and range.
class Parameters {
 public:
  Parameters() = default;
  /// All defaults.
  explicit Parameters(const std::vector<ParameterInfo>& infos);

  /// Of a parameter of kInteger. Throws as at().
  std::int64_t integer(std::string_view name) const;
  /// Of a parameter of kReal. Throws as at().
  double real(std::string_view name) const;
  /// Of a parameter of any other type. Throws as at().
  const std::string& text(std::string_view name) const;
  /// Throws UsageError with the known names where there is no such parameter.
  const ParameterValue& at(std::string_view name) const;
  bool contains(std::string_view name) const { return values_.find(name) != values_.end(); }
  /// Sets a value that must already be valid.
  void set(std::string_view name, ParameterValue value);
  /// Takes a value away that there must be.
  void drop(std::string_view name);
  const std::map<std::string, ParameterValue, std::less<>>& values() const { return values_; }
  bool operator==(const Parameters&) const = default;

 private:
  std::map<std::string, ParameterValue, std::less<>> values_;
};

/// "a=1;b=0.5", names ascending: the same text for the same parameters, which keys and streams are hashed from.
std::string canonical_text(const Parameters& parameters);

}  // namespace tertium::core
