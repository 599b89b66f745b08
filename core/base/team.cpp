#include "core/base/team.hpp"

#include <algorithm>
#include <array>
#include <new>

namespace tertium::core {
namespace {

constexpr std::size_t kMessageBytes = 512;

class OneMember final : public Team {
 public:
  OneMember() : Team(0, 1) {}

 private:
  void do_sum(std::span<std::int64_t>) override {}
  void do_sum(std::span<std::int32_t>) override {}
  void do_gather(std::span<std::byte>, std::span<const std::int64_t>) override {}
  void do_max(std::span<std::int64_t>) override {}
  void do_broadcast(std::span<std::byte>, int) override {}
};

}  // namespace

Team& Team::alone() {
  static OneMember team;
  return team;
}

void Team::sum(std::span<std::int64_t> numbers) {
  if (size_ == 1) return;
  meet(Operation::kSum64, numbers.size());
  do_sum(numbers);
}

void Team::sum(std::span<std::int32_t> numbers) {
  if (size_ == 1) return;
  meet(Operation::kSum32, numbers.size());
  do_sum(numbers);
}

std::int64_t Team::sum(std::int64_t number) {
  sum(std::span(&number, 1));
  return number;
}

void Team::gather_bytes(std::span<std::byte> values, std::span<const std::int64_t> begin) {
  expects(std::ssize(begin) == size_ + 1 && std::is_sorted(begin.begin(), begin.end()) && begin.front() >= 0 &&
              begin.back() <= std::ssize(values),
          "the slices of a team follow each other");
  if (size_ == 1) return;
  meet(Operation::kGather, values.size());
  do_gather(values, begin);
}

void Team::together(const std::function<void()>& work) {
  try {
    work();
  } catch (const TeamFailure&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail("out of memory");
    throw;
  } catch (const std::exception& error) {
    fail(error.what());
    throw;
  }
  meet(Operation::kMeet, 0);
}

/// Takes the place of the operation that the others are in, or come to.
void Team::fail(const std::string& message) {
  if (size_ == 1) return;
  std::array<std::int64_t, 3> numbers{size_ - rank_, -1, std::int64_t{-1} << 62};
  do_max(numbers);
  failure_message(static_cast<int>(size_ - numbers[0]), message);
}

/// All members say what they are about to do: everybody goes on only if it is the same. A maximum and the maximum of
/// the negative are opposite only if all numbers are equal.
void Team::meet(Operation operation, std::size_t size) {
  if (size_ == 1) return;
  const auto name = static_cast<std::int64_t>(size << 3) + static_cast<std::int64_t>(operation);
  std::array<std::int64_t, 3> numbers{0, name, -name};
  do_max(numbers);
  if (numbers[0] > 0) {
    const int member = static_cast<int>(size_ - numbers[0]);
    throw TeamFailure(failure_message(member, ""));
  }
  if (numbers[1] != -numbers[2]) throw TeamFailure("the ranks of a team diverged (a bug), run without --team-size");
}

/// The message of the lowest member that failed, on all members.
std::string Team::failure_message(int member, const std::string& message) {
  std::array<char, kMessageBytes> text{};
  std::copy_n(message.begin(), std::min(message.size(), kMessageBytes - 1), text.begin());
  do_broadcast(std::as_writable_bytes(std::span(text)), member);
  return text.data();
}

}  // namespace tertium::core
