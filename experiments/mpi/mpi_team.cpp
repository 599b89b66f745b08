#include "experiments/mpi/mpi_team.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tertium::experiments {
namespace {

/// Numbers added up at once: MPI keeps a copy of them.
constexpr std::size_t kMostNumbers = std::size_t{1} << 20;
constexpr std::int64_t kMostBytes = std::numeric_limits<int>::max();

int rank_in(MPI_Comm members) {
  int rank = 0;
  MPI_Comm_rank(members, &rank);
  return rank;
}

int size_of(MPI_Comm members) {
  int size = 0;
  MPI_Comm_size(members, &size);
  return size;
}

class MpiTeam final : public core::Team {
 public:
  explicit MpiTeam(MPI_Comm members) : Team(rank_in(members), size_of(members)), members_(members) {}
  ~MpiTeam() override {
    int ended = 0;
    MPI_Finalized(&ended);
    if (ended == 0) MPI_Comm_free(&members_);
  }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;

 private:
  template <typename T>
  void reduce(std::span<T> numbers, MPI_Datatype type, MPI_Op operation) {
    for (std::size_t first = 0; first < numbers.size(); first += kMostNumbers) {
      const std::span<T> some = numbers.subspan(first, std::min(kMostNumbers, numbers.size() - first));
      MPI_Allreduce(MPI_IN_PLACE, some.data(), static_cast<int>(some.size()), type, operation, members_);
    }
  }

  void do_sum(std::span<std::int64_t> numbers) override { reduce(numbers, MPI_INT64_T, MPI_SUM); }
  void do_sum(std::span<std::int32_t> numbers) override { reduce(numbers, MPI_INT32_T, MPI_SUM); }
  void do_max(std::span<std::int64_t> numbers) override { reduce(numbers, MPI_INT64_T, MPI_MAX); }

  void do_gather(std::span<std::byte> values, std::span<const std::int64_t> begin) override {
    if (begin.back() > kMostBytes) return gather_slowly(values, begin);
    std::vector<int> places(begin.begin(), begin.end() - 1);
    std::vector<int> sizes;
    for (std::size_t r = 0; r + 1 < begin.size(); ++r) sizes.push_back(static_cast<int>(begin[r + 1] - begin[r]));
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values.data(), sizes.data(), places.data(), MPI_BYTE, members_);
  }

  /// What MPI's numbers cannot name.
  void gather_slowly(std::span<std::byte> values, std::span<const std::int64_t> begin) {
    for (int r = 0; r < size(); ++r)
      for (std::int64_t first = begin[r]; first < begin[r + 1]; first += kMostBytes)
        MPI_Bcast(&values[static_cast<std::size_t>(first)],
                  static_cast<int>(std::min(kMostBytes, begin[r + 1] - first)), MPI_BYTE, r, members_);
  }

  void do_broadcast(std::span<std::byte> bytes, int from) override {
    MPI_Bcast(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, from, members_);
  }

  MPI_Comm members_;
};

}  // namespace

std::unique_ptr<core::Team> make_mpi_team(MPI_Comm members) {
  return std::make_unique<MpiTeam>(members);
}

}  // namespace tertium::experiments
