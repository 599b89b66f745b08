#include "outside/exchange/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/comparisons/quadruplet_visits.hpp"
#include "core/comparisons/triplet_visits.hpp"
#include "files/text/npy_file.hpp"

namespace tertium::outside {
namespace {

namespace fs = std::filesystem;
using core::Object, core::Provision;

AnswerRows triplet_rows(const core::Triplets& triplets) {
  AnswerRows rows{3};
  std::vector<core::NearFar> answers;
  for (Object anchor = 0; anchor < triplets.objects(); ++anchor) {
    core::keep_to_limits();
    answers.clear();
    triplets.answers_of(anchor, answers);
    for (const core::NearFar& answer : answers)
      for (const Object object : {anchor, answer.near, answer.far}) rows.objects.push_back(object);
  }
  return rows;
}

AnswerRows quadruplet_rows(const core::Quadruplets& quadruplets) {
  AnswerRows rows{4};
  const std::vector<core::Pair> pairs = core::all_pairs(quadruplets.objects());
  const auto add = [&](core::Rank more, core::Rank less, std::int64_t times) {
    const core::Pair &a = pairs[quadruplets.pair_at(more)], &b = pairs[quadruplets.pair_at(less)];
    for (std::int64_t k = 0; k < times; ++k)
      for (const Object object : {a.i, a.j, b.i, b.j}) rows.objects.push_back(object);
  };
  for (const core::PairVotes& question : quadruplets.votes()) {
    add(question.row, question.column, question.votes.more);
    add(question.column, question.row, question.votes.less);
  }
  if (quadruplets.votes().empty())
    core::for_each_comparison(quadruplets, [&](core::Rank more, core::Rank less) { add(more, less, 1); });
  return rows;
}

AnswerRows odd_one_out_rows(const core::OddOneOutList& answers) {
  AnswerRows rows{3};
  for (const core::OddOneOut& answer : answers.answers())
    for (const Object object : {answer.a, answer.b, answer.odd}) rows.objects.push_back(object);
  return rows;
}

/// A file of rows of numbers, in text or as numpy has them.
class RowFile {
 public:
  RowFile(const fs::path& stem, Form form) : form_(form) {
    path_ = stem;
    path_ += form == Form::kCsv ? ".csv" : ".npy";
    file_.open(path_, std::ios::binary);
  }

  template <typename T>
  void write(const std::vector<std::string>& header, std::span<const T> values, std::size_t columns) {
    if (form_ == Form::kNpy) {
      file_ << files::npy_header(sizeof(T) == sizeof(double) ? "<f8" : "<i4", values.size() / columns, columns);
      file_.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size_bytes()));
    } else {
      if (!header.empty()) file_ << fmt::format("{}\n", fmt::join(header, ","));
      for (std::size_t k = 0; k < values.size(); k += columns)
        file_ << fmt::format("{}\n", fmt::join(values.subspan(k, columns), ","));
    }
    file_.close();
    if (!file_)
      core::fail("{} cannot be written (is the disk full?), free space, or name another place in TMPDIR",
                 path_.string());
  }

 private:
  Form form_;
  fs::path path_{};
  std::ofstream file_{};
};

std::vector<std::string> header_of(Provision provision) {
  if (provision == Provision::kTriplets) return {"anchor", "near", "far"};
  if (provision == Provision::kQuadruplets) return {"i", "j", "k", "l"};
  return {"a", "b", "odd"};
}

/// All pairs as a square; 1 + the largest on the diagonal, for nothing is more like an object than itself.
template <typename T>
std::vector<double> square_of(const core::PairTable<T>& table) {
  const auto n = static_cast<std::size_t>(table.objects());
  const std::span<const T> values = table.values();
  const double most = values.empty() ? 0.0 : static_cast<double>(*std::ranges::max_element(values));
  std::vector<double> square(n * n, 1.0 + most);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      square[i * n + j] = square[j * n + i] =
          static_cast<double>(table(static_cast<Object>(i), static_cast<Object>(j)));
  return square;
}

template <typename T>
void write_square(const core::PairTable<T>& table, RowFile file) {
  file.write<double>({}, square_of(table), std::max<std::size_t>(1, static_cast<std::size_t>(table.objects())));
}

void write_places(const core::Coordinates& places, RowFile file) {
  file.write<double>({}, places.values, std::max<std::size_t>(1, static_cast<std::size_t>(places.dimensions)));
}

void write_product(const core::Product& product, const fs::path& folder, Form form) {
  if (const auto* tree = std::get_if<core::Dendrogram>(&product)) {
    std::vector<double> rows;
    for (const std::array<double, 4>& row : core::scipy_linkage(*tree)) rows.insert(rows.end(), row.begin(), row.end());
    RowFile(folder / "linkage", form).write<double>({}, rows, 4);
  } else if (const auto* places = std::get_if<core::Coordinates>(&product)) {
    write_places(*places, RowFile(folder / "coordinates", form));
  } else if (const auto* similarities = std::get_if<core::SimilarityMatrix>(&product)) {
    std::visit([&](const auto& table) { write_square(*table, RowFile(folder / "similarities", form)); }, *similarities);
  }
}

}  // namespace

AnswerRows answer_rows(const core::Problem& problem, Provision provision) {
  if (provision == Provision::kTriplets) return triplet_rows(problem.get<core::Triplets>());
  if (provision == Provision::kQuadruplets) return quadruplet_rows(problem.get<core::Quadruplets>());
  return odd_one_out_rows(problem.get<core::OddOneOutList>());
}

std::int64_t write_inputs(const core::StepRun& run, core::Provisions needs, Form form, const fs::path& folder) {
  std::int64_t answers = 0;
  if (run.input != nullptr) {
    write_product(*run.input, folder, form);
    return answers;
  }
  for (const GivenFile& given : kGivenFiles) {
    if (!needs.contains(given.provision)) continue;
    RowFile file(folder / given.name, form);
    if (given.provision == Provision::kSimilarities) {
      write_square(run.problem.get<core::Similarities>(), std::move(file));
    } else if (given.provision == Provision::kFeatures) {
      write_places(run.problem.get<core::Coordinates>(), std::move(file));
    } else {
      const AnswerRows rows = answer_rows(run.problem, given.provision);
      answers += rows.count();
      file.write<Object>(header_of(given.provision), rows.objects, rows.width);
    }
  }
  return answers;
}

double input_bytes(const core::ProblemSize& size, core::Provisions needs) {
  const double n = size.objects, pairs = 0.5 * n * (n - 1.0);
  double bytes = needs.contains(Provision::kSimilarities) || size.follows ? 16.0 * n * n : 0.0;
  if (size.follows) return bytes;
  constexpr double kGrown = 2.0;  // a list while it grows
  if (needs.contains(Provision::kTriplets)) bytes += kGrown * 12.0 * size.p * pairs * std::max(0.0, n - 2.0);
  if (needs.contains(Provision::kQuadruplets)) bytes += kGrown * 16.0 * size.p * 0.5 * pairs * pairs;
  if (needs.contains(Provision::kOddOneOuts)) bytes += kGrown * 12.0 * size.p * pairs * n / 3.0;
  return bytes;
}

}  // namespace tertium::outside
