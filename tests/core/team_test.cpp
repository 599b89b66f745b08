// Teams: shares, sums, gathered slices, and what becomes of the others when a member fails.
#include "core/base/team.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/thread_team.hpp"

namespace tertium::core {
namespace {

using testing::kTeamSizes;
using testing::on_team;

TEST(Team, SharesCoverEverythingOnceAndEvenly) {
  for (const int size : kTeamSizes)
    for (const std::int64_t n : {0, 1, 2, 3, 7, 64, 1000003}) {
      const std::vector<Share> shares = on_team(size, [&](Team& team) { return team.share(n); });
      std::int64_t next = 0;
      for (const Share& share : shares) {
        EXPECT_EQ(share.begin, next);
        next = share.end;
        EXPECT_LE(share.end - share.begin, n / size + 1);
        EXPECT_GE(share.end - share.begin, n / size);
      }
      EXPECT_EQ(next, n);
    }
  EXPECT_EQ(on_team(3, [](Team& team) { return team.share(std::int64_t{1} << 62).end; }).back(), std::int64_t{1} << 62);
}

TEST(Team, AddsUpAndGathers) {
  for (const int size : kTeamSizes) {
    const auto results = on_team(size, [](Team& team) {
      std::vector<std::int64_t> wide{team.rank(), 1, std::int64_t{1} << 40};
      std::vector<std::int32_t> narrow{team.rank() + 1};
      team.sum(wide);
      team.sum(narrow);
      std::vector<double> slices(10, -1.0);
      std::vector<std::int64_t> begin;
      for (int r = 0; r <= team.size(); ++r) begin.push_back(10 * r / team.size());
      for (auto k = begin[team.rank()]; k < begin[team.rank() + 1]; ++k) slices[k] = 0.5 * static_cast<double>(k);
      team.gather(std::span(slices), begin);
      wide.push_back(narrow[0]);
      wide.push_back(team.sum(2));
      return std::pair{wide, slices};
    });
    const std::int64_t all = size;
    for (const auto& [numbers, slices] : results) {
      EXPECT_EQ(numbers,
                (std::vector<std::int64_t>{all * (all - 1) / 2, all, all << 40, all * (all + 1) / 2, 2 * all}));
      for (std::size_t k = 0; k < slices.size(); ++k) EXPECT_EQ(slices[k], 0.5 * static_cast<double>(k));
    }
  }
}

/// What a member got out of work in which some members fail: the message.
std::string outcome(Team& team, const std::function<void()>& work) {
  try {
    team.together(work);
    return "done";
  } catch (const TeamFailure& failure) {
    return std::string("told: ") + failure.what();
  } catch (const std::bad_alloc&) {
    return "own: out of memory";
  } catch (const std::exception& error) {
    return std::string("own: ") + error.what();
  }
}

TEST(Team, AFailureEndsTheWorkOfAllAndTheyGoOnTogether) {
  for (int failing = 0; failing < 3; ++failing) {
    const auto outcomes = on_team(3, [&](Team& team) {
      std::vector<std::string> lines;
      lines.push_back(outcome(team, [&] {
        team.sum(1);
        if (team.rank() == failing) fail("no memory (of member {})", failing);
        team.sum(2);
        team.sum(3);
      }));
      lines.push_back(outcome(team, [&] {  // fails after the last operation
        team.sum(1);
        if (team.rank() == failing) throw std::bad_alloc();
      }));
      lines.push_back(outcome(team, [&] { expects(team.sum(1) == 3, "three members"); }));
      return lines;
    });
    for (int r = 0; r < 3; ++r) {
      const std::string who = r == failing ? "own: " : "told: ";
      EXPECT_EQ(outcomes[r], (std::vector<std::string>{who + fmt::format("no memory (of member {})", failing),
                                                       who + "out of memory", "done"}));
    }
  }
}

TEST(Team, SeveralFailuresAtOnceAreToldByTheFirst) {
  const auto outcomes = on_team(4, [](Team& team) {
    const std::string first = outcome(team, [&] {
      if (team.rank() % 2 == 1) fail("{}", team.rank());
      team.sum(1);
    });
    return first + ", " + outcome(team, [] {});
  });
  EXPECT_EQ(outcomes, (std::vector<std::string>{"told: 1, done", "own: 1, done", "told: 1, done", "own: 3, done"}));
}

TEST(Team, MembersThatGoDifferentWaysAreStopped) {
  const auto outcomes = on_team(2, [](Team& team) {
    return outcome(team, [&] {
      std::vector<std::int64_t> numbers(team.rank() == 0 ? 2 : 3);
      team.sum(numbers);
    });
  });
  for (const std::string& line : outcomes) EXPECT_NE(line.find("diverged"), std::string::npos) << line;
}

TEST(Team, SlicesThatDoNotFollowEachOtherAreRefused) {
  std::vector<double> values(4);
  const std::vector<std::int64_t> too_far{0, 5};
  const std::vector<std::int64_t> too_many{0, 2, 4};
  EXPECT_THROW(Team::alone().gather(std::span(values), too_far), ContractError);
  EXPECT_THROW(Team::alone().gather(std::span(values), too_many), ContractError);
}

}  // namespace
}  // namespace tertium::core
