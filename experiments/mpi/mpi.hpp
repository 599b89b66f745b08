#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/team.hpp"

namespace tertium::experiments {

/// MPI for the length of a command. Without mpirun, or alone under it, this is one rank, which does not begin MPI.
/// Ranks that mpirun has bound to less than their share of its cores may then use all of them. Only the thread that
/// made it may communicate through it; a team may be used by another thread.
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
  /// What rank 0 has, on every rank.
  std::vector<std::byte> broadcast(std::vector<std::byte> bytes);
  /// Waits until all ranks are here, without keeping a core busy.
  void wait_for_all();

  /// Whether several threads of a rank may use MPI at once, as rank 0 of a team does: it also hands out the work.
  bool threads_may_communicate() const;
  /// Called by all ranks: those of [k size, (k+1) size) become one team; null on ranks that are left over. A team does
  /// not outlive the session.
  std::shared_ptr<core::Team> make_team(int size);
  /// Called by all ranks: the first `count` as a session of their own; null on the others.
  std::unique_ptr<MpiSession> first(int count);

  /// Ends all ranks at once: for a failure that the others could only wait for.
  [[noreturn]] void abort(const std::string& message);

 private:
  struct Communicator;
  explicit MpiSession(std::unique_ptr<Communicator> communicator);
  void begin();
  void look_around();
  bool is_alone() const;

  std::unique_ptr<Communicator> communicator_;
  int rank_ = 0;
  int size_ = 1;
  int local_size_ = 1;
  bool owner_ = false;
};

}  // namespace tertium::experiments
