#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace tertium::program {

/// Something whose time is measured while one size of it is doubled and doubled again.
struct GrowthItem {
  std::string name;                                       ///< "AddS-3-AL"
  std::string over;                                       ///< what is doubled: "objects", "answers", "folds", ...
  std::string fixed{};                                    ///< what stays as it is: "30 answers each"
  double first = 0.0;                                     ///< the smallest size
  double most = std::numeric_limits<double>::infinity();  ///< the largest
  bool large = false;                                     ///< only on demand
  /// The work of a size, in any unit, as the steps state it; of what states none, how much it is given.
  std::function<double(double size)> stated{};
  /// Makes the input, outside the measured time, and returns what is measured, to be run once.
  std::function<std::function<void()>(double size)> prepare{};
  std::string why_not{};  ///< nothing can be measured, for that reason
};

/// How the time of an item grew. A slope is the exponent b of the power of the size that fits it best, seconds = a
/// size^b: least squares on logarithms. Seconds are medians of the repeats; a repeat goes through all sizes, so that
/// what disturbs the machine disturbs them alike, and the interval is the slopes of single repeats.
struct Growth {
  std::vector<double> sizes;
  std::vector<double> seconds;  ///< processor time of one thread, by size
  double stated = 0.0;          ///< slope of the stated work over the same sizes
  double measured = 0.0;
  double low = 0.0, high = 0.0;  ///< smallest and largest slope of a repeat
  std::string why_not{};         ///< there is no slope, for that reason

  bool has_slope() const { return why_not.empty(); }
  /// By more than kSlack in every repeat.
  bool steeper() const { return has_slope() && low > stated + kSlack; }

  /// What times of a few sizes do not tell: constants, caches, powers of a logarithm.
  static constexpr double kSlack = 0.25;
};

/// The slope of log(values) over log(sizes), all positive, of two different sizes at least.
double log_slope(std::span<const double> sizes, std::span<const double> values);

/// Of seconds by repeat, then by size, and the stated work by size.
Growth growth_of(std::vector<double> sizes, const std::vector<std::vector<double>>& repeats,
                 std::span<const double> stated);

/// Doubles the size as long as about so many seconds allow, with all repeats. What the item throws ends the doubling.
Growth measure_growth(const GrowthItem& item, double seconds);

/// Everything that is measured: each method by objects, and by answers where it takes them, then what the program does
/// with answers and runs besides. Each registered step is in at least one of the methods; what cannot be measured has a
/// reason.
std::vector<GrowthItem> growth_items();

// Parts of that.
std::vector<GrowthItem> growth_of_methods();
std::vector<GrowthItem> growth_of_answers();
std::vector<GrowthItem> growth_of_runs();

/// "answers, 100 objects": what is doubled, and what stays as it is.
std::string over_text(const GrowthItem& item);

/// A line for each item, within 80 columns: what is steeper than stated says so, on a terminal in red as well.
class GrowthTable {
 public:
  GrowthTable(std::span<const GrowthItem> items, bool colours);
  /// What is doubled in this item and those after it, and the names of the columns.
  std::string header(const GrowthItem& item) const;
  std::string line(const GrowthItem& item, const Growth& growth) const;

 private:
  std::string columns(const std::string& name, const std::vector<std::string>& texts) const;

  std::size_t name_width_ = 0;
  bool colours_;
};

}  // namespace tertium::program
