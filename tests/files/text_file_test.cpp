#include "files/text/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
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
  EXPECT_NE(why_not("/dev/zero").find("it holds a zero byte"), std::string::npos);
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
