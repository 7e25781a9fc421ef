// What may be laid in a run folder while a proxy writes it.
#include <gtest/gtest.h>
#include <filesystem>
#include <mutex>
#include "common/os/clock.h"
#include "common/run/load_run_app.h"
#include "common/run/run_folder_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

struct HostileFolder {
  std::string root = join_path(kTestOut, "hostile_run-" + random_hex(8));
  Folder outside = Folder::make(root + "/outside").value();
  Folder run = Folder::make(root + "/run").value();

  HostileFolder() { EXPECT_TRUE(outside.append("a.tmp", "secret").ok()); }
  std::string in(const std::string& name) const { return join_path(run.path(), name); }
  static SaveFile file(const std::string& name, const std::string& bytes) {
    return {name, std::make_shared<const std::string>(bytes)};
  }
};

TEST(HostileRunFolder, IsWrittenThroughNoLink) {
  struct Row {
    const char* name;
    std::function<void(RunFolder&)> write;
    const char* words;
  };
  const Row rows[] = {
      {"orchestrator.log", [](RunFolder& run) { run.append("orchestrator.log", "x"); },
       "orchestrator.log: is a link, not a file"},
      {"turn_0001.json",
       [](RunFolder& run) { run.save(HostileFolder::file("turn_0001.json", "x")); },
       "turn_0001.json: is a link, not a file"},
      {"exchange",
       [](RunFolder& run) { run.save(HostileFolder::file("exchange/000/0001-1.request", "x")); },
       "exchange: is a link, not a folder"},
      {"SHA256SUMS",
       [](RunFolder& run) {
         run.save(HostileFolder::file("turn_0001.json", "x"));
         run.finish_turns(1);
       },
       "SHA256SUMS: is a link, not a file"},
      {"turns_0001_0015.json",
       [](RunFolder& run) {
         run.save_batch({1, 15});
       },
       "turns_0001_0015.json: is a link, not a file"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const HostileFolder it;
    const bool folder = std::string(row.name) == "exchange";
    fs::create_symlink(folder ? "../outside" : "../outside/a.tmp", it.in(row.name));
    std::vector<std::string> troubles;
    {
      RunFolder run({it.run.path(), [&](const std::string& text) { troubles.push_back(text); }});
      row.write(run);
    }
    ASSERT_FALSE(troubles.empty());
    EXPECT_EQ(troubles.front(), it.in(row.words));
    EXPECT_EQ(it.outside.read("a.tmp", 100).value(), "secret");
    EXPECT_EQ(it.outside.list().value().size(), 1U);
  }
}

TEST(HostileRunFolder, LosesNoTemporaryFileBehindALinkedFolder) {
  const HostileFolder it;
  fs::create_symlink("../outside", it.in("linked"));
  RunFolder run({it.run.path(), {}});
  const Status resumed = run.resume(1);
  ASSERT_FALSE(resumed.ok());
  EXPECT_EQ(resumed.error().message, it.in("linked") + ": is a link");
  EXPECT_TRUE(it.outside.has_file("a.tmp"));
}

TEST(HostileRunFolder, IsLoadedWithoutWhatIsNoRecord) {
  for (const HostileThing& thing : kHostileThings) {
    SCOPED_TRACE(thing.what);
    const HostileFolder it;
    ASSERT_TRUE(
        it.run.append("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","told_from":1})")
            .ok());
    thing.lay(it.in("turn_0001.json"));
    const Result<LoadedRun> loaded = load_run(it.run.path());
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded.value().known.last, 0);
    EXPECT_EQ(loaded.value().problems.size(), 1U);
    thing.lay(it.in("run.json"));
    EXPECT_FALSE(load_run(it.run.path()).ok());
  }
}
}  // namespace
}  // namespace franz
