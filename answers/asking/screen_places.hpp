#pragma once

#include <array>
#include <span>
#include <vector>

#include "answers/asking/questions.hpp"
#include "core/random/random.hpp"

namespace tertium::answers {

/// Different objects in ascending order; the last one is 0 where there are three.
using ObjectSet = std::array<core::Object, 4>;

/// Questions about these sets, in their order, in which every object is as often in each place of the screen as in any
/// other, but for one; and among any of them that follow each other but for two.
std::vector<Screen> screen_places(std::span<const ObjectSet> sets, files::AnswerForm form, core::Object objects,
                                  core::Stream& draws);

}  // namespace tertium::answers
