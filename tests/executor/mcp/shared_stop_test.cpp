// A person's stop reaches the session and the run's page from both.
#include <gtest/gtest.h>
#include <filesystem>
#include <mutex>
#include <string>
#include "common/os/files.h"
#include "common/run/input_stop_app.h"
#include "common/run/run_files.h"
#include "executor/mcp/shared_stop_app.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::mcp {
namespace {
class SharedStopTest : public testing::Test {
 protected:
  SharedStopTest()
      : run_(Folder::make(fresh_folder()).value()),
        shared_(Folder::open(run_.path()).value(), session_, [this](const std::string& text) {
          const std::lock_guard lock(mutex_);
          said_ += text;
        }) {}
  std::string said() {
    const std::lock_guard lock(mutex_);
    return said_;
  }
  static std::string fresh_folder() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    std::string folder = std::string(kTestOut) + "/shared_stop/" + test->name();
    std::filesystem::remove_all(folder);
    return folder;
  }
  void person(ControlCommand::Kind kind) {
    ControlCommand command;
    command.kind = kind;
    command.text = "the key";
    session_.person(command);
  }
  bool shows(bool stopped) {
    return wait_until([&] { return input_stop(run_).has_value() == stopped; });
  }
  bool stops(bool stopped) {
    return wait_until([&] { return !session_.halted().empty() == stopped; });
  }

  std::mutex mutex_;
  std::string said_;
  Folder run_;
  ClientSession session_{{"1", Toolset::all(), ""}, "Keys"};
  SharedStop shared_;
};

TEST_F(SharedStopTest, ComesFromThePage) {
  ASSERT_TRUE(stop_input(run_, "the page").ok());
  EXPECT_TRUE(stops(true));
  EXPECT_TRUE(session_.halted().starts_with("a person stopped all input on the page of this run: "))
      << session_.halted();
  ASSERT_TRUE(resume_input(run_).ok());
  EXPECT_TRUE(stops(false));
}

TEST_F(SharedStopTest, OfTheScreenIsShownAndEndedOnThePage) {
  person(ControlCommand::Kind::panic);
  ASSERT_TRUE(shows(true));
  EXPECT_EQ(input_stop(run_), "the person at the screen stopped all input (the key)");
  ASSERT_TRUE(resume_input(run_).ok());
  EXPECT_TRUE(stops(false));
}

TEST_F(SharedStopTest, OfThePageIsEndedAtTheScreen) {
  ASSERT_TRUE(stop_input(run_, "the page").ok());
  ASSERT_TRUE(stops(true));
  person(ControlCommand::Kind::resume);
  EXPECT_TRUE(shows(false));
  EXPECT_EQ(session_.halted(), "");
}

TEST_F(SharedStopTest, OfTheScreenIsNotEndedByAnEarlierResumeOnThePage) {
  person(ControlCommand::Kind::panic);
  ASSERT_TRUE(shows(true));
  ASSERT_TRUE(resume_input(run_).ok());
  person(ControlCommand::Kind::panic);
  ASSERT_TRUE(shows(true));
  EXPECT_NE(session_.halted(), "");
  ASSERT_TRUE(resume_input(run_).ok());
  EXPECT_TRUE(stops(false));
}

TEST_F(SharedStopTest, LastsAndIsReportedIfTheFileCannotBeWritten) {
  person(ControlCommand::Kind::panic);
  ASSERT_TRUE(shows(true));
  // What has the file's name now cannot be removed as a file.
  ASSERT_TRUE(run_.remove(kInputStopFile).ok());
  ASSERT_TRUE(run_.make_folder(kInputStopFile).ok());
  ASSERT_TRUE(stops(true));
  person(ControlCommand::Kind::resume);
  EXPECT_TRUE(wait_until([&] { return !said().empty(); }));
  std::filesystem::remove_all(run_.path() + "/" + kInputStopFile);
  EXPECT_TRUE(shows(false));
}
}  // namespace
}  // namespace franz::mcp
