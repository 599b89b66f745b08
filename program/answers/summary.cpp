#include "program/answers/summary.hpp"

#include "experiments/store/run_record.hpp"

namespace tertium::program {

files::Json summary_of(const char* program, const std::string& command_line, const answers::AnswerInput& input) {
  return {{"program", program}, {"command_line", command_line}, {"source", input.source}, {"kind", input.kind()}};
}

files::Json read_summary(const char* program, const std::string& command_line, const answers::AnswerInput& input) {
  const files::ComparisonFile& read = input.comparisons;
  files::Json summary = summary_of(program, command_line, input);
  summary.update({{"objects", read.objects}, {"notes", read.notes}, {"rows", read.rows}, {"bad_rows", read.bad_rows}});
  return summary;
}

std::string summary_text(files::Json summary) {
  const experiments::RunRecord record = experiments::current_run_record(1, 1, "");
  summary["commit"] = record.commit;
  summary["compiler"] = record.compiler;
  // Names need not be UTF-8.
  return summary.dump(2, ' ', false, files::Json::error_handler_t::replace) + '\n';
}

}  // namespace tertium::program
