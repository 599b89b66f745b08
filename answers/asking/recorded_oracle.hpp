#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "answers/asking/oracle.hpp"

namespace tertium::answers {

/// Answers that were given before, as an oracle that can be asked again: each answers one question, first those that
/// were asked in this order of the objects, then those in another, whose answer means the same.
class RecordedOracle {
 public:
  /// `others` is asked what the record does not know; empty: nobody, and that is a UserError.
  RecordedOracle(std::span<const AskedOnce> record, Oracle others);

  /// Answers that `asked` had from it, in a run that is gone on from, are used up, and count as recorded().
  void use_up(std::span<const AskedOnce> asked);
  std::vector<OracleAnswer> operator()(std::span<const AskedOnce> questions);
  /// How many questions the record answered.
  std::int64_t recorded() const { return recorded_; }

 private:
  /// The next answer to the question, in its order of objects.
  std::optional<OracleAnswer> take(const Screen& question);

  std::map<Screen, std::vector<AskedOnce>> left_;  // by the sorted question, those not used up in their order
  Oracle others_;
  std::int64_t recorded_ = 0;
};

}  // namespace tertium::answers
