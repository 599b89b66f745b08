#include "files/text/records.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tertium::files {
namespace {

struct Tree {
  std::string name;
  std::optional<double> height{};
  std::vector<std::string> leaves{};
};

Record record_of(const Tree& tree, bool tall) {
  return {{"name", "what it is called", tree.name},
          {"height", "in metres", tree.height},
          {"tall", "whether it is", tall},
          {"leaves", "their names", tree.leaves}};
}

TEST(Records, AreRowsOfATable) {
  const std::vector<Tree> trees{{"oak, old", 1.0 / 3.0, {"a", "b"}}, {"elm"}};
  EXPECT_EQ(csv_of(trees, recorded(true)), "name,height,tall,leaves\n\"oak, old\",0.333333,1,\"a; b\"\nelm,,1,\n");
  EXPECT_EQ(csv_of(std::vector<Tree>(), recorded(true)), "name,height,tall,leaves\n");
}

TEST(Records, AreObjectsOfJson) {
  EXPECT_EQ(json_of(std::vector<Tree>{{"elm"}}, recorded(false)).dump(),
            R"([{"name":"elm","height":null,"tall":false,"leaves":[]}])");
}

TEST(Records, HaveNumbersInAFormat) {
  const double third = 1.0 / 3.0, nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(value_line({{"a", "", third, "{}"}, {"b", "", 3}, {"c", "", nothing}, {"d", "", 2.0}}),
            "0.3333333333333333,3,,2\n");
}

}  // namespace
}  // namespace tertium::files
