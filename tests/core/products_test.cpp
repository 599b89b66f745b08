#include "core/methods/products.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/listed_triplets.hpp"
#include "core/methods/problem.hpp"

namespace tertium::core {
namespace {

const ProductKey<int> kOne{"one"}, kTwo{"two"}, kNobodys{"nobody's"};

void wait_for(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(Products, AreMadeOnceForAll) {
  Products products;
  int made = 0;
  const auto make = [&] { return ++made; };
  const std::shared_ptr<const int> first = products.share(kOne, make);
  EXPECT_EQ(products.share(kOne, make), first);
  EXPECT_EQ(&products.get(kOne, make), first.get());
  EXPECT_EQ(products.get(kTwo, make), 2);
  EXPECT_EQ(made, 2);
}

TEST(Products, OfOneNameAndTwoTypesAreTwo) {
  Products products;
  products.get(kOne, [] { return 1; });
  EXPECT_EQ(products.get(ProductKey<double>{"one"}, [] { return 1.5; }), 1.5);
  EXPECT_EQ(products.get(kOne, [] { return 2; }), 1);
}

TEST(Products, AreMadeAgainAfterTheyAreReleased) {
  Products products;
  int made = 0;
  const auto make = [&] { return ++made; };
  const std::shared_ptr<const int> first = products.share(kOne, make);
  products.get(kTwo, make);
  products.release({kOne, kNobodys});
  EXPECT_FALSE(products.holds(kOne));
  EXPECT_TRUE(products.holds(kTwo));
  EXPECT_EQ(*first, 1) << "who holds a product keeps it";
  EXPECT_EQ(products.get(kOne, make), 3);
  products.clear();
  EXPECT_FALSE(products.holds(kOne) || products.holds(kTwo));
}

TEST(Products, ThatCannotBeMadeAreNotThere) {
  Products products;
  const Products::Use use(products);
  EXPECT_THROW(products.get(kOne, []() -> int { throw UserError("no memory"); }), UserError);
  EXPECT_FALSE(products.holds(kOne));
  EXPECT_TRUE(use.products().empty());
  EXPECT_EQ(products.get(kOne, [] { return 5; }), 5);
  EXPECT_EQ(use.products(), ProductIds{kOne});
}

TEST(Products, OfAProductBelongToWhoeverUsesIt) {
  Products products;
  const auto make_two = [&] { return 2 * products.get(kOne, [] { return 1; }); };
  {
    const Products::Use use(products);
    EXPECT_EQ(products.get(kTwo, make_two), 2);
    EXPECT_EQ(use.products(), (ProductIds{kOne, kTwo}));
  }
  {
    const Products::Use use(products);  // it is there already
    products.get(kTwo, make_two);
    EXPECT_EQ(use.products(), (ProductIds{kOne, kTwo}));
  }
  products.release({kOne});
  const Products::Use use(products);
  products.get(kTwo, make_two);
  EXPECT_EQ(use.products(), (ProductIds{kOne, kTwo}));
  EXPECT_FALSE(products.holds(kOne));
}

TEST(Products, OfAnInnerUseBelongToTheOuterOne) {
  Products products;
  const Products::Use outer(products);
  {
    const Products::Use inner(products);
    products.get(kOne, [] {
      wait_for(2);
      return 1;
    });
    EXPECT_EQ(inner.products(), ProductIds{kOne});
    EXPECT_GE(inner.made_here(), 0.002);
  }
  products.get(kTwo, [] { return 2; });
  EXPECT_EQ(outer.products(), (ProductIds{kOne, kTwo}));
  EXPECT_GE(outer.made_here(), 0.002);
  const Products::Use later(products);
  EXPECT_TRUE(later.products().empty());
}

TEST(Products, AreChargedOnceToEveryUser) {
  Products products;
  const auto make_one = [] {
    wait_for(20);
    return 1;
  };
  const auto make_two = [&] {
    wait_for(5);
    return products.get(kOne, make_one) + products.get(kOne, make_one);
  };
  double seconds = 0.0;
  {
    const Products::Use use(products);
    products.get(kTwo, make_two);
    products.get(kOne, make_one);
    seconds = use.seconds();
    EXPECT_GE(seconds, 0.025);
    EXPECT_GE(use.made_here(), 0.025);
    EXPECT_NEAR(use.made_here(), seconds, 1e-3);
  }
  const Products::Use use(products);
  products.get(kTwo, make_two);
  EXPECT_DOUBLE_EQ(use.seconds(), seconds) << "as if all had been made here";
  EXPECT_EQ(use.made_here(), 0.0);
  const Products::Use part(products);
  products.get(kOne, make_one);
  EXPECT_GE(part.seconds(), 0.020);
  EXPECT_LT(part.seconds(), seconds);
}

TEST(Provided, IsMadeOnceByAnyCopy) {
  int made = 0;
  const auto provided = Provided<int>::later([&] { return std::make_shared<const int>(++made); });
  const Provided<int> copy = provided;
  EXPECT_TRUE(provided && copy);
  EXPECT_EQ(made, 0) << "nobody has asked yet";
  EXPECT_EQ(*copy, 1);
  EXPECT_EQ(*provided, 1);
  EXPECT_EQ(copy.share(), provided.share());
  EXPECT_EQ(made, 1);
}

TEST(Provided, MayBeNothing) {
  Provided<int> nothing, null = nullptr, of_null = std::shared_ptr<const int>();
  EXPECT_FALSE(nothing || null || of_null);
  EXPECT_THROW(*nothing, ContractError);
  Provided<int> something = std::make_shared<const int>(4);
  EXPECT_TRUE(bool(something));
  const Provided<int> copy = something;
  something.reset();
  EXPECT_FALSE(bool(something));
  EXPECT_EQ(*copy, 4);
}

TEST(Provided, IsTriedAgainIfItCouldNotBeMade) {
  int tries = 0;
  const auto provided = Provided<int>::later([&]() -> std::shared_ptr<const int> {
    if (++tries < 3) throw UserError("no memory");
    return std::make_shared<const int>(tries);
  });
  EXPECT_THROW(*provided, UserError);
  EXPECT_THROW(*provided, UserError);
  EXPECT_EQ(*provided, 3);
  EXPECT_EQ(*provided, 3);
}

TEST(Problem, LeavesTheCompleteGraphToThoseWhoWalkIt) {
  bool made = false;
  Problem problem;
  problem.provide_later<Graph>([&] {
    made = true;
    return std::make_shared<const Graph>();
  });
  problem.prepare({Provision::kSimilarities, Provision::kGraph});
  EXPECT_FALSE(made);
}

TEST(Problem, ProvidesWhatItHolds) {
  Problem problem;
  problem.objects = 4;
  EXPECT_TRUE(problem.provides().empty());
  problem.prepare({Provision::kSimilarities, Provision::kTruth});
  int made = 0;
  problem.provide_later<Similarities>([&] {
    ++made;
    return std::make_shared<const Similarities>(4);
  });
  problem.provide<Truth>(Truth{Partition::singletons(4)});
  EXPECT_EQ(problem.provides(), (Provisions{Provision::kSimilarities, Provision::kTruth}));
  problem.prepare({Provision::kQuadruplets, Provision::kTruth});
  EXPECT_EQ(made, 0);
  problem.prepare({Provision::kSimilarities});
  EXPECT_EQ(made, 1);
  problem.provide<Quadruplets>(std::make_shared<const ListedQuadruplets>(4, std::vector<Quadruplet>{{0, 1, 2, 3}}));
  problem.provide<Triplets>(std::make_shared<const ListedTriplets>(TripletList(4, {{0, 1, 2}})));
  problem.provide<PairRanking>(std::make_shared<const PairRanking>(problem.get<Similarities>()));
  problem.provide<HeldOut>(HeldOut{{0, 1, 2, 3}});
  problem.provide<Graph>(std::make_shared<const Graph>(4, std::vector<Edge>{{0, 1}}));
  problem.provide<OddOneOutList>(std::make_shared<const OddOneOutList>(4, std::vector<OddOneOut>{{0, 1, 2}}));
  EXPECT_EQ(problem.provides(),
            Provisions({Provision::kGraph, Provision::kSimilarities, Provision::kQuadruplets, Provision::kTriplets,
                        Provision::kQuestions, Provision::kTruth, Provision::kOddOneOuts, Provision::kHeldOut}));
}

TEST(Provisions, HaveTexts) {
  EXPECT_EQ(text_of(Provisions{}), "nothing");
  EXPECT_EQ(text_of({Provision::kQuadruplets}), "passive quadruplets");
  EXPECT_EQ(text_of({Provision::kTruth, Provision::kTriplets}), "passive triplets and the true clusters");
  EXPECT_EQ(text_of({Provision::kTruth, Provision::kTriplets, Provision::kSimilarities}),
            "similarities, passive triplets and the true clusters");
  EXPECT_EQ(text_of(Axes{}), "nothing");
  EXPECT_EQ(text_of({Axis::kBudget, Axis::kSample}), "the sample of comparisons and the budget of questions");
  std::set<std::string> names;
  for (const Provision provision : kAllProvisions) names.insert(name_of(provision));
  for (const Axis axis : kAllAxes) names.insert(name_of(axis));
  EXPECT_EQ(names.size(), std::size(kAllProvisions) + std::size(kAllAxes));
}

TEST(EnumSet, IsASet) {
  const Provisions a{Provision::kSimilarities, Provision::kTruth}, b{Provision::kTruth};
  EXPECT_TRUE(a.includes(b) && a.includes({}) && a.includes(a) && !b.includes(a));
  EXPECT_TRUE(a.meets(b) && !b.meets({Provision::kQuestions}) && !a.meets({}));
  EXPECT_EQ(a - b, Provisions{Provision::kSimilarities});
  EXPECT_EQ(b | (a - b), a);
  Provisions grown = b;
  grown |= a;
  EXPECT_EQ(grown, a);
}

}  // namespace
}  // namespace tertium::core
