#include "core/comparisons/triplets.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/base/error.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/comparisons/packed_triplets.hpp"

namespace tertium::core {
namespace {

TEST(Triplet, SaysTheSameAsItsQuadruplet) {
  const Triplet t{4, 1, 7};
  EXPECT_EQ(as_quadruplet(t), (Quadruplet{4, 1, 4, 7}));
  for (const Quadruplet& s :
       {Quadruplet{4, 1, 4, 7}, Quadruplet{1, 4, 4, 7}, Quadruplet{4, 1, 7, 4}, Quadruplet{1, 4, 7, 4}}) {
    EXPECT_TRUE(is_triplet(s));
    EXPECT_EQ(as_triplet(s), t);
  }
}

TEST(Triplet, IsNotEveryQuadruplet) {
  EXPECT_FALSE(is_triplet({0, 1, 2, 3}));
  EXPECT_FALSE(is_triplet({0, 1, 1, 0}));
  EXPECT_FALSE(is_triplet({0, 0, 0, 1}));
  EXPECT_THROW(as_triplet({0, 1, 2, 3}), ContractError);
}

TEST(TripletList, KeepsOrderAndRepetitions) {
  const std::vector<Triplet> triplets{{0, 1, 2}, {2, 1, 0}, {0, 1, 2}, {0, 2, 1}};
  const TripletList list(3, triplets);
  EXPECT_EQ(list.count(), 4);
  EXPECT_EQ(list.objects(), 3);
  ASSERT_EQ(list.quadruplets().size(), 4U);
  for (std::size_t k = 0; k < triplets.size(); ++k) EXPECT_EQ(as_triplet(list.quadruplets()[k]), triplets[k]);
  const ListedQuadruplets quadruplets(3, list.quadruplets());
  EXPECT_EQ(quadruplets.summary().answers, 4);
  EXPECT_EQ(quadruplets.summary().questions, 2);
  EXPECT_EQ(quadruplets.summary().disputed, 1);
  EXPECT_EQ(quadruplets.count(), 2) << "two of three say the same";
}

TEST(TripletList, RefusesWhatIsNoTriplet) {
  const auto list = [](Triplet t) { TripletList(3, {{0, 1, 2}, t}); };
  EXPECT_THROW(list({0, 0, 1}), UserError);
  EXPECT_THROW(list({0, 1, 0}), UserError);
  EXPECT_THROW(list({0, 1, 1}), UserError);
  EXPECT_THROW(list({0, 1, 3}), UserError);
  EXPECT_THROW(list({-1, 1, 2}), UserError);
  try {
    list({0, 1, 3});
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "triplet 2: object 3 does not exist (there are 3), correct the triplet");
  }
}

/// Of pieces that number the objects in a way of their own, and of objects that are renumbered.
TEST(PackedTriplets, ObjectsThatAreOnlyEverFarAreCompared) {
  std::vector<Object> number(6);
  std::iota(number.begin(), number.end(), 0);
  EXPECT_EQ(PackedTriplets(6, {{{0, 1, 2}}, {{1, 0, 5}}}, number).uncompared_objects(), (std::vector<Object>{3, 4}));
}

TEST(PackedTriplets, HaveTheAnswersByAnchorInTheirOrder) {
  const std::vector<Object> number{3, 0, 4, 1};  // object 2 is in no answer
  const auto packed = std::make_shared<const PackedTriplets>(
      5, std::vector<std::vector<Triplet>>{{{0, 1, 2}, {1, 2, 0}}, {}, {{0, 2, 1}, {0, 1, 2}, {3, 0, 1}}}, number);
  EXPECT_EQ(packed->answers(), 5);
  EXPECT_EQ(packed->summary().answers, 5);
  EXPECT_EQ(packed->uncompared_objects(), std::vector<Object>{2});
  EXPECT_DOUBLE_EQ(packed->proportion(), 5.0 / 30.0);
  const auto of = [](const PackedTriplets& triplets, Object anchor) {
    std::vector<NearFar> answers{{7, 7}};
    triplets.answers_of(anchor, answers);
    return answers;
  };
  EXPECT_EQ(of(*packed, 3), (std::vector<NearFar>{{0, 4}, {4, 0}, {0, 4}}));
  EXPECT_EQ(of(*packed, 0), (std::vector<NearFar>{{4, 3}}));
  EXPECT_EQ(of(*packed, 1), (std::vector<NearFar>{{3, 0}}));
  EXPECT_TRUE(of(*packed, 2).empty());
  const std::vector<Object> new_id{1, 2, 3, 4, 0};
  const auto renamed = relabelled(packed, new_id);
  EXPECT_EQ(of(*renamed, 4), (std::vector<NearFar>{{1, 0}, {0, 1}, {1, 0}}));
  EXPECT_EQ(of(*renamed, 1), (std::vector<NearFar>{{0, 4}}));
  EXPECT_EQ(renamed->uncompared_objects(), std::vector<Object>{3});
  EXPECT_EQ(renamed->answers(), 5);
}

}  // namespace
}  // namespace tertium::core
