// The dashboard of a real run, as a browser asks it.
#include <gtest/gtest.h>
#include <httplib.h>
#include "common/wire/json_fields.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
// The stream up to the first event that holds `part`.
std::string events_until(const std::string& address, const std::string& part) {
  httplib::Client client("http://" + address);
  client.set_read_timeout(kLongEnough);
  std::string events;
  client.Get("/events", [&](const char* bytes, std::size_t size) {
    events.append(bytes, size);
    return events.find(part) == std::string::npos;
  });
  return events;
}

TEST(DashboardServer, ShowsARunAndTakesCommands) {
  RunningDemo demo(30);
  RunningProxy proxy({"--upstream", demo.url});
  const std::string address = proxy.address("dashboard");
  const std::string events = events_until(address, R"("type":"turn")");
  EXPECT_NE(events.find(R"(data: {"type":"connected","run":)"), std::string::npos) << events;
  EXPECT_NE(events.find(R"("type":"delta")"), std::string::npos) << events;
  EXPECT_NE(events.find(R"("type":"request")"), std::string::npos) << events;

  httplib::Client client("http://" + address);
  const auto get = [&](const std::string& path) {
    const auto answer = client.Get(path);
    EXPECT_TRUE(answer) << path;
    EXPECT_EQ(answer ? answer->status : 0, 200) << path;
    return answer ? answer->body : "";
  };
  EXPECT_NE(get("/").find("<title>FRANZ</title>"), std::string::npos);
  EXPECT_NE(get("/style.css"), "");
  EXPECT_TRUE(get("/turns/1.png").starts_with("\x89PNG"));
  EXPECT_TRUE(get("/api/turns").starts_with(R"([{"turn":1,"attempt":1,)"));
  EXPECT_TRUE(JsonFields::parse(get("/api/turns/1")).ok());
  EXPECT_TRUE(get("/api/turns/1/request").starts_with("POST "));
  EXPECT_TRUE(get("/api/turns/1/response").starts_with("HTTP/1.1 200"));
  EXPECT_NE(get("/api/runs").find(R"("current":true)"), std::string::npos);
  EXPECT_NE(get("/api/log?after=0").find(R"({"lines":[)"), std::string::npos);
  EXPECT_NE(get("/health").find(R"("status":"ok")"), std::string::npos);

  const std::string note = R"({"command":"note","text":"wear a hat"})";
  const auto refused = client.Post("/api/control", note, "application/json");
  EXPECT_EQ(refused ? refused->status : 0, 403);
  const auto taken =
      client.Post("/api/control", {{"X-Franz-Control", "1"}}, note, "application/json");
  EXPECT_EQ(taken ? taken->status : 0, 200);
  // Some turn from now on carries the note.
  bool noted = false;
  for (int turn = 1; !noted && turn < 200; ++turn) {
    while (get("/api/turns?from=" + std::to_string(turn)) == "[]")
      events_until(address, R"("type":"turn")");
    noted = get("/api/turns/" + std::to_string(turn)).find(R"("note":"wear a hat")") !=
            std::string::npos;
  }
  EXPECT_TRUE(noted);

  const auto stop = client.Post("/api/control", {{"X-Franz-Control", "1"}}, R"({"command":"stop"})",
                                "application/json");
  EXPECT_EQ(stop ? stop->status : 0, 200);
  EXPECT_NE(proxy.wait_for("finished"), "");
  EXPECT_NE(get("/api/run").find(R"("program":"finished")"), std::string::npos);
}

TEST(DashboardServer, RefusesOtherSitesAndLargeRequests) {
  RunningProxy proxy({"--upstream", "http://127.0.0.1:9"});
  httplib::Client client("http://" + proxy.address("dashboard"));
  const std::vector<std::pair<httplib::Headers, int>> rows = {
      {{}, 200},
      {{{"Host", "evil.example"}}, 403},
      {{{"Origin", "http://evil.example"}}, 403},
      {{{"Sec-Fetch-Site", "cross-site"}}, 403},
      {{{"X-Long", std::string(20000, 'x')}}, 431},
  };
  for (const auto& [headers, status] : rows) {
    const auto answer = client.Get("/api/run", headers);
    ASSERT_TRUE(answer) << status;
    EXPECT_EQ(answer->status, status);
    EXPECT_NE(answer->get_header_value("Content-Security-Policy"), "");
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff");
  }
  const auto large = client.Post("/api/control", std::string(100000, 'x'), "application/json");
  EXPECT_TRUE(!large || large->status == 413);
}
}  // namespace
}  // namespace franz
