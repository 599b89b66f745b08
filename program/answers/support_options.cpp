#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "program/answers/cluster_options.hpp"

namespace tertium::program {
namespace {

using answers::SupportKind;
using core::UsageError;

constexpr const char* kLocal = "local";

SupportKind kind_of(const std::string& name) {
  const auto place = std::find(std::begin(answers::kSupportNames), std::end(answers::kSupportNames), name);
  if (place == std::end(answers::kSupportNames))
    throw UsageError(fmt::format("--collapse-by {} is not a kind of support, use support, transfer or local", name));
  return static_cast<SupportKind>(place - std::begin(answers::kSupportNames));
}

Collapse collapse_of(const CommandLine& line, const answers::ClusterRequest& request) {
  const std::string text = line.text("collapse");
  const auto least = core::parse_number<double>(text);
  if (!least || !(*least >= 0.0 && *least <= 1.0))
    throw UsageError(fmt::format("--collapse {} is not a fraction, give a number from 0 to 1", text));
  if (!request.local_support)
    throw UsageError("--collapse is for branches of little support (support is unknown), add --support TREES or local");
  const bool trees = request.support > 0;
  const SupportKind by = kind_of(line.text("collapse-by", trees ? "support" : kLocal));
  if (!trees && by != SupportKind::kLocal)
    throw UsageError(
        fmt::format("--collapse-by {} needs bootstrap trees (--support local draws none), give --support TREES",
                    line.text("collapse-by")));
  return {*least, by};
}

}  // namespace

void add_support_options(CommandLine& line) {
  line.option("support", 0, "TREES",
              "support of branches and clusters: by TREES bootstrap trees (participants are resampled; questions, if "
              "none are known), the fraction that has each branch, and transfer support; and local support, by the "
              "answers for and against it. local: the last only");
  line.option(
      "collapse", 0, "SHARE",
      "collapse branches with less support into nodes with many children, in tree.nwk, tree.html and the report");
  line.option("collapse-by", 0, "KIND",
              "kind of support: support, the fraction of trees (default), transfer, or local (default without "
              "bootstrap trees)");
}

void take_support(const CommandLine& line, ClusterOptions& options) {
  answers::ClusterRequest& request = options.request;
  const bool tree = request.method.returns() == core::ProductKind::kTree;
  const bool local = line.text("support", "") == kLocal;
  if (line.has("support") && !local)
    request.support = number_in<std::int64_t>("--support", line.text("support"), 1, 1'000'000);
  request.local_support = tree && (local || request.support > 0);
  const char* of_branches = local ? "support local" : line.has("collapse") ? "collapse" : nullptr;
  if (of_branches != nullptr && !tree)
    throw UsageError(fmt::format("--{} is for the branches of a tree ({} makes a partition), leave it out", of_branches,
                                 request.method.name));
  if (line.has("collapse-by") && !line.has("collapse"))
    throw UsageError("--collapse-by is for --collapse, give that, too");
  if (line.has("collapse")) options.collapse = collapse_of(line, request);
}

}  // namespace tertium::program
