#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "answers/study/study.hpp"
#include "core/methods/bibliography.hpp"

namespace tertium::answers {

/// What a page of methods is made of, which parts of a study add to, one after the other.
struct MethodsPage {
  std::string head;  ///< who wrote it
  std::vector<std::string> paragraphs{};
  std::vector<std::pair<std::string, std::string>> settings{};
  std::vector<std::string> commands{};  ///< that make the same; none: not told
  std::vector<core::Reference> references{};

  void add_answers(const AnswerInput& input, const Overview& overview);
  void add_comparison(const AnswerInput& input, const Comparison& found);
  void add_tree(const ClusterRequest& request, const Clustering& found, const std::optional<NumberChoice>& number);

  /// methods.md
  std::string text() const;
};

/// The same of a whole study.
MethodsPage methods_page(const AnswerInput& input, const Study& found, const std::string& head);

}  // namespace tertium::answers
