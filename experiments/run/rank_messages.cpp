#include "experiments/run/rank_messages.hpp"

#include "experiments/store/packed_rows.hpp"

namespace tertium::experiments {
namespace {

enum class MessageKind : std::uint8_t { kStart = 1, kNoStart, kRow, kIdle, kJob, kNoJob };

Packer message_of_kind(MessageKind kind) {
  Packer message;
  message.put(kind);
  return message;
}

[[noreturn]] void fail_kind() {
  Unpacker::refuse("a message between ranks is of another kind than its reader waits for");
}

}  // namespace

std::vector<std::byte> to_bytes(const std::optional<SweepStart>& start) {
  if (!start) return message_of_kind(MessageKind::kNoStart).bytes();
  Packer out = message_of_kind(MessageKind::kStart);
  out.put(start->team);
  out.put(start->settings.threads);
  out.put(start->settings.limits.seconds);
  out.put(start->settings.limits.bytes);
  out.put_text(start->config);
  out.put(start->plan_digest);
  return out.bytes();
}

std::optional<SweepStart> sweep_start_of(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  const auto kind = in.take<MessageKind>();
  if (kind != MessageKind::kStart && kind != MessageKind::kNoStart) fail_kind();
  std::optional<SweepStart> start;
  if (kind == MessageKind::kStart) {
    start.emplace();
    start->team = in.take<int>();
    start->settings.threads = in.take<int>();
    start->settings.limits.seconds = in.take<double>();
    start->settings.limits.bytes = in.take<double>();
    start->config = in.take_text();
    start->plan_digest = in.take<std::uint64_t>();
  }
  in.expect_end();
  return start;
}

std::vector<std::byte> to_bytes(const RankMessage& message) {
  Packer out = message_of_kind(message.row ? MessageKind::kRow : MessageKind::kIdle);
  if (message.row) {
    put_row(out, *message.row);
  } else {
    out.put(std::uint8_t{message.seconds.has_value()});
    out.put(message.seconds.value_or(0.0));
    out.put(std::uint8_t{message.stop});
  }
  return out.bytes();
}

RankMessage rank_message_of(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  RankMessage message;
  const auto kind = in.take<MessageKind>();
  if (kind == MessageKind::kRow) {
    message.row = take_row(in);
  } else if (kind == MessageKind::kIdle) {
    const bool known = in.take<std::uint8_t>() != 0;
    const auto seconds = in.take<double>();
    if (known) message.seconds = seconds;
    message.stop = in.take<std::uint8_t>() != 0;
  } else {
    fail_kind();
  }
  in.expect_end();
  return message;
}

std::vector<std::byte> to_bytes(const std::optional<Job>& job) {
  if (!job) return message_of_kind(MessageKind::kNoJob).bytes();
  Packer out = message_of_kind(MessageKind::kJob);
  out.put(job->cell);
  out.put_list(job->trials);
  out.put(job->seconds);
  return out.bytes();
}

std::optional<Job> job_of(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  const auto kind = in.take<MessageKind>();
  if (kind != MessageKind::kJob && kind != MessageKind::kNoJob) fail_kind();
  std::optional<Job> job;
  if (kind == MessageKind::kJob) {
    job.emplace();
    job->cell = in.take<int>();
    job->trials = in.take_list<int>();
    job->seconds = in.take<double>();
  }
  in.expect_end();
  return job;
}

}  // namespace tertium::experiments
