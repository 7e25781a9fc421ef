// Runs on the screen of a VNC server: Xvnc, whose X side shows a form and what is held down.
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/stat.h>
#include <sstream>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/calibrate/calibration.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/process/shown_form.h"
#include "tests/process/slow_steps.h"
#include "tests/support/pressed_input.h"
#include "tests/support/test_paths.h"
#include "tests/support/virtual_display.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
class VncScreen : public testing::Test {
 protected:
  void start(std::vector<std::string> server_arguments = {"-SecurityTypes", "None"}) {
    auto display = VirtualDisplay::start(VirtualDisplay::Options{
        .size = {1280, 720}, .server_arguments = std::move(server_arguments), .vnc = true});
    ASSERT_TRUE(display.ok()) << display.error().message;
    display_ = std::move(display).value();
    relay_ = std::make_unique<TcpRelay>(display_->vnc_port());
    ASSERT_NE(relay_->port(), 0);
  }
  void show_form() {
    form_ = std::make_unique<ShownForm>(*display_);
    const auto shown =
        display_->run("xdotool", {"search", "--sync", "--onlyvisible", "--name", "Order"});
    ASSERT_TRUE(shown.ok()) << shown.error().message;
  }

  std::string screen() const { return "vnc://127.0.0.1:" + std::to_string(relay_->port()); }
  std::vector<std::string> run_of(const std::string& profile) const {
    return {"--upstream", demo_.url, "--profile", profile,
            "--screen",   screen(),  "--yes",     kObjective};
  }

  // State and cause of the loop as the page shows them: "paused screen", "thinking".
  static std::string loop(RunningProxy& proxy) {
    httplib::Client client("http://" + proxy.address("dashboard"));
    client.set_read_timeout(kLongEnough);
    const auto answer = client.Get("/api/run");
    // A display's program and the state of ours have the same name there.
    Result<MessageFields> run =
        MessageFields::parse(answer ? answer->body : "{}", MessageFields::Duplicates::last_wins);
    if (!run.ok()) return run.error().message;
    const auto cause = run.value().optional_text("/cause");
    return run.value().optional_text("/loop").value_or("none") + (cause ? " " + *cause : "");
  }

  // Expects a filled form, nothing held down, no process left, and a record that verify accepts.
  void expect_filled(RunningProxy& proxy) {
    EXPECT_EQ(form_->printed(), kFilled) << proxy.output() << proxy.errors();
    const std::string folder = proxy.run_folder();
    const std::vector<long long> processes = descendants(proxy.pid());
    press_ctrl_c(proxy.pid());
    ASSERT_TRUE(proxy.wait_for_end());
    EXPECT_TRUE(are_gone(processes));
    EXPECT_EQ(what_is_down(display_->name()), "");
    const ProgramResult checked = verify(folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }

  RunningDemo demo_;
  std::unique_ptr<VirtualDisplay> display_;
  std::unique_ptr<TcpRelay> relay_;
  std::unique_ptr<ShownForm> form_;
};

class VncScreenProfiles : public VncScreen, public testing::WithParamInterface<std::string> {};
}  // namespace

TEST_P(VncScreenProfiles, FillInAForm) {
  start();
  show_form();
  RunningProxy proxy(run_of(GetParam()));
  expect_filled(proxy);
  const std::string log = read_of(proxy.run_folder(), "run.jsonl");
  EXPECT_NE(log.find("\"display\":\"" + screen() + "\""), std::string::npos) << log.substr(0, 2000);
}

INSTANTIATE_TEST_SUITE_P(Some, VncScreenProfiles, testing::Values("pilot", "toolcall", "qwen"),
                         [](const auto& row) { return row.param; });

TEST_F(VncScreen, ClicksArriveWithinOnePixel) {
  start();
  RunningProgram card("calibration_card", {"--linger-s", "60", "--random", "8"},
                      display_->environment());
  ASSERT_NE(card.wait_for("\"targets\""), "") << card.errors();
  std::vector<std::string> arguments = run_of("pilot");
  arguments.back() = "Click every target.";
  std::vector<std::pair<std::string, std::string>> plain{{"FRANZ_SURFACE_PICTURE", "1280x720"}};
  // Nothing may cover a target.
  for (const char* const key : {"MARKS_CLASSIC", "MARKS_CURSOR", "MARKS_BADGE", "OVERLAYS_GRID",
                                "OVERLAYS_CROSSHAIR", "OVERLAYS_INSET", "OVERLAYS_BANNER"})
    plain.emplace_back("FRANZ_" + std::string(key), "off");
  RunningProxy proxy(arguments, plain);
  EXPECT_NE(card.wait_for("\"finished\":true"), "") << card.output() << proxy.output();
  proxy::CalibrationResult result;
  std::istringstream lines(card.output());
  for (std::string line; std::getline(lines, line);) ASSERT_TRUE(result.take(line).ok()) << line;
  const proxy::CalibrationCase exact{"pilot", "pixels", {1280, 720}, {1280, 720}};
  EXPECT_TRUE(proxy::is_exact(result, exact)) << card.output();
}

static std::string bin(const std::string& program) { return std::string(kBinDir) + "/" + program; }

TEST_F(VncScreen, IsCalibratedByTheLinesOfACardThere) {
  start();
  for (const auto& [lines, code, said] :
       {std::tuple("'" + bin("calibration_card") + "' --random 4", 0, " ok"),
        std::tuple(std::string("echo '{\"targets\":[[1,2]],\"area\":[0,0,1280,720]}'"), 1,
                   "FAILED: the card's lines ended")}) {
    // A pipeline ends with the code of the proxy.
    const ChildOutcome calibration = run_child(
        {"/bin/sh",
         {"-c", lines + " | DISPLAY= '" + bin("proxy") + "' --upstream " + demo_.url +
                    " --screen " + screen() + " --set safety.countdown_s=0 calibrate toolcall"},
         display_->environment(),
         ""},
        "", kLongEnough);
    EXPECT_EQ(calibration.end.code, code) << calibration.errors;
    EXPECT_TRUE(calibration.output.ends_with(said + std::string("\n"))) << calibration.output;
    EXPECT_NE(calibration.errors.find("waiting for the lines of a calibration_card"),
              std::string::npos)
        << calibration.errors;
  }
}

TEST_F(VncScreen, SaysWhatIsNotNoticedAndOffersNoToolThatCannotWork) {
  start();
  show_form();
  RunningProxy proxy(run_of("toolcall"));
  EXPECT_NE(proxy.wait_for("FRANZ does not see windows or a person"), "");
  EXPECT_NE(proxy.wait_for("the tool launch is off: on the screen of a VNC server"), "");
  expect_filled(proxy);
  const std::string asked = read_of(proxy.run_folder(), "exchange/000/0001-1.request");
  EXPECT_NE(asked.find("click_element"), std::string::npos) << asked.substr(0, 2000);
  for (const char* const tool : {"launch", "focus_window"})
    EXPECT_EQ(asked.find(tool), std::string::npos) << asked.substr(asked.find(tool), 200);
}

TEST_F(VncScreen, RefusesASettingThatItCannotKeep) {
  start();
  std::vector<std::string> arguments = run_of("pilot");
  arguments.insert(arguments.end(), {"--set", "safety.takeover=on"});
  RunningProxy proxy(arguments);
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(proxy.errors().find("[safety] takeover = on (--set): on the screen of a VNC server"),
            std::string::npos)
      << proxy.errors();
}

TEST_F(VncScreen, IsTestedByDoctor) {
  start();
  const auto doctor = [this] {
    return run_program_of_ours("proxy",
                               {"doctor", "--demo", "--screen", screen(), "--runs", test_folder(),
                                "--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0"})
        .output;
  };
  const std::string connected = doctor();
  EXPECT_NE(connected.find(screen() + ": 1280x720, "), std::string::npos) << connected;
  relay_->refuse(true);
  const std::string refused = doctor();
  EXPECT_NE(refused.find("FAILED   screen"), std::string::npos) << refused;
}

TEST_F(VncScreen, IsActedOnByAnOrchestratorAlone) {
  start();
  show_form();
  RunningProgram alone("orchestrator",
                       {"--vlm", demo_.url, "--run-dir", test_folder() + "/run", "--profile",
                        "pilot", "--screen", screen(), "--yes", kObjective});
  EXPECT_EQ(form_->printed(), kFilled) << alone.output() << alone.errors();
  const std::vector<long long> processes = descendants(alone.pid());
  press_ctrl_c(alone.pid());
  EXPECT_TRUE(alone.wait_for_end());
  EXPECT_TRUE(are_gone(processes));
}

TEST_F(VncScreen, ALostConnectionPausesTheRunUntilItIsBack) {
  start();
  show_form();
  const SlowSteps steps;
  RunningProxy proxy(steps.added_to(run_of("narrative")), {{"FRANZ_SAFETY_APPROVE", "never"}});
  const std::string folder = proxy.run_folder();
  // Turn 2 has several actions.
  ASSERT_TRUE(wait_until([&] {
    const Result<std::string> state = read_file(join_path(folder, "state.json"));
    return state.ok() && state.value().find("\"turn\":2,\"in\"") != std::string::npos;
  })) << proxy.output()
      << proxy.errors();
  relay_->refuse(true);
  relay_->cut();
  EXPECT_TRUE(wait_until([&] { return loop(proxy) == "paused screen"; })) << loop(proxy);
  EXPECT_NE(proxy.wait_for("the connection to " + screen() + " is lost: "), "");
  steps.hurry();
  relay_->refuse(false);
  EXPECT_NE(proxy.wait_for("the connection to " + screen() + " is back"), "") << proxy.output();
  expect_filled(proxy);
}

TEST_F(VncScreen, AKilledBridgeIsStartedAgain) {
  start();
  show_form();
  const SlowSteps steps;
  RunningProxy proxy(steps.added_to(run_of("pilot")), {{"FRANZ_SAFETY_APPROVE", "never"}});
  EXPECT_NE(proxy.wait_for("turn   1"), "") << proxy.output() << proxy.errors();
  const long long bridge = descendant_named(proxy.pid(), "vnc_bridge");
  ASSERT_NE(bridge, 0);
  kill_hard(bridge);
  EXPECT_NE(proxy.wait_for("is lost: vnc_bridge ended by signal 9"), "") << proxy.output();
  steps.hurry();
  EXPECT_NE(proxy.wait_for("the connection to " + screen() + " is back"), "") << proxy.output();
  expect_filled(proxy);
}

TEST_F(VncScreen, APasswordIsTakenFromItsFileAndAWrongOneIsNamed) {
  const std::string folder = test_folder();
  const auto write_password = [&](const std::string& password) {
    const std::string file = folder + "/password";
    EXPECT_TRUE(replace_file(file, password + "\n", Durability::buffered).ok());
    EXPECT_EQ(::chmod(file.c_str(), 0600), 0);
    return file;
  };
  // "right-pw" as vncpasswd writes it: DES with the fixed key that every VNC program knows.
  ASSERT_TRUE(
      replace_file(folder + "/server", "\x38\x31\xe8\x2c\xca\x94\xd9\xc9", Durability::buffered)
          .ok());
  start({"-SecurityTypes", "VncAuth", "-PasswordFile", folder + "/server"});
  const std::string set = "surface.vnc_password_file=" + write_password("wrong-pw");
  std::vector<std::string> arguments = run_of("pilot");
  arguments.insert(arguments.begin(), {"--set", set});
  {
    RunningProxy refused(arguments);
    const auto end = refused.wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->code, 3);
    EXPECT_NE(refused.errors().find(screen() + ": "), std::string::npos) << refused.errors();
    EXPECT_NE(refused.errors().find("password"), std::string::npos) << refused.errors();
    EXPECT_EQ(refused.errors().find("wrong-pw"), std::string::npos) << refused.errors();
  }
  write_password("right-pw");
  RunningProxy accepted(arguments);
  EXPECT_NE(accepted.wait_for("connected to " + screen()), "") << accepted.errors();
  EXPECT_NE(accepted.wait_for("turn   1"), "") << accepted.errors();
  press_ctrl_c(accepted.pid());
  ASSERT_TRUE(accepted.wait_for_end());
  EXPECT_EQ(read_of(accepted.run_folder(), "run.jsonl").find("right-pw"), std::string::npos);
}

TEST_F(VncScreen, AServerThatIsNotThereIsNamed) {
  start();
  relay_->refuse(true);
  RunningProxy proxy(run_of("pilot"));
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 3);
  EXPECT_NE(proxy.errors().find(screen() + ": "), std::string::npos) << proxy.errors();
}
}  // namespace franz
