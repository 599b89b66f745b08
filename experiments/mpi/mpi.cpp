#include "experiments/mpi/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "experiments/mpi/binding.hpp"
#include "terminal/notice.hpp"

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

std::unique_ptr<core::Team> make_mpi_team(MPI_Comm members) {
  return std::make_unique<MpiTeam>(members);
}

constexpr int kTag = 1;

int checked_length(std::size_t size) {
  core::expects(size <= static_cast<std::size_t>(std::numeric_limits<int>::max()), "a message is shorter than 2 GiB");
  return static_cast<int>(size);
}

MpiSession::Message receive_matched(MPI_Message& handle, const MPI_Status& status) {
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  MpiSession::Message message{status.MPI_SOURCE, std::vector<std::byte>(static_cast<std::size_t>(length))};
  MPI_Mrecv(message.bytes.data(), length, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
  return message;
}

/// Whether mpirun, srun or another launcher of MPI programs started this one. Without, MPI is not even begun: that
/// would take several tenths of a second and a helper process, and fails where there is no network. One rank alone
/// needs none either: the variables that say so are those of an interactive job or a notebook, too, whose programs are
/// no ranks, and cannot all begin MPI as the same one.
bool is_launched() {
  const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
  constexpr std::array kOfRanks{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_FD"};
  constexpr std::array kSizes{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
  if (std::ranges::none_of(kOfRanks, is_set)) return false;
  const auto* const size = std::ranges::find_if(kSizes, is_set);
  return size == kSizes.end() || std::string_view(std::getenv(*size)) != "1";
}

}  // namespace

/// MPI_COMM_NULL: alone, without MPI.
struct MpiSession::Communicator {
  MPI_Comm handle = MPI_COMM_NULL;
};

MpiSession::MpiSession() : communicator_(std::make_unique<Communicator>()) {
  if (is_launched()) begin();
  use_cores_of_launcher(cores_of_launcher() / local_size_);
}

void MpiSession::begin() {
  communicator_->handle = MPI_COMM_WORLD;
  int running = 0;
  MPI_Initialized(&running);
  if (running == 0) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
    owner_ = true;
  }
  look_around();
}

MpiSession::MpiSession(std::unique_ptr<Communicator> communicator) : communicator_(std::move(communicator)) {
  look_around();
}

void MpiSession::look_around() {
  if (is_alone()) return;
  const MPI_Comm all = communicator_->handle;
  MPI_Comm_rank(all, &rank_);
  MPI_Comm_size(all, &size_);
  MPI_Comm local = MPI_COMM_NULL;
  MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
  MPI_Comm_size(local, &local_size_);
  MPI_Comm_free(&local);
}

bool MpiSession::is_alone() const {
  return communicator_->handle == MPI_COMM_NULL;
}

MpiSession::~MpiSession() {
  if (is_alone()) return;
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended != 0) return;
  if (communicator_->handle != MPI_COMM_WORLD) MPI_Comm_free(&communicator_->handle);
  if (owner_) MPI_Finalize();
}

void MpiSession::send(int to, const std::vector<std::byte>& bytes) {
  MPI_Send(bytes.data(), checked_length(bytes.size()), MPI_BYTE, to, kTag, communicator_->handle);
}

MpiSession::Message MpiSession::receive(int from) {
  MPI_Message handle = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Mprobe(from, kTag, communicator_->handle, &handle, &status);
  return receive_matched(handle, status);
}

std::optional<MpiSession::Message> MpiSession::poll() {
  if (is_alone()) return std::nullopt;
  MPI_Message handle = MPI_MESSAGE_NULL;
  MPI_Status status;
  int found = 0;
  MPI_Improbe(MPI_ANY_SOURCE, kTag, communicator_->handle, &found, &handle, &status);
  if (found == 0) return std::nullopt;
  return receive_matched(handle, status);
}

std::vector<std::byte> MpiSession::broadcast(std::vector<std::byte> bytes) {
  if (is_alone()) return bytes;
  int length = checked_length(bytes.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, communicator_->handle);
  bytes.resize(static_cast<std::size_t>(length));
  MPI_Bcast(bytes.data(), length, MPI_BYTE, 0, communicator_->handle);
  return bytes;
}

void MpiSession::wait_for_all() {
  if (is_alone()) return;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(communicator_->handle, &request);
  for (int arrived = 0; arrived == 0;) {
    MPI_Test(&request, &arrived, MPI_STATUS_IGNORE);
    if (arrived == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

bool MpiSession::threads_may_communicate() const {
  if (is_alone()) return true;
  int provided = MPI_THREAD_SINGLE;
  MPI_Query_thread(&provided);
  return provided >= MPI_THREAD_MULTIPLE;
}

std::shared_ptr<core::Team> MpiSession::make_team(int size) {
  core::expects(size >= 1, "a team has a member");
  if (is_alone())
    return size == 1 ? std::shared_ptr<core::Team>(std::shared_ptr<void>(), &core::Team::alone()) : nullptr;
  const bool used = rank_ < size_ / size * size;
  MPI_Comm members = MPI_COMM_NULL;
  MPI_Comm_split(communicator_->handle, used ? rank_ / size : MPI_UNDEFINED, rank_, &members);
  return used ? make_mpi_team(members) : nullptr;
}

std::unique_ptr<MpiSession> MpiSession::first(int count) {
  auto part = std::make_unique<Communicator>();
  if (is_alone()) return count >= 1 ? std::unique_ptr<MpiSession>(new MpiSession(std::move(part))) : nullptr;
  MPI_Comm_split(communicator_->handle, rank_ < count ? 0 : MPI_UNDEFINED, rank_, &part->handle);
  if (part->handle == MPI_COMM_NULL) return nullptr;
  return std::unique_ptr<MpiSession>(new MpiSession(std::move(part)));
}

void MpiSession::abort(const std::string& message) {
  terminal::notice("tertium: rank {}: {}\n", rank_, message);
  if (is_alone()) std::_Exit(1);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();  // MPI_Abort is not declared to stay away
}

}  // namespace tertium::experiments
