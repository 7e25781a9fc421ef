#include "tests/proxy/offline/verify/recorded_turns.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/run/recorded_step.h"
#include "common/wire/api/chat_request.h"
#include "common/wire/executor_messages.h"
#include "proxy/record/turn_log.h"
#include "common/http/http_observer.h"
#include "tests/support/chat_messages.h"
#include "tests/support/dialogue_memory.h"

namespace franz::proxy {
std::string reply_text(int turn) { return "reply \\u00e9 " + std::to_string(turn); }

std::string picture_of(int number) {
  using namespace std::string_literals;
  return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20"s + std::to_string(number);
}

static std::string feedback_of(int turn) {
  return "OK " + std::string(static_cast<std::size_t>(turn), '.');
}

static ReplyCall call_of(int turn) {
  const std::string number = std::to_string(turn);
  return {"\"call_" + number + "\"", "\"drag\"", "\"{\\\"x\\\":\\u003" + number + "}\""};
}

static Answer answer_to(int turn) {
  return {call_of(turn).id, "\"done " + std::to_string(turn) + "\"", false};
}

static std::string request_of(const std::vector<Message>& messages, const std::string& header) {
  RequestParameters parameters;
  parameters.model = "test";
  const std::string body = body_of(parameters, messages);
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n" +
         (header.empty() ? "" : header + "\r\n") +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// As it passes through the relay. `header`: a whole header line, or empty. `picture`: a PNG; empty:
// none.
static std::string request_bytes(const Memory& memory, int turn, const std::string& feedback,
                                 const std::string& header, const std::string& picture,
                                 bool calls = false, std::string (*text)(int turn) = reply_text) {
  std::vector<Step> steps;
  for (int each = 1; each < turn; ++each) {
    Step step{each, {"\"" + text(each) + "\"", {}}, "[]", {}, feedback_of(each)};
    if (!picture.empty()) step.picture = PictureRef{base64_encode(picture_of(each))};
    if (calls) step.reply.calls = {call_of(each)};
    if (calls && each > 1) step.answers = {answer_to(each - 1)};
    keep_step(steps, std::move(step), memory.need);
  }
  Now now;
  if (calls && turn > 1) now.answers = {answer_to(turn - 1)};
  now.system = "draw";
  now.feedback = feedback;
  if (!picture.empty()) now.picture = PictureRef{base64_encode(picture)};
  return request_of(memory.messages(steps, now, {}), header);
}

static std::string reply_bytes(const std::string& content, const std::vector<ReplyCall>& calls) {
  std::string members;
  for (const ReplyCall& call : calls)
    members += (members.empty() ? R"(,"tool_calls":[{"id":)" : R"(},{"id":)") + call.id +
               R"(,"function":{"name":)" + call.name + R"(,"arguments":)" + call.arguments + "}";
  if (!members.empty()) members += "}]";
  const std::string body =
      R"({"choices":[{"message":{"content":")" + content + "\"" + members +
      R"(},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}})";
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string reply_bytes(const std::string& content) { return reply_bytes(content, {}); }

// Told as the relay tells of it; the files that come of it are put in their places.
static void pass(TurnLog& log, HttpObserver& observer, std::uint64_t id, const std::string& request,
                 const std::string& reply, double time_ms, RecordedTurn& files) {
  const auto tell = [&](ConnectionEvent::Kind kind, const std::string& bytes) {
    ConnectionEvent event;
    event.id = id;
    event.kind = kind;
    event.bytes = bytes;
    event.time_ms = time_ms;
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

static void tell_acted(TurnLog& log, const Step& step, const Memory& memory,
                       const MemoryOptions& options = {}) {
  LoopEvent event;
  event.turn = step.turn;
  event.kind = LoopEvent::Kind::turn_started;
  event.executor_in = R"({"turn":)" + std::to_string(step.turn) + "}";
  static_cast<void>(log.loop(event, 0));
  event.kind = LoopEvent::Kind::turn_acted;
  const std::string answers =
      step.answers.empty() ? "" : R"(,"answers":)" + answers_json(step.answers);
  event.executor_out =
      R"({"feedback":)" + quote_json(step.feedback) + answers + R"(,"renderer":1})";
  event.memory.emplace();
  event.memory->name = memory.name;
  event.memory->options = options;
  static_cast<void>(log.loop(event, 0));
}

// What the turn tells, without its reply and picture.
static Step told_by(int turn, bool calls = false) {
  Step step{turn, {}, "[]", {}, feedback_of(turn)};
  if (calls && turn > 1) step.answers = {answer_to(turn - 1)};
  return step;
}

static std::string id_line(int turn, std::size_t attempt) {
  return "X-Franz-Turn: " + std::string(kTestRun) + "/" + std::to_string(turn) + "/" +
         std::to_string(attempt);
}

RecordedTurns record_turns(int count, bool launch, const Memory* memory, bool calls,
                           std::string (*text)(int turn)) {
  TurnLogOptions options;
  options.run = kTestRun;
  options.launch = launch;
  options.memory = memory;
  TurnLog log(options, {});
  HttpObserver observer;
  RecordedTurns run;
  for (int turn = 1; turn <= count; ++turn) {
    RecordedTurn files;
    files.turn = turn;
    files.last = turn == count;
    if (launch) tell_acted(log, told_by(turn, calls), *memory);
    const std::string request =
        request_bytes(*memory, turn, feedback_of(turn), launch ? id_line(turn, 1) : "",
                      picture_of(turn), calls, text);
    const std::vector<ReplyCall> called = {call_of(turn)};
    const std::string reply = reply_bytes(text(turn), calls ? called : std::vector<ReplyCall>());
    pass(log, observer, static_cast<std::uint64_t>(turn), request, reply, 1000.0 * turn, files);
    files.attempts.push_back({1, request, reply});
    EXPECT_TRUE(files.record && files.picture) << turn;
    run.turns.push_back(std::move(files));
  }
  return run;
}

RecordedTurn record_attempts(int turn,
                             const std::vector<std::pair<std::string, std::string>>& attempts,
                             double time_ms) {
  TurnLogOptions options;
  options.run = kTestRun;
  KnownTurns known;
  known.last = turn - 1;
  known.replies[turn - 1] = Reply{"\"" + reply_text(turn - 1) + "\"", {}};
  TurnLog log(options, std::move(known));
  HttpObserver observer;
  RecordedTurn files;
  files.turn = turn;
  tell_acted(log, told_by(turn), *options.memory);
  for (const auto& [picture, content] : attempts) {
    const std::size_t attempt = files.attempts.size() + 1;
    const std::string request =
        request_bytes(*options.memory, turn, feedback_of(turn), id_line(turn, attempt), picture);
    const std::string reply = reply_bytes(content);
    pass(log, observer, attempt, request, reply, time_ms, files);
    files.attempts.push_back({static_cast<int>(attempt), request, reply});
  }
  return files;
}

// The turns after `steps` up to `last`, which `made_again` tells from those that were made first.
static void record_steps(RecordedTurns& run, std::vector<Step>& steps, int last,
                         const Memory& memory, KnownTurns known, bool made_again,
                         const TwiceMade& made) {
  constexpr int kOtherPictures = 100;
  const MemoryOptions kept{3, 0};
  const std::size_t attempt = made_again ? 2 : 1;
  TurnLogOptions options;
  options.run = kTestRun;
  options.memory = &memory;
  TurnLog log(options, std::move(known));
  HttpObserver observer;
  for (int turn = static_cast<int>(steps.size()) + 1; turn <= last; ++turn) {
    Step step;
    step.turn = turn;
    if (made_again || !made.silent)
      step.feedback = (made_again ? "AGAIN " : "OK ") + std::to_string(turn);
    if (!steps.empty() && !steps.back().reply.calls.empty()) step.answers = {answer_to(turn - 1)};
    const std::string picture = picture_of(turn + (made_again ? kOtherPictures : 0));
    const std::string text =
        made_again ? "again " + std::to_string(turn) : reply_text(turn) + made.end;
    if (made_again || turn != made.blind) step.picture = PictureRef{base64_encode(picture)};
    Now now;
    now.system = "draw";
    now.feedback = step.feedback;
    now.answers = step.answers;
    now.picture = step.picture;
    tell_acted(log, step, memory, kept);
    step.reply.text = "\"" + text + "\"";
    if (made_again && made.calls_again) step.reply.calls = {call_of(turn)};
    const std::string request =
        request_of(memory.messages(steps, now, kept), id_line(turn, attempt));
    const std::string reply = reply_bytes(text, step.reply.calls);
    RecordedTurn& files = run.turn(turn);
    pass(log, observer, static_cast<std::uint64_t>(turn), request, reply,
         1'000'000 + 1000.0 * turn + (made_again ? (made.clock_back ? -500'000 : 100'000) : 0),
         files);
    files.attempts.push_back({static_cast<int>(attempt), request, reply});
    steps.push_back(std::move(step));
  }
}

RecordedTurns record_turns_again(int count, int state, int last, const Memory& memory,
                                 const TwiceMade& made) {
  RecordedTurns run;
  for (int turn = 1; turn <= std::max(count, last); ++turn) run.turns.emplace_back().turn = turn;
  run.turns.back().last = true;
  std::vector<Step> steps;
  record_steps(run, steps, count, memory, {}, false, made);
  KnownTurns known;
  known.last = count;
  for (const RecordedTurn& files : run.turns) {
    if (files.turn > count) break;
    const TurnRecord record = parse_turn_record(*files.record).value();
    known.attempts[files.turn] = 1;
    known.replies[files.turn] = Reply{record.response->text, record.response->calls};
    known.steps.set_reply(files.turn, known.replies[files.turn]);
    EXPECT_TRUE(keep_recorded(record, known.steps).ok());
  }
  steps.resize(static_cast<std::size_t>(state));
  record_steps(run, steps, last, memory, std::move(known), true, made);
  for (const RecordedTurn& files : run.turns)
    EXPECT_NE(files.record->find(files.turn == 1 ? R"("verdict":"first")" : R"("verdict":"ok")"),
              std::string::npos)
        << memory.name << ": " << *files.record;
  return run;
}

CheckedTurn check_next(TurnCheck& check, const RecordedTurn& turn) {
  std::size_t next = 0;
  return check.next(turn, [&]() -> std::optional<StoredAttempt> {
    if (next == turn.attempts.size()) return std::nullopt;
    return turn.attempts[next++];
  });
}

RunFile about_recorded_turns() {
  RunFile about;
  about.run = kTestRun;
  about.told_from = 1;
  about.add_system_change("1970-01-01T00:00:00.000Z", {1, sha256_hex("draw"), "start"});
  return about;
}

std::vector<std::string> found_in(const RecordedTurns& run, const RunFile& about) {
  TurnCheck check(about, find_dialogue);
  std::vector<std::string> lines;
  for (const RecordedTurn& turn : run.turns)
    for (const Finding& finding : check_next(check, turn).findings)
      lines.push_back((finding.kind == Finding::Kind::bad ? "" : "note: ") + to_line(finding));
  return lines;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}
}  // namespace franz::proxy
