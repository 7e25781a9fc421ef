#include "tests/proxy/offline/verify/made_run.h"
#include <gtest/gtest.h>
#include <filesystem>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/derived_files_app.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"
#include "common/wire/api/chat_request.h"
#include "proxy/offline/verify/verify_run_app.h"
#include "tests/support/chat_messages.h"
#include "tests/support/compressed.h"
#include "tests/support/dialogue_memory.h"

namespace franz::proxy {
static constexpr const char* kMadeRun = "5f0c";

std::string reply_text(int turn, int attempt) {
  return "reply \\u00e9 " + std::to_string(turn) + (attempt == 1 ? "" : " again");
}

std::string request_id(int turn, int attempt) {
  return "00000000" + padded(turn, 4) + padded(attempt, 4);
}

// Enough of a PNG to read its size.
static std::string picture_of(const std::string& text) {
  using namespace std::string_literals;
  return "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20"s + text;
}

static std::string feedback_of(int turn) {
  return "OK " + std::string(static_cast<std::size_t>(turn), '.');
}

static ObserveOptions options_of(Witness witness) {
  ObserveOptions options;
  options.run = kMadeRun;
  options.witness = witness;
  return options;
}

MadeRun::MadeRun(std::string folder, const Memory* memory, Witness witness)
    : folder_(std::move(folder)),
      memory_(memory),
      witness_(witness),
      observe_(Observe(options_of(witness), KnownAttempts(memory))) {
  EXPECT_TRUE(remove_folder(folder_).ok());
  EXPECT_TRUE(make_folders(folder_).ok());
  BeginEntry begin;
  begin.run = kMadeRun;
  begin.name = "run_1";
  begin.version = "of a test";
  begin.profile = "franz";
  begin.in_force.settings = R"({"agent.memory":)" + quote_json(memory->name) + "}";
  add(begin);
  add(SystemEntry{{1, sha256_hex("draw"), "start"}});
}

MadeRun& MadeRun::add(RunEntry entry,
                      const std::vector<std::pair<std::string, std::string>>& files) {
  for (const auto& [name, bytes] : files) {
    const std::string path = join_path(folder_, name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    EXPECT_TRUE(replace_file(path, bytes, Durability::buffered).ok()) << name;
  }
  const std::string line = chain_.line("2026-01-31T12:00:00.000Z", std::move(entry));
  chain_.take(line);
  story_.take(parse_run_line(line).value());
  EXPECT_TRUE(append_file(join_path(folder_, kRunLog), line + "\n").ok());
  if (std::holds_alternative<LostEntry>(parse_run_line(line).value().entry)) start_again();
  return *this;
}

// As a recorder does when it resumes the run.
void MadeRun::start_again() {
  const Result<RunDir> dir = RunDir::open(folder_);
  KnownAttempts known(memory_);
  for (const auto& [turn, attempts] : story_.turns()) {
    for (const LoggedAttempt& each : attempts) {
      if (!each.lost) {
        known.add(read_turn_record(dir.value(), turn, each.attempt).value(), each.delivered,
                  each.usable);
      } else if (each.has_reply) {
        known.add_lost(turn, each.attempt, each.request,
                       read_lost_step(dir.value(), turn, each.attempt).value());
      } else {
        known.add_lost(turn, each.attempt, each.request, std::nullopt);
      }
    }
  }
  observe_.emplace(options_of(witness_), std::move(known));
}

void MadeRun::write(const std::vector<Observed>& observed) {
  for (const Observed& each : observed) {
    const auto* const made = std::get_if<EntryMade>(&each);
    if (made == nullptr) continue;
    std::vector<std::pair<std::string, std::string>> files;
    for (const MadeFile& file : made->files) files.emplace_back(file.name, *file.bytes);
    add(made->entry, files);
  }
}

void MadeRun::say_acted(const MadeAttempt& attempt) {
  LoopEvent event;
  event.turn = attempt.turn;
  event.kind = LoopEvent::Kind::turn_started;
  event.executor_in = R"({"turn":)" + std::to_string(attempt.turn) + "}";
  write(observe_->loop(event, 1000));
  event.kind = LoopEvent::Kind::turn_acted;
  event.executor_out =
      R"({"feedback":)" + quote_json(feedback_of(attempt.turn)) + R"(,"renderer":1})";
  event.note = attempt.note;
  event.memory.emplace();
  event.memory->name = memory_->name;
  write(observe_->loop(event, 1100));
}

MadeRun& MadeRun::attempt(const MadeAttempt& attempt) {
  const int turn = attempt.turn, after = std::max(attempt.after, 1);
  if (acted_ != turn) say_acted(attempt);
  acted_ = turn;
  std::vector<Step> steps;
  for (int each = 1; each < turn; ++each) {
    Step step{each, {"\"" + reply_text(each) + "\"", {}}, "[]", {}, feedback_of(each)};
    if (each == turn - 1)
      step.reply.text = "\"" + attempt.story.value_or(reply_text(each, after)) + "\"";
    keep_step(steps, std::move(step), memory_->need);
  }
  Now now;
  now.system = "draw";
  now.feedback = feedback_of(turn);
  now.note = attempt.note;
  now.picture = PictureRef{base64_encode(picture_of(attempt.picture))};
  RequestParameters parameters;
  parameters.model = "test";
  const std::string body = body_of(parameters, memory_->messages(steps, now, {}));
  const FranzTurn id{kMadeRun, turn, request_id(turn, attempt.attempt),
                     attempt.after_id.value_or(turn == 1 ? "" : request_id(turn - 1, after))};
  const std::string request =
      "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nX-Franz-Turn: " + to_string(id) +
      "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  std::string answer =
      R"({"choices":[{"message":{"content":")" + reply_text(turn, attempt.attempt) +
      R"("},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":7,)" +
      R"("total_tokens":12}})";
  if (attempt.gzip) answer = compressed(answer);
  std::string reply = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" +
                      std::string(attempt.gzip ? "Content-Encoding: gzip\r\n" : "") +
                      "Content-Length: " + std::to_string(answer.size()) + "\r\n\r\n" + answer;
  if (attempt.cut) reply.resize(reply.size() - 10);
  ++connections_;
  const auto pass = [&](ConnectionEvent::Kind kind, const std::string& bytes) {
    ConnectionEvent event;
    event.id = connections_;
    event.kind = kind;
    event.bytes = bytes;
    event.time_ms = 1000.0 * static_cast<double>(connections_);
    for (HttpEvent& each : observer_.observe(event)) {
      if (auto* begun = std::get_if<ResponseStarted>(&each); begun && attempt.undecoded)
        begun->headers.clear();
      if (auto* ended = std::get_if<HttpExchange>(&each); ended && attempt.undecoded)
        ended->response.problem = "compressed: gzip";
      write(observe_->http(each));
    }
  };
  pass(ConnectionEvent::Kind::opened, "");
  pass(ConnectionEvent::Kind::client_bytes, request);
  pass(ConnectionEvent::Kind::server_bytes, reply);
  pass(ConnectionEvent::Kind::closed, attempt.cut ? "reset" : "");
  return *this;
}

MadeRun& MadeRun::turns(int first, int last) {
  for (int turn = first; turn <= last; ++turn) {
    MadeAttempt one;
    one.turn = turn;
    one.picture = std::to_string(turn);
    attempt(one);
  }
  return *this;
}

MadeRun& MadeRun::end() {
  const Result<RunDir> dir = RunDir::open(folder_);
  auto files = write_derived_files(dir.value(), story_, [] {});
  EXPECT_TRUE(files.ok());
  return add(EndEntry{Finish{FinishReason::turns, "enough"}, std::move(files).value()});
}

std::vector<std::string> found_in(const std::string& folder) {
  VerifyRunOptions options;
  options.folder = folder;
  options.draw = false;
  options.find = find_dialogue;
  const Result<VerifiedRun> verified = verify_run(options);
  if (!verified.ok()) return {"failure: " + verified.error().message};
  std::vector<std::string> found;
  for (const Finding& each : verified.value().findings.bad())
    found.push_back(std::string(finding_code_name(each.code)) + ": " + to_line(each));
  for (const Findings::Unchecked& each : verified.value().findings.unchecked())
    found.push_back("(" + std::string(finding_code_name(each.code)) + "): " + to_line(each));
  return found;
}
}  // namespace franz::proxy
