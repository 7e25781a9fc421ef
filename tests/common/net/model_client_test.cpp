// The real client against a server that sends recorded data of real servers.
#include "common/net/model_client.h"
#include <gtest/gtest.h>
#include <future>
#include <mutex>
#include <random>
#include <thread>
#include "common/os/paths.h"
#include "common/wire/api/apis.h"
#include "tests/common/wire/api/golden_answers.h"
#include "tests/support/raw_server.h"

namespace franz {
namespace {
using Transport = ModelAnswer::Transport;

const std::string kReply =
    R"({"choices":[{"message":{"content":"Hi \ud83d"},"finish_reason":"stop"}]})";

std::string http(const std::string& status, const std::string& body,
                 const std::string& headers = "") {
  return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// Reads a request and answers it with the same bytes, for each connection.
RawServer::Talk answering(const std::string& bytes) {
  return [bytes](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send(bytes);
  };
}

ModelServer at(const std::string& url) {
  ModelServer server;
  server.url = url;
  return server;
}
ModelServer at(const RawServer& server) { return at(server.url()); }

ModelRequest request() {
  return {.body = R"({"messages":[]})", .franz_turn = FranzTurn{"run", 7, "", ""}};
}

std::string transport_name(Transport transport) {
  static constexpr const char* kNames[] = {"whole",     "refused",     "unreachable", "no_tls",
                                           "no_answer", "went_silent", "broken",      "no_http",
                                           "not_sent",  "stopped"};
  return kNames[static_cast<int>(transport)];
}
}  // namespace

TEST(ModelClient, MakesOfEveryGoldenAnswerWhatIsExpected) {
  for (const GoldenAnswer& golden : golden_answers()) {
    std::mt19937 random(7);
    // 0: in one piece; 1: byte by byte; 2, 3: in random pieces.
    const RawServer server([&](Conversation& conversation, int number) {
      conversation.read_request();
      for (std::size_t at = 0; at < golden.bytes.size();) {
        const std::size_t size = number == 1   ? golden.bytes.size()
                                 : number == 2 ? 1
                                               : 1 + random() % 200;
        conversation.send(std::string_view(golden.bytes).substr(at, size));
        at += size;
      }
    });
    for (int round = 0; round < 4; ++round) {
      ModelClient client;
      ModelServer asked = at(server);
      asked.api = golden.api;
      const ModelAnswer answer = client.ask(asked, request());
      EXPECT_EQ(describe(answer.status, answer.reply), golden.expected) << golden.file << round;
    }
  }
}

TEST(ModelClient, SendsTheBodyUnchangedAndItsHeaders) {
  std::string seen;
  const RawServer server([&](Conversation& conversation, int) {
    seen = conversation.read_request();
    conversation.send(http("200 OK", kReply));
  });
  const std::string body =
      "{\"messages\":[\"\\ud83d \xFF \\/\"]," + std::string(3'000'000, ' ') + "}";
  ModelClient client;
  ModelServer target = at(server);
  target.host_header = "models.example.org";
  target.api_key_env = "PATH";  // a variable that is there
  EXPECT_EQ(transport_name(
                client.ask(target, {body, FranzTurn{"0a1b", 7, "", "0123456789abcdef"}}).transport),
            "whole");
  const std::size_t end = seen.find("\r\n\r\n") + 4;
  EXPECT_TRUE(seen.substr(end) == body);
  const std::string head = seen.substr(0, end);
  EXPECT_TRUE(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("\r\nX-Franz-Turn: 0a1b/7/"), std::string::npos) << head;
  for (const std::string& header :
       {std::string("Accept-Encoding: identity"), std::string("Content-Type: application/json"),
        std::string("Host: models.example.org"), "Authorization: Bearer " + *environment("PATH")})
    EXPECT_NE(head.find("\r\n" + header + "\r\n"), std::string::npos) << header << " in " << head;
}

TEST(ModelClient, SendsNoKeyWithoutItsVariable) {
  std::string seen;
  const RawServer server([&](Conversation& conversation, int) {
    seen = conversation.read_request();
    conversation.send(http("200 OK", kReply));
  });
  ModelClient client;
  ModelServer target = at(server);
  target.api_key_env = "FRANZ_NO_SUCH_VARIABLE";
  target.url += "/api/";
  client.ask(target, {"{}"});
  EXPECT_TRUE(seen.starts_with("POST /api/chat/completions HTTP/1.1\r\n")) << seen;
  EXPECT_EQ(seen.find("Authorization"), std::string::npos);
  EXPECT_EQ(seen.find("X-Franz-Turn"), std::string::npos);
}

TEST(ModelClient, KeepsTheConnection) {
  int requests = 0, connections = 0;
  {
    const RawServer server([&](Conversation& conversation, int number) {
      connections = number;
      while (!conversation.read_request().empty()) {
        ++requests;
        conversation.send(http("200 OK", kReply));
      }
    });
    ModelClient client;
    for (int i = 0; i < 3; ++i) {
      const ModelAnswer answer = client.ask(at(server), request());
      EXPECT_EQ(story_token(answer.reply), R"("Hi \ud83d")");
      EXPECT_FALSE(answer.reconnected);
    }
  }
  EXPECT_EQ(requests, 3);
  EXPECT_EQ(connections, 1);
}

TEST(ModelClient, ReplacesAKeptConnectionThatDiedByAnotherRequest) {
  int connections = 0;
  std::mutex seeing;
  std::vector<std::string> seen;  // X-Franz-Turn of each request
  const RawServer server([&](Conversation& conversation, int number) {
    const auto see = [&](const std::string& request) {
      const std::lock_guard lock(seeing);
      const std::size_t at = request.find("X-Franz-Turn: ");
      if (at != std::string::npos)
        seen.push_back(request.substr(at, request.find("\r\n", at) - at));
    };
    connections = number;
    see(conversation.read_request());
    conversation.send(http("200 OK", kReply));
    see(conversation.read_request());  // and closes without an answer
  });
  ModelClient client;
  const ModelAnswer first = client.ask(at(server), request());
  EXPECT_FALSE(first.reconnected);
  std::vector<std::string> tapped;
  const ModelAnswer second = client.ask(
      at(server), request(),
      {[&](const FranzTurn& turn, std::string_view) { tapped.push_back(turn.request); }, {}});
  EXPECT_TRUE(second.reconnected);
  {
    const std::lock_guard lock(seeing);
    ASSERT_EQ(tapped.size(), 2U);
    EXPECT_EQ(tapped[1], second.request);
    std::vector<std::string> sent;
    for (const std::string& id : {first.request, tapped[0], tapped[1]})
      sent.push_back("X-Franz-Turn: run/7/" + id + "/-");
    EXPECT_EQ(seen, sent);
    EXPECT_NE(tapped[0], tapped[1]);
  }
  EXPECT_EQ(story_token(second.reply), R"("Hi \ud83d")");
  EXPECT_EQ(connections, 2);
}

TEST(ModelClient, DoesNotAskTwiceOnANewConnection) {
  int connections = 0;
  {
    const RawServer server([&](Conversation& conversation, int number) {
      connections = number;
      conversation.read_request();
    });
    ModelClient client;
    const ModelAnswer answer = client.ask(at(server), request());
    EXPECT_EQ(transport_name(answer.transport), "broken");
    EXPECT_EQ(answer.why, "the connection to " + server.url() + "/v1 ended without an answer");
  }
  EXPECT_EQ(connections, 1);
}

TEST(ModelClient, ReportsWhatItsAnswerWas) {
  const struct {
    std::string bytes, expected;
  } cases[] = {
      {http("503 Service Unavailable", R"({"error":"x"})", "Retry-After: 7\r\n"),
       "whole 503 7000 - -"},
      {http("429 Too Many", R"({"error":"x"})", "retry-after: 1\r\nretry-after-ms: 150\r\n"),
       "whole 429 150 - -"},
      {http("502 Bad Gateway", R"({"error":"x"})", "X-Franz-Proxy: 1\r\n"), "whole 502 - proxy -"},
      {http("301 Moved", "", "Location: https://elsewhere/\r\n"),
       "whole 301 - - https://elsewhere/"},
      {http("200 OK", "<html>hello</html>"), "whole 200 - - -"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + kReply, "broken 200 - - -"},
      {"SSH-2.0-OpenSSH_9.2p1\r\n", "no_http 0 - - -"},
      {"HTTP/1.1 204 No Content\r\n\r\n", "no_http 204 - - -"},
  };
  for (const auto& [bytes, expected] : cases) {
    const RawServer server(answering(bytes));
    ModelClient client;
    const ModelAnswer answer = client.ask(at(server), request());
    EXPECT_EQ(transport_name(answer.transport) + " " + std::to_string(answer.status) + " " +
                  (answer.retry_after_ms ? std::to_string(*answer.retry_after_ms) : "-") +
                  (answer.from_proxy ? " proxy " : " - ") +
                  (answer.location.empty() ? "-" : answer.location),
              expected)
        << bytes;
    EXPECT_NE(answer.reply.kind, ModelReply::Kind::reply);
  }
}

// As llama-server answers over the Responses API.
TEST(ModelClient, CountsTheTokensOfAReplyThatIsCalledComplete) {
  const std::string response =
      R"({"object":"response","status":"completed","output":[{"type":"message","content":[)"
      R"({"type":"output_text","text":"Hi"}]}],"usage":{"input_tokens":10,"output_tokens":64}})";
  for (const std::string& body :
       {http("200 OK", response), http("200 OK",
                                       "event: response.completed\ndata: {\"type\":"
                                       "\"response.completed\",\"response\":" +
                                           response + "}\n\n")}) {
    const RawServer server(answering(body));
    for (const auto& [limit, reason] : {std::pair(64, "length"), std::pair(65, "stop")}) {
      ModelClient client;
      ModelServer asked = at(server);
      asked.api = find_api("responses");
      ModelRequest made = request();
      made.max_tokens = limit;
      EXPECT_EQ(client.ask(asked, made).reply.finish_reason, reason) << body;
    }
  }
}

TEST(ModelClient, SaysThatNothingAnswers) {
  std::string url;
  {
    url = RawServer([](Conversation&, int) {}).url();
  }  // its port is free again
  ModelClient client;
  const ModelAnswer answer = client.ask(at(url), request());
  EXPECT_EQ(transport_name(answer.transport), "refused");
  EXPECT_EQ(answer.why, "nothing answers at " + url + "/v1");
  EXPECT_EQ(client.ask(at("ftp://x"), request()).why,
            "the model's address ftp://x: expected http:// or https://");
}

// The limit that must not apply is so long that this test would fail by its own deadline.
TEST(ModelClient, GivesUpOnASilentServer) {
  const struct {
    std::string before_silence;
    int first_byte_ms, idle_ms;
    std::string transport, why;
  } cases[] = {
      {"", 60, 600'000, "no_answer", " within 0.0 s"},
      {"HTTP/1.1 200 OK\r\n", 60, 600'000, "no_answer", " within 0.0 s"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", 60, 600'000, "no_answer",
       " within 0.0 s"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n:\n\n\r\n", 600'000, 60,
       "went_silent", "the reply stopped for 0.0 s"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + kReply, 600'000, 60, "went_silent",
       "the reply stopped for 0.0 s"},
      {"HTTP/1.1 200 OK\r\n\r\n" + kReply, 600'000, 60, "went_silent",
       "the reply stopped for 0.0 s"},
  };
  for (const auto& row : cases) {
    const RawServer server([&](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(row.before_silence);
      conversation.wait_for_client_to_go();
    });
    ModelClient client;
    ModelServer target = at(server);
    target.first_byte_ms = row.first_byte_ms;
    target.idle_ms = row.idle_ms;
    const ModelAnswer answer = client.ask(target, request());
    EXPECT_EQ(transport_name(answer.transport), row.transport) << row.before_silence;
    EXPECT_TRUE(answer.why.ends_with(row.why)) << answer.why;
    EXPECT_EQ(answer.reply.kind, ModelReply::Kind::cut);
  }
}

// [DONE] is the end of the reply, even if the server leaves its connection open.
TEST(ModelClient, NeedsNoEndOfTheTransportBehindDone) {
  const RawServer server([&](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
        "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n");
    conversation.wait_for_client_to_go();
  });
  ModelClient client;
  ModelServer target = at(server);
  target.idle_ms = 60;  // less than what it would wait otherwise
  const ModelAnswer answer = client.ask(target, request());
  EXPECT_EQ(transport_name(answer.transport), "whole");
  EXPECT_EQ(story_token(answer.reply), "\"Hi\"");
}

TEST(ModelClient, StopCutsARunningRequestAndAllLaterOnes) {
  for (const std::string& before : {std::string(), std::string("HTTP/1.1 200 OK\r\n\r\nda")}) {
    std::promise<void> asked;
    const RawServer server([&](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(before);
      asked.set_value();
      conversation.wait_for_client_to_go();
    });
    ModelClient client;
    std::thread stopper([&] {
      asked.get_future().wait();
      client.stop();
    });
    EXPECT_EQ(transport_name(client.ask(at(server), request()).transport), "stopped");
    stopper.join();
    EXPECT_EQ(transport_name(client.ask(at(server), request()).transport), "stopped");
    EXPECT_EQ(client.list_models(at(server)).error().message, "stopped");
  }
}

TEST(ModelClient, GoesOnAfterAStopThatWasNotTheEnd) {
  const RawServer server([](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send(http("200 OK", R"({"data":[{"id":"a"}]})"));
  });
  ModelClient client;
  client.stop();
  EXPECT_EQ(client.list_models(at(server)).error().message, "stopped");
  client.go_on();
  const auto models = client.list_models(at(server));
  ASSERT_TRUE(models.ok()) << models.error().message;
  EXPECT_EQ(models.value(), std::vector<std::string>{"a"});
}

TEST(ModelClient, ListsTheModels) {
  const std::pair<std::string, std::string> cases[] = {
      {http("200 OK", R"({"data":[{"id":"a"},{"id":"b"}]})"), "a b "},
      {http("200 OK", R"({"object":"list","data":null})"), ""},
      {http("404 Not Found", "{}"), "the server answered 404"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "the connection broke"},
  };
  for (const auto& [bytes, expected] : cases) {
    std::string seen;
    const RawServer server([&, &answer = bytes](Conversation& conversation, int) {
      seen = conversation.read_request();
      conversation.send(answer);
    });
    ModelClient client;
    const auto models = client.list_models(at(server));
    std::string list = models.ok() ? "" : models.error().message;
    if (models.ok())
      for (const std::string& model : models.value()) list += model + " ";
    EXPECT_EQ(list, expected);
    EXPECT_TRUE(seen.starts_with("GET /v1/models HTTP/1.1\r\n")) << seen;
  }
}
}  // namespace franz
