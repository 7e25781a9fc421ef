#include "common/run/run_file_set.h"
#include <gtest/gtest.h>
#include <vector>
#include "common/run/run_files.h"
#include "common/wire/limits.h"

namespace franz {
namespace {
std::vector<std::string> names_of(const RunFileSet& files) {
  std::vector<std::string> names;
  files.each([&](const std::string& name) {
    names.push_back(name);
    return true;
  });
  EXPECT_EQ(names.size(), files.size());
  return names;
}

TEST(RunFileSet, HoldsEachNameOnceByTurnsAndThenByNames) {
  const std::vector<std::string> names = {
      "turn_0001.json",
      "exchange/000/0002-1.request",
      "exchange/000/0002-1.response",
      "exchange/000/0002-1.cuts",
      "turn_0002.png",
      "turn_0002_plan.png",
      "turn_0002.json",
      "turns_0001_0015.json",
      "exchange/000/0063-1.response",
      "exchange/000/0064-1.response",
      "turns_0991_1005.json",
      "turns/001/turns_1006_1020.json",
      "turns/001/turn_1021.json",
      record_file(kMaxTurn),
      "exchange/000/0002-2.request",  // from here on by their names
      "proxy.log",
      "run.json",
      "strange/file",
      "turn_2.json",
      "turns_0001_0014.json",
  };
  RunFileSet files;
  EXPECT_TRUE(files.empty());
  for (auto each = names.rbegin(); each != names.rend(); ++each) files.add(*each);
  for (const std::string& name : names) files.add(name);
  EXPECT_EQ(names_of(files), names);

  for (const char* const other : {"turn_0003.json", "turn_0002.jso", "state.json", "",
                                  "exchange/000/0064-1.request", "turn_0700.json"})
    files.remove(other);
  EXPECT_EQ(names_of(files), names);
  for (std::size_t i = 0; i < names.size(); i += 2) {
    files.remove(names[i]);
    files.remove(names[i]);
  }
  const std::vector<std::string> left = names_of(files);
  ASSERT_EQ(left.size(), names.size() / 2);
  for (std::size_t i = 0; i < left.size(); ++i) EXPECT_EQ(left[i], names[2 * i + 1]);
  int seen = 0;
  files.each([&](const std::string&) { return ++seen < 3; });
  EXPECT_EQ(seen, 3);
  for (const std::string& name : names) files.remove(name);
  EXPECT_TRUE(files.empty());
  EXPECT_TRUE(names_of(files).empty());
}
}  // namespace
}  // namespace franz
