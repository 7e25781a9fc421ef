#include "tests/proxy/verify/recorded_turns.h"
#include <gtest/gtest.h>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/wire/chat_request.h"
#include "proxy/log/turn_log.h"
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
std::string reply_text(int turn) { return "reply \\u00e9 " + std::to_string(turn); }

// Enough of a PNG for its size to be read.
static std::string picture_of(int turn) {
  using namespace std::string_literals;
  return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20"s + std::to_string(turn);
}

std::string request_bytes(const std::string& story, const std::string& feedback,
                          const std::string& header) {
  ChatParameters parameters;
  parameters.model = "test";
  const int number = static_cast<int>(feedback.size());
  const std::string body = chat_request_body(
      parameters, {{"system", quote_json("draw"), "", false},
                   {"user", "\"" + story + "\"", "", true},
                   {"user", quote_json(feedback), base64_encode(picture_of(number)), true}});
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n" +
         (header.empty() ? "" : header + "\r\n") +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string reply_bytes(const std::string& content) {
  const std::string body =
      R"({"choices":[{"message":{"content":")" + content +
      R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}})";
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

// Told as the relay tells of it; the files that come of it are put in their places.
static void pass(TurnLog& log, HttpObserver& observer, std::uint64_t id, const std::string& request,
                 const std::string& reply, TurnFiles& files) {
  const auto tell = [&](ConnectionEvent::Kind kind, const std::string& bytes) {
    ConnectionEvent event;
    event.id = id;
    event.kind = kind;
    event.bytes = bytes;
    event.time_ms = 1000.0 * files.turn;
    for (const HttpEvent& each : observer.observe(event)) {
      for (const LogOutput& output : log.http(each)) {
        const auto* file = std::get_if<SaveFile>(&output);
        if (file == nullptr) continue;
        if (file->name == record_file(files.turn)) files.record = *file->bytes;
        if (file->name == picture_file(files.turn)) files.picture = *file->bytes;
      }
    }
  };
  tell(ConnectionEvent::Kind::opened, "");
  tell(ConnectionEvent::Kind::client_bytes, request);
  tell(ConnectionEvent::Kind::server_bytes, reply);
  tell(ConnectionEvent::Kind::closed, "");
}

RecordedTurns record_turns(int count, bool launch) {
  TurnLogOptions options;
  options.run = kTestRun;
  options.launch = launch;
  TurnLog log(options, {});
  HttpObserver observer;
  RecordedTurns run;
  for (int turn = 1; turn <= count; ++turn) {
    TurnFiles files;
    files.turn = turn;
    files.last = turn == count;
    const std::string feedback = "OK " + std::string(static_cast<std::size_t>(turn), '.');
    if (launch) {
      LoopEvent event;
      event.turn = turn;
      event.kind = LoopEvent::Kind::turn_started;
      event.executor_in = R"({"turn":)" + std::to_string(turn) + "}";
      static_cast<void>(log.loop(event, 0));
      event.kind = LoopEvent::Kind::turn_acted;
      event.executor_out = R"({"feedback":)" + quote_json(feedback) + R"(,"renderer":1})";
      static_cast<void>(log.loop(event, 0));
    }
    const std::string header =
        launch ? "X-Franz-Turn: " + std::string(kTestRun) + "/" + std::to_string(turn) + "/1" : "";
    const std::string request =
        request_bytes(turn == 1 ? "" : reply_text(turn - 1), feedback, header);
    const std::string reply = reply_bytes(reply_text(turn));
    pass(log, observer, static_cast<std::uint64_t>(turn), request, reply, files);
    files.attempts.push_back({1, request, reply});
    EXPECT_TRUE(files.record && files.picture) << turn;
    run.turns.push_back(std::move(files));
  }
  return run;
}

std::vector<std::string> found_in(const RecordedTurns& run, const std::vector<RunOrigin>& origins) {
  RunFile about;
  about.run = kTestRun;
  about.origins = origins;
  TurnCheck check(about);
  std::vector<std::string> lines;
  for (const TurnFiles& files : run.turns)
    for (const Finding& finding : check.next(files).findings)
      lines.push_back((finding.kind == Finding::Kind::note ? "note: " : "") + to_line(finding));
  return lines;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}
}  // namespace franz::proxy
