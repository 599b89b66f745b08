#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "answers/conclusions/clustering.hpp"
#include "answers/files/answer_input.hpp"
#include "program/answers/result_folder.hpp"
#include "program/options/command_line.hpp"

namespace tertium::program {

/// The options of the drawn tree, beside those of every picture (add_picture_options): --orientation, --heights. They
/// fill `page`, for pictures/dendrogram.py.
void add_tree_options(CommandLine& line, nlohmann::ordered_json& page, const char* width = "17, a page");

/// --layout, which fills `page`, too; where it is unrooted the tree needs lengths, and pictures/additive_tree.py draws
/// it.
void add_layout_option(CommandLine& line, nlohmann::ordered_json& page);
bool is_unrooted(const nlohmann::ordered_json& page);

/// Draws dendrogram.{pdf,svg,png} from linkage.csv and labels.csv in the folder, with the support of the branches. If
/// that cannot be done, says why on stderr and returns false; says there, too, of how many merges the answers give no
/// height.
bool draw_tree(const ResultFolder& folder, const answers::Clustering& outcome, const answers::AnswerInput& input,
               const std::string& title, const nlohmann::ordered_json& page);

/// Draws co_clustering.{pdf,svg,png} from co_clustering.csv and labels.csv in the folder, objects in the order of the
/// tree, or of the clusters. If that cannot be done, says why on stderr and returns false.
bool draw_co_clustering(const ResultFolder& folder, const answers::Clustering& outcome,
                        const answers::AnswerInput& input, const std::string& title,
                        const nlohmann::ordered_json& page);

}  // namespace tertium::program
