#include "experiments/run/rank_messages.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "experiments/store/packed_rows.hpp"

namespace tertium::experiments {
namespace {

/// Both ends are one program on one kind of machine, so values travel as they are.
struct IdleHeader {
  double seconds = std::numeric_limits<double>::quiet_NaN();
  bool stop = false;
};

struct JobHeader {
  int cell = 0;
  double seconds = 0.0;
};

template <typename Header>
std::vector<std::byte> bytes_of(const Header& header) {
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

template <typename Header>
Header header_of(std::span<const std::byte> bytes) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

}  // namespace

std::vector<std::byte> to_bytes(const RankMessage& message) {
  if (message.row) {
    Packer packer;
    put_row(packer, *message.row);
    return packer.bytes();  // longer than any header
  }
  return bytes_of(IdleHeader{message.seconds.value_or(std::numeric_limits<double>::quiet_NaN()), message.stop});
}

RankMessage rank_message(std::span<const std::byte> bytes) {
  RankMessage message;
  if (bytes.size() != sizeof(IdleHeader)) {
    Unpacker in(bytes);
    message.row = take_row(in);
    return message;
  }
  const auto header = header_of<IdleHeader>(bytes);
  if (!std::isnan(header.seconds)) message.seconds = header.seconds;
  message.stop = header.stop;
  return message;
}

std::vector<std::byte> to_bytes(const std::optional<Job>& job) {
  if (!job) return {};
  std::vector<std::byte> bytes = bytes_of(JobHeader{job->cell, job->seconds});
  const auto* trials = reinterpret_cast<const std::byte*>(job->trials.data());
  bytes.insert(bytes.end(), trials, trials + job->trials.size() * sizeof(int));
  return bytes;
}

std::optional<Job> job_of(std::span<const std::byte> bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto header = header_of<JobHeader>(bytes);
  Job job{header.cell, std::vector<int>((bytes.size() - sizeof header) / sizeof(int)), header.seconds};
  std::memcpy(job.trials.data(), bytes.data() + sizeof header, job.trials.size() * sizeof(int));
  return job;
}

}  // namespace tertium::experiments
