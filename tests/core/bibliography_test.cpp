#include "core/methods/bibliography.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "core/methods/step.hpp"
#include "tests/support/message.hpp"

namespace tertium::core {
namespace {

/// "key" of every entry "@type{key,"; counts braces, which have to close with the entry.
std::vector<std::string> keys_of(const std::string& bibtex) {
  std::vector<std::string> keys;
  int depth = 0;
  for (std::size_t k = 0; k < bibtex.size(); ++k) {
    if (depth == 0 && bibtex[k] == '@') {
      const std::size_t open = bibtex.find('{', k);
      keys.push_back(bibtex.substr(open + 1, bibtex.find(',', open) - open - 1));
    }
    depth += (bibtex[k] == '{') - (bibtex[k] == '}');
    EXPECT_GE(depth, 0) << bibtex;
  }
  EXPECT_EQ(depth, 0) << bibtex;
  return keys;
}

void expect_entries(const std::vector<Reference>& references, const std::string& name) {
  const std::vector<std::string> keys = keys_of(bibtex_text(references));
  EXPECT_GE(keys.size(), 1U) << name;
  EXPECT_EQ(std::set<std::string>(keys.begin(), keys.end()).size(), keys.size()) << name;
  ASSERT_EQ(keys.size(), references.size()) << name;
  for (std::size_t k = 0; k < keys.size(); ++k) EXPECT_EQ(keys[k], references[k].key);
}

TEST(Bibliography, EveryMethodAndStepCitesAWorkThatIsKnown) {
  std::vector<std::string> names = method_names();
  for (const Step& step : all<Step>()) names.push_back(step.name);
  for (const std::string& name : names) {
    const std::vector<Reference> references = references_of(name);
    expect_entries(references, name);
    for (const Reference& one : references) EXPECT_FALSE(one.key.starts_with("tertium-")) << name << ": " << one.text;
  }
}

TEST(Bibliography, APaperIsCalledByWordsThatMeanNoOther) {
  std::set<std::string> keys;
  for (const auto& [called, reference] : all_papers()) {
    EXPECT_TRUE(keys.insert(reference.key).second) << reference.key;
    expect_entries({reference}, called);
    EXPECT_EQ(reference.bibtex.find("called"), std::string::npos);
    EXPECT_EQ(references_in(called, "").size(), 1U) << called;
  }
  EXPECT_GT(keys.size(), 30U);
}

TEST(Bibliography, AReferenceIsTextAndBibTex) {
  const std::vector<Reference> found = references_in("additive trees: Sattath, Tversky, 1977; this project", "lengths");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].text,
            "Shmuel Sattath and Amos Tversky (1977). Additive similarity trees. Psychometrika 42, 319–345.");
  EXPECT_EQ(found[0].bibtex,
            "@article{sattath1977additive,\n  author = {Sattath, Shmuel and Tversky, Amos},\n  title = {{Additive "
            "similarity trees}},\n  journal = {Psychometrika},\n  year = {1977},\n  volume = {42},\n  pages = "
            "{319--345}\n}\n");
  EXPECT_EQ(found[1].text, software_reference().text);
  EXPECT_NE(found[1].bibtex.find(version()), std::string::npos);
  EXPECT_EQ(references_in("HC19", "").front().text.find("Debarghya Ghoshdastidar, Michaël Perrot and Ulrike von"), 0U);
}

TEST(Bibliography, ACitationOfNoKnownWorkStandsForItself) {
  EXPECT_TRUE(references_in("", "new").empty());
  const std::vector<Reference> found = references_in("A. {Author}, A \\paper, 2030", "new (1)");
  expect_entries(found, "new");
  EXPECT_EQ(found.front().key, "tertium-new1");
  EXPECT_NE(found.front().bibtex.find("note = {A. Author, A paper, 2030}"), std::string::npos);
}

TEST(Bibliography, AMethodCitesEachWorkOnceInTheOrderOfItsSteps) {
  std::vector<std::string> keys;
  for (const Reference& one : references_of("AddS-3+SPUR")) keys.push_back(one.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"perrot2020near", "yan2018provable"}));
  testing::expect_message(testing::message_of<UsageError>([] { references_of("4K-AP"); }), "did you mean '4K-AL'?");
}

}  // namespace
}  // namespace tertium::core
