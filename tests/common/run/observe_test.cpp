#include "proxy/record/turn_log.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz {
namespace {
TEST(TurnLog, RecordsATurnWithEverythingThatBelongsToIt) {
  Talk talk;
  const std::string body = request_body(R"("")", R"("F\nOPERATOR: hi")");
  talk.started(1);
  talk.acted(1, "hi");
  talk.request(1, FranzTurn{"RUN", 1, 1}, body);
  talk.answer(1, reply_body(R"("a\/\ud800")"));
  EXPECT_EQ(talk.said(), (Lines{"save exchange/000/0001-1.request", "opened 1/1",
                                "save exchange/000/0001-1.response", "save turn_0001.png",
                                "save turn_0001.json", "recorded 1/1 first"}));
  EXPECT_EQ(
      talk.file("turn_0001.json"),
      R"({"protocol":"franz.turn.v2","turn":1,"attempt":1,"time":"1970-01-01T00:00:01.000Z",)"
      R"("sst":{"text":"","verdict":"first","detail":null},"feedback":"F","note":"hi","memory":null,)"
      R"("executor":{"in":{"turn":1},"out":{"items":[{"call":"drag","outcome":"done"}],)"
      R"("renderer":1}},)"
      R"("degraded":[],"response":{"text":"a\/\ud800","calls":[],"reasoning":null,"finish_reason":"stop",)"
      R"("status":200,"usage":{"prompt_tokens":5,"completion_tokens":6,"total_tokens":11}},)"
      R"("request":{"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":3,)"
      R"("bytes":)" +
          std::to_string(body.size()) + R"(,"sha256":")" + sha256_hex(body) + R"("},)" +
          R"("latency_ms":{"executor":50,"first_byte":300,"model":400,"turn":500},)"
          R"("image":{"file":"turn_0001.png","bytes":24,"sha256":")" +
          sha256_hex(kPng) + R"(","width":512,"height":288},"renderer":1})");
  EXPECT_EQ(talk.file("turn_0001.png"), kPng);
  EXPECT_EQ(talk.file("exchange/000/0001-1.request"), "RAW REQUEST" + body);
  EXPECT_TRUE(talk.streams().empty());
}

TEST(TurnLog, KeepsThePictureThatTheOperatorDecidesBy) {
  Talk talk;
  LoopEvent event;
  event.kind = LoopEvent::Kind::approval;
  event.turn = event.plan.turn = 7;
  event.plan_sha256 = "5f";
  event.screenshot_b64 = base64_encode(kPng);
  talk.take(talk.log().loop(event, 0));
  EXPECT_EQ(talk.said(), (Lines{"save turn_0007_plan.png", "asked 7 5f"}));
  EXPECT_EQ(talk.file("turn_0007_plan.png"), kPng);
  event.screenshot_b64.clear();
  talk.take(talk.log().loop(event, 0));
  EXPECT_EQ(talk.said().back(), "asked 7 5f");
}

TEST(TurnLog, WaitsForWhatWasActedButNotForEver) {
  Talk talk;
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{});
  EXPECT_EQ(talk.log().due_ms(), 3400);
  talk.take(talk.log().tick(3399));
  EXPECT_EQ(talk.verdicts(), Lines{});
  talk.acted(1);
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  EXPECT_NE(talk.file("turn_0001.json").find(R"("call":"drag")"), std::string::npos);
  EXPECT_EQ(talk.log().due_ms(), std::nullopt);

  const std::vector<std::function<void()>> releases = {
      [&] { talk.take(talk.log().tick(3400)); },
      [&] { talk.take(talk.log().loop_ended()); },
      [&] { talk.take(talk.log().finish()); },
  };
  for (std::size_t i = 0; i < releases.size(); ++i) {
    const int turn = static_cast<int>(i) + 2;
    talk.request(10 + i, FranzTurn{"RUN", turn, 1}, request_body(R"("one")", R"("F")", false));
    talk.answer(10 + i, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{}) << i;
    releases[i]();
    EXPECT_EQ(talk.verdicts(), Lines{std::to_string(turn) + "/1 ok"}) << i;
  }
}

// The reply of a killed loop may end when the next one has made an earlier turn again.
TEST(TurnLog, HoldsARequestAgainstWhatWasKnownWhenItsLoopEnded) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.turn(2, R"("one")", R"("two")");
  talk.started(3);
  talk.acted(3);
  talk.request(1, FranzTurn{"RUN", 3, 1}, request_body(R"("two")", R"("F")", false));
  talk.request(2, FranzTurn{"RUN", 3, 1}, request_body(R"("other")", R"("F")", false));
  talk.take(talk.log().loop_ended());
  talk.turn(2, R"("one")", R"("another")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok", "2/2 ok"}));
  talk.answer(1, reply_body(R"("three")"));
  talk.answer(2, reply_body(R"("three")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"3/1 ok", "3/2 violation"}));
}

// It may have been a request of the next loop's story by then.
TEST(TurnLog, DoesNotJudgeARequestThatIsReadWhenItsLoopHasEnded) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.turn(2, R"("one")", R"("two")");
  const std::string body = request_body(R"("two")", R"("F")", false);
  talk.ask(1, FranzTurn{"RUN", 3, 1});
  talk.take(talk.log().loop_ended());
  talk.turn(2, R"("one")", R"("another")");
  talk.bytes(1, MessagePiece::Side::request, "", body);
  talk.asked(1, body.size());
  talk.acted(3);
  talk.answer(1, reply_body(R"("three")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok", "2/2 ok", "3/1 unverifiable"}));
}

// A server that thinks for two at once may answer the attempt of a killed loop last. Nobody took
// that reply.
TEST(TurnLog, TakesNoReplyBehindThatToALaterAttempt) {
  const std::string body = request_body(R"("one")", R"("F")", false);
  for (const bool streamed : {true, false}) {
    Talk talk;
    talk.turn(1, R"("")", R"("one")");
    talk.started(2), talk.acted(2);
    talk.request(1, FranzTurn{"RUN", 2, 1}, body);
    talk.take(talk.log().loop_ended());
    talk.started(2), talk.acted(2);
    talk.request(2, FranzTurn{"RUN", 2, 2}, body);
    talk.answer(2, reply_body(R"("two")"));
    talk.finished(2);
    talk.started(3), talk.acted(3);
    talk.request(3, FranzTurn{"RUN", 3, 1}, request_body(R"("two")", R"("F")", false));
    talk.said();
    if (streamed) {
      talk.begin(1);
      talk.piece(1,
                 "data: {\"choices\":[{\"delta\":{\"content\":\"late\"},\"finish_reason\":"
                 "\"stop\"}]}\n\ndata: [DONE]\n\n");
      talk.end(1, "", 200, "", true, 1400);
    } else {
      talk.answer(1, reply_body(R"("late")"));
    }
    EXPECT_EQ(talk.said(),
              (Lines{"save exchange/000/0002-1.response",
                     "log turn 2, attempt 1: its reply came after that to a later attempt, and is "
                     "not the turn's"}));
    talk.answer(3, reply_body(R"("three")"));
    EXPECT_EQ(talk.verdicts(), Lines{"3/1 ok"});
    EXPECT_EQ(talk.passed(), "1/1 2/2 3/1");
  }
}

// Whatever the record waits for.
TEST(TurnLog, TellsAtOnceThatAReplyPassedAndOnlyOnce) {
  const std::string body = request_body(R"("")", R"("F")", false);
  Talk talk;
  talk.request(1, FranzTurn{"RUN", 1, 1}, body);
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.passed(), "1/1");
  EXPECT_EQ(talk.verdicts(), Lines{});
  talk.acted(1);
  EXPECT_EQ(talk.passed(), "");
  // No reply.
  talk.request(2, FranzTurn{"RUN", 2, 1}, body);
  talk.answer(2, R"({"error":{"message":"busy"}})", 503);
  talk.request(3, FranzTurn{"RUN", 2, 2}, body);
  talk.answer(3, reply_body(R"("two")"), 200, "the connection broke before the reply's end", false);
  EXPECT_EQ(talk.passed(), "");
  // One that cannot be read passed all the same.
  talk.request(4, FranzTurn{"RUN", 2, 3}, body);
  talk.answer(4, "\x1f\x8b", 200, "the reply is compressed (gzip)");
  EXPECT_EQ(talk.passed(), "2/3");
  // A client goes on when a stream's text is whole, whatever becomes of its connection.
  talk.request(5, FranzTurn{"RUN", 3, 1}, body);
  talk.begin(5);
  talk.piece(
      5,
      "data: {\"choices\":[{\"delta\":{\"content\":\"three\"},\"finish_reason\":\"stop\"}]}\n\n");
  EXPECT_EQ(talk.passed(), "");
  talk.piece(5, "data: [DONE]\n\n");
  EXPECT_EQ(talk.passed(), "3/1");
  talk.end(5, "", 200, "the connection broke before the reply's end", false, 1400);
  EXPECT_EQ(talk.passed(), "");
}

TEST(TurnLog, WaitsWhereTheRelayIsTurnsAheadOfWhatIsTold) {
  Talk talk;
  const auto exchange = [&talk](int turn, const char* story, const char* reply) {
    const auto number = static_cast<std::uint64_t>(turn);
    talk.request(number, FranzTurn{"RUN", turn, 1}, request_body(story, R"("F")", false));
    talk.answer(number, reply_body(reply));
  };
  exchange(1, R"("")", R"("one")");
  exchange(2, R"("one")", R"("two")");
  exchange(3, R"("two")", R"("three")");
  EXPECT_EQ(talk.verdicts(), Lines{});
  talk.acted(1);
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  talk.finished(1);
  talk.started(2);
  EXPECT_EQ(talk.verdicts(), Lines{});
  talk.acted(2);
  talk.started(3);
  talk.acted(3);
  EXPECT_EQ(talk.verdicts(), (Lines{"2/1 ok", "3/1 ok"}));
  for (const char* const name : {"turn_0001.json", "turn_0002.json", "turn_0003.json"})
    EXPECT_NE(talk.file(name).find(R"("call":"drag")"), std::string::npos) << name;

  // No more than have their replies remembered.
  exchange(4, R"("three")", R"("four")");
  exchange(5, R"("four")", R"("five")");
  exchange(6, R"("five")", R"("six")");
  EXPECT_EQ(talk.verdicts(), Lines{});
  exchange(7, R"("six")", R"("seven")");
  EXPECT_EQ(talk.verdicts(), Lines{"4/1 ok"});
  // A turn that is made is behind all those before it.
  talk.started(7);
  EXPECT_EQ(talk.verdicts(), (Lines{"5/1 ok", "6/1 ok"}));
}

TEST(TurnLog, LeavesForeignRequestsAlone) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.said();
  talk.request(1, std::nullopt, request_body(R"("x")", R"("F")"));
  talk.answer(1, reply_body(R"("foreign")"));
  talk.request(2, FranzTurn{"OTHER", 2, 1}, request_body(R"("x")", R"("F")"));
  talk.answer(2, reply_body(R"("foreign")"));
  EXPECT_EQ(talk.said(), Lines{"log foreign request: POST /v1/chat/completions: status 200"});
  talk.turn(2, R"("one")", R"("two")");
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

// Whatever id it has: a page can send every header but the ones that are about itself.
TEST(TurnLog, TakesNoPagesRequestForATurn) {
  for (const bool launch : {true, false}) {
    Talk talk(options_of(launch));
    talk.from_page = true;
    talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")"));
    talk.answer(1, reply_body(R"("foreign")"));
    talk.request(2, std::nullopt, request_body(R"("")", R"("F")"));
    talk.answer(2, reply_body(R"("foreign")"));
    EXPECT_EQ(talk.said(), Lines{"page foreign request: POST /v1/chat/completions: status 200 "
                                 "(asked by a web page: it has an Origin header)"});
    if (launch) continue;
    talk.from_page = false;  // and its run was not adopted
    talk.request(3, FranzTurn{"MINE", 1, 1}, request_body(R"("")", R"("F")", false));
    talk.answer(3, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  }
}

TEST(TurnLog, AdoptsTheFirstRunSeenWhenItLaunchedNone) {
  Talk talk(options_of(false));
  talk.request(1, FranzTurn{"MINE", 4, 1}, request_body(R"("x")", R"("F")", false));
  talk.answer(1, reply_body(R"("four")"));
  talk.request(2, FranzTurn{"RUN", 5, 1}, request_body(R"("x")", R"("F")", false));
  talk.answer(2, reply_body(R"("no")"));
  talk.request(3, FranzTurn{"MINE", 5, 1}, request_body(R"("four")", R"("F")", false));
  talk.answer(3, reply_body(R"("five")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"4/1 unverifiable", "5/1 ok"}));
}

// Only a turn's request says which run and which turn there is.
TEST(TurnLog, LearnsNoRunAndNoTurnFromRequestsThatAreNoChats) {
  Talk talk(options_of(false));
  talk.ask(1, FranzTurn{"OTHER", kMaxTurn, 1}, "/v1/embeddings");
  talk.ask(2, FranzTurn{"OTHER", kMaxTurn, 1}, "/v1/chat/completions/list");
  talk.ask(3, FranzTurn{"OTHER", kMaxTurn, 1}, "/v1/chat/completions", "GET");
  talk.turn(1, R"("")", R"("one")", "MINE");
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  // Nor from one that got no reply, whatever turn it says: the turns before it are not over.
  talk.request(4, FranzTurn{"MINE", kMaxTurn, 1}, request_body(R"("x")", R"("F")", false));
  talk.answer(4, R"({"error":"busy"})", 503);
  for (int turn = 2; turn <= 16; ++turn) talk.turn(turn, R"("one")", R"("one")", "MINE");
  talk.take(talk.log().finish());
  Lines batches;
  for (const std::string& line : talk.said()) {
    EXPECT_FALSE(line.starts_with("lost")) << line;
    if (line.starts_with("batch ")) batches.push_back(line);
    if (line.starts_with("finished ")) {
      EXPECT_LE(line.size(), std::string("finished 15").size()) << line;
    }
  }
  EXPECT_EQ(batches, (Lines{"batch turns_0001_0015.json", "batch turns_0016_0016.json"}));
}

// One that found no room is a turn all the same: the client got its reply, and goes on from it.
TEST(TurnLog, CountsATurnWhoseRequestFoundNoRoom) {
  TurnLogOptions options = options_of(false);
  options.held_bytes = 1000;
  Talk talk(options);
  const std::string long_feedback = "\"" + std::string(1000, 'f') + "\"";
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  talk.request(2, std::nullopt, request_body(R"("one")", long_feedback, false));
  talk.answer(2, reply_body(R"("two")"));
  talk.request(3, std::nullopt, request_body(R"("two")", R"("F")", false));
  talk.answer(3, reply_body(R"("three")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 unverifiable", "3/1 ok"}));
}

TEST(TurnLog, RecordsTheTurnThatTheRunFinishedWith) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.said();
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_acted;
  event.turn = 2;
  event.executor_out = R"({"feedback":"OK \"x\"","items":[],"renderer":1})";
  LoopEvent closed;
  closed.kind = LoopEvent::Kind::turn_closed;
  closed.turn = 2;
  closed.finish = Finish{FinishReason::done, "done: it is drawn"};
  closed.screenshot_b64 = base64_encode(kPng);
  std::string before;
  // Again, as after a crash: it is one turn, and nothing is lost.
  for (int time = 1; time <= 2; ++time) {
    talk.started(2, 2000);
    talk.take(talk.log().loop(event, 2010));
    talk.take(talk.log().loop(closed, 2020));
    EXPECT_EQ(talk.said(),
              (Lines{"save turn_0002.png", "save turn_0002.json", "recorded 2/1 not_applicable"}));
    EXPECT_EQ(talk.file("turn_0002.png"), kPng);
    const std::string& record = talk.file("turn_0002.json");
    if (time == 2) {
      EXPECT_EQ(record, before);
    }
    before = record;
  }
  const Result<TurnRecord> record = parse_turn_record(before);
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().finish, closed.finish);
  EXPECT_EQ(record.value().feedback, R"("OK \"x\"")");
  EXPECT_EQ(record.value().picture->file, "turn_0002.png");
  EXPECT_EQ(record.value().executor_ms, 10);
  talk.take(talk.log().finish());
  EXPECT_EQ(talk.said(), Lines{"batch turns_0001_0002.json"});
}

TEST(TurnLog, KeepsToolCallsAsTheyCame) {
  Talk talk;
  talk.started(1);
  talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.answer(1, R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"c\/1",)"
                 R"("function":{"name":"drag","arguments":"{\"x\": \ud83d}"}}]},)"
                 R"("finish_reason":"tool_calls"}]})");
  EXPECT_NE(talk.file("turn_0001.json")
                .find(R"("response":{"text":"","calls":[{"id":"c\/1","name":"drag",)"
                      R"("arguments":"{\"x\": \ud83d}"}],)"),
            std::string::npos)
      << talk.file("turn_0001.json");
}

// A server that calls each reply complete: the count of its tokens tells (why_it_ended()).
TEST(TurnLog, RecordsThatAReplyEndedAtItsLimit) {
  for (const auto& [tokens, reason] : {std::pair("64", "length"), std::pair("63", "stop")}) {
    Talk talk;
    talk.started(1);
    talk.acted(1);
    const std::string body =
        R"({"model":"m","max_output_tokens":64,"input":[{"role":"system","content":"S"},)"
        R"({"role":"user","content":""},{"role":"user","content":"F"}]})";
    talk.ask(1, FranzTurn{"RUN", 1, 1}, "/v1/responses");
    talk.bytes(1, MessagePiece::Side::request, "RAW REQUEST", "");
    talk.bytes(1, MessagePiece::Side::request, "", body);
    talk.asked(1, body.size());
    talk.answer(1, std::string(R"({"object":"response","status":"completed","output":[{"type":)"
                               R"("message","content":[{"type":"output_text","text":"Hi"}]}],)"
                               R"("usage":{"input_tokens":5,"output_tokens":)") +
                       tokens + "}}");
    EXPECT_NE(talk.file("turn_0001.json").find(R"("finish_reason":")" + std::string(reason) + "\""),
              std::string::npos)
        << talk.file("turn_0001.json");
  }
}

TEST(TurnLog, GoesOnWhereAnEarlierProxyEnded) {
  KnownTurns known;
  known.attempts = {{7, 2}, {8, 1}};  // turn 8 was asked for, its reply never recorded
  known.replies = {{7, Reply{R"("seven")", {}}}};
  known.last = 7;
  Talk talk(options_of(true), known);
  talk.turn(8, R"("seven")", R"("eight")");
  EXPECT_EQ(talk.verdicts(), Lines{"8/2 ok"});

  // The reply to turn 8 was stored by the orchestrator, but its record was lost with the proxy.
  Talk lost(options_of(true), known);
  lost.turn(9, R"("eight")", R"("nine")");
  EXPECT_EQ(lost.verdicts(), Lines{"9/1 unverifiable"});
  EXPECT_NE(lost.file("turn_0009.json").find("turn 8 was not recorded"), std::string::npos);
}

TEST(TurnLog, BatchesFifteenTurnsWhenTheNextIsRecorded) {
  KnownTurns known;
  known.last = 14;
  Talk talk(options_of(true), known);
  talk.turn(15, R"("x")", R"("x")");
  EXPECT_EQ(talk.said().back(), "recorded 15/1 unverifiable");
  talk.turn(16, R"("x")", R"("x")");
  const auto stands_before_the_record = [](const Lines& said) {
    const auto batch = std::find(said.begin(), said.end(), "batch turns_0001_0015.json");
    return std::find(batch, said.end(), "save turn_0016.json") != said.end();
  };
  EXPECT_TRUE(stands_before_the_record(talk.said()));
  talk.turn(17, R"("x")", R"("x")");
  talk.said();
  talk.take(talk.log().finish());
  EXPECT_EQ(talk.said(), Lines{"batch turns_0016_0017.json"});

  // A kill took the record of the fifteenth turn: the batch is complete without it.
  Talk killed(options_of(true), known);
  killed.turn(16, R"("x")", R"("x")");
  EXPECT_TRUE(stands_before_the_record(killed.said()));
}

// A run goes on from a state that is older than its records, as after a full disk: what is said of
// these turns that begins so. `last`: the last record.
static Lines said_of(int last, const std::vector<int>& turns,
                     const std::vector<std::string_view>& beginnings) {
  KnownTurns known;
  known.last = last;
  Talk talk(options_of(true), known);
  Lines said;
  for (const int turn : turns) {
    talk.turn(turn, R"("x")", R"("x")");
    for (const std::string& line : talk.said())
      if (std::ranges::any_of(beginnings, [&](auto each) { return line.starts_with(each); }))
        said.push_back(line);
  }
  return said;
}

TEST(TurnLog, BatchesTurnsThatAreMadeAgainAnew) {
  EXPECT_EQ(said_of(20, {14, 15, 16, 20, 21}, {"batch ", "save turn_"}),
            (Lines{"save turn_0014.json", "batch turns_0001_0015.json", "save turn_0015.json",
                   "batch turns_0001_0015.json", "save turn_0016.json", "save turn_0020.json",
                   "save turn_0021.json"}));
}

TEST(TurnLog, SaysWhenTheFilesOfATurnAreFinished) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  const Lines first = talk.said();
  EXPECT_EQ(std::count(first.begin(), first.end(), "finished 0"), 0);
  talk.turn(2, R"("one")", R"("two")");
  EXPECT_EQ(talk.said().front(), "finished 1");
  // Another attempt begins no new turn; nor does a turn that was asked for before.
  talk.turn(2, R"("one")", R"("zwei")");
  talk.turn(1, R"("")", R"("eins")");
  for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("finished")) << line;
  talk.turn(5, R"("x")", R"("x")");
  EXPECT_EQ(talk.said()[1], "finished 2");  // behind what was lost; of those nothing was seen
}

TEST(TurnLog, SaysWhenTurnsThatAreMadeAgainAreFinished) {
  EXPECT_EQ(said_of(6, {4, 5, 6, 7, 8}, {"finished "}),
            (Lines{"finished 3", "finished 4", "finished 5", "finished 6", "finished 7"}));
}

// A request that never ends is no turn, and leaves nothing behind.
TEST(TurnLog, DropsARequestThatWasCut) {
  Talk talk;
  talk.ask(1, FranzTurn{"RUN", 1, 1});
  talk.bytes(1, MessagePiece::Side::request, "RAW REQUEST", "{");
  talk.end(1, "", 0, "", false, 1400);
  EXPECT_EQ(talk.said(), Lines{"log turn 1: its request did not end: "});
  EXPECT_TRUE(talk.streams().empty());
  EXPECT_EQ(talk.log().held_bytes(), 0U);
}
}  // namespace
}  // namespace franz
