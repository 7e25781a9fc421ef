#include "orchestrator/turn_recorder.h"
#include <gtest/gtest.h>
#include "common/base/json.h"
#include "common/base/secrets.h"
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"

namespace franz::orchestrator {
namespace {
const std::string kKey = "sk-test-0123456789";

// What a run of requests and events leaves: a line for each job.
struct Recording {
  explicit Recording(KnownTurns known = {})
      : recorder(*find_memory("sst"), *find_api("chat"), std::move(known),
                 [this](std::string_view text) { return secrets.mask(text); }) {
    secrets.add(kKey);
  }

  void add(const std::vector<RecordJob>& jobs) {
    for (const RecordJob& job : jobs) {
      if (const auto* file = std::get_if<SaveFile>(&job)) {
        done.push_back(file->name);
        files[file->name] = *file->bytes;
      } else if (const auto* batch = std::get_if<SaveBatch>(&job)) {
        done.push_back("batch " + std::to_string(batch->first) + "-" + std::to_string(batch->last));
      } else if (const auto* finished = std::get_if<TurnsFinished>(&job)) {
        done.push_back("over " + std::to_string(finished->turn));
      } else if (const auto* reply = std::get_if<ReplyPassed>(&job)) {
        passed.push_back(std::to_string(reply->turn) + "/" + std::to_string(reply->attempt));
      }
    }
  }

  std::string request(int turn, const std::string& story) {
    Now now;
    now.system = "S";
    now.feedback = "F";
    RequestParameters parameters;
    parameters.model = "m";
    const std::vector<Message> messages =
        find_memory("sst")->messages(std::vector<Step>{{turn - 1, Reply{story, {}}}}, now, {});
    return "POST /v1/chat/completions HTTP/1.1\r\nAuthorization: Bearer " + kKey + "\r\n\r\n" +
           find_api("chat")->body(parameters, messages, "",
                                  [](const PictureRef&) { return std::string_view(); });
  }

  void started(int turn) {
    LoopEvent event;
    event.kind = LoopEvent::Kind::turn_started;
    event.turn = turn;
    event.executor_in = R"({"turn":7})";
    add(recorder.event(event, 1000));
    event.kind = LoopEvent::Kind::turn_acted;
    event.executor_out = R"({"feedback":"F"})";
    add(recorder.event(event, 1010));
  }
  void asked(int turn, const std::string& story, const std::string& reply) {
    add(recorder.sent(turn, request(turn, story), 1020));
    ModelAnswer answer;
    answer.status = reply.empty() ? 500 : 200;
    answer.total_ms = 80;
    if (!reply.empty()) {
      answer.reply.kind = ModelReply::Kind::reply;
      answer.reply.content = reply;
    }
    add(recorder.answered("HTTP/1.1 " + std::to_string(answer.status) + " X\r\n\r\n" + reply,
                          answer));
  }
  void finished(int turn) {
    LoopEvent event;
    event.kind = LoopEvent::Kind::turn_finished;
    event.turn = turn;
    add(recorder.event(event, 1100));
  }
  void turn(int number, const std::string& story = "\"\"", const std::string& reply = "more") {
    started(number);
    asked(number, story, reply);
    finished(number);
  }

  Secrets secrets;
  TurnRecorder recorder;
  std::vector<std::string> done, passed;
  std::map<std::string, std::string> files;
};
using Lines = std::vector<std::string>;
}  // namespace

TEST(TurnRecorder, RecordsATurnWhenItIsOver) {
  Recording run;
  run.started(1);
  run.asked(1, "\"\"", R"(I \/ see)");
  EXPECT_EQ(run.done, (Lines{"exchange/000/0001-1.request", "exchange/000/0001-1.response"}));
  run.finished(1);
  ASSERT_EQ(run.done.back(), "turn_0001.json");
  const Result<TurnRecord> read = parse_turn_record(run.files["turn_0001.json"]);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const TurnRecord& record = read.value();
  EXPECT_EQ(record.verdict, "unwitnessed");
  EXPECT_EQ(record.story, "\"\"");
  EXPECT_EQ(record.feedback, "\"F\"");
  EXPECT_EQ(record.response->text, R"("I \/ see")");
  EXPECT_EQ(record.model, "m");
  EXPECT_EQ(record.executor_ms, 10);
  EXPECT_EQ(record.model_ms, 80);
  EXPECT_EQ(record.turn_ms, 100);
}

TEST(TurnRecorder, RecordsTheTurnThatTheRunFinishedWith) {
  Recording run;
  run.turn(1);
  run.started(2);
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_closed;
  event.turn = 2;
  event.finish = Finish{FinishReason::limit, "1 turn is made"};
  run.add(run.recorder.event(event, 1100));
  ASSERT_EQ(run.done.back(), "turn_0002.json");
  const Result<TurnRecord> read = parse_turn_record(run.files["turn_0002.json"]);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().finish, event.finish);
  EXPECT_EQ(read.value().feedback, "\"F\"");
  EXPECT_EQ(read.value().executor_ms, 10);
}

TEST(TurnRecorder, CountsAttemptsOnAndRecordsTheOneWithAReply) {
  KnownTurns known;
  known.last = 7;
  known.attempts[8] = 2;
  Recording run(std::move(known));
  run.started(8);
  run.asked(8, R"("seven")", "");
  run.asked(8, R"("seven")", "eight");
  run.finished(8);
  EXPECT_EQ(run.done, (Lines{"over 7", "exchange/000/0008-3.request",
                             "exchange/000/0008-3.response", "exchange/000/0008-4.request",
                             "exchange/000/0008-4.response", "turn_0008.json"}));
  const Result<TurnRecord> record = parse_turn_record(run.files["turn_0008.json"]);
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record.value().attempt, 4);
  EXPECT_EQ(run.passed, Lines{"8/4"});
  EXPECT_EQ(record.value().story, R"("seven")");
}

TEST(TurnRecorder, RecordsNoTurnWithoutAReply) {
  Recording run;
  run.started(1);
  run.asked(1, "\"\"", "");
  run.finished(1);
  EXPECT_EQ(run.files.count("turn_0001.json"), 0U);
}

TEST(TurnRecorder, TakesARequestOnAnotherConnectionForTheSame) {
  Recording run;
  run.started(1);
  run.add(run.recorder.sent(1, run.request(1, "\"\""), 1020));
  run.asked(1, "\"\"", "one");
  EXPECT_EQ(run.done, (Lines{"exchange/000/0001-1.request", "exchange/000/0001-1.response"}));
}

TEST(TurnRecorder, MasksKeysInHeadsAndBodies) {
  Recording run;
  run.turn(1, "\"\"", "your key is " + kKey);
  EXPECT_NE(run.files["exchange/000/0001-1.request"].find("Authorization: ****\r\n"),
            std::string::npos);
  for (const auto& [name, bytes] : run.files)
    EXPECT_EQ(bytes.find(kKey), std::string::npos) << name;
}

// Who verifies or resumes a run reads no longer file.
TEST(TurnRecorder, KeepsTheHeadOfARequestThatIsTooLargeToBeReadAgain) {
  const auto sent = [](Recording& run, std::size_t bytes) {
    std::string request = run.request(1, "\"\"");
    request.insert(request.size() - 1, bytes - request.size(), ' ');  // blanks in its last object
    run.started(1);
    run.add(run.recorder.sent(1, request, 1020));
    run.asked(1, "\"\"", "one");
    run.finished(1);
    return request.size() - request.find("\r\n\r\n") - 4;
  };
  const std::string file = "exchange/000/0001-1.request";
  const auto record_in = [](Recording& run) {
    return parse_turn_record(run.files["turn_0001.json"]).value();
  };
  Recording kept;
  sent(kept, kMaxMessage - 100);
  EXPECT_GT(kept.files[file].size(), kMaxMessage - 200);
  EXPECT_EQ(record_in(kept).story, "\"\"");
  Recording cut;
  const std::size_t body = sent(cut, kMaxMessage + 100);
  EXPECT_EQ(cut.files[file], "POST /v1/chat/completions HTTP/1.1\r\nAuthorization: ****\r\n\r\n");
  const TurnRecord record = record_in(cut);
  EXPECT_EQ(record.story, "null");
  EXPECT_EQ(record.feedback, "null");
  EXPECT_EQ(record.messages, 0U);
  EXPECT_EQ(record.request_bytes, body);
  EXPECT_EQ(record.response->text, R"("one")");
}

TEST(TurnRecorder, JoinsFifteenTurnsAndWhatIsLeftAtTheEnd) {
  Recording run;
  for (int turn = 1; turn <= 17; ++turn) run.turn(turn);
  run.add(run.recorder.finish());
  Lines batches;
  for (const std::string& line : run.done)
    if (line.starts_with("batch")) batches.push_back(line);
  EXPECT_EQ(batches, (Lines{"batch 1-15", "batch 16-17"}));
}

// A run goes on from a state that is older than its records, as after a full disk.
TEST(TurnRecorder, JoinsTurnsThatAreMadeAgainAnew) {
  KnownTurns known;
  known.last = 20;
  Recording run(known);
  for (const int turn : {14, 15, 16}) run.turn(turn);
  Lines written;
  for (const std::string& line : run.done)
    if (!line.starts_with("exchange")) written.push_back(line);
  EXPECT_EQ(written, (Lines{"over 13", "turn_0014.json", "batch 1-15", "over 14", "turn_0015.json",
                            "batch 1-15", "over 15", "turn_0016.json"}));
}
}  // namespace franz::orchestrator
