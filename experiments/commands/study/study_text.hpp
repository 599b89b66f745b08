#pragma once

#include <string>
#include <vector>

#include "experiments/commands/answers/answers.hpp"
#include "experiments/commands/cluster/cluster.hpp"
#include "experiments/commands/cluster/cluster_report.hpp"

namespace tertium::experiments {

// Paragraphs for a paper, each one line. They say what was found and by what, how sure it is, and where it is not;
// works are cited by the keys of their BibTeX entries, as in [@felsenstein1985confidence].

/// What was answered by whom, and how well answers agree.
std::string answers_paragraph(const SeenAnswers& seen, const std::vector<std::string>& dropped);
/// Which tree foretells most answers held out, and how much.
std::string comparison_paragraph(const ComparedMethods& compared);
/// The tree of all answers, how sure its branches are, how many clusters, and how sure they are.
std::string tree_paragraph(const ClusterResult& made, int choices);

}  // namespace tertium::experiments
