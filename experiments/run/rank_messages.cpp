#include "experiments/run/rank_messages.hpp"

#include <tuple>
#include <type_traits>

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
  Unpacker::refuse("a message between ranks is of an unexpected kind");
}

/// What a message has behind its kind, in this order.
template <typename Message>
auto fields_of(Message& message) {
  if constexpr (std::is_same_v<std::remove_const_t<Message>, SweepStart>)
    return std::tie(message.team, message.settings.threads, message.settings.limits.seconds,
                    message.settings.limits.bytes, message.configs, message.efforts, message.plan_digests);
  else
    return std::tie(message.sweep, message.cell, message.trials, message.seconds);
}

/// A message of the kind `some` or, without anything behind, of the kind `none`.
template <typename Message>
std::vector<std::byte> packed(const std::optional<Message>& message, MessageKind some, MessageKind none) {
  Packer out = message_of_kind(message ? some : none);
  if (message) std::apply([&](const auto&... fields) { out.put_all(fields...); }, fields_of(*message));
  return out.bytes();
}

template <typename Message>
std::optional<Message> unpacked(std::span<const std::byte> bytes, MessageKind some, MessageKind none) {
  Unpacker in(bytes);
  const auto kind = in.take<MessageKind>();
  if (kind != some && kind != none) fail_kind();
  std::optional<Message> message;
  if (kind == some) std::apply([&](auto&... fields) { in.take_all(fields...); }, fields_of(message.emplace()));
  in.expect_end();
  return message;
}

}  // namespace

std::vector<std::byte> to_bytes(const std::optional<SweepStart>& start) {
  return packed(start, MessageKind::kStart, MessageKind::kNoStart);
}

std::optional<SweepStart> sweep_start_of(std::span<const std::byte> bytes) {
  return unpacked<SweepStart>(bytes, MessageKind::kStart, MessageKind::kNoStart);
}

std::vector<std::byte> to_bytes(const RankMessage& message) {
  Packer out = message_of_kind(message.row ? MessageKind::kRow : MessageKind::kIdle);
  if (message.row)
    put_row(out, *message.row);
  else
    out.put_all(message.seconds.has_value(), message.seconds.value_or(0.0), message.stop);
  return out.bytes();
}

RankMessage rank_message_of(std::span<const std::byte> bytes) {
  Unpacker in(bytes);
  RankMessage message;
  const auto kind = in.take<MessageKind>();
  if (kind == MessageKind::kRow) {
    message.row = take_row(in);
  } else if (kind == MessageKind::kIdle) {
    bool known = false;
    double seconds = 0.0;
    in.take_all(known, seconds, message.stop);
    if (known) message.seconds = seconds;
  } else {
    fail_kind();
  }
  in.expect_end();
  return message;
}

std::vector<std::byte> to_bytes(const std::optional<Job>& job) {
  return packed(job, MessageKind::kJob, MessageKind::kNoJob);
}

std::optional<Job> job_of(std::span<const std::byte> bytes) {
  return unpacked<Job>(bytes, MessageKind::kJob, MessageKind::kNoJob);
}

}  // namespace tertium::experiments
