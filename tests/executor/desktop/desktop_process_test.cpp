// The program `executor` on a real screen, and what remains of its input when it is ended.
#include <algorithm>
#include <chrono>
#include <future>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "common/wire/executor_messages.h"
#include "tests/executor/desktop/shown_program.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
class DesktopProcess : public ScreenTest {
 protected:
  void SetUp() override {
    ScreenTest::SetUp();
    auto folder = TemporaryFolder::make("desktop");
    ASSERT_TRUE(folder.ok());
    folder_ = std::move(folder).value();
  }

  std::string request(const std::string& calls, const std::string& tiles = "") const {
    ExecutorRequest request;
    request.options.surface = "desktop";
    request.options.turn = 1;
    request.options.run_dir = folder_->path();
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.seen = Seen{kWholeScreen, {512, 288}, tiles};
    request.desktop.display = display();
    for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
    request.reply = Reply{quote_json("```python\n" + calls + "\n```"), {}};
    return to_json(request);
  }

  ExecutorReply answer(const std::string& calls, const std::string& tiles = "") const {
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, request(calls, tiles), std::chrono::seconds(30));
    Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
    EXPECT_TRUE(reply.ok()) << outcome.errors;
    return reply.ok() ? std::move(reply).value() : ExecutorReply{};
  }

  // Starts an executor that holds Ctrl and a button and waits; returns when both are down.
  std::unique_ptr<ChildProcess> holding(const std::function<void(const ChildEnd&)>& on_end) {
    const std::string sign = folder_->path() + "/sign";
    auto started = ChildProcess::start({kExecutor, {"--lines"}, {}, ""},
                                       {[](std::string_view) {}, [](std::string_view) {}, on_end});
    if (!started.ok()) return nullptr;
    started.value()->write_line(request("key_down('ctrl')\nmouse_down('left')\nlaunch('touch " +
                                        sign + "')\nsleep(5)\nsleep(5)"));
    EXPECT_TRUE(wait_until([&] { return file_exists(sign); }));
    return std::move(started).value();
  }

  // If Ctrl is still down, "a" selects all and types nothing.
  std::string typed() {
    ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
    if (!is_shown("Entry")) return "(no focus)";
    if (perform("type(\"a\\n\")") != "done") return "(no)";
    return entry.output();
  }

  std::unique_ptr<TemporaryFolder> folder_;
};
}  // namespace

TEST_F(DesktopProcess, PerformsTheCallsOfAReply) {
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
  ASSERT_TRUE(is_shown("Entry"));
  const ChildOutcome outcome =
      run_child({kExecutor, {}, {}, ""},
                request("type('Gr\u00FC\u00DFe ')\nhotkey('ctrl', 'nokey')\npress('enter')"),
                std::chrono::seconds(30));
  const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
  ASSERT_TRUE(reply.ok()) << outcome.errors;
  ASSERT_EQ(reply.value().items.size(), 3U);
  EXPECT_EQ(reply.value().items[0].outcome, Outcome::done) << reply.value().items[0].why;
  EXPECT_EQ(reply.value().items[1].why, "no key is called \"nokey\"");
  EXPECT_EQ(reply.value().items[2].outcome, Outcome::not_run);
  EXPECT_EQ(perform("press(\"enter\")"), "done");
  EXPECT_EQ(entry.output(), "Gr\u00FC\u00DFe \n");
}

TEST_F(DesktopProcess, RecordsWhatAnActionMet) {
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
  ASSERT_TRUE(is_shown("Entry"));
  const std::string tiles = answer("move(900, 900)\nscreenshot()").tiles;
  ASSERT_FALSE(tiles.empty());
  const std::string calls = "press('a')\nleft_click(1000, 1000)";
  const ExecutorReply same = answer(calls, tiles);
  ASSERT_EQ(same.items.size(), 2U);
  ASSERT_TRUE(same.items[0].window);
  EXPECT_EQ(same.items[0].window->title, "Entry");
  EXPECT_EQ(same.items[0].pointer, to_pixel({900, 900}, kWholeScreen));
  EXPECT_EQ(same.items[0].changed_before, std::nullopt);
  EXPECT_EQ(same.items[1].changed_before, false);
  // The digests of another picture.
  std::string others = tiles;
  std::ranges::replace_if(
      others, [](char each) { return each != '='; }, 'A');
  const ExecutorReply changed = answer(calls, others);
  ASSERT_EQ(changed.items.size(), 2U);
  EXPECT_EQ(changed.items[1].changed_before, true);
  EXPECT_EQ(answer(calls).items.at(1).changed_before, std::nullopt);
}

TEST_F(DesktopProcess, ReleasesWhatItHoldsWhenItIsTerminated) {
  std::promise<ChildEnd> ended;
  const auto executor = holding([&](const ChildEnd& end) { ended.set_value(end); });
  ASSERT_NE(executor, nullptr);
  executor->interrupt();
  const ChildEnd end = ended.get_future().get();
  EXPECT_EQ(end.kind, ChildEnd::Kind::killed);
  EXPECT_EQ(end.code, 15);
  EXPECT_EQ(typed(), "a\n");
}

TEST_F(DesktopProcess, AnotherExecutorReleasesWhatAKilledOneHeld) {
  std::promise<ChildEnd> ended;
  const auto executor = holding([&](const ChildEnd& end) { ended.set_value(end); });
  ASSERT_NE(executor, nullptr);
  executor->kill();
  EXPECT_EQ(ended.get_future().get().code, 9);
  EXPECT_TRUE(run_child({kExecutor, {"--release", display()}, {}, ""}, "", std::chrono::seconds(20))
                  .end.ok());
  EXPECT_EQ(typed(), "a\n");
}
}  // namespace franz::executor
