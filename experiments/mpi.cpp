#include "experiments/mpi.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <cstdlib>
#include <limits>

#include "core/error.hpp"

namespace tertium::experiments {
namespace {

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

}  // namespace

MpiSession::MpiSession() {
  int running = 0;
  MPI_Initialized(&running);
  if (running == 0) {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    owner_ = true;
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm local = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &local);
  MPI_Comm_size(local, &local_size_);
  MPI_Comm_free(&local);
}

MpiSession::~MpiSession() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (owner_ && ended == 0) MPI_Finalize();
}

void MpiSession::send(int to, const std::vector<std::byte>& bytes) {
  MPI_Send(bytes.data(), checked_length(bytes.size()), MPI_BYTE, to, kTag, MPI_COMM_WORLD);
}

MpiSession::Message MpiSession::receive(int from) {
  MPI_Message handle = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Mprobe(from, kTag, MPI_COMM_WORLD, &handle, &status);
  return receive_matched(handle, status);
}

std::optional<MpiSession::Message> MpiSession::poll() {
  MPI_Message handle = MPI_MESSAGE_NULL;
  MPI_Status status;
  int found = 0;
  MPI_Improbe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &found, &handle, &status);
  if (found == 0) return std::nullopt;
  return receive_matched(handle, status);
}

std::string MpiSession::broadcast(std::string text) {
  int length = checked_length(text.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, MPI_COMM_WORLD);
  text.resize(static_cast<std::size_t>(length));
  MPI_Bcast(text.data(), length, MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

void MpiSession::abort(const std::string& message) {
  fmt::print(stderr, "tertium: rank {}: {}\n", rank_, message);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();  // MPI_Abort is not declared to stay away
}

}  // namespace tertium::experiments
