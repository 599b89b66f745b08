#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/methods/bibliography.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"

namespace tertium::experiments {

/// What the paragraphs of study_text.hpp cite.
std::vector<core::Reference> study_references(const ClusterResult& made);

/// What methods.md is made of.
struct StudyText {
  std::vector<std::string> paragraphs;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::string> commands;
  std::vector<core::Reference> references;
};
/// methods.md.
std::string methods_page(const StudyText& text);

}  // namespace tertium::experiments
