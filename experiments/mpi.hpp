#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tertium::experiments {

/// MPI for the length of a command. Without mpirun this is one rank. Only the thread that made it may communicate.
class MpiSession {
 public:
  MpiSession();
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Ranks on this machine, this one included.
  int local_size() const { return local_size_; }

  struct Message {
    int source = 0;
    std::vector<std::byte> bytes;
  };
  void send(int to, const std::vector<std::byte>& bytes);
  /// Waits for a message of that rank.
  Message receive(int from);
  /// A message of any rank, if one has arrived.
  std::optional<Message> poll();
  /// The text of rank 0, on every rank.
  std::string broadcast(std::string text);
  /// Ends all ranks at once: for a failure that the others could only wait for.
  [[noreturn]] void abort(const std::string& message);

 private:
  int rank_ = 0;
  int size_ = 1;
  int local_size_ = 1;
  bool owner_ = false;
};

}  // namespace tertium::experiments
