#include "common/os/temporary_folder.h"
#include <gtest/gtest.h>
#include <future>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
// child_for_tests scratch, which has made a folder.
class Owner {
 public:
  explicit Owner(const std::string& temporary_files) {
    auto started = ChildProcess::start(
        {kChildForTests,
         {"scratch"},
         {{"TMPDIR", temporary_files}, {"TMP", temporary_files}, {"TEMP", temporary_files}},
         ""},
        {[this](std::string_view line) { path_.set_value(std::string(line)); },
         [](std::string_view) {}, [this](const ChildEnd&) { ended_.set_value(); }});
    EXPECT_TRUE(started.ok());
    child_ = std::move(started).value();
    folder = path_.get_future().get();
  }
  void end(const std::string& how) {
    how == "kill" ? child_->kill() : child_->write_line(how);
    ended_.get_future().wait();
  }
  std::string folder;

 private:
  std::promise<std::string> path_;
  std::promise<void> ended_;
  std::unique_ptr<ChildProcess> child_;
};
}  // namespace

static std::string place_of_its_own() {
  std::string place = join_path(kTestOut, "temporary-" + random_hex(8));
  EXPECT_TRUE(make_folders(place).ok());
  return place;
}

TEST(TemporaryFolder, GoesWithItsOwner) {
  std::string path;
  {
    const auto folder = TemporaryFolder::make("test");
    ASSERT_TRUE(folder.ok()) << folder.error().message;
    path = folder.value()->path();
    EXPECT_TRUE(append_file(join_path(path, "file"), "x").ok());
    ASSERT_TRUE(make_folders(join_path(path, "a/b")).ok());
  }
  EXPECT_FALSE(folder_exists(path));
}

TEST(TemporaryFolder, GoesHoweverTheProgramEnds) {
  const struct {
    std::string how;
    bool goes_at_once;
  } cases[] = {{"end", true}, {"remove all", true}, {"kill", false}};
  for (const auto& [how, goes_at_once] : cases) {
    const std::string place = place_of_its_own();
    Owner owner(place);
    ASSERT_TRUE(file_exists(join_path(owner.folder, "file"))) << how;
    owner.end(how);
    EXPECT_EQ(folder_exists(owner.folder), !goes_at_once) << how;
    Owner next(place);
    EXPECT_FALSE(folder_exists(owner.folder)) << how;
    next.end("end");
    EXPECT_EQ(list_folder(place).value(), std::vector<std::string>{}) << how;
  }
}

TEST(TemporaryFolder, OfARunningProcessStaysAndSoDoWhatOthersNamedAlike) {
  const std::string place = place_of_its_own();
  Owner running(place);
  ASSERT_TRUE(append_file(join_path(place, "franz_test_0123456789ab"), "a file").ok());
  ASSERT_TRUE(make_folders(join_path(place, "franz_test_notes")).ok());
  ASSERT_TRUE(make_folders(join_path(place, "franz_test_0123456789ac")).ok());  // left by a kill
  Owner next(place);
  EXPECT_TRUE(file_exists(join_path(running.folder, "file")));
  EXPECT_TRUE(file_exists(join_path(place, "franz_test_0123456789ab")));
  EXPECT_TRUE(folder_exists(join_path(place, "franz_test_notes")));
  EXPECT_FALSE(folder_exists(join_path(place, "franz_test_0123456789ac")));
  running.end("end");
  next.end("end");
}
}  // namespace franz
