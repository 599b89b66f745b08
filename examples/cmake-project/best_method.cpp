// Which of two methods predicts more of the answers in a file, and the tree that it makes: a project that uses the
// installed library.
#include <fmt/format.h>

#include <variant>

#include "answers/conclusions/comparison.hpp"
#include "answers/files/answer_input.hpp"
#include "answers/fits/fit.hpp"
#include "core/base/error.hpp"
#include "core/base/home.hpp"

int main(int count, char** words) try {
  using namespace tertium;
  core::use_home(TERTIUM_SHARE);
  answers::AnswerSource source{.path = count > 1 ? words[1] : "car"};
  source.reading.origins = true;  // who answered, where the file tells
  const answers::AnswerInput input = answers::read_answer_input(source);
  const answers::Comparison found = answers::compare(input, {.methods = {"AddS-3-AL", "4-AL"}, .folds = {.count = 5}});
  for (const answers::ComparisonRow& row : found.rows())
    fmt::print("{} predicts {:.4f}\n", row.result->method.name, row.predicted.value);
  const answers::Fit fit = answers::fit(input, found.best_first.front().method, 1);
  fmt::print("{}\n", core::newick(std::get<core::Dendrogram>(fit.product), input.comparisons.names));
  return 0;
} catch (const tertium::core::UserError& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
