#include "proxy/supervisor/supervisor_app.h"
#include <gtest/gtest.h>
#include <httplib.h>
#include <atomic>
#include <thread>
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
TEST(SupervisorApp, StopsWhileTheDemoModelStarts) {
  SupervisorApp app;
  app.ask_to_stop();
  const auto address = app.start_demo({kChildForTests, {"hang"}, {}, ""});  // prints no address
  ASSERT_FALSE(address.ok());
  EXPECT_EQ(address.error().message, "demo_vlm: stopped before it printed its address");
  EXPECT_TRUE(app.stop_was_asked());
}

TEST(SupervisorApp, AnswersEarlyCommandsWhenTheRunBegins) {
  SupervisorApp app;
  std::vector<std::string> answers;
  const auto answer = [&](const std::optional<ControlRefusal>& refusal) {
    answers.push_back(refusal ? refusal->why : "taken");
  };
  app.command({ControlCommand::Kind::step, ""}, answer);
  app.command({ControlCommand::Kind::note, "hat"}, answer);
  app.ask_to_stop();
  app.command({ControlCommand::Kind::note, "late"}, answer);
  // Runs the queued handlers, although there is no listener yet.
  EXPECT_FALSE(app.start_demo({kChildForTests, {"hang"}, {}, ""}).ok());
  EXPECT_EQ(answers, std::vector<std::string>{});
  SupervisorAppOptions options;
  options.upstream.address = {"127.0.0.1", 9};
  SupervisorSinks sinks;
  sinks.loop_line = sinks.loop_error_line = sinks.demo_error_line = [](const std::string&) {};
  sinks.loop_ended = [](bool) {};
  sinks.changed = [](const Supervisor&) {};
  sinks.say = [](bool, const std::string&) {};
  EXPECT_EQ(app.run(std::move(options), std::move(sinks)), 0);
  const std::vector<std::string> expected = {"the orchestrator is not running", "taken"};
  ASSERT_GE(answers.size(), 2U);
  EXPECT_EQ(std::vector(answers.begin(), answers.begin() + 2), expected);
}

// The orchestrator reads what the recorder writes.
TEST(SupervisorApp, StartsAnOrchestratorWhenTheRecordIsWritten) {
  httplib::Server server;
  server.Get(".*", [](const httplib::Request&, httplib::Response& response) {
    response.set_content(R"({"data":[]})", "application/json");
  });
  const int port = server.bind_to_any_port("127.0.0.1");
  std::thread serving([&] { server.listen_after_bind(); });
  SupervisorApp app;
  SupervisorAppOptions options;
  options.upstream.address = {"127.0.0.1", port};
  options.orchestrator = {kChildForTests, {"exit", "0"}, {}, ""};
  std::atomic<int> asked = 0, asked_at_end = 0;
  options.record_is_empty = [&] { return ++asked > 3; };
  SupervisorSinks sinks;
  sinks.loop_line = sinks.loop_error_line = sinks.demo_error_line = [](const std::string&) {};
  sinks.loop_ended = [&](bool) {
    asked_at_end = asked.load();
    app.ask_to_stop();
  };
  sinks.changed = [](const Supervisor&) {};
  sinks.say = [](bool, const std::string&) {};
  EXPECT_EQ(app.run(std::move(options), std::move(sinks)), 0);
  EXPECT_EQ(asked_at_end, 4);
  server.stop();
  serving.join();
}
}  // namespace
}  // namespace franz::proxy
