#include "answers/conclusions/method_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "answers/fits/fit.hpp"
#include "answers/fits/requirements.hpp"
#include "core/base/error.hpp"
#include "core/base/machine.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "core/methods/method_name.hpp"

namespace tertium::answers {
namespace {

constexpr std::int64_t kMostOfARange = 64;

/// What a word for several methods asks for; nothing: it is no such word.
std::optional<core::ProductKinds> kinds_called(const std::string& word) {
  if (word == "trees") return core::ProductKinds{core::ProductKind::kTree};
  if (word == "clusters") return core::ProductKinds{core::ProductKind::kPartition};
  if (word == "embeddings") return core::ProductKinds{core::ProductKind::kCoordinates};
  if (word == "all")
    return core::ProductKinds{core::ProductKind::kTree, core::ProductKind::kPartition, core::ProductKind::kCoordinates};
  return std::nullopt;
}

/// Every method that works on lists of answers, the chains that compete with them, and every embedding.
std::vector<std::string> all_names() {
  std::vector<std::string> names = methods_on(kOfAnswers);
  for (const std::vector<std::string>& more : {chains_of_answers(), embeddings_of_answers()})
    names.insert(names.end(), more.begin(), more.end());
  return names;
}

/// The values that a setting stands for: "2..10" for the whole numbers from 2 to 10, all else for itself.
std::vector<std::string> values_of(const std::string& method, const std::string& key, const std::string& text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) return {text};
  const std::optional<std::int64_t> first = core::parse_number<std::int64_t>(text.substr(0, dots)),
                                    last = core::parse_number<std::int64_t>(text.substr(dots + 2));
  if (!first || !last || *first > *last || *last - *first >= kMostOfARange)
    throw core::UsageError(
        fmt::format("{}: {} = {} is not a range (FIRST..LAST, at most {} whole numbers), as in {} = 2..10", method, key,
                    text, kMostOfARange, key));
  std::vector<std::string> values;
  for (std::int64_t value = *first; value <= *last; ++value) values.push_back(std::to_string(value));
  return values;
}

std::vector<std::string> names_of(const std::vector<core::MethodParameter>& parameters) {
  std::vector<std::string> names;
  for (const core::MethodParameter& parameter : parameters) names.push_back(parameter.name);
  return names;
}

/// The method with those settings that it has, in its name, too; what its name says already stands.
core::Method with_settings(const core::Method& method, const core::Settings& settings) {
  const core::MethodName own = core::split_method_name(method.name);
  const std::vector<std::string> known = names_of(core::parameters_of(method));
  core::MethodName name = own;
  for (const auto& [key, value] : settings) {
    if (own.sets(key) || std::find(known.begin(), known.end(), key) == known.end()) continue;
    std::erase_if(name.settings, [&, wanted = key](const auto& setting) { return setting.first == wanted; });
    name.settings.emplace_back(key, value);  // the last one holds, as of a method that is not compared
  }
  return name.settings.size() == own.settings.size() ? method : core::find_method(name.text());
}

/// Throws UsageError for a setting of which no method knows.
void check_settings(const std::vector<core::Method>& methods, const core::Settings& settings) {
  std::set<std::string> known;
  for (const core::Method& method : methods)
    for (std::string& name : names_of(core::parameters_of(method))) known.insert(std::move(name));
  for (const auto& [key, value] : settings)
    if (!known.contains(key))
      core::fail_unknown("parameter of the methods compared", key, std::vector(known.begin(), known.end()));
}

/// With the parameters asked for. Partitions of so many clusters, from methods that make as many as they are told to.
core::Method method_called(const std::string& name, const CompareRequest& request) {
  core::Method method = with_settings(core::find_method(name), request.settings);
  if (method.returns() != core::ProductKind::kPartition || !request.clusters) return method;
  for (const core::MethodParameter& parameter : core::parameters_of(method))
    if (parameter.name == "k") core::set_parameter(method, "k", std::int64_t{*request.clusters});
  return method;
}

/// Why `all` leaves a method out; empty: it does not.
std::string reason_to_leave_out(const AnswerInput& input, const CompareRequest& request, const core::Method& method,
                                double fits) {
  if (input.comparisons.objects > method.most_objects())
    return fmt::format("at most {} objects", method.most_objects());
  const double seconds = seconds_needed(input, method, fits);
  if (seconds > kSecondsOfEachMethod)
    return fmt::format("about {}; tried if given by name", core::duration_text(seconds));
  for (const PeopleRule rule : request.people)
    if (std::string against = reason_against(rule, method); !against.empty()) return against;
  const double bytes = bytes_needed(input, method, most_counted(std::ranges::max(request.people)));
  return bytes > core::available_memory() ? "needs " + core::bytes_text(bytes) : "";
}

/// Those of a word for several methods that apply, and are not there yet: some have several names.
void add_all(const AnswerInput& input, const CompareRequest& request, core::ProductKinds kinds, double fits,
             MethodChoice& choice) {
  std::set<std::string> there;
  for (const core::Method& method : choice.methods) there.insert(method.text());
  for (const std::string& name : all_names()) {
    const core::Method method = method_called(name, request);
    if (!kinds.contains(method.returns()) || !provided_by(input).includes(method.needs()) ||
        !there.insert(method.text()).second)
      continue;
    const std::string reason = reason_to_leave_out(input, request, method, fits);
    if (reason.empty())
      choice.methods.push_back(method);
    else
      choice.left_out.push_back(fmt::format("{} ({})", method.name, reason));
  }
}

/// Where a plus outside of parentheses, or the text, ends a link of a chain.
std::size_t end_of_link(std::string_view chain, std::size_t begin) {
  int depth = 0;
  for (std::size_t k = begin; k < chain.size(); ++k) {
    if (chain[k] == '+' && depth == 0) return k;
    depth += (chain[k] == '(') - (chain[k] == ')');
  }
  return chain.size();
}

/// The names that a link of a chain with ranges in it stands for.
std::vector<std::string> names_of_link(const std::string& link) {
  if (link.find("..") == std::string::npos) return {link};
  const core::MethodName parts = core::split_method_name(link);
  std::vector<core::MethodName> names{{parts.bare, {}}};
  for (const auto& [key, text] : parts.settings) {
    std::vector<core::MethodName> more;
    for (const std::string& value : values_of(link, key, text))
      for (const core::MethodName& one : names) {
        more.push_back(one);
        more.back().settings.emplace_back(key, value);
      }
    names = std::move(more);
  }
  std::vector<std::string> texts;
  for (const core::MethodName& one : names) texts.push_back(one.text());
  return texts;
}

}  // namespace

bool is_word_for_several(const std::string& word) {
  return kinds_called(word).has_value();
}

std::vector<std::string> names_in(const std::string& name) {
  std::vector<std::string> names{""};
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = end_of_link(name, begin);
    std::vector<std::string> more;
    for (const std::string& link : names_of_link(name.substr(begin, end - begin)))
      for (const std::string& before : names) more.push_back(before + (begin > 0 ? "+" : "") + link);
    names = std::move(more);
    begin = end + 1;
  }
  return names;
}

MethodChoice named_methods(const AnswerInput& input, const CompareRequest& request) {
  MethodChoice choice;
  for (const std::string& word : request.methods) {
    if (kinds_called(word)) continue;
    for (const std::string& name : names_in(word)) {
      choice.methods.push_back(method_called(name, request));
      check_fit(input, choice.methods.back());
      for (const PeopleRule rule : request.people) expect_counted(input, rule, choice.methods.back());
    }
  }
  return choice;
}

void add_words(const AnswerInput& input, const CompareRequest& request, double fits, MethodChoice& choice) {
  for (const std::string& word : request.methods)
    if (const std::optional<core::ProductKinds> kinds = kinds_called(word))
      add_all(input, request, *kinds, fits, choice);
  check_settings(choice.methods, request.settings);
}

}  // namespace tertium::answers
