// Phases of the client that the orchestrator's settings do not reach; the orchestrator's client
// tests the rest.
#include "common/net/http_client.h"
#include <gtest/gtest.h>
#include <atomic>
#include <future>
#include <thread>
#include "tests/support/raw_server.h"

namespace franz {
namespace {
using Kind = HttpOutcome::Kind;

const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

HttpServer at(int port, const std::string& host = "127.0.0.1") {
  HttpServer server;
  server.host = host;
  server.port = port;
  return server;
}

OutgoingRequest get() {
  OutgoingRequest request;
  request.target = "/";
  return request;
}

HttpOutcome ask(HttpClient& client, const HttpServer& server, const HttpTimes& times,
                const OutgoingRequest& request = get()) {
  return client.ask(
      server, request, times, [](const ReplyHead&) {},
      [](std::string_view) { return Wanted::more; });
}

RawServer::Talk answering() {
  return [](Conversation& conversation, int) {
    while (!conversation.read_request().empty()) conversation.send(kOk);
  };
}
}  // namespace

TEST(HttpClient, BoundsALookupByTheConnectionsTimeAndDoesNotRepeatIt) {
  struct Names {
    std::promise<void> may_answer;
    std::shared_future<void> answering = may_answer.get_future().share();
    std::atomic<int> lookups = 0;
  };
  const auto names = std::make_shared<Names>();
  const RawServer server(answering());
  HttpClient client([names](const std::string&) -> HostAddresses {
    ++names->lookups;
    names->answering.wait();
    return std::vector<std::string>{"127.0.0.1"};
  });
  HttpTimes times;
  times.connect_ms = 60;
  for (int i = 0; i < 3; ++i) {
    const HttpOutcome outcome = ask(client, at(server.port(), "model.test"), times);
    EXPECT_EQ(outcome.kind, Kind::not_connected);
    EXPECT_EQ(outcome.why, "could not be looked up in time");
  }
  EXPECT_EQ(names->lookups, 1);
  names->may_answer.set_value();
  EXPECT_EQ(ask(client, at(server.port(), "model.test"), {}).kind, Kind::whole);
}

TEST(HttpClient, TriesEachAddressOfAName) {
  const RawServer server(answering());
  // Nothing listens at the first; the third is no address.
  HttpClient client([](const std::string&) -> HostAddresses {
    return std::vector<std::string>{"127.0.0.2", "127.0.0.1", "nonsense"};
  });
  EXPECT_EQ(ask(client, at(server.port(), "model.test"), {}).kind, Kind::whole);
}

TEST(HttpClient, SaysWhyANameHasNoAddress) {
  HttpClient client([](const std::string&) -> HostAddresses { return Error{"nobody knows it"}; });
  const HttpOutcome outcome = ask(client, at(9, "model.test"), {});
  EXPECT_EQ(outcome.kind, Kind::unreachable);
  EXPECT_EQ(outcome.why, "cannot be reached: nobody knows it");
}

TEST(HttpClient, ReportsTheBytesOfARequestAndItsReplyAndNoneAfterIt) {
  const std::string early = "HTTP/1.1 103 Early Hints\r\n\r\n";
  std::string seen, host, request, reply;
  {
    const RawServer server([&](Conversation& conversation, int) {
      seen = conversation.read_request();
      conversation.send(early + kOk + "what nobody asked for");
    });
    host = "127.0.0.1:" + std::to_string(server.port());
    HttpClient client;
    OutgoingRequest post = get();
    post.method = "POST";
    post.target = "/a%20b+c,d";  // leaves as it is
    post.body = "{}";
    const HttpOutcome outcome = client.ask(
        at(server.port()), post, {}, [](const ReplyHead&) {},
        [](std::string_view) { return Wanted::more; },
        {[&](std::string_view whole) { request = whole; },
         [&](std::string_view piece) { reply += piece; }});
    EXPECT_EQ(outcome.kind, Kind::whole);
  }
  EXPECT_EQ(request, seen);
  EXPECT_TRUE(request.starts_with("POST /a%20b+c,d HTTP/1.1\r\n")) << request;
  EXPECT_TRUE(request.ends_with("\r\n\r\n{}")) << request;
  for (const std::string& header :
       {"Host: " + host, std::string("Content-Length: 2"), std::string("User-Agent: franz")})
    EXPECT_NE(request.find("\r\n" + header + "\r\n"), std::string::npos) << request;
  EXPECT_EQ(reply, early + kOk);
}

TEST(HttpClient, GivesUpOnAServerThatDoesNotTakeTheRequest) {
  const RawServer server([](Conversation& conversation, int) {
    // Reads nothing, and notices the end when its own write fails.
    while (conversation.send("HTTP/1.1 103 Early Hints\r\n\r\n"))
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  HttpClient client;
  HttpTimes times;
  times.write_ms = 100;
  OutgoingRequest request = get();
  request.method = "POST";
  request.body.assign(64UL << 20U, ' ');
  const HttpOutcome outcome = ask(client, at(server.port()), times, request);
  EXPECT_EQ(outcome.kind, Kind::not_taken) << outcome.why;
}

TEST(HttpClient, EndsAtTheTotalTimeHoweverAliveTheServerIs) {
  const RawServer server([](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send("HTTP/1.1 200 OK\r\n\r\n");
    while (conversation.send(": alive\n"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  HttpClient client;
  HttpTimes times;
  times.total_ms = 150;
  EXPECT_EQ(ask(client, at(server.port()), times).kind, Kind::went_silent);
}

TEST(HttpClient, SendsNoHeaderOfTwoLines) {
  HttpClient client;
  OutgoingRequest request = get();
  request.headers = {{"Authorization", "Bearer sk-1\r\nX-Evil: 1"}};
  const HttpOutcome outcome = ask(client, at(9), {}, request);
  EXPECT_EQ(outcome.kind, Kind::not_sent);
  EXPECT_EQ(outcome.why, "the header Authorization would hold a control character");
}
}  // namespace franz
