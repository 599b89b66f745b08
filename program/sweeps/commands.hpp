#pragma once

#include <string>
#include <vector>

#include "terminal/exit_code.hpp"

namespace tertium::program {

// The commands of `tertium`: each takes the words after its name, prints its page for --help and returns an ExitCode.
// Errors are thrown.
int calibrate_command(const std::vector<std::string>& args);
int run_command(const std::vector<std::string>& args);
int status_command(const std::vector<std::string>& args);
int bench_command(const std::vector<std::string>& args);
int merge_command(const std::vector<std::string>& args);
int report_command(const std::vector<std::string>& args);
int claims_command(const std::vector<std::string>& args);
int figure_command(const std::vector<std::string>& args);
int slurm_command(const std::vector<std::string>& args);
int list_command(const std::vector<std::string>& args);
int cite_command(const std::vector<std::string>& args);
int benchmark_command(const std::vector<std::string>& args);
int manual_command(const std::vector<std::string>& args);

}  // namespace tertium::program
