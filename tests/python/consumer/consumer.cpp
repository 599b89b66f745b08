// A project of somebody else's: the tree of the cars, as text.
#include <fmt/format.h>

#include <variant>

#include "answers/files/answer_input.hpp"
#include "answers/fits/fit.hpp"
#include "core/datasets/home.hpp"

int main() {
  tertium::core::use_home(TERTIUM_SHARE);
  const tertium::answers::AnswerInput car = tertium::answers::read_answer_input({.path = "car"});
  const tertium::answers::Fit fit = tertium::answers::fit(car.comparisons, tertium::core::find_method("AddS-3-AL"), 1);
  fmt::print("{}\n", tertium::core::newick(std::get<tertium::core::Dendrogram>(fit.product), car.comparisons.names));
}
