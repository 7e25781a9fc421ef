// Checks every promise of the fuzzers for every file of their corpora, which include earlier
// findings.
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include "common/tools/vocabulary.h"
#include "executor/dialect/dialects.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace fs = std::filesystem;

static const fs::path kCorpora = fs::path(kSourceDir) / "tests/fuzz/corpus";

// Returns the number of files.
static int replay(const FuzzTarget& target, const fs::path& folder) {
  int files = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    EXPECT_TRUE(file.good()) << entry.path();
    EXPECT_EQ(target.broken(bytes.str()), "") << entry.path();
    ++files;
  }
  return files;
}

// For GoogleTest: the suffix of the test's name.
static void PrintTo(const FuzzTarget& target, std::ostream* out) { *out << target.name; }

class Corpus : public testing::TestWithParam<FuzzTarget> {};

TEST_P(Corpus, KeepsItsPromises) {
  const FuzzTarget& target = GetParam();
  EXPECT_EQ(target.broken(""), "");
  EXPECT_GT(replay(target, kCorpora / target.name), 0);
  if (target.golden.empty()) return;
  EXPECT_GT(replay(target, fs::path(kSourceDir) / "tests/golden" / target.golden), 0);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(all_fuzz_targets()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(FuzzTargets, IncludeEveryDialect) {
  for (const Vocabulary& words : all_vocabularies()) {
    const Dialect* dialect = executor::find_dialect(words.name);
    ASSERT_NE(dialect, nullptr) << words.name;
    // Dialects may share a reader.
    EXPECT_TRUE(std::ranges::any_of(all_fuzz_targets(), [&](const FuzzTarget& each) {
      const Dialect* held = executor::find_dialect(each.name);
      return held != nullptr && held->read == dialect->read && held->report == dialect->report;
    })) << words.name;
  }
}

TEST(FuzzTargets, IncludeEachExistingCorpus) {
  for (const fs::directory_entry& entry : fs::directory_iterator(kCorpora)) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(std::ranges::any_of(all_fuzz_targets(), [&](const FuzzTarget& each) {
      return each.name == name;
    })) << name;
  }
}
}  // namespace franz
