#pragma once

#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "core/base/parameters.hpp"
#include "core/methods/product.hpp"
#include "core/methods/provisions.hpp"
#include "files/text/ini.hpp"
#include "outside/exchange/inputs.hpp"

namespace tertium::outside {

/// A step that another program does, as a section [step.NAME] declares it.
struct StepDeclaration {
  std::string name{};
  std::string command{};           ///< of /bin/sh, started in `folder`; its last argument is where files are
  std::filesystem::path folder{};  ///< of the file that declares it
  core::Provisions needs{};        ///< of a problem, where it begins a chain; empty: it follows another step
  core::ProductKinds takes{};      ///< of the step before, where it follows one
  core::ProductKind returns = core::ProductKind::kPartition;
  core::Axes axes{};
  bool deterministic = true;
  std::string version{};             ///< what stands for its code; else a hash of `files` does
  std::vector<std::string> files{};  ///< as written
  std::string code{};                ///< of a run's own configuration: what stood for the code when the run was planned
  Form form = Form::kCsv;
  double seconds = 3600.0;                                 ///< that it may take
  double bytes = std::numeric_limits<double>::infinity();  ///< of each of its processes
  std::string sentence{}, citation{};
  std::vector<core::ParameterInfo> parameters{};
  bool operator==(const StepDeclaration& other) const { return text() == other.text(); }

  /// The section, with every key that is not as it would be without.
  std::string text() const;
  /// What stands for its code: `code` if it is there, the version, or a hash of its files as they are now and of its
  /// command. Throws UserError where a file cannot be read.
  std::string edition() const;
  std::string edition_now() const;
};

inline constexpr std::string_view kStepSection = "step.";

/// All sections [step.NAME], of which others may stand between. `folder`: of the file. Throws UsageError, with the
/// place.
std::vector<StepDeclaration> read_declarations(const files::Ini& ini, const std::filesystem::path& folder);
/// The same of a file.
std::vector<StepDeclaration> read_declarations(const std::filesystem::path& file);

}  // namespace tertium::outside
