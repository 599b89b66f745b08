#pragma once

#include <string>
#include <vector>

namespace tertium::experiments {

/// Throws UsageError unless `script` is the plain name of one that a configuration can name. Does nothing where there
/// is no folder of scripts: results are worth having without a picture.
void expect_figure_script(const std::string& script);

/// Runs a script of experiments/figures/ with the system's Python, without a shell. Returns true if it succeeded; else
/// says on stderr in one line what is missing and goes on: a picture is never worth a result.
bool run_figure_script(const std::string& script, const std::vector<std::string>& args);

}  // namespace tertium::experiments
