#include "files/text/gzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"

namespace tertium::files {

struct Gzip::State {
  std::string name;
  Source source;
  std::vector<char> packed{};
  std::size_t read = 0;   // bytes of the file, what was read before included
  bool in_member = true;  // else the last one is complete
  z_stream stream = {};

  void refill() {
    const std::size_t got = source(packed.data(), packed.size());
    read += got;
    give(got);
  }
  void give(std::size_t bytes) {
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(bytes);
  }
};

Gzip::Gzip(const std::filesystem::path& path, std::string_view begin, Source source)
    : state_(new State{path == "-" ? "standard input" : path.string(), std::move(source)}) {
  constexpr std::size_t kChunk = std::size_t{1} << 16;
  constexpr int kOnlyGzip = 16 + MAX_WBITS;
  state_->packed.resize(std::max(kChunk, begin.size()));
  std::ranges::copy(begin, state_->packed.begin());
  state_->read = begin.size();
  if (inflateInit2(&state_->stream, kOnlyGzip) != Z_OK) throw std::bad_alloc();
  state_->give(begin.size());
}

Gzip::~Gzip() {
  inflateEnd(&state_->stream);
}

std::size_t Gzip::read(char* to, std::size_t most) {
  z_stream& stream = state_->stream;
  most = std::min<std::size_t>(most, std::numeric_limits<uInt>::max());
  stream.next_out = reinterpret_cast<Bytef*>(to);
  stream.avail_out = static_cast<uInt>(most);
  while (stream.avail_out == most) {
    if (stream.avail_in == 0) state_->refill();
    if (stream.avail_in == 0 && !state_->in_member) return 0;
    if (stream.avail_in == 0) core::fail("{}: the gzip file is cut off, copy or pack it again", state_->name);
    if (!std::exchange(state_->in_member, true)) inflateReset(&stream);
    const int code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (code == Z_DATA_ERROR || code == Z_NEED_DICT)
      core::fail("{}: the gzip file is damaged ({}), copy or pack it again", state_->name,
                 stream.msg != nullptr ? stream.msg : "a dictionary is missing");
    if (code == Z_STREAM_END) state_->in_member = false;
  }
  return most - stream.avail_out;
}

std::size_t Gzip::taken() const {
  return state_->read - state_->stream.avail_in;
}

}  // namespace tertium::files
