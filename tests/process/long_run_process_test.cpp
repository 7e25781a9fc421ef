// Runs of more than a thousand turns, and their memory use.
#include <gtest/gtest.h>
#include <httplib.h>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/wire/state_file.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/support/sanitized.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
std::string ask(httplib::Client& client, const std::string& path) {
  const auto answer = client.Get(path);
  EXPECT_TRUE(answer) << path;
  return answer ? answer->body : "";
}

// Moves the state ahead to `turn`, as if the turns since the last record were lost.
void lose_turns_until(const std::string& folder, int turn) {
  Result<LoopState> state = parse_loop_state(read_of(folder, kStateFile));
  ASSERT_TRUE(state.ok()) << state.error().message;
  state.value().turn = turn;
  state.value().request = "00000000000000ff";
  write_of(folder, kStateFile, to_json(state.value()));
}

// Expects exit code 1 because the record is incomplete.
void resume_to(const std::string& folder, int turns) {
  RunningDemo demo;
  const ProgramResult end = run_program_of_ours(
      "proxy", {"--listen", "127.0.0.1:0", "--dashboard", "127.0.0.1:0", "--upstream", demo.url,
                "--resume", folder, "--turns", std::to_string(turns)});
  ASSERT_EQ(end.code, 1) << end.output << end.errors;
}

// Turns 4 to 996 are lost, so that the run passes turn 1000 in seconds.
TEST(LongRun, UsesOneFolderPerThousandTurns) {
  const std::string runs = test_folder();
  const std::string folder = record_run(runs, 3).folder;
  ASSERT_NO_FATAL_FAILURE(lose_turns_until(folder, 996));
  resume_to(folder, 1002);
  resume_to(folder, 1007);
  for (const char* const name :
       {"turn_0999.json", "turn_0999.png", "turns_0991_1005.json", "turns/001/turn_1000.json",
        "turns/001/turn_1000.png", "turns/001/turns_1006_1007.json", "exchange/001/1000-1.request"})
    EXPECT_TRUE(file_exists(join_path(folder, name))) << name;
  EXPECT_FALSE(file_exists(join_path(folder, "turn_1000.json")));
  EXPECT_NE(read_of(folder, record_file(1001, 1)).find(R"("file":"turns/001/turn_1001.png")"),
            std::string::npos);
  std::string expected = "first ok ok";
  for (int turn = 4; turn <= 996; ++turn) expected += " lost";
  expected += " unverifiable";
  for (int turn = 998; turn <= 1007; ++turn) expected += " ok";
  EXPECT_EQ(verdicts(folder), expected);

  ProgramResult result = verify(folder);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find(": 14 turns verified: "), std::string::npos) << result.output;
  result = run_program_of_ours("proxy", {"export", folder, join_path(runs, "page.html")});
  EXPECT_EQ(result.code, 0) << result.errors;
  EXPECT_NE(result.output.find("14 pictures"), std::string::npos) << result.output;

  RunningProxy replay({"replay", folder});
  httplib::Client client("http://" + replay.address("dashboard"));
  const std::string rows = ask(client, "/api/turns?from=999&to=1000");
  EXPECT_TRUE(rows.starts_with(R"([{"turn":999,)")) << rows;
  EXPECT_NE(rows.find(R"({"turn":1000,)"), std::string::npos) << rows;
  EXPECT_EQ(ask(client, "/turns/1000.png"), read_of(folder, picture_file(1000, 1)));
  EXPECT_EQ(ask(client, "/api/turns/1007"), read_of(folder, record_file(1007, 1)));
  // The list of runs counts a long run over several requests.
  EXPECT_TRUE(wait_until(
      [&] { return ask(client, "/api/runs").find(R"("last_turn":1007,)") != std::string::npos; }));

  // A damaged file is named together with its folder.
  write_of(folder, picture_file(1003, 1), "\x89PNG");
  result = verify(folder, {"--fast"});
  EXPECT_EQ(result.code, 1);
  EXPECT_NE(result.output.find("turns/001/turn_1003.png"), std::string::npos) << result.output;
}

// Each further turn adds a row of the page's list and its attempts: under two kilobytes.
TEST(LongRun, TakesLittleMoreMemoryThanAShortOne) {
  constexpr int kFirst = 1200, kAll = 2400;  // the list of a thousand pictures is full by then
  const LocalServer model([](httplib::Server& server) {
    server.set_tcp_nodelay(true);
    server.Post("/v1/chat/completions", [](const httplib::Request&, httplib::Response& response) {
      response.set_content(
          R"({"choices":[{"index":0,"message":{"content":"a"},"finish_reason":"stop"}]})",
          "application/json");
    });
  });
  RunningProxy proxy({"--upstream", model.url(), "--no-launch"});
  if (peak_memory_of(proxy.pid()) == 0)
    GTEST_SKIP() << "the system does not report a process's memory";
  httplib::Client client("http://" + proxy.address("relay"));
  client.set_read_timeout(kLongEnough);
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  const std::string folder = proxy.run_folder();
  std::size_t first = 0;
  for (int turn = 1; turn <= kAll; ++turn) {
    const std::string story = turn == 1 ? "" : "a";
    const auto reply =
        client.Post("/v1/chat/completions", {{"X-Franz-Turn", turn_header("long", turn)}},
                    R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":")" +
                        story + R"("},{"role":"user","content":"f"}]})",
                    "application/json");
    ASSERT_TRUE(reply && reply->status == 200) << turn;
    // Waits for the recorder, because queued records would take memory, too.
    if (turn % 20 == 0) {
      const std::string record = join_path(folder, record_file(turn, 1));
      ASSERT_TRUE(wait_until([&] { return file_exists(record); })) << turn;
    }
    if (turn == kFirst) first = peak_memory_of(proxy.pid());
  }
  const std::size_t grown = peak_memory_of(proxy.pid()) - first;
  RecordProperty("grown_bytes", std::to_string(grown));
  if (!kSanitized) {
    EXPECT_LT(grown, (kAll - kFirst) * 2048U);
  }
}
}  // namespace
}  // namespace franz
