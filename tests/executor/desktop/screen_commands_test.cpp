// The commands of `executor` outside of a turn: listing windows and releasing keys.
#include <chrono>
#include "tests/executor/desktop/shown_program.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
class ScreenCommands : public ScreenTest {
 protected:
  ChildOutcome executor(const std::vector<std::string>& arguments) {
    return run_child({kExecutor, arguments, {{"DISPLAY", display()}}, ""}, "",
                     std::chrono::seconds(20));
  }
};
}  // namespace

TEST_F(ScreenCommands, ListOneWindowPerLine) {
  ShownProgram terminal(*shared_, "xterm", {"-T", "A \"b\"", "-geometry", "40x10+50+60"});
  ASSERT_TRUE(is_shown("A \"b\""));
  const ChildOutcome outcome = executor({"--list-windows"});
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_NE(outcome.output.find(R"("title":"A \"b\"","app":"XTerm","pid":)"), std::string::npos)
      << outcome.output;
  EXPECT_NE(outcome.output.find(R"("minimised":false,"active":true,"owners":[]})"),
            std::string::npos);
  EXPECT_EQ(executor({"--list-windows", display()}).output, outcome.output);
}

TEST_F(ScreenCommands, ReleaseWhatIsDown) {
  ASSERT_TRUE(input_->key("shift", true).ok());
  ASSERT_TRUE(input_->button(Button::left, true).ok());
  EXPECT_TRUE(executor({"--release"}).end.ok());
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
  ASSERT_TRUE(is_shown("Entry"));
  input_.reset();
  SetUp();
  EXPECT_EQ(perform("type(\"a1\\n\")"), "done");
  EXPECT_EQ(entry.output(), "a1\n");
}

TEST_F(ScreenCommands, NameADisplayThatCannotBeReached) {
  for (const char* command : {"--list-windows", "--release"}) {
    const ChildOutcome outcome = executor({command, ":4242"});
    EXPECT_EQ(outcome.end.code, 1);
    EXPECT_EQ(outcome.errors, "executor: the X display :4242 cannot be reached\n");
  }
  EXPECT_EQ(executor({"--release", ":1", "more"}).end.code, 2);
}
}  // namespace franz::executor
