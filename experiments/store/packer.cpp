#include "experiments/store/packer.hpp"

#include <bit>
#include <cstring>
#include <limits>

#include "core/base/error.hpp"

namespace tertium::experiments {

static_assert(std::endian::native == std::endian::little, "packed values are little-endian");

void Packer::put_bytes(const void* data, std::size_t n) {
  if (n == 0) return;
  const auto* first = static_cast<const std::byte*>(data);
  values_.insert(values_.end(), first, first + n);
}

void Packer::put_size(std::size_t n) {
  core::expects(n <= std::numeric_limits<std::uint32_t>::max(), "a packed list has less than 2^32 entries");
  put(static_cast<std::uint32_t>(n));
}

void Packer::put_text(const std::string& text) {
  const auto [at, is_new] = places_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  put(at->second);
}

std::vector<std::byte> Packer::bytes() const {
  Packer all;
  all.put_size(texts_.size());
  for (const std::string& text : texts_) {
    all.put_size(text.size());
    all.put_bytes(text.data(), text.size());
  }
  all.put_bytes(values_.data(), values_.size());
  return std::move(all.values_);
}

Unpacker::Unpacker(std::span<const std::byte> bytes) : rest_(bytes) {
  texts_.resize(take_size(sizeof(std::uint32_t)));
  for (std::string& text : texts_) {
    text.resize(take_size(1));
    take_bytes(text.data(), text.size());
  }
}

void Unpacker::take_bytes(void* data, std::size_t n) {
  if (n > rest_.size()) refuse("lengths disagree");
  if (n > 0) std::memcpy(data, rest_.data(), n);
  rest_ = rest_.subspan(n);
}

std::size_t Unpacker::take_size(std::size_t entry_size) {
  const std::size_t n = take<std::uint32_t>();
  if (n > rest_.size() / entry_size) refuse("lengths disagree");
  return n;
}

const std::string& Unpacker::take_text() {
  const auto place = take<std::uint32_t>();
  if (place >= texts_.size()) refuse("a text is missing");
  return texts_[place];
}

void Unpacker::expect_end() const {
  if (!rest_.empty()) refuse("lengths disagree");
}

void Unpacker::refuse(const char* why) {
  throw core::UserError(why);
}

}  // namespace tertium::experiments
