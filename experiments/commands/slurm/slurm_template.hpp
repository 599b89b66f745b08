#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace tertium::experiments {

/// What stands for the placeholders of a template.
using TemplateValues = std::map<std::string, std::string>;

/// `text` with every @NAME@ (capital letters and '_') replaced by its value. `origin` names the template in messages.
/// Throws UserError with the line for a placeholder that has no value, and for one that was not closed by a second @.
std::string fill_template(std::string_view text, const TemplateValues& values, const std::string& origin);

/// The same for a file of cluster-jobs/. Throws UserError when there is none of that name.
std::string fill_template_file(const std::filesystem::path& name, const TemplateValues& values);

}  // namespace tertium::experiments
