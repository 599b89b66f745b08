#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace tertium::core {

/// Where long work tells how far it is.
struct ProgressOutput {
  std::function<void(const std::string&)> write;  ///< takes a text that begins or ends a line, or both
  bool terminal = false;                          ///< one line is drawn again and again; otherwise new ones are added
  std::chrono::milliseconds pause{0};             ///< between two texts, at least
};

/// How far long work is: a bar with rate and time left on a terminal, one line now and then elsewhere.
class Progress {
 public:
  /// Whether work that ends before anything of it was shown is shown in the end.
  enum class Quick { kShown, kHidden };
  /// `what`: how the parts of the work are called.
  Progress(ProgressOutput output, std::string_view what, Quick quick);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// There is more to do: so many parts, and their predicted work in any unit, which the time left is taken from.
  void expect(std::size_t parts, double work);
  void add(std::size_t done, std::size_t failed, double work);
  /// Redraws when it is time to.
  void tick();

 private:
  void draw(bool last);
  double seconds() const;

  ProgressOutput output_;
  std::size_t total_ = 0, done_ = 0, failed_ = 0;
  double work_ = 0.0, work_done_ = 0.0;
  std::string what_;
  bool shown_;  // something, or it is in the end
  std::chrono::steady_clock::time_point begin_, drawn_;
};

}  // namespace tertium::core
