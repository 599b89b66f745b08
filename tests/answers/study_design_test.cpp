// How far a design gets, by simulating it.
#include "answers/asking/study_design.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include "core/methods/method.hpp"
#include "tests/support/message.hpp"

namespace tertium::answers {
namespace {

/// Twelve objects, whose clusters nobody can miss, and people who err.
StudyDesign design(double error, int levels = 0) {
  StudyDesign design{.objects = 12, .levels = levels, .clusters = 2, .gap = 30.0, .error = error, .runs = 4};
  design.lists = {.form = files::AnswerForm::kTriplet, .participants = 8, .questions = 20};
  design.methods = {core::find_method("AddS-3-AL")};
  return design;
}

TEST(StudyDesign, FindsMoreWithMorePeopleWhoErrLess) {
  const Simulation right = simulate_design(design(0.0));
  EXPECT_EQ(right.answers, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32}));
  EXPECT_EQ(right.curves.front().name, "AddS-3-AL");
  EXPECT_EQ(right.curves.front().predicted.front().size(), 4U);
  EXPECT_EQ(right.curves.front().mean(3), 1.0);
  // Nothing is left at twice the error, and nothing is lost at half of it.
  const AskingCurve some = simulate_design(design(0.25)).curves.front();
  EXPECT_GE(some.mean(5), 0.9);
  EXPECT_LT(some.mean(0), 0.9);
  const AskingCurve many = simulate_design(design(0.45)).curves.front();
  EXPECT_LT(many.mean(3), 0.6);
}

TEST(StudyDesign, IsAboutTreesAndEveryFormOfQuestions) {
  for (const files::AnswerForm form :
       {files::AnswerForm::kTriplet, files::AnswerForm::kOddOneOut, files::AnswerForm::kQuadruplet}) {
    StudyDesign tree = design(0.0, 2);
    tree.lists.form = form;
    tree.lists.repeats = 2;
    tree.objects = 13;
    tree.methods = {core::find_method(form == files::AnswerForm::kQuadruplet ? "AddS-4-AL" : "AddS-3-AL")};
    EXPECT_EQ(objects_of(tree), 12);
    EXPECT_GE(simulate_design(tree).curves.front().mean(5), 0.9) << files::name_of(form);
    for (const std::string& name : recommended_methods(tree))
      EXPECT_EQ(core::find_method(name).returns(), core::ProductKind::kTree) << name;
  }
}

TEST(StudyDesign, IsTheSameForAnyNumberOfThreads) {
  const Simulation some = simulate_design(design(0.2));
  omp_set_num_threads(1);
  EXPECT_EQ(simulate_design(design(0.2)).curves.front().predicted, some.curves.front().predicted);
  omp_set_num_threads(omp_get_num_procs());
}

}  // namespace
}  // namespace tertium::answers
