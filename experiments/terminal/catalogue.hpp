#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/parameters.hpp"

namespace tertium::experiments {

/// A name and what there is to say about it; several words, wrapped to the page.
using Fact = std::pair<std::string, std::string>;

/// One line per fact, the second column aligned and wrapped, everything moved right by `indent`.
std::string fact_lines(const std::vector<Fact>& facts, std::size_t indent);

/// Name with value, and sentence with range, of every parameter.
std::vector<Fact> parameter_facts(const std::vector<core::ParameterInfo>& infos, const core::Parameters& values);

/// A page: title, facts, then named groups of facts; empty facts and groups are left out.
std::string entry_page(const std::string& title, const std::vector<Fact>& facts,
                       const std::vector<std::pair<std::string, std::vector<Fact>>>& groups);

}  // namespace tertium::experiments
