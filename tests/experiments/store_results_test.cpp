#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>

#include "core/base/error.hpp"
#include "experiments/store/hdf5.hpp"
#include "experiments/store/results_file.hpp"
#include "experiments/store/run_folder.hpp"
#include "experiments/store/seal.hpp"
#include "experiments/store/segment.hpp"
#include "tests/experiments/store_helpers.hpp"

namespace tertium::experiments {
namespace {

ResultsContent make_content(std::uint64_t n_rows) {
  ResultsContent content;
  content.rows = make_rows(0, n_rows);
  content.points = {{{"delta", 0.02}, {"p", 0.5}}};
  content.methods = {{"SL", "Single linkage", "Sneath 1957", ""}, {"4-AL-I3", "4-AL", "HC19", "rounds = 3"}};
  content.runs = {current_run_record(2, 1, "tertium run x.ini -o run")};
  content.notes = {{"aari", {"averaged adjusted Rand index", ""}}, {"revenue", {"revenue", "1"}}};
  content.config_source = "[model]\nkind = planted-hierarchy\n";
  content.config_resolved = "# \xC3\xA4\n[model]\n";
  return content;
}

struct Answer {
  int status;
  std::string text;
};

Answer run_command(const std::string& command) {
  Answer answer;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer = {};
  while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) answer.text += buffer.data();
  answer.status = pclose(pipe);
  return answer;
}

class ResultsTest : public ::testing::Test {
 protected:
  ScratchFolder scratch_;
  std::filesystem::path path_ = scratch_.path() / "results.h5";
};

TEST_F(ResultsTest, RoundTrip) {
  ResultsContent content = make_content(40);
  content.rows[4].parameters["wide"] = (std::int64_t{1} << 53) + 1;
  content.rows[5].parameters["mixed"] = std::string("text");
  content.rows[6].parameters["mixed"] = std::int64_t{7};
  content.rows[7].parameters["seed"] = 0.5;
  content.rows[7].metrics["p"] = 0.25;
  content.rows[8].scores.clear();
  content.rows[8].tree = {.merges = {{1, 2}, {0, 3}, {4, 5}, {6, 7}}, .initial = 2};
  content.rows[8].parameters["a/b"] = std::int64_t{-1};
  write_results(path_, content);
  const ResultsContent copy = read_results(path_);
  ASSERT_EQ(copy.rows.size(), content.rows.size());
  for (std::size_t i = 0; i < copy.rows.size(); ++i) {
    EXPECT_EQ(first_difference(content.rows[i], copy.rows[i]), std::nullopt);
    EXPECT_EQ(copy.rows[i].t_wall, content.rows[i].t_wall);
    EXPECT_EQ(copy.rows[i].t_score, content.rows[i].t_score);
    EXPECT_EQ(copy.rows[i].host, content.rows[i].host);
    EXPECT_EQ(copy.rows[i].build, content.rows[i].build);
    EXPECT_EQ(copy.rows[i].revision, content.rows[i].revision);
  }
  EXPECT_EQ(copy.rows[4].parameters.at("wide"), content.rows[4].parameters.at("wide"));
  EXPECT_EQ(copy.rows[3].parameters.at("levels"), content.rows[3].parameters.at("levels"));
  for (std::size_t i = 0; i < copy.rows.size(); ++i) {
    EXPECT_EQ(copy.rows[i].tree, content.rows[i].tree);
    EXPECT_EQ(copy.rows[i].labels, content.rows[i].labels);
    EXPECT_EQ(copy.rows[i].scores, content.rows[i].scores);
    EXPECT_EQ(copy.rows[i].tolerance, content.rows[i].tolerance);
  }
  EXPECT_EQ(copy.runs.at(0).build, content.runs.at(0).build);
  EXPECT_EQ(copy.notes, content.notes);
  EXPECT_EQ(copy.points.at(0), content.points[0]);
  EXPECT_EQ(copy.methods.at(1).citation, "HC19");
  EXPECT_EQ(copy.runs.at(0).command_line, "tertium run x.ini -o run");
  EXPECT_EQ(copy.config_source, content.config_source);
  EXPECT_EQ(copy.config_resolved, content.config_resolved);
}

TEST_F(ResultsTest, NoRowsAtAll) {
  write_results(path_, {});
  EXPECT_TRUE(read_results(path_).rows.empty());
}

TEST_F(ResultsTest, NeverReplacesAForeignFile) {
  Hdf5Group::create_file(path_).write_column("x", std::vector<double>{1});
  const std::string before = read_text_file(path_);
  const auto message = refusal_of([&] { write_results(path_, make_content(3)); });
  EXPECT_NE(message.find("not a result of tertium"), std::string::npos) << message;
  EXPECT_EQ(read_text_file(path_), before);
  EXPECT_THROW(read_results(path_), core::UserError);
  std::filesystem::remove(path_);
  write_results(path_, make_content(3));
  write_results(path_, make_content(4));
  EXPECT_EQ(read_results(path_).rows.size(), 4U);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch_.path()), {}), 1);
}

TEST_F(ResultsTest, AnUnwritablePlaceIsOneLine) {
  const auto message = refusal_of([&] { write_results("/proc/results.h5", make_content(1)); });
  EXPECT_TRUE(message.starts_with("cannot create /proc/.tmp-")) << message;
}

TEST_F(ResultsTest, DamageAndCutsAreReported) {
  write_results(path_, make_content(300));
  const std::string whole = read_text_file(path_);
  const auto refusal = [&] { return refusal_of([&] { read_results(path_); }); };
  for (std::size_t at = 0; at < whole.size() - 44; at += whole.size() / 97) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    write_text_file(path_, damaged);
    EXPECT_NE(refusal().find("is damaged (checksum"), std::string::npos) << at;
    write_text_file(path_, whole.substr(0, at));
    EXPECT_NE(refusal().find("cut short"), std::string::npos) << at;
  }
}

TEST_F(ResultsTest, ATreeThatIsNoneIsRefused) {
  ResultsContent content;
  content.rows = make_rows(1, 1);
  write_results(path_, content);
  std::filesystem::resize_file(path_, std::filesystem::file_size(path_) - kSealSize);
  const Answer edited = run_command("/usr/bin/python3 -c 'import h5py; h5py.File(\"" + path_.string() +
                                    "\", \"r+\")[\"trees/z\"][1, 1] = 1e9'");
  ASSERT_EQ(edited.status, 0) << edited.text;
  append_seal(path_, kResultsFormat, kResultsVersion);
  const auto message = refusal_of([&] { read_results(path_); });
  EXPECT_NE(message.find("results.h5:/trees is damaged (a tree is impossible: merge 1 joins nodes"), std::string::npos)
      << message;
}

TEST_F(ResultsTest, ANewerVersionIsNamedAsSuch) {
  write_results(path_, make_content(3));
  std::string text = read_text_file(path_);
  text.replace(text.rfind(" 0003 "), 6, " 0004 ");
  write_text_file(path_, text);
  const auto message = refusal_of([&] { read_results(path_); });
  EXPECT_NE(message.find("has version 4"), std::string::npos) << message;
}

TEST_F(ResultsTest, PythonReadsIt) {
  write_results(path_, make_content(40));
  write_text_file(scratch_.path() / "read.py", R"(
import sys, h5py, numpy as np, pandas as pd, xarray as xr
path = sys.argv[1]
with h5py.File(path) as f:
    assert f.attrs["format"] == "tertium-results"
    t = f["trials"]
    assert h5py.h5ds.is_scale(t["trial"].id) and t["aari"].dims[0][0] == t["trial"]
    assert t["aari"].maxshape == (None,) and t["aari"].fletcher32 and t["aari"].shuffle and t["aari"].compression == "gzip"
    assert list(t["status"].attrs["flag_values"]) == [0, 1, 2, 3]
    assert t["status"].attrs["flag_meanings"] == "done failed timed_out out_of_memory"
    assert t["method"].attrs["flag_meanings"] == "SL 4-AL-I3"
    assert t["t_wall"].attrs["units"] == "s" and t["peak_rss"].attrs["units"] == "B"
    assert t["aari"].attrs["long_name"] == "averaged adjusted Rand index" and "units" not in t["aari"].attrs
    assert t["revenue"].attrs["units"] == "1" and t["tolerance"][5] == 1e-6 and t["scores"].asstr()[0] == "aari ari revenue"
    assert "k_hat" not in t
    assert t["key_hi"].dtype == np.uint64 and t["n"].dtype == np.int64 and t["levels"].dtype == np.float64
    df = pd.DataFrame({k: (v.asstr()[:] if h5py.check_string_dtype(v.dtype) else v[:]) for k, v in t.items()})
    points = {k: v[:] for k, v in f["points"].items()}
    p = points["p"][t["point"][:]]
    assert np.array_equal(p, t["p"][:], equal_nan=True) and np.isnan(t["p"][1])
    o, z = f["trees/row_offsets"][:], f["trees/z"]
    assert z[o[1]:o[2]].tolist() == [[0, 1, 1, 2], [2, 3, 2, 3]]
    assert f["config/source"].asstr()[()].startswith("[model]")
    assert f["runs/command_line"].asstr()[0] == "tertium run x.ini -o run"
assert len(df) == 40 and df.aari[0] == 1 and df.method_name[0] == "4-AL-I3" and "ä" in df.message[3]
assert df.groupby("method_name").aari.mean().shape == (2,)
with xr.open_dataset(path, engine="h5netcdf", group="trials") as ds:
    assert ds.sizes["trial"] == 40 and float(ds.aari[1]) == 0.5 and str(ds.method_name[1].values) == "SL"
    assert ds.aari.dims == ("trial",) and "trial" in ds.coords and ds.encoding["unlimited_dims"] == {"trial"}
    frame = ds.to_dataframe()
for group in ("points", "methods", "runs"):
    with xr.open_dataset(path, engine="h5netcdf", group=group) as ds:
        ds.load()
print("all read")
)");
  const Answer answer =
      run_command(fmt::format("/usr/bin/python3 {} {}", (scratch_.path() / "read.py").string(), path_.string()));
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_NE(answer.text.find("all read"), std::string::npos) << answer.text;
}

TEST_F(ResultsTest, H5dumpReadsIt) {
  write_results(path_, make_content(10));
  const Answer answer = run_command("h5dump -A " + path_.string());
  EXPECT_EQ(answer.status, 0) << answer.text;
  EXPECT_NE(answer.text.find("flag_meanings"), std::string::npos);
  EXPECT_EQ(answer.text.find("H5T_ENUM"), std::string::npos);
}

TEST_F(ResultsTest, SpeedOfManyRows) {
  constexpr std::uint64_t kRows = 100'000;
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  const RunFolder run = RunFolder::create(scratch_.path() / "run");
  auto rows = make_rows(0, kRows);
  auto start = Clock::now();
  SegmentWriter writer(run, current_run_record(1, 1, ""));
  for (TrialRow& row : rows) writer.add(std::move(row));
  writer.flush();
  std::printf("write %zu segments: %.2f s\n", run.list_segments().size(), seconds_since(start));
  start = Clock::now();
  StoreContent content = run.load();
  std::printf("load them: %.2f s\n", seconds_since(start));
  start = Clock::now();
  writer.close();
  std::printf("compact into %zu: %.2f s\n", run.list_segments().size(), seconds_since(start));
  start = Clock::now();
  ASSERT_EQ(run.load().rows.size(), kRows);
  std::printf("load that: %.2f s\n", seconds_since(start));
  start = Clock::now();
  ResultsContent results;
  results.rows = std::move(content.rows);
  write_results(run.results(), results);
  std::printf("write results.h5 (%.1f MB): %.2f s\n",
              static_cast<double>(std::filesystem::file_size(run.results())) / 1e6, seconds_since(start));
  start = Clock::now();
  ASSERT_EQ(read_results(run.results()).rows.size(), kRows);
  std::printf("read it: %.2f s\n", seconds_since(start));
  start = Clock::now();
  ASSERT_EQ(run.load().rows.size(), kRows);
  std::printf("load segments and results.h5: %.2f s\n", seconds_since(start));
}

}  // namespace
}  // namespace tertium::experiments
