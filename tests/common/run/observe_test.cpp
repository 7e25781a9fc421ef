#include "common/run/observe.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <functional>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "tests/common/run/observe_dialogue.h"

namespace franz {
namespace {
TEST(Observe, RecordsATurnWithAllItsFiles) {
  Dialogue talk;
  const std::string body = request_body(R"("")", R"("F\nOPERATOR: hi")");
  talk.started(1);
  talk.acted(1, "hi", 950, "", {3, 4});
  talk.request(1, asks(1, 1), body);
  talk.answer(1, reply_body(R"("a\/\ud800")"));
  EXPECT_EQ(talk.said(), (Lines{"note 1: 3 4", "opened 1/1", "attempt 1/1 first", "taken 3 4"}));
  const TurnRecord record = talk.record(1);
  EXPECT_EQ(record.request_id, request_id(1));
  EXPECT_EQ(record.after, "");
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(record.story.str(), R"("")");
  EXPECT_EQ(record.feedback, R"("F")");
  EXPECT_EQ(record.note, "hi");
  EXPECT_EQ(record.executor_in, R"({"turn":1})");
  ASSERT_TRUE(record.response);
  EXPECT_EQ(record.response->text.str(), R"("a\/\ud800")");
  EXPECT_EQ(record.request_bytes, body.size());
  EXPECT_EQ(record.request_sha256, sha256_hex(body));
  EXPECT_EQ(record.executor_ms, 50);
  EXPECT_EQ(record.first_byte_ms, 300);
  EXPECT_EQ(record.model_ms, 400);
  EXPECT_EQ(record.turn_ms, 500);
  ASSERT_TRUE(record.picture);
  EXPECT_EQ(record.picture->file, "turn_0001.png");
  EXPECT_EQ(talk.file("turn_0001.png"), kPng);
  // The picture is a file: the request is stored without it.
  const std::string whole = "RAW REQUEST" + body, base64 = base64_encode(kPng);
  ASSERT_EQ(record.cuts.cuts.size(), 1U);
  EXPECT_EQ(record.cuts.bytes, whole.size());
  EXPECT_EQ(record.cuts.cuts[0], (PictureCut{whole.find(base64), base64.size(), "turn_0001.png"}));
  EXPECT_EQ(talk.file("exchange/000/0001-1.request"), without_cuts(whole, record.cuts));
  EXPECT_EQ(talk.file("exchange/000/0001-1.response"),
            "RAW RESPONSE" + reply_body(R"("a\/\ud800")"));
  // The entry lists all of them.
  Lines listed;
  for (const LoggedFile& file : talk.entry().files) {
    listed.push_back(file.name);
    EXPECT_EQ(file, logged_file(file.name, talk.file(file.name)));
  }
  EXPECT_EQ(listed, (Lines{"turn_0001.json", "turn_0001.png", "exchange/000/0001-1.request",
                           "exchange/000/0001-1.response"}));
  EXPECT_EQ(talk.observe().held_bytes(), 0U);
}

// A later attempt with the same picture names the file of the first.
TEST(Observe, WritesARecordPerAttemptAndEachPictureOnce) {
  Dialogue talk;
  talk.started(1), talk.acted(1);
  const std::string body = request_body(R"("")", R"("F")");
  talk.request(1, asks(1, 1), body);
  talk.answer(1, R"({"error":{"message":"busy"}})", 503);
  EXPECT_EQ(talk.record(1).status, 503);
  EXPECT_FALSE(talk.record(1).response);
  EXPECT_FALSE(talk.entry().usable);
  talk.request(2, asks(1, 2), body);
  talk.answer(2, R"({"choices":[{"mess)", 200, "cut", false);
  EXPECT_FALSE(talk.entry().delivered);
  talk.request(3, asks(1, 3), body);
  talk.answer(3, reply_body(R"("whole")"));
  EXPECT_EQ(talk.said(), (Lines{"opened 1/1", "log turn 1, attempt 1: status 503: busy",
                                "attempt 1/1 first failed", "opened 1/2",
                                "log turn 1, attempt 2: status 200, cut",
                                "attempt 1/2 first failed", "opened 1/3", "attempt 1/3 first"}));
  const TurnRecord third = talk.record(1, 3);
  EXPECT_EQ(third.picture->file, "turn_0001.png");
  EXPECT_EQ(third.cuts.cuts.at(0).file, "turn_0001.png");
  EXPECT_EQ(talk.file("turn_0001-3.png"), "");
  EXPECT_TRUE(std::ranges::any_of(talk.entry().files, [](const LoggedFile& file) {
    return file == logged_file("turn_0001.png", kPng);
  }));
}

// An entry that names the picture of a lost attempt would name a missing file.
TEST(Observe, NamesNoFileOfALostAttempt) {
  Dialogue talk(options_of(false));
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")"));
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.record(1).cuts.cuts.at(0).file, "turn_0001.png");
  talk.observe().lost(1, 1);
  talk.request(2, std::nullopt, request_body(R"("one")", R"("F")"));
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.record(2).cuts.cuts.at(0).file, "turn_0002.png");
  talk.observe().lost(2, 1);
  talk.request(3, asks(2, 3), request_body(R"("one")", R"("F")"));
  talk.answer(3, reply_body(R"("two")"));
  EXPECT_EQ(talk.record(2, 2).picture->file, "turn_0002-2.png");
}

TEST(Observe, KeepsThePictureOfTheApproval) {
  Dialogue talk;
  talk.started(7);
  LoopEvent event;
  event.kind = LoopEvent::Kind::approval;
  event.turn = event.plan.turn = 7;
  event.plan_sha256 = "5f";
  event.screenshot_b64 = base64_encode(kPng);
  talk.loop(event);
  EXPECT_EQ(talk.said(), Lines{"asked 7 5f"});
  talk.acted(7);
  talk.request(7, asks(7, 7), request_body(R"("")", R"("F")", false));
  talk.answer(7, reply_body(R"("one")"));
  EXPECT_EQ(talk.file("turn_0007_plan.png"), kPng);
}

TEST(Observe, WaitsForTurnActedWithALimit) {
  Dialogue talk;
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{});
  EXPECT_FALSE(talk.observe().is_settled());
  EXPECT_EQ(talk.observe().due_ms(), 3400);
  talk.take(talk.observe().tick(3399));
  EXPECT_EQ(talk.verdicts(), Lines{});
  talk.acted(1);
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  EXPECT_NE(talk.file("turn_0001.json").find(R"("call":"drag")"), std::string::npos);
  EXPECT_EQ(talk.observe().due_ms(), std::nullopt);

  const std::vector<std::function<void()>> releases = {
      [&] { talk.take(talk.observe().tick(3400)); },
      [&] { talk.take(talk.observe().loop_ended(1500)); },
      [&] { talk.take(talk.observe().finish(1500)); },
  };
  for (std::size_t i = 0; i < releases.size(); ++i) {
    const int turn = static_cast<int>(i) + 2;
    talk.request(10 + i, asks(turn, 10 + i, i == 0 ? 1 : 9 + i),
                 request_body(R"("one")", R"("F")", false));
    talk.answer(10 + i, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{}) << i;
    releases[i]();
    EXPECT_EQ(talk.verdicts(), Lines{std::to_string(turn) + "/1 ok"}) << i;
  }
}

// Events of the next loop about the same turn do not belong to an earlier exchange.
TEST(Observe, RecordsALateAttemptWithTheEventsOfItsOwnLoop) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.started(2), talk.acted(2, "first");
  const std::string body = request_body(R"("one")", R"("F\nOPERATOR: first")", false);
  talk.request(2, asks(2, 2, 1), body);
  talk.take(talk.observe().loop_ended(1200));
  talk.started(2), talk.acted(2, "second");
  talk.request(3, asks(2, 3, 1), request_body(R"("one")", R"("F\nOPERATOR: second")", false));
  talk.answer(3, reply_body(R"("two")"));
  talk.answer(2, reply_body(R"("late")"), 200, "", false);
  EXPECT_EQ(talk.record(2, 2).note, "second");
  EXPECT_EQ(talk.record(2, 1).note, "first");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 ok", "2/1 ok failed"}));
  // The late one was not delivered: the run continues from the other.
  talk.started(3), talk.acted(3);
  talk.request(4, asks(3, 4, 3), request_body(R"("two")", R"("F")", false));
  talk.answer(4, reply_body(R"("three")"));
  EXPECT_EQ(talk.verdicts(), Lines{"3/1 ok"});
}

// The loop gave up its request and paused; the server answers later.
TEST(Observe, RecordsAGivenUpAttemptWithTheEventsBeforeThePause) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.started(2), talk.acted(2, "first");
  talk.request(2, asks(2, 2, 1), request_body(R"("one")", R"("F\nOPERATOR: first")", false));
  LoopEvent paused;
  paused.kind = LoopEvent::Kind::state;
  paused.turn = 2;
  paused.state = "paused";
  paused.cause = PauseCause::page;
  talk.take(talk.observe().loop(paused, 1200));
  talk.started(2), talk.acted(2, "second");
  talk.request(3, asks(2, 3, 1), request_body(R"("one")", R"("F\nOPERATOR: second")", false));
  talk.answer(3, reply_body(R"("two")"));
  talk.answer(2, reply_body(R"("late")"), 200, "", false);
  EXPECT_EQ(talk.record(2, 1).note, "first");
  EXPECT_EQ(talk.record(2, 2).note, "second");
}

// ---- Lost attempts

TEST(Observe, ReportsATurnWithoutAnAttemptAsLost) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.finished(1);
  EXPECT_EQ(talk.observe().due_ms(), std::nullopt);
  talk.started(2), talk.acted(2, "hi", 950, "", {1});
  talk.said();
  talk.finished(2, 1500);
  EXPECT_EQ(talk.observe().due_ms(), 3500);
  talk.take(talk.observe().tick(3499));
  EXPECT_EQ(talk.said(), Lines{});
  talk.take(talk.observe().tick(3500));
  EXPECT_EQ(talk.said(),
            (Lines{"lost 2/1 its exchange with the model was not observed completely", "taken 1"}));
  // A turn that continues from it is never `ok`.
  talk.turn(3, R"("two")", R"("three")");
  EXPECT_EQ(talk.verdicts(), Lines{"3/1 unverifiable"});
}

// By then the loop's state contains the reply.
TEST(Observe, KeepsTheReplyOfALostTurn) {
  for (const bool passed : {false, true}) {
    LoopState state;
    ObserveOptions options = options_of(true);
    options.state = [&state] { return std::optional(state); };
    Dialogue talk(options);
    talk.turn(1, R"("")", R"("one")");
    talk.finished(1);
    talk.started(2), talk.acted(2);
    if (passed) talk.lose(2, asks(2, 2, 1));
    talk.said();
    state.turn = 2;
    state.request = request_id(2);
    state.reply = Reply{R"("two")", {}};
    talk.finished(2);
    talk.take(talk.observe().tick(9999));
    EXPECT_EQ(talk.said(),
              Lines{passed ? "lost 2/1 the recorder was behind"
                           : "lost 2/1 its exchange with the model was not observed completely"});
    EXPECT_NE(talk.file("lost_0002-1.json").find(R"("reply":"two")"), std::string::npos);
    talk.turn(3, R"("two")", R"("three")");
    EXPECT_EQ(talk.verdicts(), Lines{"3/1 unverifiable"});
    EXPECT_EQ(talk.observe().known().newest(2)->request, request_id(2));
  }
}

// Different threads read pipe and socket.
TEST(Observe, AcceptsAnAttemptThatEndsAfterItsTurn) {
  Dialogue talk;
  talk.started(1), talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  talk.finished(1, 1300);
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  talk.take(talk.observe().tick(99999));
  EXPECT_EQ(talk.said(), Lines{});
}

TEST(Observe, ReportsDroppedEventsAsLost) {
  for (const bool launch : {true, false}) {
    Dialogue talk(options_of(launch));
    talk.turn(1, R"("")", R"("one")");
    talk.said();
    talk.lose(50, asks(2, 2, 1));
    EXPECT_EQ(talk.said(), (Lines{"log turn 2 was not recorded: the recorder was behind",
                                  "lost 2/1 the recorder was behind"}));
    talk.lose(51, asks(2, 51, 1), 503);
    EXPECT_EQ(talk.said(),
              Lines{"log turn 2: an attempt was not recorded: the recorder was behind"});
    talk.turn(3, R"("two")", R"("three")");
    talk.turn(4, R"("three")", R"("four")");
    EXPECT_EQ(talk.verdicts(), (Lines{"3/1 unverifiable", "4/1 ok"}));
  }
}

// A request without room goes to a file unread; a reply is still read.
TEST(Observe, SpillsMessagesWithoutRoom) {
  ObserveOptions options = options_of(true);
  options.held_bytes = 2000;
  Dialogue talk(options);
  talk.turn(1, R"("")", R"("one")");
  const std::string body = request_body(R"("one")", "\"" + std::string(3000, 'f') + "\"", false);
  talk.started(2), talk.acted(2);
  talk.request(2, asks(2, 2, 1), body);
  EXPECT_EQ(talk.observe().held_bytes(), 0U);
  const std::string reply = reply_body("\"" + std::string(3000, 'r') + "\"");
  talk.answer(2, reply);
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 unverifiable"}));
  EXPECT_EQ(talk.file("exchange/000/0002-1.request"), "RAW REQUEST" + body);
  EXPECT_EQ(talk.file("exchange/000/0002-1.response"), "RAW RESPONSE" + reply);
  EXPECT_TRUE(talk.spilled().empty());
  const TurnRecord record = talk.record(2);
  EXPECT_TRUE(is_request_unread(record));
  EXPECT_EQ(record.request_sha256, sha256_hex(body));
  ASSERT_TRUE(record.response);
  EXPECT_EQ(record.response->text.size(), 3002U);
  talk.turn(3, "\"" + std::string(3000, 'r') + "\"", R"("three")");
  EXPECT_EQ(talk.observe().held_bytes(), 0U);
}

// An incomplete request is not a turn and leaves nothing.
TEST(Observe, DropsAnIncompleteRequest) {
  ObserveOptions options = options_of(true);
  options.held_bytes = 20;
  Dialogue talk(options);
  talk.ask(1, asks(1, 1));
  talk.bytes(1, MessagePiece::Side::request, "RAW REQUEST", "{}{}{}{}{}{}{}{}{}{}");
  EXPECT_EQ(talk.spilled().size(), 1U);
  talk.end(1, "", 0, "", false, 1400);
  EXPECT_EQ(talk.said(), Lines{"log turn 1: its request did not end: "});
  EXPECT_TRUE(talk.spilled().empty());
  EXPECT_EQ(talk.observe().held_bytes(), 0U);
}

// ---- Owners of requests

TEST(Observe, IgnoresForeignRequests) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.said();
  talk.request(50, std::nullopt, request_body(R"("x")", R"("F")"));
  talk.answer(50, reply_body(R"("foreign")"));
  talk.request(51, asks(2, 7, 0, "OTHER"), request_body(R"("x")", R"("F")"));
  talk.answer(51, reply_body(R"("foreign")"));
  EXPECT_EQ(talk.said(), Lines{"log foreign request: POST /v1/chat/completions: status 200"});
  talk.turn(2, R"("one")", R"("two")");
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

// With any id: a page can send every header except those that identify it.
TEST(Observe, NeverTreatsAPagesRequestAsATurn) {
  for (const bool launch : {true, false}) {
    Dialogue talk(options_of(launch));
    talk.from_page = true;
    talk.request(1, asks(1, 1), request_body(R"("")", R"("F")"));
    talk.answer(1, reply_body(R"("foreign")"));
    talk.request(2, std::nullopt, request_body(R"("")", R"("F")"));
    talk.answer(2, reply_body(R"("foreign")"));
    EXPECT_EQ(talk.said(), Lines{"page foreign request: POST /v1/chat/completions: status 200 "
                                 "(asked by a web page: it has an Origin header)"});
    if (launch) continue;
    talk.from_page = false;  // and its run was not adopted
    talk.request(3, asks(1, 3, 0, "MINE"), request_body(R"("")", R"("F")", false));
    talk.answer(3, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{"1/1 first"});
  }
}

TEST(Observe, AdoptsTheFirstRunWithoutALaunch) {
  Dialogue talk(options_of(false));
  talk.ask(1, asks(kMaxTurn, 1, 0, "OTHER"), "/v1/embeddings");
  talk.ask(2, asks(kMaxTurn, 2, 0, "OTHER"), "/v1/chat/completions", "GET");
  talk.request(3, asks(4, 3, 77, "MINE"), request_body(R"("x")", R"("F")", false));
  talk.answer(3, reply_body(R"("four")"));
  talk.request(4, asks(5, 4, 3), request_body(R"("x")", R"("F")", false));
  talk.answer(4, reply_body(R"("no")"));
  talk.request(5, asks(5, 5, 3, "MINE"), request_body(R"("four")", R"("F")", false));
  talk.answer(5, reply_body(R"("five")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"4/1 unverifiable", "5/1 ok"}));
}

TEST(Observe, GivesNoVerdictWithoutARelay) {
  ObserveOptions options = options_of(true);
  options.witness = Witness::self;
  Dialogue talk(options);
  talk.turn(1, R"("")", R"("one")");
  talk.turn(2, R"("other")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 unwitnessed", "2/1 unwitnessed"}));
  EXPECT_EQ(talk.record(2).story.str(), R"("other")");
  EXPECT_EQ(talk.entry().witness, Witness::self);
}

// ---- Other entries

TEST(Observe, RecordsTheClosingTurn) {
  Dialogue talk;
  talk.turn(1, R"("")", R"("one")");
  talk.said();
  LoopEvent acted;
  acted.kind = LoopEvent::Kind::turn_acted;
  acted.turn = 2;
  acted.executor_out = R"({"feedback":"OK \"x\"","items":[],"renderer":1})";
  LoopEvent closed;
  closed.kind = LoopEvent::Kind::turn_closed;
  closed.turn = 2;
  closed.finish = Finish{FinishReason::done, "done: it is drawn"};
  closed.screenshot_b64 = base64_encode(kPng);
  talk.started(2, 2000);
  talk.loop(acted, 2010);
  talk.loop(closed, 2020);
  talk.finished(2, 2030);
  talk.take(talk.observe().finish(9999));
  EXPECT_EQ(talk.said(), Lines{"attempt 2/1 not_applicable failed"});
  EXPECT_EQ(talk.entry().row.finished, "done: it is drawn");
  EXPECT_EQ(talk.file("turn_0002.png"), kPng);
  const TurnRecord record = talk.record(2);
  EXPECT_EQ(record.finish, closed.finish);
  EXPECT_EQ(record.feedback, R"("OK \"x\"")");
  EXPECT_EQ(record.picture->file, "turn_0002.png");
  EXPECT_EQ(record.executor_ms, 10);
}

TEST(Observe, ReportsChangesOfTheRun) {
  ObserveOptions options = options_of(true);
  options.settings = R"({"a":1})";
  Dialogue talk(options);
  LoopEvent config;
  config.kind = LoopEvent::Kind::config;
  config.turn = 3;
  config.settings = options.settings;
  config.system = SystemChange{3, std::string(64, 'a'), "start"};
  talk.loop(config);
  EXPECT_EQ(talk.said(), Lines{"system 3 start"});
  config.system.reset();
  config.settings = R"({"a":2})";
  config.changes = {"config.ini:1: [a] a: 1 -> 2"};
  talk.loop(config);
  EXPECT_EQ(talk.said(), Lines{"settings 3 config.ini:1: [a] a: 1 -> 2"});
  LoopEvent state;
  state.kind = LoopEvent::Kind::state;
  state.state = "paused";
  state.cause = PauseCause::takeover;
  talk.loop(state), talk.loop(state);
  state.state = "acting";
  state.cause = PauseCause::other;
  talk.loop(state), talk.loop(state);
  EXPECT_EQ(talk.said(), (Lines{"took over", "gave back"}));
}

TEST(Observe, RecordsTheCallsOfAClient) {
  Dialogue talk(options_of(true), nullptr);
  RecordedCall call;
  call.turn = 1;
  call.call = {R"("1")", R"("click")", "{}"};
  call.answer = R"({"ok":true})";
  call.picture = std::make_shared<const std::string>(kPng);
  talk.take(talk.observe().called(call, 1000));
  EXPECT_EQ(talk.said(), Lines{"attempt 1/1 unwitnessed"});
  EXPECT_EQ(talk.entry().witness, Witness::client);
  const TurnRecord record = talk.record(1);
  EXPECT_TRUE(record.called);
  EXPECT_EQ(record.feedback, R"("{\"ok\":true}")");
  EXPECT_EQ(talk.file("turn_0001.png"), kPng);
}

TEST(Observe, KeepsToolCallsUnchanged) {
  Dialogue talk;
  talk.started(1);
  talk.acted(1);
  talk.request(1, asks(1, 1), request_body(R"("")", R"("F")", false));
  talk.answer(1, R"({"choices":[{"message":{"content":null,"tool_calls":[{"id":"c\/1",)"
                 R"("function":{"name":"drag","arguments":"{\"x\": \ud83d}"}}]},)"
                 R"("finish_reason":"tool_calls"}]})");
  EXPECT_NE(talk.file("turn_0001.json")
                .find(R"("response":{"text":"","calls":[{"id":"c\/1","name":"drag",)"
                      R"("arguments":"{\"x\": \ud83d}"}],)"),
            std::string::npos)
      << talk.file("turn_0001.json");
}

// For a server that calls every reply complete, the token count decides (why_it_ended()).
TEST(Observe, RecordsThatAReplyEndedAtItsLimit) {
  for (const auto& [tokens, reason] : {std::pair("64", "length"), std::pair("63", "stop")}) {
    Dialogue talk;
    talk.started(1);
    talk.acted(1);
    const std::string body =
        R"({"model":"m","max_output_tokens":64,"input":[{"role":"system","content":"S"},)"
        R"({"role":"user","content":""},{"role":"user","content":"F"}]})";
    talk.ask(1, asks(1, 1), "/v1/responses");
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
}  // namespace
}  // namespace franz
