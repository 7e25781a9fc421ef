// The real client against servers that misbehave. Every limit that must not apply is so long that
// its test would fail by ctest's deadline.
#include <gtest/gtest.h>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include "common/net/model_client.h"
#include "tests/support/raw_server.h"

namespace franz {
namespace {
using Transport = ModelAnswer::Transport;

const std::string kReply = R"({"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]})";
const std::string kWhole = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                           std::to_string(kReply.size()) + "\r\n\r\n" + kReply;
const std::string kChunked =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
const std::string kDone =
    "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\ndata: [DONE]\n\n";

std::string chunk(const std::string& data) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string size;
  for (std::size_t left = data.size(); left > 0; left /= 16)
    size.insert(size.begin(), kDigits[left % 16]);
  return size + "\r\n" + data + "\r\n";
}

std::string many(const std::string& piece) {
  std::string all;
  while (all.size() < 60'000) all += piece;
  return all;
}

ModelServer at(const RawServer& server) {
  ModelServer model;
  model.url = server.url();
  model.first_byte_ms = model.idle_ms = 600'000;
  return model;
}

ModelRequest request() {
  return {.body = R"({"messages":[]})", .franz_turn = FranzTurn{"run", 7, "", ""}};
}

std::string name(Transport transport) {
  static constexpr const char* kNames[] = {"whole",     "refused",     "unreachable", "no_tls",
                                           "no_answer", "went_silent", "broken",      "no_http",
                                           "not_sent",  "stopped"};
  return kNames[static_cast<int>(transport)];
}

// A host whose lookup lasts until the test ends it.
struct SlowNames {
  std::promise<void> asked, may_answer;
  std::shared_future<void> answering = may_answer.get_future().share();
  std::atomic<int> lookups = 0;

  static LookUpHost function(const std::shared_ptr<SlowNames>& self) {
    return [self](const std::string&) -> HostAddresses {
      if (++self->lookups == 1) self->asked.set_value();
      self->answering.wait();
      return std::vector<std::string>{"127.0.0.1"};
    };
  }
};
}  // namespace

TEST(HostileServer, WithoutAnEndIsLeftAtALimit) {
  // What the client may have read when it stops: its limit (of a head 1 MiB) and the contents of
  // the system's buffers on both sides.
  constexpr std::size_t kOfAHead = 24UL << 20U, kOfABody = 96UL << 20U;
  const struct {
    std::string begin, again, why;
    std::size_t most = kOfAHead;
  } cases[] = {
      {"HTTP/1.1 200 OK\r\n", many("X-A: " + std::string(60'000, '1') + "\r\n"),
       "a head over 1 MiB"},
      {"HTTP/1.1 200 OK\r\n", many("X-A: 1\r\n"), "sent invalid HTTP/1.1"},
      {"HTTP/1.1 200 ", many("O"), "a line over 64 KiB"},
      {"HTTP/1.1 200 " + std::string(100'000, 'O') + "\r\n", many("X-A: 1\r\n"),
       "a line over 64 KiB"},
      {"HTTP/1.1 200 OK\r\nX-A: ", many("1"), "a line over 64 KiB"},
      {kChunked + "1;", many("x"), "a line over 64 KiB"},
      {kChunked + "0000000000", many("0"), "a line over 64 KiB"},
      {kChunked + "0\r\n", many("X-A: 1\r\n"), "sent invalid HTTP/1.1"},
      {"", many("HTTP/1.1 100 Continue\r\n\r\n"),
       "sent more than 32 interim replies (status 1xx) and no final one"},
      {"", many("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
       "sent more than 32 interim replies (status 1xx) and no final one"},
      {kChunked, many(chunk(": still there\n\n")), "the answer is longer than 64 MiB", kOfABody},
      {"HTTP/1.1 200 OK\r\n\r\n", many(" "), "the answer is longer than 64 MiB", kOfABody},
  };
  for (const auto& row : cases) {
    std::size_t sent = 0;
    std::string why;
    {
      const RawServer server([&](Conversation& conversation, int) {
        conversation.read_request();
        conversation.send(row.begin);
        while (conversation.send(row.again)) sent += row.again.size();
      });
      ModelClient client;
      const ModelAnswer answer = client.ask(at(server), request());
      why = answer.reply.too_large ? answer.reply.error.text : answer.why;
      EXPECT_NE(answer.reply.kind, ModelReply::Kind::reply);
      if (!answer.reply.too_large) {
        EXPECT_EQ(name(answer.transport), "no_http") << row.why;
        EXPECT_TRUE(why.starts_with(server.url() + "/v1 ")) << why;
      }
    }
    EXPECT_NE(why.find(row.why), std::string::npos) << why << " for " << row.begin;
    EXPECT_LT(sent, row.most) << row.why;
  }
}

TEST(HostileServer, WhoseWordsCannotBeAReplyIsNamedAtOnce) {
  const std::pair<std::string, std::string> cases[] = {
      {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "invalid HTTP/1.1: upgraded"},
      {"HTTP/1.1 204 No Content\r\n\r\n", "answered with status 204, which has no content"},
      {"HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n",
       "answered with status 304, which has no content"},
      {"HTTP/1.1 200 OK\nContent-Length: 5\n\n", "ends its header lines in LF without CR"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 5\n", "a line that ends without CR"},
      {"<!doctype html>", "without a head, like HTTP/0.9"},
      {kReply, "without a head, like HTTP/0.9"},
      {std::string("\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80", 15), "speaks only HTTP/2"},
      {std::string("\x15\x03\x01\0\x02\x02\x46", 7), "speaks TLS"},
      {"SSH-2.0-OpenSSH_9.2p1", "which is not HTTP/1.1"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
       "Content-Length together with Transfer-Encoding"},
      {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "Content-Length"},
      {"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "Content-Length"},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "transfer coding"},
      {kChunked + "zz\r\n", "chunk size"},
      {kChunked + "2\r\nHi, and more", "chunk longer"},
  };
  for (const auto& [bytes, expected] : cases) {
    const RawServer server([&, &said = bytes](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(said);
      conversation.wait_for_client_to_go();  // and is silent: only the words themselves can tell
    });
    ModelClient client;
    const ModelAnswer answer = client.ask(at(server), request());
    EXPECT_EQ(name(answer.transport), "no_http") << bytes;
    EXPECT_TRUE(answer.why.starts_with(server.url() + "/v1 ")) << answer.why;
    EXPECT_NE(answer.why.find(expected), std::string::npos) << answer.why;
    EXPECT_NE(answer.reply.kind, ModelReply::Kind::reply);
  }
}

// httplib alone refuses most of these replies, or crashes on them.
TEST(OddServer, WhoseReplyIsSoundIsUnderstood) {
  const std::string length = "Content-Length: " + std::to_string(kReply.size()) + "\r\n";
  const std::string cases[] = {
      "HTTP/1.1 200 " + std::string(60'000, 'O') + "\r\n" + length + "\r\n" + kReply,
      "HTTP/1.1 200 OK\r\nX-A: " + std::string(60'000, '1') + "\r\n" + length + "\r\n" + kReply,
      "HTTP/1.1 200\r\n" + length + "\r\n" + kReply,
      "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n" + kReply,
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n" + length + "\r\n" + kReply,
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(kReply) +
          "0\r\nX-Trailer: 1\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + kWhole,
  };
  for (const std::string& bytes : cases) {
    const RawServer server([&](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(bytes);
    });
    ModelClient client;
    const ModelAnswer answer = client.ask(at(server), request());
    EXPECT_EQ(name(answer.transport) + " " + story_token(answer.reply), "whole \"Hi\"")
        << bytes.substr(0, 200);
  }
}

TEST(HostileServer, ThatIsSilentBehindAnInterimReplyIsNotWaitedForLonger) {
  for (const std::string& said :
       {std::string("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
        std::string("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n")}) {
    const RawServer server([&](Conversation& conversation, int number) {
      conversation.read_request();
      conversation.send(said);
      if (number == 1) conversation.send(kWhole);
      conversation.wait_for_client_to_go();
    });
    {
      ModelClient client;
      const ModelAnswer answer = client.ask(at(server), request());
      EXPECT_EQ(name(answer.transport) + " " + story_token(answer.reply), "whole \"Hi\"");
    }
    ModelClient client;
    ModelServer model = at(server);
    model.first_byte_ms = 60;
    EXPECT_EQ(name(client.ask(model, request()).transport), "no_answer");
  }
}

// Bytes of a head or of framing do not count as activity, and comments do not count as a reply.
TEST(HostileServer, ThatDripsWhatIsNoReplyMeetsTheDeadlines) {
  const struct {
    std::string begin, drip;
    int first_byte_ms, idle_ms;
    std::string transport;
  } cases[] = {
      {"HTTP/1.1 200 OK\r\n", "X-A: 1\r\n", 100, 600'000, "no_answer"},
      {"HTTP/1.1 200 OK\r\nX-A: ", "1", 100, 600'000, "no_answer"},
      {kChunked + "2;", "x", 100, 600'000, "no_answer"},
      {kChunked + chunk(": hello\n\n") + "2;", "x", 600'000, 100, "went_silent"},
      {kChunked + chunk(": hello\n\n") + "0\r\n", "X-A: 1\r\n", 600'000, 100, "went_silent"},
      {kChunked, chunk(": ping\n\n"), 100, 600'000, "no_answer"},
      {kChunked, chunk("\n"), 100, 600'000, "no_answer"},
      {kChunked + chunk(": a comment of one line"), chunk("x"), 100, 600'000, "no_answer"},
      {kChunked + chunk("data: {}\n\n"), chunk(": ping\n\n"), 600'000, 100, "went_silent"},
      {"HTTP/1.1 200 OK\r\n\r\n", " ", 100, 600'000, "no_answer"},
      {"HTTP/1.1 200 OK\r\n\r\n{", "\n", 600'000, 100, "went_silent"},
  };
  for (const auto& row : cases) {
    const RawServer server([&](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(row.begin);
      while (conversation.send(row.drip)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    });
    ModelClient client;
    ModelServer model = at(server);
    model.first_byte_ms = row.first_byte_ms;
    model.idle_ms = row.idle_ms;
    EXPECT_EQ(name(client.ask(model, request()).transport), row.transport) << row.begin;
  }
}

// As llama-server does while it reads a long prompt.
TEST(SlowServer, ThatKeepsTheConnectionAliveBeforeItsReplyIsWaitedFor) {
  const RawServer server([&](Conversation& conversation, int) {
    conversation.read_request();
    conversation.send(kChunked);
    for (int i = 0; i < 220; ++i) {
      conversation.send(chunk(": ping\n\n"));
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    conversation.send(chunk(kDone) + "0\r\n\r\n");
  });
  ModelClient client;
  ModelServer model = at(server);
  model.idle_ms =
      1000;  // shorter than all pings together, and far longer than the time between two
  const ModelAnswer answer = client.ask(model, request());
  EXPECT_EQ(name(answer.transport) + " " + story_token(answer.reply), "whole \"Hi\"");
}

TEST(HostileServer, ThatGoesOnBehindDoneIsLeft) {
  const std::pair<std::string, int> cases[] = {
      {chunk(": ping\n\n"), 5},        // ms between two
      {chunk(many(": ping\n\n")), 0},  // as fast as can be
      {"x", 5},                        // and no HTTP any more
  };
  for (const auto& [again, pause_ms] : cases) {
    const RawServer server([&, &bytes = again, ms = pause_ms](Conversation& conversation, int) {
      conversation.read_request();
      conversation.send(kChunked + chunk(kDone));
      while (conversation.send(bytes)) std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    });
    ModelClient client;
    ModelServer model = at(server);
    model.idle_ms = 200;  // shorter than its usual wait for the end
    const ModelAnswer answer = client.ask(model, request());
    EXPECT_EQ(name(answer.transport) + " " + story_token(answer.reply), "whole \"Hi\"");
  }
}

TEST(HostileServer, ThatSendsMoreThanItsReplyIsNotBelievedAtTheNextRequest) {
  const std::string evil =
      "{\"choices\":[{\"message\":{\"content\":\"Evil\"},"
      "\"finish_reason\":\"stop\"}]}";
  const std::string stray =
      "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(evil.size()) + "\r\n\r\n" + evil;
  for (const bool at_once : {true, false}) {
    std::promise<void> answered, strayed;
    int connections = 0;
    {
      const RawServer server([&](Conversation& conversation, int number) {
        connections = number;
        conversation.read_request();
        if (number > 1) {
          conversation.send(kWhole);
          return;
        }
        conversation.send(at_once ? kWhole + stray : kWhole);
        answered.get_future().wait();
        if (!at_once) conversation.send(stray);
        strayed.set_value();
        conversation.wait_for_client_to_go();
      });
      ModelClient client;
      EXPECT_EQ(story_token(client.ask(at(server), request()).reply), "\"Hi\"");
      answered.set_value();
      strayed.get_future().wait();
      EXPECT_EQ(story_token(client.ask(at(server), request()).reply), "\"Hi\"");
    }
    EXPECT_EQ(connections, 2);
  }
}

TEST(HostileServer, ThatAnswersBeforeTheWholeRequestIsHeard) {
  const std::string refusal = "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno";
  const RawServer server([&](Conversation& conversation, int) {
    conversation.send(refusal);
    conversation.wait_for_client_to_go();
  });
  ModelClient client;
  const ModelAnswer answer = client.ask(at(server), {std::string(32UL << 20U, ' ')});
  EXPECT_EQ(name(answer.transport) + " " + std::to_string(answer.status), "whole 413");
}

TEST(HostileServer, IsLeftAtOnceByAStopInEveryPhase) {
  const std::string slow_chunk = kChunked + chunk(": hello\n\n");
  // What is said before the stop; nothing of it: the request is still being written.
  for (const std::string& said :
       {std::string(), std::string("HTTP/1.1 200 O"), std::string("HTTP/1.1 200 OK\r\nX-A"),
        std::string("HTTP/1.1 103 Early Hints\r\n\r\n"), kChunked, kChunked + "5;ext",
        slow_chunk}) {
    ModelClient client;
    const RawServer server([&](Conversation& conversation, int) {
      if (!said.empty()) conversation.read_request();
      conversation.send(said);
      client.stop();
      conversation.wait_for_client_to_go();
    });
    const std::string body(said.empty() ? 32UL << 20U : 2, ' ');
    EXPECT_EQ(name(client.ask(at(server), {body}).transport), "stopped") << said;
    EXPECT_EQ(name(client.ask(at(server), request()).transport), "stopped") << said;
  }
}

TEST(SlowNameServer, HoldsNeitherAStopNorTheEndOfTheProgram) {
  const auto names = std::make_shared<SlowNames>();
  {
    ModelClient client(SlowNames::function(names));
    std::thread stopper([&] {
      names->asked.get_future().wait();
      client.stop();
    });
    ModelServer model;
    model.url = "http://model.test:9";
    EXPECT_EQ(name(client.ask(model, request()).transport), "stopped");
    stopper.join();
  }  // the lookup goes on, and is not waited for
  names->may_answer.set_value();
}
}  // namespace franz
