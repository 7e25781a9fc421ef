#include "proxy/offline/verify/run_index.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Kind = RunFilePlace::Kind;
const std::string kDigest(64, 'a'), kOther(64, 'b');

TEST(RunIndex, KnowsTheFilesOfARun) {
  struct Row {
    const char* name;
    Kind kind;
    int turn, attempt, first;
  };
  const std::vector<Row> rows = {
      {"turn_0001.json", Kind::record, 1, 0, 0},
      {"turns/012/turn_12345.json", Kind::record, 12345, 0, 0},
      {"turn_12345.json", Kind::unknown, 0, 0, 0},
      {"turn_0007.png", Kind::picture, 7, 0, 0},
      {"turn_7.png", Kind::unknown, 0, 0, 0},
      {"exchange/000/0007-2.request", Kind::request, 7, 2, 0},
      {"exchange/001/1007-12.response", Kind::response, 1007, 12, 0},
      {"exchange/001/0007-2.request", Kind::unknown, 0, 0, 0},
      {"exchange/000/0007-02.request", Kind::unknown, 0, 0, 0},
      {"exchange/000/0007-2.html", Kind::unknown, 0, 0, 0},
      {"turns_0001_0015.json", Kind::batch, 15, 0, 1},
      {"turns_0016_0024.json", Kind::batch, 24, 0, 16},
      {"turns_0002_0016.json", Kind::unknown, 0, 0, 0},
      {"turns_0016_0040.json", Kind::unknown, 0, 0, 0},
      {"SHA256SUMS", Kind::sums, 0, 0, 0},
      {"run.json", Kind::growing, 0, 0, 0},
      {"proxy.log.1", Kind::growing, 0, 0, 0},
      {"sandbox_canvas.bmp.corrupt", Kind::growing, 0, 0, 0},
      {"proxy.lock", Kind::passing, 0, 0, 0},
      {"evil.lock", Kind::unknown, 0, 0, 0},
      {"reply_marks.txt", Kind::marks, 0, 0, 0},
      {"reply_marks.txt.77-1.tmp", Kind::passing, 0, 0, 0},
      {"turns/001/reply_marks.txt", Kind::unknown, 0, 0, 0},
      {"turn_2147483647.png", Kind::unknown, 0, 0, 0},
      {"exchange/999999/1000000000-1.request", Kind::unknown, 0, 0, 0},
      {"turn_0001.json.77-1.tmp", Kind::passing, 0, 0, 0},
      {"notes.txt", Kind::unknown, 0, 0, 0},
  };
  for (const Row& row : rows) {
    const RunFilePlace place = place_of(row.name);
    EXPECT_EQ(place.kind, row.kind) << row.name;
    EXPECT_EQ(place.turn, row.turn) << row.name;
    EXPECT_EQ(place.attempt, row.attempt) << row.name;
    EXPECT_EQ(place.first, row.first) << row.name;
  }
}

RunIndex index_of(const std::vector<std::string>& names, const std::vector<Sum>& sums) {
  RunIndexBuilder builder;
  for (const std::string& name : names) builder.add_file(name);
  for (const Sum& sum : sums) builder.add_sum(sum);
  return builder.finish();
}

// All that is found about listings, in the order of turns.
std::vector<std::string> found(const std::vector<std::string>& names,
                               const std::vector<std::string>& listed) {
  std::vector<Sum> sums;
  sums.reserve(listed.size());
  for (const std::string& name : listed) sums.push_back({kDigest, name});
  const RunIndex index = index_of(names, sums);
  std::vector<std::string> lines;
  for (const auto& [turn, files] : index.turns)
    for (const IndexedFile& file : files)
      for (const Finding& finding : check_listing(index, file)) lines.push_back(to_line(finding));
  return lines;
}

TEST(RunIndex, NamesWhatIsMissingAndWhatWasAdded) {
  using Lines = std::vector<std::string>;
  struct Row {
    const char* what;
    Lines names, listed, found;
  };
  const std::vector<Row> rows = {
      {"a run that goes on",
       {"run.json", "turn_0001.json", "turn_0002.json", "turn_0003.json"},
       {"turn_0001.json"},
       {}},
      {"a turn before the last two is not listed",
       {"turn_0001.json", "turn_0002.json", "turn_0003.json"},
       {},
       {"turn 1: turn_0001.json: it is not in SHA256SUMS: it was added, or its line removed"}},
      {"a listed file is gone",
       {"turn_0002.json"},
       {"turn_0001.json"},
       {"turn 1: turn_0001.json: it is in SHA256SUMS, but it is missing"}},
      {"the last turns are gone",
       {"turn_0001.json"},
       {"turn_0001.json", "turn_0009.png"},
       {"turn 9: turn_0009.png: it is in SHA256SUMS, but it is missing"}},
      {"a stranger",
       {"notes.txt"},
       {},
       {"notes.txt: it is no file of a run, and not in SHA256SUMS: it was added"}},
      {"an old attempt was added",
       {"exchange/000/0001-2.request", "turn_0001.json", "turn_0003.json"},
       {"turn_0001.json"},
       {"turn 1: exchange/000/0001-2.request: it is not in SHA256SUMS: it was added, or its line "
        "removed"}},
      {"after a clean end nothing is unlisted",
       {"SHA256SUMS", "proxy.lock", "reply_marks.txt", "run.json", "state.json", "turn_0001.json"},
       {"run.json"},
       {"state.json: it is not in SHA256SUMS: it was added, or its line removed",
        "turn 1: turn_0001.json: it is not in SHA256SUMS: it was added, or its line removed"}},
      {"a write that was cut, while a run goes on",
       {"SHA256SUMS.9-1.tmp", "turn_0001.json.9-2.tmp"},
       {},
       {}},
      {"but not after a clean end",
       {"SHA256SUMS.9-1.tmp", "turn_0001.json.9-2.tmp"},
       {"run.json"},
       {"run.json: it is in SHA256SUMS, but it is missing",
        "turn_0001.json.9-2.tmp: it is not in SHA256SUMS: it was added, or its line removed"}},
      {"a full batch is listed, a partial one need not be",
       {"turns_0001_0015.json", "turns_0016_0017.json", "turn_0030.json"},
       {},
       {
           "turn 15: turns_0001_0015.json: it is not in SHA256SUMS: it was added, or its line "
           "removed",
       }},
  };
  for (const Row& row : rows) EXPECT_EQ(found(row.names, row.listed), row.found) << row.what;
}

// As after a full disk: what came after the state is made again, and listed again.
TEST(RunIndex, LetsTurnsBehindAnOlderStateBeUnlisted) {
  const std::vector<std::string> names = {"turn_0005.json", "turn_0006.json",
                                          "turn_0009.json", "turn_0016.json",
                                          "turn_0020.json", "turns_0001_0015.json"};
  const struct {
    std::optional<int> state;
    const char* first;  // that should be listed; "" none
  } rows[] = {{std::nullopt, "turn_0005.json"},
              {20, "turn_0005.json"},
              {19, "turn_0005.json"},
              {8, "turn_0005.json"},
              {3, ""}};
  for (const auto& [state, first] : rows) {
    RunIndex index = index_of(names, {});
    index.state_turn = state;
    std::string found;
    for (const auto& [turn, files] : index.turns)
      for (const IndexedFile& file : files)
        if (found.empty() && !check_listing(index, file).empty()) found = file.name;
    EXPECT_EQ(found, first) << state.value_or(0);
  }
  // Not after a clean end.
  RunIndex index = index_of({"run.json", "turn_0009.json"}, {{kDigest, "run.json"}});
  index.state_turn = 3;
  EXPECT_EQ(check_listing(index, index.turns[9].front()).size(), 1U);
}

// However long the list is that a stranger made.
TEST(RunIndex, KeepsNoMoreOfAListThanItNeeds) {
  RunIndexBuilder builder;
  builder.add_file("turn_0001.json");
  for (std::size_t i = 0; i < RunIndex::kMostMissing + 500; ++i) {
    const std::string number = std::to_string(1'000'000'000 + i);
    builder.add_sum({std::string(54, 'a') + number, "turn_0001.json"});
    builder.add_sum({kDigest, "missing_" + number});
  }
  const RunIndex index = builder.finish();
  EXPECT_EQ(index.missing_left_out, 500U);
  EXPECT_EQ(index.turns.at(0).size(), RunIndex::kMostMissing);
  EXPECT_EQ(index.turns.at(1).at(0).sums.size(), 2U);
}

TEST(RunIndex, ComparesADigestWithEachOfItsLines) {
  const RunIndex index =
      index_of({"turn_0001.json"}, {{kDigest, "turn_0001.json"}, {kOther, "turn_0001.json"}});
  const IndexedFile& file = index.turns.at(1).at(0);
  ASSERT_EQ(file.sums.size(), 2U);
  const std::vector<Finding> wrong = check_digest(file, kDigest);
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(to_line(wrong[0]),
            "turn 1: turn_0001.json: sha256: expected " + kOther + ", got " + kDigest);
}
}  // namespace
}  // namespace franz::proxy
