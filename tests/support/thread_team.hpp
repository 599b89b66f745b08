#pragma once

#include <algorithm>
#include <barrier>
#include <cstring>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "core/base/team.hpp"

namespace tertium::testing {

/// A team of threads: what ranks do by messages, they do in shared memory, so that kernels are tested without MPI.
class ThreadTeam final : public core::Team {
 public:
  /// What the members share.
  struct Meeting {
    explicit Meeting(int size) : places(static_cast<std::size_t>(size)), barrier(size) {}
    std::vector<const std::byte*> places;  // by member, where it keeps its part
    std::barrier<> barrier;
  };

  ThreadTeam(Meeting& meeting, int rank, int size) : Team(rank, size), meeting_(meeting) {}

 private:
  /// Calls use(member, its bytes) for all members in order, while nobody changes anything.
  template <typename Use>
  void read_all(const std::byte* own, Use&& use) {
    meeting_.places[static_cast<std::size_t>(rank())] = own;
    meeting_.barrier.arrive_and_wait();
    for (int r = 0; r < size(); ++r) use(r, meeting_.places[static_cast<std::size_t>(r)]);
    meeting_.barrier.arrive_and_wait();
  }

  template <typename T, typename Combine>
  void reduce(std::span<T> numbers, Combine&& combine) {
    std::vector<T> result;
    read_all(std::as_bytes(numbers).data(), [&](int r, const std::byte* bytes) {
      const auto* theirs = reinterpret_cast<const T*>(bytes);
      if (r == 0) result.assign(theirs, theirs + numbers.size());
      for (std::size_t k = 0; r > 0 && k < numbers.size(); ++k) result[k] = combine(result[k], theirs[k]);
    });
    std::copy(result.begin(), result.end(), numbers.begin());
  }

  void do_sum(std::span<std::int64_t> numbers) override { reduce(numbers, std::plus<>()); }
  void do_sum(std::span<std::int32_t> numbers) override { reduce(numbers, std::plus<>()); }
  void do_max(std::span<std::int64_t> numbers) override {
    reduce(numbers, [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
  }
  void do_gather(std::span<std::byte> values, std::span<const std::int64_t> begin) override {
    const std::vector<std::byte> own(values.begin(), values.end());
    read_all(own.data(), [&](int r, const std::byte* theirs) {
      std::copy(theirs + begin[r], theirs + begin[r + 1], values.begin() + begin[r]);
    });
  }
  void do_broadcast(std::span<std::byte> bytes, int from) override {
    const std::vector<std::byte> own(bytes.begin(), bytes.end());
    read_all(own.data(), [&](int r, const std::byte* theirs) {
      if (r == from) std::copy_n(theirs, bytes.size(), bytes.begin());
    });
  }

  Meeting& meeting_;
};

/// work(team) by every member of a team of `size` at the same time; what members return, in order. A member's exception
/// is thrown once all have ended.
template <typename Work>
auto on_team(int size, Work&& work) -> std::vector<decltype(work(std::declval<core::Team&>()))> {
  std::vector<decltype(work(std::declval<core::Team&>()))> results(static_cast<std::size_t>(size));
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(size));
  ThreadTeam::Meeting meeting(size);
  std::vector<std::thread> threads;
  for (int r = 0; r < size; ++r)
    threads.emplace_back([&, r] {
      try {
        ThreadTeam team(meeting, r, size);
        results[static_cast<std::size_t>(r)] = work(static_cast<core::Team&>(team));
      } catch (...) {
        failures[static_cast<std::size_t>(r)] = std::current_exception();
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return results;
}

/// Sizes of teams that tests try: alone, even, odd, more than there is work for.
inline const std::vector<int> kTeamSizes = {1, 2, 3, 5};

}  // namespace tertium::testing
