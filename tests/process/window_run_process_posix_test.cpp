// Runs bounded to one window of a real program: the choice of the window and the ends of the run.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <atomic>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"
#include "tests/process/killing.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/virtual_display.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
const std::string kObjective = "Press the button OK";
using Variables = std::vector<std::pair<std::string, std::string>>;

// A question dialog on a private display.
std::vector<std::string> question_run(const std::string& upstream,
                                      const std::string& window = "Question") {
  return {"--upstream",
          upstream,
          "--profile",
          "window",
          "--window",
          window,
          "--turns",
          "100",
          kObjective,
          "--",
          "zenity",
          "--question",
          "--title=Question here",
          "--text=Go on?",
          "--ok-label=OK",
          "--cancel-label=Leave"};
}

// A model that gives these replies in turn, and then repeats the last one.
class ScriptedModel {
 public:
  explicit ScriptedModel(std::deque<std::string> replies)
      : replies_(std::move(replies)), server_([this](httplib::Server& server) {
          serve_no_models(server);
          server.Post("/v1/chat/completions", [this](const httplib::Request& request,
                                                     httplib::Response& answer) {
            const std::string content = quote_json(next(request.body));
            answer.set_content(
                "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":" +
                    content +
                    "},\"finish_reason\":null}]}\n\n"
                    "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"
                    "\n\ndata: [DONE]\n\n",
                "text/event-stream");
          });
        }) {}

  std::string url() const { return server_.url(); }
  int asked() const { return asked_; }
  std::string last_request() {
    const std::lock_guard lock(mutex_);
    return last_request_;
  }
  // Called before the reply to request N, counted from 1.
  std::function<void(int)> before_reply = {};

 private:
  std::string next(const std::string& request) {
    const int number = ++asked_;
    if (before_reply) before_reply(number);
    const std::lock_guard lock(mutex_);
    last_request_ = request;
    std::string reply = replies_.front();
    if (replies_.size() > 1) replies_.pop_front();
    return reply;
  }

  std::mutex mutex_;
  std::deque<std::string> replies_;
  std::string last_request_;
  std::atomic<int> asked_ = 0;
  LocalServer server_;  // destroyed first
};

std::string click(int x, int y, double confidence = 1) {
  return R"({"action":"click","x":)" + std::to_string(x) + R"(,"y":)" + std::to_string(y) +
         R"(,"why":"a test says so","confidence":)" + std::to_string(confidence) + "}";
}
const std::string kNoop = R"({"action":"noop","why":"it is not clear"})";

// The logged end of the run: reason and exit code, "noops 16".
std::string end_of(const std::string& folder) {
  const std::optional<Finish> finish = facts_of(folder).finish;
  if (!finish) return "none";
  return std::string(finish_reason_name(finish->reason)) + " " +
         std::to_string(exit_code(finish->reason));
}

Result<MessageFields> record_of(const std::string& folder, int turn) {
  return MessageFields::parse(record_of_turn(folder, turn));
}
}  // namespace

TEST(WindowRun, PressesTheButtonAndEnds) {
  RunningProxy proxy(question_run("demo"));
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(end_of(folder), "done 0") << proxy.output();
  EXPECT_NE(proxy.output().find("window     \"Question here\""), std::string::npos)
      << proxy.output();
  // The record has the window's facts and the size of the surface.
  Result<MessageFields> first = record_of(folder, 1);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first.value().text("/executor/in/surface"), "window");
  EXPECT_EQ(first.value().text("/executor/in/window/title"), "Question here");
  EXPECT_LT(first.value().integer("/executor/out/screen/width", 1, 10'000), 1200);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  const ProgramResult page = run_program_of_ours("proxy", {"export", folder, folder + ".html"});
  EXPECT_EQ(page.code, 0) << page.errors;
  EXPECT_NE(read_file(folder + ".html").value().find("Question here"), std::string::npos);
}

// Profiles that plan several steps also work in a window, without input outside of it.
TEST(WindowRun, WorksWithEveryProfile) {
  for (const std::string profile : {"franz", "pilot"}) {
    RunningProxy proxy({"--upstream", "demo", "--profile", profile, "--window", "Order",
                        "Fill in the form: Name = Grace Hopper; Town = Zürich", "--", "zenity",
                        "--forms", "--title=Order", "--width=640", "--height=400", "--text=A form",
                        "--add-entry=Name", "--add-entry=Town"},
                       // In the window's own aspect ratio, without overlays that hide much of it.
                       {{"FRANZ_SURFACE_PICTURE", "within 1327104 grid 1"},
                        {"FRANZ_OVERLAYS_GRID", "off"},
                        {"FRANZ_OVERLAYS_CROSSHAIR", "off"},
                        {"FRANZ_OVERLAYS_INSET", "off"},
                        {"FRANZ_OVERLAYS_BANNER", "off"}});
    EXPECT_NE(proxy.wait_for("zenity: Grace Hopper|Zürich"), "")
        << profile << proxy.output() << proxy.errors();
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
    Result<MessageFields> first = record_of(proxy.run_folder(), 1);
    ASSERT_TRUE(first.ok()) << first.error().message;
    EXPECT_EQ(first.value().text("/executor/in/surface"), "window");
    const ProgramResult checked = verify(proxy.run_folder());
    EXPECT_EQ(checked.code, 0) << profile << checked.output << checked.errors;
  }
}

// The last turn has no request; its record has the reason and the code.
TEST(WindowRun, EndsForEachReasonWithItsCode) {
  const struct {
    std::string end;
    std::deque<std::string> replies;
    int asked;
  } cases[] = {
      {"malformed 11", {"I would click OK.", "```json\n{}\n```", kNoop}, 2},
      {"out_of_bounds 12", {click(5000, 10)}, 1},
      {"confidence 13", {click(2, 2, 0.2)}, 1},
      // Clicks in the window's corner change nothing.
      {"no_change 14", {click(1, 1), click(2, 2), click(1, 2)}, 3},
      {"noops 16", {R"({"action":"noop","why":"it is not clear","confidence":1})"}, 3},
      {"done 0", {R"({"action":"done","why":"nothing is to be done","confidence":1})"}, 1},
  };
  for (const auto& [expected, replies, asked] : cases) {
    ScriptedModel model(replies);
    RunningProxy proxy(question_run(model.url()), {{"FRANZ_AGENT_MIN_CONFIDENCE", "0.5"}});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end) << expected << proxy.output() << proxy.errors();
    const std::string folder = proxy.run_folder();
    EXPECT_EQ(end_of(folder), expected) << proxy.output() << proxy.errors();
    EXPECT_EQ(std::to_string(end->code), expected.substr(expected.find(' ') + 1));
    EXPECT_EQ(model.asked(), asked) << expected;
    Result<MessageFields> last = record_of(folder, asked + 1);
    ASSERT_TRUE(last.ok()) << expected << ": " << last.error().message;
    EXPECT_EQ(last.value().raw("/request"), "null");
    EXPECT_EQ(last.value().text("/finished/reason") + " " +
                  std::to_string(last.value().integer("/finished/code", 0, 255)),
              expected);
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << expected << checked.output << checked.errors;
    const ProgramResult resumed =
        run_program_of_ours("proxy", {"--resume", folder, "--upstream", model.url()});
    EXPECT_EQ(resumed.code, 2) << expected;
    EXPECT_NE(resumed.errors.find("proxy fork"), std::string::npos) << resumed.errors;
  }
}

// The model sees the complaint once.
TEST(WindowRun, ReportsTheErrorToTheModelBeforeItEnds) {
  ScriptedModel model({"I would click OK."});
  RunningProxy proxy(question_run(model.url()));
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 11) << proxy.output() << proxy.errors();
  EXPECT_EQ(model.asked(), 2);
  EXPECT_NE(model.last_request().find("complaints"), std::string::npos);
}

TEST(WindowRun, EndsWhenTheWindowIsClosed) {
  ScriptedModel model({kNoop});
  RunningProxy* running = nullptr;
  model.before_reply = [&running](int number) {
    if (number < 2 || running == nullptr) return;
    if (const long long zenity = descendant_named(running->pid(), "zenity")) kill_hard(zenity);
  };
  // The display may remove a killed program's window some turns later.
  std::vector<std::string> arguments = question_run(model.url());
  arguments.insert(arguments.begin(), {"--set", "agent.max_noops=0"});
  RunningProxy proxy(arguments);
  running = &proxy;
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 15) << proxy.output() << proxy.errors();
  EXPECT_EQ(end_of(proxy.run_folder()), "window_gone 15");
  const ProgramResult checked = verify(proxy.run_folder());
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// The choice of a window on a person's screen, by the proxy or the orchestrator.
class WindowChoiceOnAScreen : public testing::Test {
 protected:
  void SetUp() override {
    auto display = VirtualDisplay::start(Size{1280, 720});
    ASSERT_TRUE(display.ok()) << display.error().message;
    display_ = std::move(display).value();
  }

  void show(const std::string& title) {
    auto shown = display_->show("zenity", {"--info", "--title=" + title, "--text=" + title});
    ASSERT_TRUE(shown.ok()) << shown.error().message;
    windows_.push_back(std::move(shown).value());
    const auto there = display_->run(
        "xdotool", {"search", "--sync", "--onlyvisible", "--name", "^" + title + "$"});
    ASSERT_TRUE(there.ok()) << there.error().message;
  }

  // Starts a proxy with `window`; returns its exit code and output.
  std::pair<int, std::string> chosen(const std::string& window) {
    Variables variables = display_->environment();
    variables.emplace_back("FRANZ_SURFACE_DISPLAY", "own");
    RunningProxy proxy({"--upstream", "demo", "--profile", "window", "--window", window, "--turns",
                        "1", "--yes", kObjective},
                       variables);
    const auto end = proxy.wait_for_end();
    return {end ? end->code : -1, proxy.output() + proxy.errors()};
  }

  std::unique_ptr<VirtualDisplay> display_;
  std::vector<std::unique_ptr<ChildProcess>> windows_;
};

TEST_F(WindowChoiceOnAScreen, ListsTheWindowsIfNoneOrSeveralMatch) {
  show("Alpha one");
  show("Alpha two");
  const auto none = chosen("Beta");
  EXPECT_EQ(none.first, 2) << none.second;
  EXPECT_NE(none.second.find("no window fits \"Beta\"; there are:\n"), std::string::npos)
      << none.second;
  EXPECT_NE(none.second.find("\"Alpha one\"\n"), std::string::npos) << none.second;
  EXPECT_NE(none.second.find("\"Alpha two\"\n"), std::string::npos) << none.second;
  const auto several = chosen("alpha");
  EXPECT_EQ(several.first, 2) << several.second;
  EXPECT_NE(several.second.find("2 windows fit \"alpha\""), std::string::npos) << several.second;
  const auto one = chosen("alpha TWO");
  EXPECT_EQ(one.first, 0) << one.second;
  EXPECT_NE(one.second.find("window     \"Alpha two\""), std::string::npos) << one.second;
}

// Without a proxy the orchestrator chooses the window.
TEST_F(WindowChoiceOnAScreen, IsMadeByTheOrchestratorAlone) {
  show("Alpha one");
  ScriptedModel model({R"({"action":"done","why":"seen"})"});
  const auto run_alone = [&](const std::string& window) {
    RunningProgram orchestrator("orchestrator",
                                {"--profile", "window", "--window", window, "--vlm", model.url(),
                                 "--yes", "--run-dir", test_folder() + "/alone", kObjective},
                                [this] {
                                  Variables variables = display_->environment();
                                  variables.emplace_back("FRANZ_SURFACE_DISPLAY", "own");
                                  return variables;
                                }());
    const auto end = orchestrator.wait_for_end();
    return std::pair(end ? end->code : -1, orchestrator.output() + orchestrator.errors());
  };
  const auto none = run_alone("Beta");
  EXPECT_EQ(none.first, 2) << none.second;
  EXPECT_NE(none.second.find("\"Alpha one\""), std::string::npos) << none.second;
  const auto one = run_alone("Alpha");
  EXPECT_EQ(one.first, 0) << one.second;
}

// Window and run survive a crash of the orchestrator.
TEST(WindowRunKilled, ContinuesWithTheSameWindow) {
  ScriptedModel model({kNoop, kNoop, R"({"action":"done","why":"seen enough"})"});
  RunningProxy* running = nullptr;
  model.before_reply = [&running](int number) {
    if (number != 2 || running == nullptr) return;
    if (const long long victim = descendant_named(running->pid(), "orchestrator"))
      kill_hard(victim);
  };
  RunningProxy proxy(question_run(model.url()));
  running = &proxy;
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  Result<MessageFields> first = record_of(folder, 1), second = record_of(folder, 2);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first.value().text("/executor/in/window/id"),
            second.value().text("/executor/in/window/id"));
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// The resumed run has a new display, and a new program with a new window.
TEST(WindowRunKilled, IsResumedWithTheWindowThatNowMatches) {
  std::string folder;
  {
    // The kill comes while turn 3 waits for its reply and turn 2 is recorded, because it could lose
    // a reply that is just being recorded.
    std::promise<void> killed;
    const std::shared_future<void> until_killed = killed.get_future().share();
    ScriptedModel model({kNoop});
    model.before_reply = [&](int number) {
      if (number >= 3) until_killed.wait();
    };
    {
      RunningProxy proxy(question_run(model.url()), {{"FRANZ_AGENT_MAX_NOOPS", "0"}});
      folder = proxy.run_folder();
      EXPECT_TRUE(wait_until([&] {
        return model.asked() >= 3 && file_exists(join_path(folder, record_file(2, 1)));
      })) << proxy.output()
          << proxy.errors();
      kill_with_all_below(proxy);
    }
    killed.set_value();
  }
  ScriptedModel model({R"({"action":"done","why":"seen enough"})"});
  RunningProxy proxy({"--upstream", model.url(), "--resume", folder, "--turns", "100"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 0) << proxy.output() << proxy.errors();
  EXPECT_EQ(end_of(folder), "done 0");
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}
}  // namespace franz
