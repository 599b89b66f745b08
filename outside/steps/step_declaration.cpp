#include "outside/steps/step_declaration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/quantities.hpp"
#include "core/base/text.hpp"
#include "core/random/random.hpp"
#include "files/text/text_file.hpp"

namespace tertium::outside {
namespace {

namespace fs = std::filesystem;
using core::UsageError, files::IniEntry, files::fail_entry;

constexpr std::string_view kParameter = "parameter.";

const std::vector<std::string> kKeys{"command", "needs",  "takes", "returns",       "axes",   "deterministic",
                                     "version", "files",  "form",  "time",          "memory", "sentence",
                                     "cite",    "folder", "code",  "parameter.NAME"};

/// A word of a declaration, and what it stands for.
template <typename Value>
struct Word {
  const char* word;
  Value value;
};
constexpr std::array kReturns{
    Word<core::ProductKind>{"labels", core::ProductKind::kPartition},
    Word<core::ProductKind>{"tree", core::ProductKind::kTree},
    Word<core::ProductKind>{"coordinates", core::ProductKind::kCoordinates},
    Word<core::ProductKind>{"similarities", core::ProductKind::kSimilarity},
};
constexpr std::array kTakes{kReturns[1], kReturns[2], kReturns[3]};
constexpr std::array kAxes{
    Word<core::Axis>{"sample", core::Axis::kSample},
    Word<core::Axis>{"noise", core::Axis::kNoise},
    Word<core::Axis>{"budget", core::Axis::kBudget},
    Word<core::Axis>{"repeats", core::Axis::kRepeats},
};
constexpr std::array kForms{Word<Form>{"csv", Form::kCsv}, Word<Form>{"npy", Form::kNpy}};
constexpr std::array kYesNo{Word<bool>{"yes", true}, Word<bool>{"no", false}};

template <typename Words>
std::string known_words(const Words& words) {
  std::vector<std::string> known;
  for (const auto& word : words) known.emplace_back(word.word);
  return fmt::format("{}", fmt::join(known, ", "));
}

template <typename Words>
auto value_of(const Words& words, std::string_view text, const IniEntry& entry) {
  for (const auto& word : words)
    if (text == word.word) return word.value;
  fail_entry(entry, fmt::format("is not known, give {}", known_words(words)));
}

template <typename Words>
std::string text_of(const Words& words, const auto& is_in) {
  std::vector<std::string> texts;
  for (const auto& word : words)
    if (is_in(word.value)) texts.emplace_back(word.word);
  return fmt::format("{}", fmt::join(texts, ", "));
}

template <typename Words, typename Set>
void take_words(const Words& words, const IniEntry* entry, Set& set) {
  if (entry == nullptr) return;
  for (const std::string& text : core::split_list(entry->value)) set |= Set{value_of(words, text, *entry)};
}

std::array<Word<core::Provision>, std::size(kGivenFiles)> needs_words() {
  std::array<Word<core::Provision>, std::size(kGivenFiles)> words{};
  std::ranges::transform(kGivenFiles, words.begin(), [](const GivenFile& given) {
    return Word<core::Provision>{given.name, given.provision};
  });
  return words;
}

core::ParameterInfo parameter_of(const IniEntry& entry) {
  const std::string name = entry.key.substr(kParameter.size());
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (name.empty() || name.find_first_not_of(kLetters) != std::string::npos)
    fail_entry(entry, "has an invalid name (a variable consists of letters, digits and _), choose another");
  constexpr double kLargest = 9e15;
  if (const auto whole = core::parse_number<std::int64_t>(entry.value))
    return core::ParameterInfo::integer(name, *whole, static_cast<std::int64_t>(-kLargest),
                                        static_cast<std::int64_t>(kLargest), "as the step declares it");
  if (const auto real = core::parse_number<double>(entry.value); real && std::isfinite(*real))
    return core::ParameterInfo::real(name, *real, -1e300, 1e300, "as the step declares it");
  return core::ParameterInfo::text(name, entry.value, "as the step declares it");
}

/// One section, key by key.
class Reader {
 public:
  Reader(const files::Ini& ini, const IniEntry& header) : ini_(ini), header_(header) {}

  StepDeclaration read(const fs::path& folder) const {
    StepDeclaration step;
    step.name = header_.section.substr(kStepSection.size());
    check_known();
    step.command = required("command", "./mine.py").value;
    const IniEntry& returns = required("returns", "labels");
    step.returns = value_of(kReturns, returns.value, returns);
    step.folder = fs::absolute(folder.empty() ? fs::path(".") : folder).lexically_normal();
    if (const IniEntry* entry = find("folder")) step.folder = entry->value;
    read_inputs(step);
    read_code(step);
    read_limits(step);
    for (const auto& [key, text] : {std::pair{"sentence", &step.sentence}, {"cite", &step.citation}})
      if (const IniEntry* entry = find(key)) *text = entry->value;
    for (const IniEntry& entry : ini_.entries)
      if (entry.section == header_.section && entry.key.starts_with(kParameter))
        step.parameters.push_back(parameter_of(entry));
    return step;
  }

 private:
  const IniEntry* find(std::string_view key) const { return ini_.find(header_.section, key); }

  [[noreturn]] void fail(std::string_view what) const {
    throw UsageError(fmt::format("{}: [{}] {}", header_.where, header_.section, what));
  }

  const IniEntry& required(std::string_view key, std::string_view example) const {
    if (const IniEntry* entry = find(key); entry != nullptr && !entry->value.empty()) return *entry;
    fail(fmt::format("has no {} (every step needs it), add {} = {}", key, key, example));
  }

  void check_known() const {
    for (const IniEntry& entry : ini_.entries)
      if (entry.section == header_.section && !entry.key.starts_with(kParameter) &&
          std::ranges::find(kKeys, entry.key) == kKeys.end())
        files::placed(entry, [&] { core::fail_unknown(fmt::format("[{}] key", entry.section), entry.key, kKeys); });
  }

  void read_inputs(StepDeclaration& step) const {
    take_words(needs_words(), find("needs"), step.needs);
    take_words(kTakes, find("takes"), step.takes);
    if (step.needs.empty() && step.takes.empty())
      fail(
          fmt::format("declares neither what it needs nor what it takes from the step before, add needs = triplets "
                      "({}) or takes = similarities ({})",
                      known_words(needs_words()), known_words(kTakes)));
    const core::Provisions answers{core::Provision::kTriplets, core::Provision::kQuadruplets,
                                   core::Provision::kOddOneOuts};
    if (step.needs.meets(answers)) step.axes = {core::Axis::kSample, core::Axis::kNoise};
    if (const IniEntry* axes = find("axes")) {
      step.axes = {};
      take_words(kAxes, axes, step.axes);
      if (step.axes.empty() && step.needs.meets(answers))
        fail_entry(*axes, "names no axis (its result would count for all values of p), leave it out");
    }
    if (const IniEntry* form = find("form")) step.form = value_of(kForms, form->value, *form);
  }

  void read_code(StepDeclaration& step) const {
    if (const IniEntry* entry = find("deterministic")) step.deterministic = value_of(kYesNo, entry->value, *entry);
    if (const IniEntry* entry = find("version")) step.version = entry->value;
    if (const IniEntry* entry = find("code")) step.code = entry->value;
    if (const IniEntry* entry = find("files")) step.files = core::split_list(entry->value);
    if (step.version.empty() && step.files.empty())
      fail(
          "has neither files nor version (results of another program would count as this one's), add files = mine.py "
          "(their hash is kept) or version = 1");
    if (step.version.find_first_of(" []+;") != std::string::npos)
      fail_entry(*find("version"), "contains a blank or one of []+;, choose another");
  }

  void read_limits(StepDeclaration& step) const {
    if (const IniEntry* entry = find("time"))
      step.seconds = files::placed(*entry, [&] { return core::parse_duration(entry->value, "time"); });
    if (const IniEntry* entry = find("memory"))
      step.bytes = files::placed(*entry, [&] { return core::parse_bytes(entry->value, "memory"); });
  }

  const files::Ini& ini_;
  const IniEntry& header_;
};

}  // namespace

std::string StepDeclaration::text() const {
  const auto in = [](const auto& set) { return [&set](const auto value) { return set.contains(value); }; };
  std::vector<std::pair<std::string, std::string>> entries{
      {"command", command},
      {"folder", folder.string()},
      {"needs", outside::text_of(needs_words(), in(needs))},
      {"takes", outside::text_of(kTakes, in(takes))},
      {"returns", outside::text_of(kReturns, [&](core::ProductKind kind) { return kind == returns; })},
      {"axes", outside::text_of(kAxes, in(axes))},
      {"deterministic", deterministic ? "" : "no"},
      {"version", version},
      {"files", fmt::format("{}", fmt::join(files, ", "))},
      {"form", form == Form::kCsv ? "" : "npy"},
      {"time", fmt::format("{}s", seconds)},
      {"memory", std::isfinite(bytes) ? fmt::format("{:.3f}k", bytes / 1000) : ""},
      {"sentence", sentence},
      {"cite", citation}};
  for (const core::ParameterInfo& parameter : parameters)
    entries.emplace_back(std::string(kParameter) + parameter.name, core::to_text(parameter.default_value));
  std::string text = fmt::format("[{}{}]\n", kStepSection, name);
  for (const auto& [key, value] : entries)
    if (!value.empty()) text += fmt::format("{} = {}\n", key, value);
  return text;
}

std::string StepDeclaration::edition_now() const {
  if (!version.empty()) return "version-" + version;
  std::string all = command;
  for (const std::string& file : files) {
    const fs::path path = folder / file;
    all += fmt::format("\n{}\n", file);
    all += files::read_text(path, [&](const std::string& why) {
      core::fail("[{}{}] files: cannot read {} ({}), correct the name", kStepSection, name, path.string(), why);
    });
  }
  return fmt::format("{:016x}", core::hash64(all));
}

std::string StepDeclaration::edition() const {
  return code.empty() ? edition_now() : code;
}

std::vector<StepDeclaration> read_declarations(const files::Ini& ini, const fs::path& folder) {
  std::vector<StepDeclaration> steps;
  for (const IniEntry& header : ini.sections) {
    if (!header.section.starts_with(kStepSection)) continue;
    if (std::ranges::find(steps, header.section.substr(kStepSection.size()), &StepDeclaration::name) == steps.end())
      steps.push_back(Reader(ini, header).read(folder));
  }
  return steps;
}

std::vector<StepDeclaration> read_declarations(const fs::path& file) {
  const std::string text = files::read_text(file, [&](const std::string& why) {
    throw UsageError(
        fmt::format("cannot read {} ({}), give an INI file with sections [step.NAME]", file.string(), why));
  });
  std::vector<StepDeclaration> steps = read_declarations(files::read_ini(text, file.string()), file.parent_path());
  if (steps.empty())
    throw UsageError(fmt::format("{} declares no step (it has no section [step.NAME]), add one", file.string()));
  return steps;
}

}  // namespace tertium::outside
