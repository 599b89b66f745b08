#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "answers/asking/answer_model.hpp"
#include "answers/asking/questions.hpp"
#include "files/answers/words/answers.hpp"

namespace tertium::answers {

/// Answers a file's questions in its place: nobody is asked. Some answers are held out to judge by.
class SimulatedAnswers {
 public:
  virtual ~SimulatedAnswers() = default;

  /// Questions that can be asked, by their two objects.
  virtual std::vector<Screen> open() const = 0;
  /// One of the answers to an open question, by its first statement.
  virtual core::Quadruplet ask(const Screen& question) = 0;
  /// Answers that are held out.
  const std::vector<core::Quadruplet>& held_out() const { return held_out_; }

 protected:
  std::vector<core::Quadruplet> held_out_;
};

/// The file's own answers: a question can be asked as often as the file answers it, at most `votes` times, and has one
/// of the answers of the file, each once. All answers about a fifth of the sets of objects are held out.
/// The file is of that form; for triplets of any with anchors, whose statements are answers then.
std::unique_ptr<SimulatedAnswers> answers_of_file(const files::ComparisonFile& file, files::AnswerForm form,
                                                  std::int64_t votes, std::uint64_t seed, std::uint64_t run);

/// How somebody answers by a model: as probable as it says, or always what is more probable.
enum class Answering { kByChance, kExactly };

/// Somebody who answers any question by the model. Held out are 2000 answers to questions that are drawn.
std::unique_ptr<SimulatedAnswers> answers_of_model(const AnswerModel& model, files::AnswerForm form,
                                                   Answering answering, std::int64_t votes, std::uint64_t seed,
                                                   std::uint64_t run);

}  // namespace tertium::answers
