#pragma once

#include <string>
#include <vector>

namespace tertium::program {

/// `tertium ask FILE`: which questions are worth asking next; with --participants lists for people; with --oracle a
/// program answers them, batch by batch, into a log; with --simulate what choosing is worth.
///
/// `args` are the words after "ask". Returns an ExitCode; throws UserError or UsageError.
int run_ask(const std::vector<std::string>& args);

}  // namespace tertium::program
