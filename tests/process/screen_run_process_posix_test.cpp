// Runs on private displays with a real program: the model finds the fields of a form in the
// picture, fills them in and confirms.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <csignal>
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/message_fields.h"
#include "tests/process/held_demo.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/process/slow_steps.h"
#include "tests/support/file_identity.h"

namespace franz {
namespace {
const std::string kObjective = "Fill in the form: Name = Grace Hopper; Town = Zürich";
// zenity's output for the filled form, as the proxy prints it.
const std::string kFilled = "zenity: Grace Hopper|Zürich";

// The proxy's arguments for a run of this profile with a form. `model`: the server's URL.
std::vector<std::string> form_run(const std::string& model, const std::string& profile) {
  return {"--upstream",       model,
          "--profile",        profile,
          kObjective,         "--",
          "zenity",           "--forms",
          "--title=Order",    "--text=A form",
          "--add-entry=Name", "--add-entry=Town"};
}

// The path of the socket of a run's display.
std::string display_of(const std::string& folder) {
  Result<MessageFields> record = MessageFields::parse(read_of(folder, "turn_0001.json"));
  if (!record.ok()) return record.error().message;
  const std::string name = record.value().text("/executor/in/desktop/display");
  return name.empty() ? "none" : "/tmp/.X11-unix/X" + name.substr(1);
}

// The feedback of all turns in order.
std::string feedback_of(const std::string& folder) {
  std::string all;
  for (const std::string& name : chosen_records(folder)) {
    Result<MessageFields> record = MessageFields::parse(read_of(folder, name));
    if (record.ok()) all += record.value().text("/executor/out/feedback") + "\n";
  }
  return all;
}

class ScreenRun : public testing::TestWithParam<std::string> {};
}  // namespace

TEST(ScreenRunStart, AProgramThatEndsWithoutAWindowIsReportedWithItsMessage) {
  const struct {
    std::string script, said;
  } cases[] = {
      {"echo no such form. >&2; exit 3",
       "proxy: the program sh ended with exit code 3: no such form; it showed no window"},
      {"exit 0", "proxy: the program sh ended with exit code 0; it showed no window"},
  };
  const auto runs = TemporaryFolder::make("runs");
  ASSERT_TRUE(runs.ok());
  for (const auto& [script, said] : cases) {
    const ProgramResult run = run_program_of_ours(
        "proxy", {"--demo", "--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--runs",
                  runs.value()->path(), "--profile", "pilot", "Wait", "--", "sh", "-c", script});
    EXPECT_EQ(run.code, 3) << run.output << run.errors;
    EXPECT_NE(run.errors.find(said), std::string::npos) << run.errors;
  }
}

TEST_P(ScreenRun, FillsInAFormAndLeavesNothingBehind) {
  const RunningDemo demo;
  std::string folder, socket;
  std::vector<long long> processes;
  {
    RunningProxy proxy(form_run(demo.url, GetParam()));
    EXPECT_NE(proxy.wait_for(kFilled), "") << proxy.output() << proxy.errors();
    processes = descendants(proxy.pid());
    folder = proxy.run_folder();
    socket = identity_of(display_of(folder));
    EXPECT_NE(socket, "") << display_of(folder);
    press_ctrl_c(proxy.pid());
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end);
  }
  EXPECT_TRUE(are_gone(processes));
  EXPECT_NE(identity_of(display_of(folder)), socket) << "the display's socket is left";
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  const ProgramResult page =
      run_program_of_ours("proxy", {"export", folder, folder + ".html", "--redact"});
  EXPECT_EQ(page.code, 0) << page.errors;
  const std::string html = read_file(folder + ".html").value();
  EXPECT_EQ(html.find("data-path=\"/turns/"), std::string::npos) << "pictures of a real screen";
  EXPECT_EQ(html.find("Hopper"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Profiles, ScreenRun,
                         testing::Values("franz", "narrative", "toolcall", "pilot", "qwen",
                                         "uimate", "uitars", "pyautogui", "holo", "glm",
                                         "anthropic", "openai"),
                         [](const auto& row) { return row.param; });

TEST(ScreenRunOneField, IsFilledInBeforeItIsSubmitted) {
  const std::vector<std::vector<std::string>> programs{
      {"zenity", "--forms", "--add-entry=Name"},
      {"zenity", "--entry", "--text=Name"},
  };
  for (const std::vector<std::string>& program : programs) {
    SCOPED_TRACE(program[1]);
    std::vector<std::string> arguments{
        "--upstream", "demo", "--profile", "pilot", "Fill in the form: Name = Grace Hopper", "--"};
    arguments.insert(arguments.end(), program.begin(), program.end());
    RunningProxy proxy(arguments);
    EXPECT_NE(proxy.wait_for("zenity: Grace Hopper"), "") << proxy.output() << proxy.errors();
    EXPECT_NE(proxy.wait_for("what was to be done is done"), "") << proxy.output();
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
  }
}

TEST(ScreenRunKilled, GoesOnOnANewScreenAndTellsTheModel) {
  HeldDemo demo;
  demo.release(2);
  std::string folder, display, socket;
  {
    RunningProxy proxy(form_run(demo.url(), "pilot"));
    EXPECT_NE(proxy.wait_for("turn   2"), "") << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
    display = display_of(folder);
    socket = identity_of(display);
    EXPECT_NE(socket, "") << display;
    kill_with_all_below(proxy);
  }
  EXPECT_NE(identity_of(display), socket) << "the display's socket is left";
  demo.release(HeldDemo::kAll);
  RunningProxy proxy({"--upstream", demo.url(), "--resume", folder});
  EXPECT_NE(proxy.wait_for(kFilled), "") << proxy.output() << proxy.errors();
  EXPECT_NE(proxy.wait_for("finished"), "");
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_NE(feedback_of(folder).find("WARNING: the screen was started anew, and zenity with it"),
            std::string::npos)
      << feedback_of(folder);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

class ManagerKilledBy : public testing::TestWithParam<int> {};

TEST_P(ManagerKilledBy, HasItsWindowsManagedAgain) {
  HeldDemo demo;
  demo.release(1);
  RunningProxy proxy(form_run(demo.url(), "pilot"));
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
  const long long manager = descendant_named(proxy.pid(), "openbox");
  ASSERT_NE(manager, 0);
  ASSERT_EQ(::kill(static_cast<pid_t>(manager), GetParam()), 0);
  for (const std::string line : {"the window manager, openbox, was killed; it is started again",
                                 "windows are managed again"})
    EXPECT_NE(proxy.wait_for(line), "") << proxy.output() << proxy.errors();
  const long long again = descendant_named(proxy.pid(), "openbox");
  EXPECT_NE(again, 0);
  EXPECT_NE(again, manager);
  const std::vector<long long> processes = descendants(proxy.pid());
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  EXPECT_TRUE(are_gone(processes));
}

INSTANTIATE_TEST_SUITE_P(ScreenRun, ManagerKilledBy, testing::Values(SIGKILL, SIGTERM));

// The screen's size is unknown before the first picture, so the run takes a small one first.
TEST(ScreenRunPicture, IsFittedToTheScreenAndShownLiveInThatSize) {
  const RunningDemo demo;
  std::vector<std::string> arguments = form_run(demo.url, "narrative");
  arguments.insert(arguments.begin(), {"--turns", "2", "--stay"});
  RunningProxy proxy(arguments, {{"FRANZ_SURFACE_CANVAS", "1280x800"},
                                 {"FRANZ_SURFACE_PICTURE", "fit 1327104 grid 32"}});
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
  httplib::Client client("http://" + proxy.address("dashboard"));
  client.set_read_timeout(kLongEnough);
  const auto seen = client.Get("/live.png");
  EXPECT_NE(proxy.wait_for("turn   2"), "") << proxy.output() << proxy.errors();
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const std::string folder = proxy.run_folder();
  for (const char* name : {"turn_0001.json", "turn_0002.json"}) {
    Result<MessageFields> record = MessageFields::parse(read_of(folder, name));
    ASSERT_TRUE(record.ok()) << record.error().message;
    for (const char* at : {"/executor/in", "/image"}) {
      EXPECT_EQ(record.value().integer(std::string(at) + "/width", 0, 10'000), 1440) << name << at;
      EXPECT_EQ(record.value().integer(std::string(at) + "/height", 0, 10'000), 896) << name << at;
    }
    EXPECT_EQ(record.value().integer("/executor/out/screen/width", 0, 10'000), 1280);
  }
  if (seen && seen->status == 200) {
    // Width and height of a PNG: the 8 bytes after the name of its first chunk.
    ASSERT_GT(seen->body.size(), 24U);
    EXPECT_EQ(seen->body.substr(16, 8), std::string("\0\0\x05\xA0\0\0\x03\x80", 8));
  }
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

// The live picture comes from the run's display and is refused to other web pages.
TEST(ScreenRunLive, ShowsTheScreenDuringTheRun) {
  HeldDemo demo;
  demo.release(1);
  RunningProxy proxy(form_run(demo.url(), "pilot"));
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
  httplib::Client client("http://" + proxy.address("dashboard"));
  client.set_read_timeout(kLongEnough);
  const auto seen = client.Get("/live.png");
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->status, 200) << seen->body;
  EXPECT_EQ(seen->get_header_value("Content-Type"), "image/png");
  EXPECT_TRUE(seen->body.starts_with("\x89PNG"));
  const auto foreign = client.Get("/live.png", {{"Origin", "http://evil.example"}});
  ASSERT_TRUE(foreign);
  EXPECT_EQ(foreign->status, 403);
  demo.release(HeldDemo::kAll);
  EXPECT_NE(proxy.wait_for("finished"), "") << proxy.output() << proxy.errors();
  std::string body;
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (body.find("the run is over") == std::string::npos &&
         std::chrono::steady_clock::now() < deadline) {
    const auto late = client.Get("/live.png");
    ASSERT_TRUE(late);
    body = late->body;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_EQ(body, R"({"error":"the run is over: its pictures are recorded"})");
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
}

// A kill while the run acts, before its remaining actions: they are reported and not repeated.
TEST(ScreenRunKilled, DoesNothingTwice) {
  for (const std::string victim : {"executor", "orchestrator"}) {
    const RunningDemo demo;
    const SlowSteps steps;
    RunningProxy proxy(steps.added_to(form_run(demo.url, "narrative")));
    EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
    long long pid = 0;
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    // Waits for turn 2, which has more than one action.
    const std::string folder = proxy.run_folder();
    while (std::chrono::steady_clock::now() < deadline) {
      const std::string state = read_of(folder, "state.json");
      pid = descendant_named(proxy.pid(), victim);
      const long long executor = descendant_named(proxy.pid(), "executor");
      if (state.find("\"turn\":2,\"in\"") != std::string::npos && executor != 0 && pid != 0) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_NE(pid, 0);
    kill_hard(pid);
    steps.hurry();
    EXPECT_NE(proxy.wait_for("turn   3"), "") << proxy.output() << proxy.errors();
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
    const std::string feedback = feedback_of(folder);
    EXPECT_NE(
        feedback.find(victim == "executor"
                          ? "the executor"
                          : "WARNING: the program stopped while these actions were performed"),
        std::string::npos)
        << feedback;
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

// One dialect on four screens; ./test --all runs all dialects with more targets.
TEST(Calibrate, FindsAndHitsEveryTargetToThePixel) {
  const RunningDemo demo;
  RunningProgram calibration("proxy",
                             {"--upstream", demo.url, "calibrate", "pilot", "--targets", "0"});
  EXPECT_NE(calibration.wait_for("profile"), "") << calibration.errors();
  for (const char* const sight :
       {"1 of 1   1280x720", "1 of 1   1920x1080", "1 of 1   3840x2160", "2 of 2   1600x900"}) {
    const std::string line = calibration.wait_for(sight);
    EXPECT_TRUE(line.ends_with(" ok")) << line << calibration.errors();
    EXPECT_NE(line.find("9/9      0"), std::string::npos) << line;
  }
  const auto end = calibration.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 0) << calibration.output() << calibration.errors();
}

TEST(Calibrate, LeavesNothingBehindWhenItIsStopped) {
  const std::string temporary = test_folder();
  RunningProgram calibration("proxy", {"--upstream", "demo", "calibrate"}, {{"TMPDIR", temporary}});
  EXPECT_NE(calibration.wait_for("profile"), "") << calibration.errors();
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (descendant_named(calibration.pid(), "openbox") == 0 &&
         std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const std::vector<long long> processes = descendants(calibration.pid());
  EXPECT_FALSE(processes.empty());
  press_ctrl_c(calibration.pid());
  const auto end = calibration.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 130) << calibration.errors();
  EXPECT_NE(calibration.errors().find("proxy calibrate: stopped before the end"), std::string::npos)
      << calibration.errors();
  EXPECT_TRUE(are_gone(processes));
  EXPECT_EQ(list_folder(temporary).value(), std::vector<std::string>()) << "scratch folders";
}
}  // namespace franz
