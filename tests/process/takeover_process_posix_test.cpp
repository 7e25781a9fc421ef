// A person takes the private display of a run over on the dashboard, types into a real program, and
// hands it back.
#include <gtest/gtest.h>
#include <httplib.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/log_entry.h"
#include "common/wire/message_fields.h"
#include "tests/process/held_demo.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/pressed_input.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
const std::string kSecret = "Xq7-secret";

// A run with a program that a person must finish: an entry. It prints the digest of the text.
std::vector<std::string> entry_run(const std::string& model) {
  return {"--upstream", model, "--profile", "pilot", "--stay",
          "Log in",     "--",  "sh",        "-c",    "zenity --entry --text=Login | sha256sum"};
}

class TakenOver {
 public:
  explicit TakenOver(std::vector<std::string> more = {},
                     std::vector<std::pair<std::string, std::string>> environment = {})
      : proxy(with(std::move(more)), std::move(environment)),
        client("http://" + proxy.address("dashboard")) {
    client.set_read_timeout(kLongEnough);
  }

  std::vector<std::string> with(std::vector<std::string> more) const {
    std::vector<std::string> arguments = entry_run(demo.url());
    arguments.insert(arguments.begin(), more.begin(), more.end());
    return arguments;
  }
  // The status and the body.
  std::pair<int, std::string> post(const std::string& path, const std::string& body) {
    const auto answer = client.Post(path, {{"X-Franz-Control", "1"}}, body, "application/json");
    return answer ? std::pair(answer->status, answer->body) : std::pair(0, std::string());
  }
  std::string take_over() {
    const auto [status, body] = post("/api/screen", R"({"do":"take_over"})");
    Result<MessageFields> fields = MessageFields::parse(body);
    EXPECT_EQ(status, 200) << body;
    return fields.ok() ? fields.value().text("/lease", "") : "";
  }
  std::pair<int, std::string> send(const std::string& lease, const std::string& events) {
    return post("/api/screen",
                R"({"do":"input","lease":")" + lease + R"(","events":[)" + events + "]}");
  }
  std::pair<int, std::string> hand_back(const std::string& lease) {
    return post("/api/screen", R"({"do":"hand_back","lease":")" + lease + "\"}");
  }
  std::string state(const std::string& pointer) {
    const auto answer = client.Get("/api/run");
    // A display's program and the state of ours have the same name there.
    Result<MessageFields> fields =
        MessageFields::parse(answer ? answer->body : "", MessageFields::Duplicates::last_wins);
    return fields.ok() ? fields.value().raw(pointer) : "";
  }
  // Waits until the run waits for the first reply.
  void wait_for_request() {
    EXPECT_TRUE(wait_until([&] { return state("/loop") == "\"thinking\""; }))
        << proxy.output() << proxy.errors();
  }

  HeldDemo demo;
  RunningProxy proxy;
  httplib::Client client;
};

std::string key(const std::string& name, const std::string& code, bool down) {
  return R"({"type":"key","key":")" + name + R"(","code":")" + code + R"(","down":)" +
         (down ? "true" : "false") + "}";
}

std::vector<PersonEntry> person_entries(const std::string& folder) {
  std::vector<PersonEntry> entries;
  const std::string log = read_file(folder + "/run.jsonl").value();
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = log.find('\n', at);
    const auto line = parse_run_line(std::string_view(log).substr(at, end - at));
    if (line.ok())
      if (const auto* entry = std::get_if<PersonEntry>(&line.value().entry))
        entries.push_back(*entry);
    at = end + 1;
  }
  return entries;
}

// Whether the text is anywhere in the run folder.
bool is_recorded(const std::string& folder, const std::string& text) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(folder))
    if (file.is_regular_file() &&
        read_file(file.path().string()).value().find(text) != std::string::npos)
      return true;
  return false;
}

// A variable of the run's orchestrator.
std::string variable_of_run(const RunningProxy& proxy, const std::string& name) {
  const long long pid = descendant_named(proxy.pid(), "orchestrator");
  const std::string all = '\0' + read_file("/proc/" + std::to_string(pid) + "/environ").value();
  const std::size_t at = all.find('\0' + name + "=");
  return at == std::string::npos ? "" : all.c_str() + at + name.size() + 2;
}

// The keys and buttons that are down on the run's display.
std::string down_on_display(const RunningProxy& proxy) {
  ::setenv("XAUTHORITY", variable_of_run(proxy, "XAUTHORITY").c_str(), 1);
  return what_is_down(variable_of_run(proxy, "FRANZ_STARTED_DISPLAY"));
}
}  // namespace

TEST(Takeover, APersonTypesIntoTheProgramAndTheModelLooksAgain) {
  TakenOver run;
  run.wait_for_request();
  EXPECT_EQ(run.state("/takeover"), R"({"held":false,"refused":null})");
  const std::string lease = run.take_over();
  ASSERT_NE(lease, "");
  EXPECT_EQ(run.state("/loop"), "\"paused\"");
  EXPECT_EQ(run.state("/cause"), "\"page\"");
  // Each wait sends a sign of life, as a page does, so that a slow machine does not lose the
  // screen.
  const auto alive = [&] { return run.send(lease, "").first == 200; };
  EXPECT_TRUE(wait_until([&] { return alive() && run.state("/takeover/held") == "true"; }));

  // Nothing continues, and no other page gets it.
  const auto [resumed, why] = run.post("/api/control", R"({"command":"resume"})");
  EXPECT_EQ(resumed, 409);
  EXPECT_NE(why.find("hand the screen back first"), std::string::npos) << why;
  EXPECT_EQ(run.post("/api/screen", R"({"do":"take_over"})").first, 409);
  EXPECT_EQ(run.send("0123", key("x", "KeyX", true)).first, 409);

  // The whole screen, pixel by pixel, and only if it has changed.
  const auto seen = run.client.Get("/live.png");
  ASSERT_TRUE(seen);
  ASSERT_EQ(seen->status, 200);
  std::string tag = seen->get_header_value("ETag");
  std::erase(tag, '"');
  EXPECT_TRUE(tag.starts_with("whole-")) << tag;
  EXPECT_TRUE(wait_until([&] {
    const auto again = run.client.Get("/live.png?known=" + tag);
    if (!alive() || !again) return false;
    if (again->status == 200) {
      tag = again->get_header_value("ETag");
      std::erase(tag, '"');
    }
    EXPECT_EQ(again->has_header("Content-Length"), again->status != 204);
    return again->status == 204;
  })) << "the screen is still";

  // The entry has the focus; a click, keys with Shift, and a pasted text.
  EXPECT_EQ(run.send(lease, R"({"type":"move","x":5,"y":5})").second, R"({"ok":true})");
  EXPECT_EQ(run.send(lease, R"({"type":"button","button":"left","down":true,"x":2,"y":2},)"
                            R"({"type":"button","button":"left","down":false,"x":2,"y":2})")
                .second,
            R"({"ok":true})");
  const std::string shift = key("Shift", "ShiftLeft", true);
  EXPECT_EQ(run.send(lease, shift + "," + key("X", "KeyX", true) + "," + key("X", "KeyX", false) +
                                "," + key("Shift", "ShiftLeft", false) + "," +
                                key("q", "KeyQ", true) + "," + key("q", "KeyQ", false))
                .second,
            R"({"ok":true})");
  EXPECT_EQ(run.send(lease, R"({"type":"text","text":"7-secret"})").second, R"({"ok":true})");
  // A key that stays down when it is handed back.
  EXPECT_EQ(run.send(lease, key("Control", "ControlLeft", true)).second, R"({"ok":true})");
  EXPECT_EQ(run.hand_back(lease).first, 200);
  EXPECT_TRUE(wait_until([&] { return run.state("/takeover/held") == "false"; }));
  EXPECT_EQ(run.state("/loop"), "\"paused\"");
  EXPECT_EQ(run.send(lease, "").first, 409) << "it no longer has the screen";

  // A second time: what was typed is still there, and nothing is held down.
  const std::string again = run.take_over();
  EXPECT_NE(again, lease);
  EXPECT_EQ(
      run.send(again, key("Enter", "Enter", true) + "," + key("Enter", "Enter", false)).second,
      R"({"ok":true})");
  EXPECT_NE(run.proxy.wait_for("sh: " + sha256_hex(kSecret + "\n")), "")
      << run.proxy.output() << run.proxy.errors();
  EXPECT_EQ(run.hand_back(again).first, 200);
  EXPECT_TRUE(wait_until([&] { return run.state("/takeover/held") == "false"; }));

  run.demo.release(HeldDemo::kAll);
  EXPECT_EQ(run.post("/api/control", R"({"command":"resume"})").first, 200);
  EXPECT_NE(run.proxy.wait_for("turn   2"), "") << run.proxy.output();
  press_ctrl_c(run.proxy.pid());
  ASSERT_TRUE(run.proxy.wait_for_end());
  const std::string folder = run.proxy.run_folder();
  const std::vector<PersonEntry> entries = person_entries(folder);
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_TRUE(entries[0].took_over);
  EXPECT_FALSE(entries[1].took_over);
  EXPECT_EQ(entries[1].counts, (PersonCounts{1, 4, 1}));
  EXPECT_EQ(entries[1].text,
            "the person gave the screen back: handed back; 1 click, 4 keys, 1 text");
  EXPECT_EQ(entries[3].counts, (PersonCounts{0, 1, 0}));
  EXPECT_FALSE(is_recorded(folder, "secret"));
  EXPECT_FALSE(is_recorded(folder, "ControlLeft"));
  const std::string record = record_of_turn(folder, 1);
  EXPECT_NE(record.find("WARNING: A person used the screen; look again."), std::string::npos);
  Result<MessageFields> second = MessageFields::parse(record_of_turn(folder, 2));
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_EQ(second.value().text("/executor/out/feedback").find("A person used"), std::string::npos);
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

TEST(Takeover, APageThatIsGoneLosesTheScreenAndNothingStaysPressed) {
  TakenOver run;
  run.wait_for_request();
  const std::string lease = run.take_over();
  EXPECT_EQ(run.send(lease, key("Shift", "ShiftLeft", true) + "," +
                                R"({"type":"button","button":"left","down":true,"x":2,"y":2})")
                .second,
            R"({"ok":true})");
  EXPECT_NE(down_on_display(run.proxy).find("button 1"), std::string::npos);
  EXPECT_NE(run.proxy.wait_for("the page was silent for ten seconds; 1 click, 1 key, 0 texts"), "")
      << run.proxy.output();
  EXPECT_TRUE(wait_until([&] { return run.state("/takeover/held") == "false"; }));
  EXPECT_EQ(run.state("/loop"), "\"paused\"");
  EXPECT_EQ(down_on_display(run.proxy), "");
  EXPECT_EQ(run.send(lease, "").first, 409);
}

// The program that sends the input dies.
TEST(Takeover, AKilledInputIsReleasedAndTheScreenIsHandedBack) {
  TakenOver run;
  run.wait_for_request();
  const std::string lease = run.take_over();
  EXPECT_EQ(run.send(lease, key("Alt", "AltLeft", true)).second, R"({"ok":true})");
  const long long input = descendant_named(run.proxy.pid(), "executor");
  ASSERT_NE(input, 0);
  ASSERT_EQ(::kill(static_cast<pid_t>(input), SIGKILL), 0);
  EXPECT_NE(run.proxy.wait_for("the input to the screen ended"), "") << run.proxy.output();
  EXPECT_TRUE(wait_until([&] { return run.state("/takeover/held") == "false"; }));
  EXPECT_EQ(down_on_display(run.proxy), "");
  const std::string again = run.take_over();
  EXPECT_NE(again, "") << "it can be taken over again";
}

TEST(Takeover, APanicEndsIt) {
  TakenOver run;
  run.wait_for_request();
  const std::string lease = run.take_over();
  EXPECT_EQ(run.post("/api/control", R"({"command":"panic"})").first, 200);
  EXPECT_TRUE(wait_until([&] { return run.state("/takeover/held") == "false"; }));
  EXPECT_TRUE(wait_until([&] { return run.state("/cause") == "\"panic\""; }));
  EXPECT_EQ(run.send(lease, key("x", "KeyX", true)).first, 409);
}

TEST(Takeover, NeedsItsFlagWhereOtherMachinesReachThePage) {
  for (const bool allowed : {false, true}) {
    std::vector<std::string> flags{"--expose"};
    if (allowed) flags.emplace_back("--expose-input");
    TakenOver run(flags);
    run.wait_for_request();
    const auto [status, body] = run.post("/api/screen", R"({"do":"take_over"})");
    EXPECT_EQ(status, allowed ? 200 : 403) << body;
    EXPECT_EQ(body.find("--expose-input") == std::string::npos, allowed) << body;
    EXPECT_EQ(run.state("/takeover/refused") == "null", allowed);
  }
  const ProgramResult alone = run_program_of_ours("proxy", {"--expose-input"});
  EXPECT_EQ(alone.code, 2) << alone.errors;
}

TEST(Takeover, ARunOnTheCanvasHasNoScreenToTake) {
  const RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", "1", "--stay", "Draw"});
  httplib::Client client("http://" + proxy.address("dashboard"));
  client.set_read_timeout(kLongEnough);
  const auto answer = client.Post("/api/screen", {{"X-Franz-Control", "1"}},
                                  R"({"do":"take_over"})", "application/json");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 409) << answer->body;
}
}  // namespace franz
