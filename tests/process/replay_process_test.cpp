// proxy replay, and older runs in the dashboard of a live one.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <filesystem>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "tests/process/processes.h"
#include "tests/process/raw_client.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// Records a run in the test's folder and returns its folder.
std::string record_run(const RunningDemo& demo, int turns) {
  RunningProxy proxy({"--upstream", demo.url, "--turns", std::to_string(turns)});
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  return proxy.run_folder();
}

struct HttpAnswer {
  int status = 0;
  std::string body;
};
HttpAnswer ask(httplib::Client& client, const std::string& path) {
  const auto answer = client.Get(path);
  return answer ? HttpAnswer{answer->status, answer->body} : HttpAnswer{};
}

std::string file(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

TEST(Replay, ShowsARecordedRunAndEndsWithCtrlC) {
  const RunningDemo demo;
  const std::string folder = record_run(demo, 4);
  ASSERT_TRUE(append_file(join_path(folder, "run.jsonl"), "{}\n").ok());
  RunningProxy replay({"replay", "latest"});
  httplib::Client client("http://" + replay.address("dashboard"));
  EXPECT_NE(replay.wait_for("4 turns, the last is 4"), "");
  EXPECT_NE(replay.wait_for("not read: run.jsonl: line "), "");
  EXPECT_NE(ask(client, "/").body.find("<title>FRANZ</title>"), std::string::npos);
  const std::string run = ask(client, "/api/run").body;
  for (const char* part : {R"("replay":true)", R"("program":"finished")", R"("why":"4 turns)"})
    EXPECT_NE(run.find(part), std::string::npos) << part << "\n" << run;
  const std::string rows = ask(client, "/api/turns").body;
  EXPECT_TRUE(rows.starts_with(R"([{"turn":1,)")) << rows;
  EXPECT_EQ(ask(client, "/turns/2.png").body, file(folder, "turn_0002.png"));
  EXPECT_EQ(ask(client, "/api/turns/2").body, file(folder, "turn_0002.json"));
  const HttpAnswer request = ask(client, "/api/turns/2/request");
  const std::string record = file(folder, "turn_0002.json");
  const std::string sha256 = sha256_hex(
      request.body.substr(std::min(request.body.find("\r\n\r\n") + 4, request.body.size())));
  EXPECT_EQ(request.status, 200);
  EXPECT_NE(record.find("\"sha256\":\"" + sha256 + "\""), std::string::npos)
      << "the request was not restored";
  EXPECT_NE(request.body, file(folder, "exchange/000/0002-1.request"))
      << "the stored request is expected to lack its picture";
  const auto head = client.Head("/api/turns/2/request");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->get_header_value("Content-Length"), std::to_string(request.body.size()));
  ASSERT_TRUE(remove_file(join_path(folder, "turn_0004.png")).ok());
  const HttpAnswer missing = ask(client, "/api/turns/4/request");
  EXPECT_EQ(missing.status, 409);
  EXPECT_EQ(missing.body,
            R"j({"error":"there is no turn_0004.png (exchange/000/0004-1.request cannot be )j"
            R"j(restored without it)"})j");
  EXPECT_EQ(ask(client, "/turns/99.png").status, 404);
  EXPECT_NE(ask(client, "/api/log").body.find("not read: run.jsonl: line "), std::string::npos);
  EXPECT_TRUE(ask(client, "/api/turns?q=-zebra%20turn:2").body.starts_with(R"([{"turn":2,)"));
  EXPECT_EQ(ask(client, "/api/turns?q=sst:x").status, 400);
  const HttpAnswer page = ask(client, "/export.html");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.body.starts_with("<!doctype html>"));
  EXPECT_TRUE(page.body.ends_with("</html>\n")) << page.body.substr(page.body.size() - 20);
  const auto refused = client.Post("/api/control", {{"X-Franz-Control", "1"}},
                                   R"({"command":"pause"})", "application/json");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 409);
  EXPECT_NE(refused->body.find("recorded run"), std::string::npos);
  press_ctrl_c(replay.pid());
  const auto end = replay.wait_for_end();
  EXPECT_TRUE(end && end->ok()) << replay.errors();
}

TEST(Replay, FollowsALiveRun) {
  const RunningDemo demo(20);
  RunningProxy live({"--upstream", demo.url});
  live.wait_for("turn   2 ");
  RunningProxy replay({"replay", "latest", "--runs",
                       std::filesystem::path(live.run_folder()).parent_path().string()});
  EXPECT_NE(replay.wait_for("another program writes it"), "");
  const std::string address = replay.address("dashboard");
  RawClients clients(address);
  RawClients::Client& reader =
      clients.connect("GET /events HTTP/1.1\r\nHost: " + address + "\r\n\r\n");
  EXPECT_TRUE(clients.run_until(
      [&] { return reader.received.find(R"({"type":"connected")") != std::string::npos; }));
  reader.counted = R"({"type":"turn","turn":)";
  EXPECT_TRUE(clients.run_until([&] { return reader.count >= 3; })) << reader.received;
  httplib::Client client("http://" + address);
  EXPECT_NE(ask(client, "/api/run").body.find(R"("program":"running")"), std::string::npos);
  EXPECT_NE(ask(client, "/api/runs").body.find(R"("writing":true)"), std::string::npos);
  press_ctrl_c(live.pid());
  live.wait_for_end();
  reader.counted = R"("program":"finished")";
  EXPECT_TRUE(clients.run_until([&] { return reader.count >= 1; }));
}

TEST(Replay, ReportsAnUnusableRun) {
  RunningProxy none({"replay", "/nowhere"});
  auto end = none.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(none.errors().find("there is no run /nowhere"), std::string::npos) << none.errors();

  const std::string broken = join_path(test_folder(), "run_broken");
  ASSERT_TRUE(make_folders(broken).ok());
  ASSERT_TRUE(replace_file(join_path(broken, "run.jsonl"), "{}\n", Durability::buffered).ok());
  RunningProxy unreadable({"replay", broken});
  end = unreadable.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(unreadable.errors().find("run.jsonl: line 1: "), std::string::npos)
      << unreadable.errors();
}

TEST(Replay, OlderRunsAreShownNextToTheLiveOne) {
  const RunningDemo demo(20);
  const std::string older = record_run(demo, 3);
  RunningProxy live({"--upstream", demo.url});
  live.wait_for("turn   2 ");
  const std::string address = live.address("dashboard");
  httplib::Client client("http://" + address);
  const std::string runs = ask(client, "/api/runs").body;
  EXPECT_TRUE(runs.starts_with(R"([{"id":1,"name":"run_)")) << runs;
  for (const char* part : {R"("current":false,)", R"("turns":3,"last_turn":3,)",
                           R"("thumbnail":2,)", R"({"id":2,"name":"run_)", R"("current":true,)"})
    EXPECT_NE(runs.find(part), std::string::npos) << part << "\n" << runs;
  EXPECT_NE(ask(client, "/api/run?run=1").body.find(R"("replay":true)"), std::string::npos);
  EXPECT_NE(ask(client, "/api/run?run=2").body.find(R"("replay":false)"), std::string::npos);
  EXPECT_EQ(ask(client, "/api/turns/3?run=1").body, file(older, "turn_0003.json"));
  EXPECT_EQ(ask(client, "/turns/3.png?run=1").body, file(older, "turn_0003.png"));
  // Both runs begin with the same turns.
  const HttpAnswer diff = ask(client, "/api/diff?run=1&with=2");
  EXPECT_EQ(diff.status, 200) << diff.body;
  EXPECT_NE(diff.body.find(R"("different_turns":0,)"), std::string::npos) << diff.body;
  EXPECT_EQ(ask(client, "/api/diff?with=1").status, 200);
  EXPECT_EQ(ask(client, "/api/diff?with=3").status, 404);
  EXPECT_EQ(ask(client, "/api/run?run=3").status, 404);
  EXPECT_EQ(ask(client, "/events?run=3").status, 404);
  // The older run's stream begins, and has no events of the live run's turns.
  RawClients clients(address);
  RawClients::Client& old =
      clients.connect("GET /events?run=1 HTTP/1.1\r\nHost: " + address + "\r\n\r\n");
  RawClients::Client& own =
      clients.connect("GET /events?run=2 HTTP/1.1\r\nHost: " + address + "\r\n\r\n");
  own.counted = R"("type":"turn")";
  EXPECT_TRUE(clients.run_until([&] { return own.count >= 3; }));
  EXPECT_NE(old.received.find(R"("type":"connected")"), std::string::npos) << old.received;
  EXPECT_NE(old.received.find(R"("last_turn":3)"), std::string::npos);
  EXPECT_EQ(old.received.find(R"("type":"turn")"), std::string::npos) << old.received;
}

// A sparse file as large as a picture may be.
TEST(Replay, ALargeFileIsSentInPiecesAndDelaysNoOtherClient) {
  const RunningDemo demo;
  const std::string folder = record_run(demo, 1);
  constexpr std::uintmax_t kSize = 64U << 20U;
  std::filesystem::resize_file(join_path(folder, "turn_0001.png"), kSize);
  RunningProxy replay({"replay", folder});
  const std::string address = replay.address("dashboard");
  RawClients clients(address);
  // One client reads nothing, another reads everything.
  const std::string asked = "GET /turns/1.png HTTP/1.1\r\nHost: " + address + "\r\n\r\n";
  clients.connect(asked, false);
  httplib::Client other("http://" + address), large("http://" + address);
  EXPECT_EQ(ask(other, "/health").status, 200);
  std::uintmax_t taken = 0;
  int answered = 0;
  const auto answer = large.Get("/turns/1.png", [&](const char*, std::size_t size) {
    if (taken / (8U << 20U) != (taken + size) / (8U << 20U))
      answered += ask(other, "/api/run").status == 200 ? 1 : 0;
    taken += size;
    return true;
  });
  ASSERT_TRUE(answer);
  EXPECT_EQ(taken, kSize);
  EXPECT_EQ(answered, 8);
}
}  // namespace
}  // namespace franz
