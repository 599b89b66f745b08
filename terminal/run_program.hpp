#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tertium::terminal {

/// A file without a name.
using TemporaryFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// One that holds `text`, at its beginning: unlike a pipe it has space for all of it. Null if none can be made.
TemporaryFile temporary_file(std::string_view text = {});

/// All that is in the file.
std::string text_of(const TemporaryFile& file);

/// Standard streams of another program; null: this program's own.
struct Streams {
  std::FILE* input = nullptr;
  std::FILE* output = nullptr;
  std::FILE* errors = nullptr;
};

/// Variables, by their names, or the beginning of names with a * behind; `but` are none of them.
struct Variables {
  std::vector<std::string_view> names, but{};

  bool contain(std::string_view name) const;
};

/// Runs another program without a shell, with `words` as its name or path and its arguments, and waits for it. It has
/// this one's environment without some variables. Returns its exit status, 128 if a
/// signal ended it; nothing, with the reason in errno, if it cannot be started.
std::optional<int> run_program(std::vector<std::string> words, const Streams& streams = {},
                               const Variables& without = {});

/// The distribution's, which numpy and matplotlib belong to.
inline constexpr const char* kPython = "/usr/bin/python3";
/// What modules of clusters, environments and notebooks set for another Python.
inline const Variables kOfOtherPythons{{"PYTHON*", "MPLBACKEND", "MATPLOTLIBRC"}};

}  // namespace tertium::terminal
