#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::core {

/// Another member of the team gave up, or the members went different ways: nobody can finish what they do together.
class TeamFailure : public UserError {
 public:
  using UserError::UserError;
};

/// Some of n things, [begin, end).
struct Share {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

/// Those who compute one thing together: ranks of MPI, or one alone. Every member runs the same code on the same input,
/// does its share of the heavy loops, and has the whole result in the end.
///
/// All members call the same operations in the same order. Nobody waits for ever for one who cannot: a member that
/// fails says so (together), and the next operation of all others throws TeamFailure with its message. Only integers
/// are added, so results do not depend on the number of members.
class Team {
 public:
  virtual ~Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// 0..size()-1.
  int rank() const { return rank_; }
  int size() const { return size_; }

  /// This member's part of n things in a row; sizes differ by one at most.
  Share share(std::int64_t n) const { return share_of(rank_, n); }
  Share share_of(int member, std::int64_t n) const { return {part(n, member), part(n, member + 1)}; }
  /// Dealing out like cards: whether thing k is this member's.
  bool owns(std::int64_t k) const { return k % size_ == rank_; }

  /// Every number becomes the sum of what all members have in its place.
  void sum(std::span<std::int64_t> numbers);
  void sum(std::span<std::int32_t> numbers);
  std::int64_t sum(std::int64_t number);

  /// Member r has made the values [begin[r], begin[r + 1]); afterwards all members have all. `begin` has size() + 1
  /// entries, the same on every member.
  template <typename T>
  void gather(std::span<T> values, std::span<const std::int64_t> begin) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::int64_t> bytes(begin.begin(), begin.end());
    for (std::int64_t& place : bytes) place *= static_cast<std::int64_t>(sizeof(T));
    gather_bytes(std::as_writable_bytes(values), bytes);
  }

  /// Does `work`, which may use the team, and waits for the others. If it throws here, the others learn of it; if it
  /// throws elsewhere, TeamFailure. Either way all members leave at the same point, ready for the next work.
  void together(const std::function<void()>& work);

  /// The team of one.
  static Team& alone();

 protected:
  Team(int rank, int size) : rank_(rank), size_(size) {}

 private:
  enum class Operation : std::int64_t { kMeet, kSum32, kSum64, kGather };

  // What a kind of team has to provide; called by all members, for size() > 1 only.
  virtual void do_sum(std::span<std::int64_t> numbers) = 0;
  virtual void do_sum(std::span<std::int32_t> numbers) = 0;
  virtual void do_gather(std::span<std::byte> values, std::span<const std::int64_t> begin) = 0;
  /// Every number becomes the largest that a member has in its place.
  virtual void do_max(std::span<std::int64_t> numbers) = 0;
  /// All have what member `from` has.
  virtual void do_broadcast(std::span<std::byte> bytes, int from) = 0;

  std::int64_t part(std::int64_t n, int r) const { return n / size_ * r + n % size_ * r / size_; }
  void gather_bytes(std::span<std::byte> values, std::span<const std::int64_t> begin);
  void fail(const std::string& message);
  void meet(Operation operation, std::size_t size);
  std::string failure_message(int member, const std::string& message);

  int rank_, size_;
};

}  // namespace tertium::core
