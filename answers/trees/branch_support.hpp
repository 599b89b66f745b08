#pragma once

#include <vector>

#include "files/structures/tree_file.hpp"

namespace tertium::answers {

/// How sure the branches above the nodes of a tree are, as far as a Newick text says it: in [0, 1], NaN where it does
/// not; empty: nowhere. Labels of inner nodes say it, else what stands behind these in brackets: [58], or [&support=58]
/// and what other programs call it.
///
/// All of them have to: shares, percentages if one is above 1, 95/100 as of so many trees if the second number is the
/// same in all, else the last of the numbers (as of SH-aLRT/bootstrap). Numbers that are no support are taken for none:
/// those outside 0 to 100, numbers of nodes (whole ones in a row from 0, 1, 2 or the number of leaves on), and heights
/// (they differ by the lengths of branches; or, without lengths, rise from every node to the one above).
std::vector<double> support_said(const files::NamedTree& named);

}  // namespace tertium::answers
