// The dashboard of a real run, requested as a browser does.
#include <gtest/gtest.h>
#include <httplib.h>
#include <algorithm>
#include <filesystem>
#include "common/os/files.h"
#include "common/os/open_files.h"
#include "common/wire/control_messages.h"
#include "common/wire/message_fields.h"
#include "tests/process/local_server.h"
#include "tests/process/processes.h"
#include "tests/process/raw_client.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"

namespace franz {
using namespace std::string_literals;

namespace {
// The event stream up to the first event that contains `part`.
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
    EXPECT_EQ(answer ? answer->status : 0, 200) << path << (answer ? ": " + answer->body : "");
    return answer ? answer->body : "";
  };
  EXPECT_NE(get("/").find("<title>FRANZ</title>"), std::string::npos);
  EXPECT_NE(get("/css/base.css"), "");
  EXPECT_TRUE(get("/turns/1.png").starts_with("\x89PNG"));
  EXPECT_TRUE(get("/api/turns").starts_with(R"([{"turn":1,"attempt":1,)"));
  EXPECT_TRUE(MessageFields::parse(get("/api/turns/1")).ok());
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
  // One of the next turns carries the note.
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

  // The log lists the note, so verify does not call it invented.
  press_ctrl_c(proxy.pid());
  ASSERT_TRUE(proxy.wait_for_end());
  const ProgramResult verified = verify(proxy.run_folder(), {"--strict"});
  EXPECT_EQ(verified.code, 0) << verified.output << verified.errors;
}

// The answer to a command: "200 {"ok":true}".
std::string command(const std::string& address, const std::string& body) {
  httplib::Client client("http://" + address);
  client.set_read_timeout(kLongEnough);
  const auto answer =
      client.Post("/api/control", {{"X-Franz-Control", "1"}}, body, "application/json");
  return answer ? std::to_string(answer->status) + " " + answer->body : "no answer";
}

TEST(DashboardServer, StopEndsARunDuringTheRestartDelay) {
  RunningDemo demo(30);
  RunningProxy proxy({"--upstream", demo.url, "--turns", "100000"},
                     {{"FRANZ_PROXY_RESTART_DELAY_S", "600"}});
  const std::string address = proxy.address("dashboard");
  proxy.wait_for("turn   1 ");
  kill_hard(descendant_named(proxy.pid(), "orchestrator"));
  proxy.wait_for("it is started again in 600 s");
  EXPECT_EQ(command(address, R"({"command":"step"})"),
            R"(409 {"error":"the orchestrator is not running"})");
  command(address, R"({"command":"stop"})");
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output();
  EXPECT_TRUE(end->ok()) << describe(*end, std::chrono::milliseconds(0));
}

TEST(DashboardServer, StopKillsAHungOrchestratorAndTheDashboardStays) {
  RunningDemo demo(30);
  RunningProxy proxy({"--upstream", demo.url, "--turns", "100000", "--stay"});
  const std::string address = proxy.address("dashboard");
  proxy.wait_for("turn   1 ");
  const long long orchestrator = descendant_named(proxy.pid(), "orchestrator");
  freeze(orchestrator);
  // It takes no more notes, and the queue for it is bounded.
  const std::string note = R"({"command":"note","text":")" + std::string(kMaxNote, 'n') + "\"}";
  std::vector<std::string> answers(5);
  for (std::string& answer : answers) answer = command(address, note);
  const std::string taken = R"(200 {"ok":true})";
  EXPECT_EQ(answers, (std::vector<std::string>{
                         taken, taken, taken, taken,
                         (R"(429 {"error":"4 notes wait for a turn that takes them; there may be )"
                          R"(32, of 65536 bytes in all"})")}));
  EXPECT_EQ(command(address, R"({"command":"stop"})"), taken);
  proxy.wait_for("stopped; the dashboard stays until Ctrl-C");
  EXPECT_FALSE(is_alive(orchestrator));
  EXPECT_EQ(command(address, R"({"command":"pause"})"),
            R"(409 {"error":"the run is over: finished"})");
  press_ctrl_c(proxy.pid());
  const auto end = proxy.wait_for_end();
  EXPECT_TRUE(end && end->ok());
}

TEST(DashboardServer, AStepInTheLaunchDelayIsExecuted) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url}, {{"FRANZ_PROXY_LAUNCH_DELAY_S", "2"}});
  const std::string address = proxy.address("dashboard");
  // Before the delay the proxy probes the model's server and refuses steps.
  std::string answer;
  const auto until = std::chrono::steady_clock::now() + kLongEnough;
  do {
    answer = command(address, R"({"command":"step"})");
  } while (answer.starts_with("409 ") && std::chrono::steady_clock::now() < until);
  EXPECT_EQ(answer, R"(200 {"ok":true})");
  EXPECT_EQ(proxy.output().find("turn   1"), std::string::npos) << "the delay must not be over yet";
  proxy.wait_for("paused: one step was made");
}

// The contents of all files below a folder.
std::string bytes_of_folder(const std::string& folder) {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const auto bytes = read_file(entry.path().string());
    if (bytes.ok()) all += entry.path().filename().string() + "\n" + bytes.value() + "\n";
  }
  return all;
}

// Some servers repeat the key in their error messages.
TEST(DashboardServer, MasksAKeyThatTheServerRepeats) {
  const std::string key = "sk-test/0123456789+abc";
  const LocalServer model([&](httplib::Server& server) {
    serve_no_models(server);
    server.Post(".*", [&](const httplib::Request& request, httplib::Response& answer) {
      EXPECT_EQ(request.get_header_value("Authorization"), "Bearer " + key);
      answer.status = 401;
      answer.set_header("WWW-Authenticate", "Bearer error=\"" + key + "\"");
      answer.set_content(R"({"error":{"message":"Incorrect API key provided: )" + key +
                             R"(.","code":"invalid_api_key"}})",
                         "application/json");
    });
  });
  std::string everything;
  {
    RunningProxy proxy({"--upstream", model.url()},
                       {{"FRANZ_MODEL_API_KEY_ENV", "FRANZ_TEST_KEY"}, {"FRANZ_TEST_KEY", key}});
    const std::string address = proxy.address("dashboard"), folder = proxy.run_folder();
    EXPECT_NE(proxy.wait_for("paused: "), "");
    httplib::Client client("http://" + address);
    for (const char* path : {"/api/run", "/api/log?after=0"}) {
      const auto answer = client.Get(path);
      everything += answer ? answer->body : "no answer";
    }
    press_ctrl_c(proxy.pid());
    EXPECT_TRUE(proxy.wait_for_end());
    everything += proxy.output() + proxy.errors() + bytes_of_folder(folder);
  }
  EXPECT_EQ(everything.find(key), std::string::npos) << everything;
  EXPECT_EQ(everything.find("sk-test"), std::string::npos) << everything;
  EXPECT_NE(everything.find("provided: **********************."), std::string::npos);
  EXPECT_NE(everything.find("WWW-Authenticate: ****\r\n"), std::string::npos) << everything;
}

TEST(DashboardServer, RefusesAKeyThatAHeaderCannotCarry) {
  RunningProxy proxy(
      {"--upstream", "http://127.0.0.1:9", "--profile", "franz"},
      {{"FRANZ_MODEL_API_KEY_ENV", "FRANZ_TEST_KEY"}, {"FRANZ_TEST_KEY", "sk-test-0123\n456"}});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 2);
  EXPECT_NE(proxy.errors().find("FRANZ_TEST_KEY"), std::string::npos) << proxy.errors();
  EXPECT_EQ(proxy.errors().find("sk-test"), std::string::npos) << proxy.errors();
}

// Includes the proxy's own flags, which the orchestrator does not have.
TEST(DashboardServer, ShowsTheSettingsInForceAndTheirSources) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", "2", "--stay"},
                     {{"FRANZ_MODEL_TEMPERATURE", "0.25"}});
  const std::string address = proxy.address("dashboard");
  const std::string folder = proxy.run_folder();
  EXPECT_NE(proxy.wait_for("finished"), "");
  httplib::Client client("http://" + address);
  const auto answer = client.Get("/api/run");
  const auto file = read_file(join_path(folder, "run.jsonl"));
  ASSERT_TRUE(answer && file.ok());
  for (const std::string& text : {answer->body, file.value()}) {
    for (const std::string& part :
         {R"("proxy.upstream":")" + demo.url + "\"", R"("proxy.upstream":"--upstream")"s,
          R"("proxy.runs":"--runs")"s, R"("model.temperature":0.25)"s,
          R"("model.temperature":"FRANZ_MODEL_TEMPERATURE")"s, R"("limits.max_turns":2)"s,
          R"("limits.max_turns":"--turns")"s})
      EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(DashboardServer, ShowsWhyARunFinishedAndRequestsOfWebPages) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", "2", "--stay"});
  const std::string address = proxy.address("dashboard");
  EXPECT_NE(proxy.wait_for("finished"), "");
  httplib::Client client("http://" + address), relay("http://" + proxy.address("relay"));
  const auto run = [&] {
    const auto answer = client.Get("/api/run");
    return answer ? answer->body : "";
  };
  EXPECT_NE(run().find(R"("why":"2 turns are made)"), std::string::npos) << run();
  EXPECT_NE(run().find(R"("finished":{"reason":"turns","code":0,)"), std::string::npos) << run();
  const auto runs = client.Get("/api/runs");
  EXPECT_NE((runs ? runs->body : "").find(R"("finished":{"reason":"turns","code":0,)"),
            std::string::npos);
  EXPECT_NE(run().find(R"("page_requests":0)"), std::string::npos);
  RawClients clients(address);
  RawClients::Client& reader =
      clients.connect("GET /events HTTP/1.1\r\nHost: " + address + "\r\n\r\n");
  EXPECT_TRUE(clients.run_until(
      [&] { return reader.received.find(R"("type":"connected")") != std::string::npos; }));
  EXPECT_TRUE(relay.Get("/v1/models", {{"Origin", "http://evil.example"}}));
  EXPECT_TRUE(relay.Get("/v1/models"));
  EXPECT_TRUE(clients.run_until([&] {
    return reader.received.find(R"("page_requests":1)") != std::string::npos &&
           reader.received.rfind("foreign request") > reader.received.find(R"("page_requests":1)");
  })) << reader.received;
  EXPECT_EQ(reader.received.find(R"("page_requests":2)"), std::string::npos);
  EXPECT_NE(reader.received.find("asked by a web page"), std::string::npos);
}

TEST(DashboardServer, RefusesOtherSitesAndLargeRequests) {
  RunningProxy proxy({"--upstream", "http://127.0.0.1:9", "--profile", "franz"});
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
  const auto large = client.Post("/api/control", std::string(300000, 'x'), "application/json");
  EXPECT_TRUE(!large || large->status == 413);
}

// A request with the given start line, and `more` header lines after Host.
std::string request(const std::string& line, const std::string& address,
                    const std::string& more = "") {
  return line + " HTTP/1.1\r\nHost: " + address + "\r\n" + more + "\r\n";
}

TEST(DashboardServer, RefusesOddRequestsWithAReason) {
  RunningProxy proxy({"--upstream", "http://127.0.0.1:9", "--profile", "franz"});
  const std::string address = proxy.address("dashboard");
  const std::string preflight =
      "Origin: http://" + address + "\r\nAccess-Control-Request-Method: POST\r\n";
  const std::string close = "Connection: close\r\n";
  struct Row {
    std::string sent, status, body;
  };
  const std::vector<Row> rows = {
      {request("GET /health", address, close), "200 OK", R"("status":"ok")"},
      {request("OPTIONS /api/control", address, preflight + close), "405 Method Not Allowed",
       "does not work here"},
      {request("POST /api/control", address, close + "Content-Length: 0\r\n"), "403 Forbidden",
       "X-Franz-Control"},
      {"GET /health HTTP/1.1\r\n" + close + "\r\n", "403 Forbidden", "Host"},
      {request("GET /health", "evil.example", close), "403 Forbidden", "Host"},
      {request("GET /health", address, "Host: evil.example\r\n" + close), "400 Bad Request",
       "occurs twice"},
      {request("GET /health", address,
               "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n" + close),
       "400 Bad Request", "occurs twice"},
      {request("GET http://evil.example/run.jsonl", address, close), "404 Not Found", "error"},
      {request("GET /turns/../run.jsonl", address, close), "404 Not Found", "nothing here"},
      {request("GET /turns/%2e%2e%2frun.jsonl.png", address, close), "404 Not Found", "nothing"},
      {request("GET /api/turns/1/../../run.jsonl", address, close), "404 Not Found", "nothing"},
      {request("GET /api/run?run=..", address, close), "400 Bad Request", "a number"},
      {"\x16\x03\x01 this is no HTTP\r\n\r\n", "400 Bad Request", "no HTTP request"},
      {request("GET /health", address, "X-Long: " + std::string(20'000, 'x') + "\r\n"),
       "431 Request Header Fields Too Large", "head is too large"},
      {request("POST /api/control", address, "Content-Length: 300000\r\n") +
           std::string(300'000, 'x'),
       "413 Payload Too Large", "body is too large"},
  };
  for (const Row& row : rows) {
    RawClients clients(address);
    RawClients::Client& client = clients.connect(row.sent);
    EXPECT_TRUE(clients.run_until([&] { return client.closed; })) << row.sent.substr(0, 60);
    EXPECT_TRUE(client.received.starts_with("HTTP/1.1 " + row.status + "\r\n"))
        << row.sent.substr(0, 60) << "\n"
        << client.received;
    EXPECT_NE(client.received.find(row.body), std::string::npos) << client.received;
    EXPECT_NE(client.received.find("Content-Security-Policy: default-src 'none';"),
              std::string::npos);
    EXPECT_EQ(client.received.find("Access-Control"), std::string::npos);
  }
  // A HEAD and two GETs sent together are answered in order on one connection.
  RawClients clients(address);
  RawClients::Client& client =
      clients.connect(request("HEAD /health", address) + request("GET /health", address) +
                      request("GET /health", address, close));
  EXPECT_TRUE(clients.run_until([&] { return client.closed; }));
  std::size_t answers = 0, bodies = 0;
  for (std::size_t at = 0; (at = client.received.find("200 OK", at)) != std::string::npos; ++at)
    ++answers;
  for (std::size_t at = 0; (at = client.received.find("\"status\"", at)) != std::string::npos; ++at)
    ++bodies;
  EXPECT_EQ(answers, 3U);
  EXPECT_EQ(bodies, 2U) << client.received;
}

TEST(DashboardServer, ClosesUnfinishedRequestsAndAnswersOthersMeanwhile) {
  RunningProxy proxy({"--upstream", "http://127.0.0.1:9", "--profile", "franz"});
  const std::string address = proxy.address("dashboard");
  RawClients clients(address);
  std::vector<RawClients::Client*> slow;
  for (int i = 0; i < 20; ++i) {
    slow.push_back(&clients.connect("GET /health HTTP/1.1\r\nHost: "));
    slow.push_back(
        &clients.connect(request("POST /api/control", address, "Content-Length: 10\r\n") + "{"));
  }
  httplib::Client other("http://" + address);
  EXPECT_TRUE(other.Get("/health"));
  EXPECT_TRUE(clients.run_until([&] {
    return std::all_of(slow.begin(), slow.end(), [](const auto* each) { return each->closed; });
  }));
  for (const RawClients::Client* each : slow) EXPECT_EQ(each->received, "");
}

TEST(DashboardServer, RefusesTheThousandAndFirstConnection) {
  static_cast<void>(raise_open_files(2000));
  RunningProxy proxy({"--upstream", "http://127.0.0.1:9", "--profile", "franz"});
  const std::string address = proxy.address("dashboard");
  RawClients clients(address);
  std::vector<RawClients::Client*> open(1000);
  const std::string kept = request("GET /health", address);
  for (RawClients::Client*& each : open) each = &clients.connect(kept);
  ASSERT_TRUE(clients.run_until([&] {
    return std::all_of(open.begin(), open.end(),
                       [](const auto* each) { return each->received.ends_with("}"); });
  }));
  RawClients::Client& late = clients.connect(kept);
  EXPECT_TRUE(clients.run_until([&] { return late.closed; }));
  EXPECT_TRUE(late.received.starts_with("HTTP/1.1 503 ")) << late.received;
  EXPECT_NE(late.received.find("there are 1000 connections already"), std::string::npos);
  // The earlier connections still work, and a freed place can be taken.
  open[500]->received.clear();
  clients.send(*open[500], kept);
  EXPECT_TRUE(clients.run_until([&] { return open[500]->received.ends_with("}"); }));
  clients.close(*open[0]);
  EXPECT_TRUE(clients.run_until([&] {
    RawClients::Client& next = clients.connect(kept);
    clients.run_until([&] { return next.closed || next.received.ends_with("}"); });
    clients.close(next);
    return next.received.starts_with("HTTP/1.1 200 ");
  }));
}

// A model that replies 60,000 characters to everything.
void be_long_winded(httplib::Server& server) {
  // Streamed, because each piece of the reply goes to every reader.
  const std::string reply = R"(data: {"choices":[{"delta":{"content":")" +
                            std::string(60'000, 'x') +
                            R"("},"finish_reason":"stop"}]})"
                            "\n\ndata: [DONE]\n\n";
  server.Post(".*", [reply](const httplib::Request&, httplib::Response& response) {
    response.set_content(reply, "text/event-stream");
  });
}

TEST(DashboardServer, ServesTwoHundredReadersOneOfWhichDoesNotRead) {
  const LocalServer model(be_long_winded);
  RunningProxy proxy({"--upstream", model.url(), "--no-launch"});
  const std::string address = proxy.address("dashboard"), relay = proxy.address("relay");
  RawClients clients(address);
  const std::string events = request("GET /events", address);
  RawClients::Client& stalled = clients.connect(events, false);
  std::vector<RawClients::Client*> readers(199);
  for (RawClients::Client*& each : readers) each = &clients.connect(events);
  ASSERT_TRUE(clients.run_until([&] {
    return std::all_of(readers.begin(), readers.end(), [](const auto* each) {
      return each->received.find(R"("type":"connected")") != std::string::npos;
    });
  }));
  const std::string a_turn = R"("type":"turn",)";
  for (RawClients::Client* each : readers) each->counted = a_turn;
  // Each reader receives the turn, and the reply while it streams.
  httplib::Client relayed("http://" + relay);
  const auto make_turn = [&](int turn) {
    const std::string body =
        R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"t"},)"
        R"({"role":"user","content":"turn )" +
        std::to_string(turn) + R"("}]})";
    EXPECT_TRUE(relayed.Post("/v1/chat/completions", body, "application/json"));
  };
  make_turn(1);
  EXPECT_TRUE(clients.run_until([&] {
    return std::all_of(readers.begin(), readers.end(),
                       [](const auto* each) { return each->count == 1; });
  }));
  // Keeps 20 readers for the many turns that overflow the stalled reader's buffer.
  for (std::size_t i = 20; i < readers.size(); ++i) clients.close(*readers[i]);
  readers.resize(20);
  constexpr int kTurns = 250;
  for (int turn = 2; turn <= kTurns; ++turn) {
    make_turn(turn);
    // Waits for the readers, so that they keep up on a slow machine.
    if (turn % 10 != 0) continue;
    ASSERT_TRUE(clients.run_until([&] {
      return std::all_of(readers.begin(), readers.end(),
                         [turn](const auto* each) { return each->count == turn; });
    })) << readers[0]->count;
  }
  for (const RawClients::Client* each : readers) EXPECT_FALSE(each->closed);
  // It was dropped: it receives what the system had buffered, then the end.
  clients.read(stalled);
  stalled.counted = a_turn;
  EXPECT_TRUE(clients.run_until([&] { return stalled.closed; }));
  EXPECT_LT(stalled.count, kTurns);
}
}  // namespace
}  // namespace franz
