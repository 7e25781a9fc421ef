// Start, kills, resume and end of runs.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <chrono>
#include <thread>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/sanitized.h"
#include "tests/support/system_words.h"

namespace franz {
namespace {
template <typename Condition>
bool eventually(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

bool all_gone(const std::vector<long long>& pids) {
  return std::none_of(pids.begin(), pids.end(), is_alive);
}

// "first" followed only by "ok".
bool sound(const std::string& verdicts) {
  std::string expected = "first";
  while (expected.size() < verdicts.size()) expected += " ok";
  return verdicts == expected;
}

// Expects that a run without any answer removed its folder.
void expect_discarded(RunningProxy& proxy) {
  const std::string folder = proxy.run_folder();
  EXPECT_NE(proxy.output().find("nothing was recorded: " + folder + " was removed"),
            std::string::npos)
      << proxy.output();
  EXPECT_FALSE(folder_exists(folder));
}

TEST(Lifecycle, ContinuesWhenOrchestratorAndModelAreKilled) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "5"});
  proxy.wait_for("turn   2 ");
  kill_hard(descendant_named(proxy.pid(), "orchestrator"));
  proxy.wait_for("the orchestrator " + words::killed_hard() + "; it is started again");
  proxy.wait_for("turn   3 ");
  kill_hard(descendant_named(proxy.pid(), "demo_vlm"));
  proxy.wait_for("the demo model " + words::killed_hard() + "; it is started again");
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_TRUE(sound(verdicts(proxy.run_folder()))) << proxy.output();
  EXPECT_EQ(facts_of(proxy.run_folder()).restarts, 1);
}

// The kept profile matters because the memory is written in its dialect.
TEST(Lifecycle, KeepsTheProfileWhenTheOrchestratorIsRestarted) {
  const std::string config = join_path(test_folder(), "config.ini");
  const auto write = [&](const std::string& profile) {
    const std::string text = "[agent]\nprofile = " + profile + "\nobjective = draw a cat\n";
    ASSERT_TRUE(replace_file(config, text, Durability::buffered).ok());
  };
  write("franz");
  RunningDemo demo(50);
  RunningProxy proxy({"--upstream", demo.url, "--turns", "5", "--config", config});
  proxy.wait_for("turn   2 ");
  write("narrative");
  kill_hard(descendant_named(proxy.pid(), "orchestrator"));
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  EXPECT_EQ(facts_of(proxy.run_folder()).restarts, 1);
  const std::string run = read_file(join_path(proxy.run_folder(), "run.jsonl")).value();
  EXPECT_EQ(run.find("\"narrative\""), std::string::npos) << run;
  const std::string log = read_file(join_path(proxy.run_folder(), kOrchestratorLog)).value();
  EXPECT_NE(log.find("config.ini:2: [agent] profile: narrative takes effect on restart"),
            std::string::npos)
      << log;
}

TEST(Lifecycle, LeavesNoProcessWhenKilledAndCanBeResumed) {
  RunningDemo demo(50);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url});
    proxy.wait_for("turn   3 ");
    folder = proxy.run_folder();
    const std::vector<long long> children = descendants(proxy.pid());
    EXPECT_GE(children.size(), 1U);
    kill_hard(proxy.pid());
    EXPECT_TRUE(eventually([&] { return all_gone(children); }));
  }
  const std::string before = verdicts(folder);
  RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "8"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  // The kill may have lost the record of the turn in flight, and with it the next turn's verdict.
  const bool has_lost = !facts_of(folder).lost_turns.empty();
  EXPECT_EQ(end->code, has_lost ? 1 : 0) << proxy.output() << proxy.errors();
  const std::string after = verdicts(folder);
  EXPECT_TRUE(after.starts_with(before)) << before << "\n" << after;
  EXPECT_TRUE(after.ends_with(" ok ok")) << after;
  EXPECT_EQ(after.find("violation"), std::string::npos) << after;
  EXPECT_TRUE(file_exists(join_path(folder, "turn_0008.json")));
  EXPECT_NE(proxy.output().find("resuming after turn "), std::string::npos);
}

TEST(Lifecycle, EndsWithinTwoSecondsOfCtrlC) {
  for (const int delay_ms : {20, 60'000}) {  // between turns, and while the model thinks
    RunningDemo demo(delay_ms);
    RunningProxy proxy({"--upstream", demo.url});
    const std::string dashboard = proxy.address("dashboard");
    if (delay_ms < 1000) {
      proxy.wait_for("turn   2 ");
    } else {
      httplib::Client client("http://" + dashboard);
      EXPECT_TRUE(eventually([&] {
        const auto run = client.Get("/api/run");
        return run && run->body.find(R"("loop":"thinking")") != std::string::npos;
      }));
    }
    const std::vector<long long> children = descendants(proxy.pid());
    const auto asked = std::chrono::steady_clock::now();
    ask_twice_to_stop(proxy.pid());
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end) << proxy.output();
    EXPECT_TRUE(end->ok()) << describe(*end, std::chrono::milliseconds(0));
    EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(kSanitized ? 20 : 2));
    EXPECT_TRUE(all_gone(children));
    // The demo model sends the head of its answer first, so the second run may or may not count as
    // answered.
    if (!folder_exists(proxy.run_folder())) {
      EXPECT_GE(delay_ms, 1000);
      expect_discarded(proxy);
      continue;
    }
    EXPECT_NE(proxy.output().find("\nseal "), std::string::npos) << proxy.output();
    EXPECT_FALSE(file_exists(join_path(proxy.run_folder(), "proxy.lock")));
    if (delay_ms < 1000) {
      EXPECT_TRUE(sound(verdicts(proxy.run_folder())));
    }
  }
}

TEST(Lifecycle, NamesTheTakenPortItsOwnerAndARemedy) {
  RunningDemo demo;
  const std::string taken = demo.url.substr(7);
  const std::string owner = "demo_vlm (process " + std::to_string(demo.program.pid()) + ")";
  RunningProxy relay({"--listen", taken, "--profile", "franz"});
  auto end = relay.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 3) << relay.errors();
  for (const std::string& part :
       {owner, std::string("a model server answers there"), "--upstream http://" + taken,
        std::string("cannot listen on " + taken)})
    EXPECT_NE(relay.errors().find(part), std::string::npos) << relay.errors();
  EXPECT_EQ(list_folder(test_folder()).value(), std::vector<std::string>{});

  // Only a port of the model's own server is avoided; this is another program's.
  RunningDemo model;
  RunningProxy dashboard({"--upstream", model.url, "--dashboard", taken});
  end = dashboard.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 3) << dashboard.errors();
  for (const std::string& part : {owner, std::string("choose another port: --dashboard ")})
    EXPECT_NE(dashboard.errors().find(part), std::string::npos) << dashboard.errors();
}

TEST(Lifecycle, DistinguishesWhyTheModelIsMissing) {
  const LocalServer page([](httplib::Server& server) {
    server.Get(".*", [](const httplib::Request&, httplib::Response& answer) {
      answer.set_content("<html>hello", "text/html");
    });
  });
  httplib::Server other;  // bound but never accepts
  const int deaf = other.bind_to_any_port("127.0.0.1");
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"http://127.0.0.1:9", "nothing listens at"},
      {page.url(), "answers with a web page (status 200)"},
      {"http://127.0.0.1:" + std::to_string(deaf), "gives no answer: nothing came in 3 s"},
  };
  for (const auto& [url, why] : rows) {
    RunningProxy proxy({"--upstream", url, "--profile", "franz"});
    EXPECT_NE(proxy.wait_for(why), "") << url;
    press_ctrl_c(proxy.pid());
    const auto end = proxy.wait_for_end();
    EXPECT_TRUE(end && end->ok());
    expect_discarded(proxy);
  }
}

TEST(Lifecycle, AFailedStartLeavesNoFolder) {
  RunningProxy proxy({"--upstream", "demo", "--set", "agent.system_prompt=/nowhere.txt"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(proxy.output().find("orchestrator: [agent] system_prompt: "), std::string::npos);
  expect_discarded(proxy);
}

TEST(Lifecycle, DemoAppliesOnlyIfNoOtherModelIsNamed) {
  const std::string url = "http://127.0.0.1:9";
  const auto upstream = [](std::vector<std::string> arguments, const std::string& variable) {
    arguments.insert(arguments.begin(), "--demo");
    arguments.emplace_back("settings");
    RunningProxy proxy(arguments, {{"FRANZ_PROXY_UPSTREAM", variable}});
    const std::string line = proxy.wait_for("upstream ");
    return line.substr(line.find("= ") + 2);
  };
  EXPECT_TRUE(upstream({}, "").starts_with("demo "));
  EXPECT_TRUE(upstream({}, url).starts_with(url));
  EXPECT_TRUE(upstream({"--upstream", url}, "").starts_with(url));
}

TEST(Lifecycle, AResumedRunKeepsItsModel) {
  std::string folder;
  for (const char* turns : {"2", "3"}) {
    std::vector<std::string> arguments{"--demo", "--turns", turns};
    if (!folder.empty()) arguments.insert(arguments.end(), {"--resume", folder});
    RunningProxy proxy(arguments);
    folder = proxy.run_folder();
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.errors();
  }
  EXPECT_EQ(verdicts(folder), "first ok ok");
  RunningDemo other;
  {
    RunningProxy proxy({"--upstream", other.url, "--turns", "1"});
    folder = proxy.run_folder();
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.errors();
  }
  RunningProxy proxy({"--demo", "--resume", folder, "--turns", "2"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_EQ(proxy.errors(), "proxy: --resume: " + folder + " is a run with the model at " +
                                other.url + ": give --upstream URL, or set [proxy] upstream\n");
}

TEST(Lifecycle, RefusesWrongCommandLines) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> rows = {
      {{"--turns", "many"}, "--turns"},
      {{"--no-such-flag"}, "--no-such-flag"},
      {{"--resume", "/nowhere"}, "there is no run /nowhere"},
      {{"--listen", "0.0.0.0:0"}, "needs --expose"},
      {{"--config", "/nowhere/config.ini"}, "/nowhere/config.ini"},
      {{"--profile", "nobody"}, "nobody"},
      {{"verfy"}, "no subcommand verfy; did you mean verify?"},
      {{"verfy", "panel_log/run_1"}, "no subcommand verfy; did you mean verify?"},
      {{"draw", "a", "cat"}, "one objective at most, in quotes if it has several words"},
      {{"--objective", "draw a cat", "draw a fish"}, "the objective is given twice"},
      {{"--"}, "-- must be followed by the program to show"},
      {{"settings", "--", "xterm"}, "settings: it starts no program: -- xterm"},
      {{"--", "xterm", std::string(20000, 'x')}, "the program after --: at most 16384 bytes"},
      {{"--show"}, "--show is for a private display; this run has none"},
      {{""}, "the objective is empty"},
      {{"verify", "run_1", "run_2"}, "verify: the argument run_2 was not expected"},
  };
  for (const auto& [arguments, part] : rows) {
    RunningProxy proxy(arguments);
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->code, 2) << part;
    EXPECT_NE((proxy.errors() + proxy.output()).find(part), std::string::npos) << proxy.errors();
  }
}
}  // namespace
}  // namespace franz
