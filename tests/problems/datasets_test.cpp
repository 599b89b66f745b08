#include "problems/datasets/datasets.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>

#include "core/base/error.hpp"
#include "core/base/home.hpp"
#include "core/comparisons/listed_quadruplets.hpp"
#include "core/comparisons/ranks.hpp"
#include "problems/datasets/described_datasets.hpp"
#include "problems/datasets/feature_similarities.hpp"
#include "problems/models/model.hpp"
#include "tests/support/message.hpp"

namespace tertium::problems {
namespace {

namespace fs = std::filesystem;

double mean(const core::Similarities& w) {
  return std::accumulate(w.values().begin(), w.values().end(), 0.0) / static_cast<double>(w.pairs());
}

core::Similarities cosines(const FeatureTable& features, Scaling scaling) {
  return feature_similarities(places_of(features, scaling), FeatureSimilarity::kCosine);
}

std::vector<core::Object> class_sizes(const DatasetContent& content) {
  std::vector<core::Object> sizes(content.class_names.size(), 0);
  for (const core::Label label : content.labels) ++sizes.at(label);
  return sizes;
}

TEST(Datasets, AreWhatTheyAnnounce) {
  std::set<std::string> names;
  for (const Dataset& dataset : core::all<Dataset>()) {
    SCOPED_TRACE(dataset.name);
    EXPECT_TRUE(names.insert(dataset.name).second);
    EXPECT_FALSE(dataset.sentence.empty());
    EXPECT_FALSE(dataset.citation.empty());
    EXPECT_EQ(&find_dataset(dataset.name), &dataset);
    const DatasetContent content = dataset.load();
    EXPECT_EQ(static_cast<core::Object>(content.names.size()), dataset.objects);
    EXPECT_EQ(static_cast<core::Label>(content.class_names.size()), dataset.classes);
    EXPECT_EQ(content.truth().has_value(), dataset.classes > 0);
    if (content.truth()) {
      EXPECT_EQ(content.truth()->clusters(), dataset.classes);
    }
    const auto of = [&](DatasetKind kind) { return dataset.kind == kind ? dataset.objects : 0; };
    EXPECT_EQ(content.features.objects(), of(DatasetKind::kFeatures));
    EXPECT_EQ(content.words.texts(), of(DatasetKind::kTexts));
    EXPECT_EQ(content.triplets.objects(), of(DatasetKind::kTriplets));
  }
  EXPECT_THROW(find_dataset("zooo"), core::UsageError);
}

TEST(Zoo, HasItsClassesAndMeanCosine) {
  const DatasetContent zoo = find_dataset("zoo").load();
  EXPECT_EQ(class_sizes(zoo), (std::vector<core::Object>{40, 20, 5, 13, 4, 8, 10}));
  EXPECT_EQ(zoo.names.front(), "aardvark");
  EXPECT_EQ(zoo.features.columns.size(), 16U);
  const core::Similarities w = cosines(zoo.features, Scaling::kRaw);
  EXPECT_NEAR(mean(w), 0.6212, 5e-5);
  EXPECT_TRUE(core::PairRanking(w).has_ties());
}

TEST(Zoo, HasItsClassAsAFeatureInTheNotebooks) {
  const DatasetContent zoo = find_dataset("zoo").load(), with = find_dataset("zoo-class").load();
  EXPECT_EQ(with.labels, zoo.labels);
  EXPECT_EQ(with.names, zoo.names);
  ASSERT_EQ(with.features.columns.size(), 17U);
  EXPECT_EQ(with.features(7, 15), zoo.features(7, 15));
  EXPECT_EQ(with.features(7, 16), 4.0) << "the bass is a fish, the fourth class of the file";
}

TEST(Glass, HasItsClassesAndMeanCosines) {
  const DatasetContent glass = find_dataset("glass").load();
  EXPECT_EQ(class_sizes(glass), (std::vector<core::Object>{70, 76, 17, 13, 9, 29}));
  EXPECT_NEAR(mean(cosines(glass.features, Scaling::kMinMax)), 0.7178, 5e-5);
  EXPECT_NEAR(mean(cosines(glass.features, Scaling::kRaw)), 0.9990, 5e-5);
}

TEST(Car, HasDifferentTripletsWithoutContradiction) {
  const DatasetContent car = find_dataset("car").load();
  EXPECT_EQ(class_sizes(car), (std::vector<core::Object>{24, 15, 17, 4}));
  EXPECT_EQ(car.names[0], "off-road/SUV 1");
  EXPECT_EQ(car.triplets.count(), 12112);
  const core::ListedQuadruplets quadruplets(60, car.triplets.quadruplets());
  EXPECT_FALSE(quadruplets.summary().repeated());
  EXPECT_EQ(quadruplets.summary().disputed, 0);
}

TEST(Food, KnowsWhoGaveEveryAnswerAndSweepsCountThem) {
  const DatasetContent food = find_dataset("food").load();
  EXPECT_EQ(food.triplets.count(), 250320);
  EXPECT_TRUE(food.counts.empty());
  ASSERT_EQ(food.metadata.origins.size(), 250320U);
  EXPECT_EQ(food.metadata.subjects.size(), 243U);
  std::set<std::int32_t> people;
  for (const files::AnswerOrigin& origin : food.metadata.origins) people.insert(origin.subject);
  EXPECT_EQ(people.size(), 243U);
  const std::shared_ptr<const LoadedDataset> counted = loaded(find_dataset("food"));
  EXPECT_EQ(counted->digest, "0x0:824356fbae7effb2") << "what sweeps use has been the same since the first version";
  EXPECT_EQ(counted->content.triplets.count(), 190376);
  EXPECT_EQ(std::ranges::max(counted->content.counts), 9);
}

TEST(Food, KeepsEveryAnswer) {
  const DatasetContent food = find_dataset("food").load();
  EXPECT_EQ(food.names[2], "Chocolate Hazelnut Biscotti");
  const core::ListedTriplets triplets(food.triplets, food.counts);
  EXPECT_EQ(triplets.summary().answers, 250320);
  EXPECT_EQ(triplets.summary().questions, 181027);
  EXPECT_EQ(triplets.summary().disputed, 9349);
  EXPECT_EQ(triplets.count(), 181027 - triplets.summary().tied);
}

TEST(Answers, AreKeptAsTheyWereGiven) {
  const auto answers = [](const char* name) {
    const DatasetContent content = find_dataset(name).load();
    return core::ListedTriplets(content.triplets, content.counts).summary().answers;
  };
  EXPECT_EQ(answers("faces"), 37234);
  EXPECT_EQ(answers("material"), 92892);
  EXPECT_EQ(answers("music"), 9090);
}

TEST(Features, HaveTheirClasses) {
  EXPECT_EQ(class_sizes(find_dataset("iris").load()), (std::vector<core::Object>{50, 50, 50}));
  EXPECT_EQ(class_sizes(find_dataset("wine").load()), (std::vector<core::Object>{59, 71, 48}));
  EXPECT_EQ(class_sizes(find_dataset("breast-cancer").load()), (std::vector<core::Object>{212, 357}));
  EXPECT_EQ(find_dataset("digits").load().features.columns.size(), 64U);
  EXPECT_TRUE(find_dataset("boston").load().labels.empty());
  const DatasetContent news = find_dataset("news20").load();
  EXPECT_EQ(class_sizes(news)[0], 480);
  EXPECT_EQ(news.names.front(), "alt.atheism/49960");
  const DatasetContent six = find_dataset("news20-six").load();
  EXPECT_EQ(class_sizes(six), (std::vector<core::Object>{584, 591, 590, 578, 597, 600}));
  EXPECT_EQ(six.names.front().substr(0, 13), "comp.graphics");
}

TEST(Newsgroups, AreDrawnThreeTimesAndTheFirstHasTwoKindsOfFeatures) {
  const DatasetContent counts = find_dataset("news20-200").load(), weights = find_dataset("news20-200-tf-idf").load();
  EXPECT_EQ(counts.names.front(), "alt.atheism/51188");
  EXPECT_EQ(weights.names, counts.names);
  EXPECT_EQ(weights.labels, counts.labels);
  EXPECT_NE(weights.features.values, counts.features.values);
  std::set<std::vector<std::string>> draws{counts.names};
  for (const char* other : {"news20-200-2", "news20-200-3"}) draws.insert(find_dataset(other).load().names);
  EXPECT_EQ(draws.size(), 3U);
}

TEST(WordCounts, HaveCosinesOfTheirTfIdfWeights) {
  WordCounts texts;
  EXPECT_TRUE(texts.append("0:2 1:1"));  // words 0 and 1
  EXPECT_TRUE(texts.append("1:3 4:1"));  // 1 and 5
  EXPECT_TRUE(texts.append("2:1"));
  for (const char* wrong : {"", "0", "0:", "0:0", "x:1", "1:1 ", "1:1  2:1", "-1:1", "1:1,2:1"})
    EXPECT_FALSE(texts.append(wrong)) << wrong;
  ASSERT_EQ(texts.texts(), 3);
  EXPECT_EQ(texts.words, (std::vector<std::int32_t>{0, 1, 1, 5, 2}));
  const double seldom = std::log(4.0 / 2.0) + 1.0, twice = std::log(4.0 / 3.0) + 1.0;
  const double lengths = std::hypot(2.0 * seldom, twice) * std::hypot(3.0 * twice, seldom);
  const std::vector<core::Object> all{0, 1, 2}, ends{0, 2};
  const core::Similarities w = tf_idf_cosines(texts, all);
  EXPECT_NEAR(w(0, 1), 3.0 * twice * twice / lengths, 1e-15);
  EXPECT_EQ(w(0, 2), 0.0);
  EXPECT_EQ(w(1, 2), 0.0);
  EXPECT_EQ(tf_idf_cosines(texts, ends)(0, 1), 0.0);
}

TEST(Mnist, FillsItsBox) {
  const DatasetContent mnist = find_dataset("mnist").load();
  EXPECT_EQ(class_sizes(mnist), (std::vector<core::Object>{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}));
  const auto [low, high] = std::ranges::minmax(mnist.features.values);
  EXPECT_EQ(low, -1.0);
  EXPECT_EQ(high, 1.0);
  EXPECT_EQ(class_sizes(find_dataset("mnist-1vs7").load()), (std::vector<core::Object>{1135, 1028}));
}

TEST(Gaussian, FallsWithTheDistance) {
  const FeatureTable features{{"a", "b"}, {0, 0, 3, 4, 3, 4, 6, 8}};
  const core::Similarities w = feature_similarities(places_of(features, Scaling::kRaw), FeatureSimilarity::kGaussian);
  EXPECT_EQ(w(1, 2), 1.0);
  EXPECT_NEAR(w(0, 3), std::exp(-1.0), 1e-12);
  EXPECT_NEAR(w(0, 1), std::exp(-0.25), 1e-12);
  EXPECT_EQ(w(0, 1), w(2, 3));
}

TEST(Cosine, IsTiedWhereOnlyRoundingDiffers) {
  const FeatureTable features{{"a", "b"}, {1, 2, 0.1, 0.2, 3, 6, 2, 1}};
  const core::Similarities w = cosines(features, Scaling::kRaw);
  EXPECT_EQ(w(0, 1), w(0, 2));
  EXPECT_EQ(w(0, 1), w(1, 2));
  EXPECT_EQ(w(0, 3), w(1, 3));
  EXPECT_NEAR(w(0, 1), 1.0, 1e-12);
  EXPECT_NEAR(w(0, 3), 0.8, 1e-12);
}

TEST(Features, MayBeSoSmallThatTheirSquaresAreZero) {
  const FeatureTable features{{"a", "b"}, {1, 2, 0.1, 0.2, 3, 6, 2, 1}};
  for (const int power : {-600, -1000}) {
    FeatureTable tiny = features;
    for (double& value : tiny.values) value = std::scalbn(value, power);
    EXPECT_EQ(cosines(tiny, Scaling::kRaw), cosines(features, Scaling::kRaw));
    EXPECT_EQ(feature_similarities(places_of(tiny, Scaling::kRaw), FeatureSimilarity::kGaussian)(0, 2),
              feature_similarities(places_of(features, Scaling::kRaw), FeatureSimilarity::kGaussian)(0, 2));
  }
  FeatureTable mixed = features;
  mixed.values[2] = mixed.values[3] = 1e-170;
  EXPECT_NEAR(cosines(mixed, Scaling::kRaw)(0, 1), 3 / std::sqrt(10.0), 1e-12);
}

TEST(Cosine, OfConstantFeaturesAndZeroVectors) {
  const FeatureTable features{{"a", "b"}, {5, 0, 5, 1, 5, 2}};
  EXPECT_EQ(min_max_scaled(features).values, (std::vector<double>{0, -1, 0, 0, 0, 1}));
  const core::Similarities w = cosines(features, Scaling::kMinMax);
  EXPECT_EQ(w(0, 1), 0.0);  // the middle row is zero after scaling
  EXPECT_EQ(w(0, 2), -1.0);
}

TEST(DatasetModel, IsAnotherWhereTheContentIs) {
  DatasetContent content = find_dataset("zoo").load();
  const std::string before = content.digest();
  EXPECT_EQ(before, loaded(find_dataset("zoo"))->digest);
  content.names[0] = "another name";
  EXPECT_EQ(content.digest(), before);
  std::swap(content.labels.front(), content.labels.back());
  EXPECT_NE(content.digest(), before);
  const Model& model = find_model("dataset");
  EXPECT_NE(model.identity_of(core::Parameters(model.parameters)).find(before), std::string::npos);
}

TEST(DatasetModel, GivesSimilaritiesAndOneTrueLevel) {
  const Model& model = find_model("dataset");
  core::Parameters parameters(model.parameters);
  parameters.set("name", std::string("glass"));
  EXPECT_EQ(model.objects(parameters), 214);
  const ModelSample sample = model.sample(parameters, {});
  EXPECT_NEAR(mean(sample.get<core::Similarities>()), 0.7178, 5e-5);
  ASSERT_EQ(sample.get<core::Truth>().size(), 1U);
  EXPECT_EQ(sample.get<core::Truth>()[0].clusters(), 6);
  parameters.set("scaling", std::string("raw"));
  EXPECT_NEAR(mean(model.sample(parameters, {}).get<core::Similarities>()), 0.9990, 5e-5);
  for (const core::ParameterInfo& info : model.parameters)
    if (info.name == "name") {
      EXPECT_EQ(info.choices, core::all_names<Dataset>());
    }
}

TEST(DatasetModel, DrawsObjectsAndKeepsWhatIsKnownOfThem) {
  const Model& model = find_model("dataset");
  core::Parameters parameters(model.parameters);
  parameters.set("name", std::string("zoo"));
  parameters.set("n", std::int64_t{30});
  EXPECT_EQ(model.objects(parameters), 30);
  const ModelSample first = model.sample(parameters, {1, 2, 0}), second = model.sample(parameters, {1, 2, 1});
  EXPECT_EQ(first.objects, 30);
  EXPECT_EQ(first.get<core::Coordinates>().objects, 30);
  EXPECT_EQ(first.get<core::Truth>()[0].objects(), 30);
  EXPECT_FALSE(first.get<core::Coordinates>() == second.get<core::Coordinates>());
  EXPECT_EQ(first.get<core::Similarities>(),
            feature_similarities(first.get<core::Coordinates>(), FeatureSimilarity::kCosine));
  parameters.set("name", std::string("food"));
  const ModelSample food = model.sample(parameters, {});
  EXPECT_EQ(food.triplets.size(), food.counts.size());
  EXPECT_GT(food.triplets.size(), 1000U);
  for (const core::Triplet& t : food.triplets) EXPECT_LT(std::max({t.anchor, t.near, t.far}), 30);
  parameters.set("n", std::int64_t{101});
  EXPECT_THROW(model.check(parameters), core::UserError);
}

TEST(DescribedDatasets, WhatASectionLacksOrHasTooMuch) {
  const auto told = [](const std::string& text) {
    return testing::message_of<core::UsageError>([&] { described_datasets("[mine]\nsentence = s\n" + text, "d.ini"); });
  };
  testing::expect_message(told("citation = c\nobjects = 3\n"), "d.ini:1: [mine] has no file, add one");
  testing::expect_message(told("citation = c\nobjects = 3\nanswers = a.csv"), "[mine] has no answer_rows");
  testing::expect_message(told("colums = 3"), "d.ini:3: unknown [mine] key 'colums'; did you mean 'columns'?");
  testing::expect_message(told("citation = c\nobjects = many"), "d.ini:4: [mine] objects = many is not a whole number");
  testing::expect_message(told("box = maybe"), "[mine] box = maybe is not known");
  testing::expect_message(told("like = zoo"), "[mine] like = zoo is not a section");
}

/// A home folder of the test's own.
class DatasetFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    home_ = fs::path(::testing::TempDir()) / ("tertium_home_" + std::to_string(getpid()));
    fs::create_directories(home_ / "data");
    find_dataset("zoo");  // of the project's data sets; their files are those of this home
    setenv("TERTIUM_HOME", home_.c_str(), 1);
  }
  void TearDown() override {
    unsetenv("TERTIUM_HOME");
    fs::remove_all(home_);
  }
  void write(const std::string& text) { std::ofstream(home_ / "data" / "zoo.csv") << text; }
  static std::string whole_zoo() {
    std::ifstream file(fs::path(TERTIUM_SOURCE_DIR) / "data" / "zoo.csv");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string message() {
    try {
      find_dataset("zoo").load();
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }

  fs::path home_;
};

TEST_F(DatasetFiles, AreLookedForAtHome) {
  EXPECT_EQ(core::home_folder(), home_);
  EXPECT_NE(message().find("zoo.csv: no such file"), std::string::npos);
  EXPECT_NE(message().find("set TERTIUM_HOME"), std::string::npos);
  write(whole_zoo());
  EXPECT_EQ(message(), "");
}

TEST_F(DatasetFiles, ThatWereAlteredAreRefused) {
  const std::string zoo = whole_zoo();
  const std::string first_rows = zoo.substr(0, zoo.find("bear"));
  write(first_rows);
  EXPECT_NE(message().find("rows instead of 100 (the file has been changed)"), std::string::npos) << message();
  write(first_rows + "bear,1\n");
  EXPECT_NE(message().find("zoo.csv:5: 2 fields instead of 18"), std::string::npos) << message();
  write("a,b\n1,2\n");
  EXPECT_NE(message().find("zoo.csv:1: 2 columns instead of 18"), std::string::npos) << message();
  write("name" + zoo.substr(zoo.find(',')));
  EXPECT_NE(message().find("zoo.csv:1: no column animal_name"), std::string::npos) << message();
  std::string other = zoo;
  other.replace(other.find("aardvark,1"), 10, "aardvark,x");
  write(other);
  EXPECT_NE(message().find("zoo.csv:2: hair = 'x' is not a number"), std::string::npos) << message();
  other = zoo;
  other.replace(other.find("catsize,label\n") + 14, 0, "unicorn,1,0,0,1,0,0,1,1,1,1,0,0,4,0,0,1,9\n");
  write(other.substr(0, other.rfind("wren")));
  EXPECT_NE(message().find("label = '9' is none of 1, 2, 3, 4, 5, 6, 7"), std::string::npos) << message();
}

}  // namespace
}  // namespace tertium::problems
