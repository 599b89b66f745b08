#pragma once

#include <string>
#include <utility>
#include <vector>

#include "answers/study/study.hpp"
#include "core/methods/bibliography.hpp"

namespace tertium::answers {

/// What a page of methods is made of.
struct MethodsPage {
  std::string head;  ///< who wrote it
  std::vector<std::string> paragraphs{};
  std::vector<std::pair<std::string, std::string>> settings{};
  std::vector<std::string> commands{};  ///< that make the same; none: not told
  std::vector<core::Reference> references{};

  /// methods.md
  std::string text() const;
};

/// The page of a study. `head`: who wrote it.
MethodsPage methods_page(const AnswerInput& input, const Study& found, const std::string& head);

}  // namespace tertium::answers
