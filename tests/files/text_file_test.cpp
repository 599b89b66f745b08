#include "files/text/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "core/base/error.hpp"

namespace tertium::files {
namespace {

namespace fs = std::filesystem;

class TextFile : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = fs::path(::testing::TempDir()) / fmt::format("tertium_text_{}", getpid());
    fs::remove(path_);
  }
  void TearDown() override { fs::remove(path_); }
  static std::string why_not(const fs::path& path) {
    try {
      read_text(path);
    } catch (const core::UserError& error) {
      return error.what();
    }
    return "";
  }
  fs::path path_;
};

TEST_F(TextFile, IsReadWhole) {
  const std::string text = "a,b\n" + std::string(3'000'000, 'x') + "\n";
  std::ofstream(path_, std::ios::binary) << text;
  EXPECT_EQ(read_text(path_), text);
  EXPECT_FALSE(is_stream(path_));
  EXPECT_EQ(read_text("/dev/null"), "");
  EXPECT_FALSE(read_text("/proc/self/status").empty()) << "files whose size the system does not state";
}

TEST_F(TextFile, IsCutBetweenRows) {
  const std::string row = "\"one\ntwo, \"\"three\"\"\nfour\",x,y\n", first = "5\" disk,\"x\",y\n";
  for (const std::string& begin : {std::string(), first}) {
    std::string text = begin, whole, piece;
    while (text.size() < 5 * TextPieces::kBytes / 2) text += row;
    std::ofstream(path_, std::ios::binary) << text;
    TextPieces pieces(path_);
    int count = 0;
    for (; pieces.next(piece); ++count) {
      if (begin.empty()) {
        EXPECT_EQ(piece.size() % row.size(), 0U);
      }
      EXPECT_TRUE(piece.ends_with('\n'));
      whole += piece;
    }
    EXPECT_EQ(count, 3);
    EXPECT_TRUE(whole == text);
  }
}

std::string packed(const std::string& text) {
  const fs::path path = fs::path(::testing::TempDir()) / fmt::format("tertium_packed_{}", getpid());
  const gzFile file = gzopen(path.c_str(), "wb1");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  std::ifstream stream(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  fs::remove(path);
  return bytes;
}

TEST_F(TextFile, IsUnpacked) {
  std::string text;
  for (int row = 0; row < 400'000; ++row) text += fmt::format("{},{}\n", row, row % 7);
  const auto write = [&](const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; };
  const std::string bytes = packed(text);
  write(bytes);
  EXPECT_TRUE(read_text(path_) == text);
  EXPECT_EQ(text_begin(path_, 8), text.substr(0, 8));
  EXPECT_NEAR(text_size(path_) / static_cast<double>(text.size()), 1.0, 0.2);
  TextPieces pieces(path_);
  std::string whole, piece;
  while (pieces.next(piece)) whole += piece;
  EXPECT_TRUE(whole == text);
  write(bytes + packed("") + packed("end\n"));
  EXPECT_TRUE(read_text(path_) == text + "end\n") << "of several members";
  write(packed("a,b\n"));
  EXPECT_EQ(text_size(path_), 4.0);
  for (const std::size_t cut : {std::size_t{2}, bytes.size() / 2, bytes.size() - 1}) {
    write(bytes.substr(0, cut));
    EXPECT_EQ(why_not(path_), path_.string() + ": the gzip file is cut off, copy or pack it again") << cut;
  }
  std::string damaged = bytes;
  damaged[damaged.size() - 6] ^= 1;
  for (const std::string& bad : {damaged, bytes + "more", std::string("\x1F\x8B\x08 and so on")}) {
    write(bad);
    EXPECT_TRUE(why_not(path_).starts_with(path_.string() + ": the gzip file is damaged (")) << why_not(path_);
  }
  EXPECT_EQ(unpacked_name("x/answers.csv.gz"), "x/answers.csv");
  EXPECT_EQ(unpacked_name("answers.csv"), "answers.csv");
}

TEST_F(TextFile, IsRefusedWhereItGrowsTooLarge) {
  std::ofstream(path_, std::ios::binary) << packed(std::string(80'000'000, 'x'));
  ASSERT_LT(fs::file_size(path_), 1'000'000U);
  TextPieces pieces(path_);
  std::string piece;
  EXPECT_THROW(pieces.next(piece), core::UserError);
}

TEST_F(TextFile, MayBeAPipe) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_TRUE(is_stream(path_));
  const std::string text(300'000, 'y');  // more than a pipe holds
  std::thread writer([&] { std::ofstream(path_, std::ios::binary) << text << "\nend\n"; });
  EXPECT_EQ(read_text(path_), text + "\nend\n");
  writer.join();
  int ends[2] = {};
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "a,b\n", 4), 4);
  close(ends[1]);
  EXPECT_EQ(read_text(fmt::format("/dev/fd/{}", ends[0])), "a,b\n");
  close(ends[0]);
}

TEST_F(TextFile, IsNotWaitedForWhereNobodyWrites) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_NE(why_not(path_).find("nobody writes to this pipe, and nothing came for 3 s"), std::string::npos);
}

TEST_F(TextFile, IsRefusedWhereItCannotEnd) {
  EXPECT_NE(why_not("/dev/zero").find("it contains a zero byte"), std::string::npos);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  std::thread writer([&] {
    signal(SIGPIPE, SIG_IGN);
    std::ofstream stream(path_, std::ios::binary);
    const std::string block(1 << 20, 'z');
    for (int k = 0; k < 80 && stream; ++k) stream << block;
  });
  EXPECT_NE(why_not(path_).find("64 MiB without a line end"), std::string::npos);
  writer.join();
}

TEST_F(TextFile, SaysWhyNot) {
  EXPECT_EQ(why_not("/no/such/file"), "/no/such/file: cannot be opened (No such file or directory), check the path");
  EXPECT_EQ(why_not("/tmp"), "/tmp: cannot be opened (it is a folder), check the path");
}

}  // namespace
}  // namespace tertium::files
