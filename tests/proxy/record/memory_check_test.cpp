#include "proxy/record/memory_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/wire/limits.h"
#include "tests/proxy/record/turn_log_talk.h"

namespace franz::proxy {
namespace {
TEST(MemoryCheck, JudgesEachStoryByTheReplyBefore) {
  Talk talk;
  talk.turn(1, R"("")", R"("one\n")");
  talk.turn(2, R"("one\n")", R"("two")");
  talk.turn(3, R"("Two")", R"("three")");     // one character
  talk.turn(4, R"("thre\u0065")", R"("4")");  // the same text in other bytes
  talk.turn(5, R"("4")", R"("five")");
  EXPECT_EQ(talk.verdicts(),
            (Lines{"1/1 first", "2/1 ok", "3/1 violation", "4/1 violation", "5/1 ok"}));
}

TEST(MemoryCheck, TakesTheLastWholeReplyOfTheTurnBefore) {
  Talk talk;
  talk.started(1), talk.acted(1);
  const std::string first = request_body(R"("")", R"("F")", false);
  talk.request(1, FranzTurn{"RUN", 1, 1}, first);
  talk.answer(1, R"({"error":"busy"})", 503);
  talk.request(2, FranzTurn{"RUN", 1, 2}, first);
  talk.answer(2, R"({"choices":[{"mess)", 200, "cut", false);
  talk.request(3, FranzTurn{"RUN", 1, 3}, first);
  talk.answer(3, reply_body(R"("whole")"));
  EXPECT_EQ(
      talk.said(),
      (Lines{"save exchange/000/0001-1.request", "opened 1/1", "save exchange/000/0001-1.response",
             "log turn 1, attempt 1: status 503: busy", "save exchange/000/0001-2.request",
             "opened 1/2", "save exchange/000/0001-2.response",
             "log turn 1, attempt 2: status 200, cut", "save exchange/000/0001-3.request",
             "opened 1/3", "save exchange/000/0001-3.response", "save turn_0001.json",
             "recorded 1/3 first"}));
  // An orchestrator that was killed before it stored the reply asks again, and counts from 1.
  talk.started(1), talk.acted(1);
  talk.request(4, FranzTurn{"RUN", 1, 1}, first);
  talk.answer(4, reply_body(R"("again")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/4 first"});
  talk.turn(2, R"("again")", R"("two")");
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

TEST(MemoryCheck, SaysUnverifiableWhereAReplyWasNotReadWhole) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  // It looks like a reply, but who asked may have decoded it to another one.
  talk.answer(1, reply_body(R"("?")"), 200, "compressed: gzip");
  talk.turn(2, R"("?")", R"("two")");
  talk.turn(3, R"("two")", R"("three")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 unverifiable", "3/1 ok"}));
  EXPECT_NE(
      talk.file("turn_0002.json")
          .find(R"("detail":{"text":"the reply to turn 1 could not be read whole: compressed)"),
      std::string::npos);
}

TEST(MemoryCheck, AcceptsAStreamThatIsDoneBeforeItsConnection) {
  Talk talk;
  const std::string stream =
      "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"c\"},\"finish_reason\":\"stop\"}]}\n\n"
      "data: [DONE]\n\n";
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, stream);
  // The next turn is asked for on another connection while the first is still open.
  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(R"("a\ud83d\udc31bc")", R"("F")", false));
  talk.answer(2, reply_body(R"("two")"));
  talk.end(1, stream, 200, "cut", false, 1400);
  EXPECT_EQ(talk.verdicts(), (Lines{"2/1 ok", "1/1 first"}));
}

TEST(MemoryCheck, JudgesAStoryAgainWhenTheReplyBeforeEndedLate) {
  Talk talk;
  const std::string reply = reply_body(R"("one")");
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, reply);
  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(R"("one")", R"("F")", false));
  talk.end(1, reply, 200, "", true, 1400);
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 ok"}));
}

// It asks again with the same story, or goes on with the part that it has got; a number cannot
// tell.
TEST(MemoryCheck, AccusesNoClientWithoutIdsThatCutItsReply) {
  const std::vector<std::pair<std::string, std::string>> rows = {{R"("one")", "ok"},
                                                                 {R"("tw")", "unverifiable"}};
  for (const auto& [story, verdict] : rows) {
    Talk talk(options_of(false));
    talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
    talk.answer(1, reply_body(R"("one")"));
    talk.request(2, std::nullopt, request_body(R"("one")", R"("F")", false));
    talk.answer(2, R"({"choices":[{"message":{"content":"tw)", 200, "aborted", false);
    talk.request(3, std::nullopt, request_body(story, R"("F")", false));
    talk.answer(3, reply_body(R"("two")"));
    EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 " + verdict}));
    talk.request(4, std::nullopt, request_body(R"("tWo")", R"("F")", false));
    talk.answer(4, reply_body(R"("three")"));
    EXPECT_EQ(talk.verdicts(), Lines{"3/1 violation"});  // nothing was cut here
  }
  // A client with ids says which turn it means.
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.request(90, FranzTurn{"RUN", 2, 1}, request_body(R"("one")", R"("F")", false));
  talk.answer(90, R"({"choices":[{"message":{"content":"tw)", 200, "aborted", false);
  talk.turn(2, R"("tw")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 violation"}));
}

TEST(MemoryCheck, SaysWhereAViolationIs) {
  Talk talk;
  talk.turn(1, R"("")", R"("the cat sat")");
  talk.said();
  talk.turn(2, R"("the cAt sat")", R"("two")");
  const Lines said = talk.said();
  EXPECT_NE(std::find(said.begin(), said.end(),
                      "log turn 2: the memory was changed between reply and request: the story is "
                      "not the reply before it, from character 5 on: expected \"the cat sat\", got "
                      "\"the cAt sat\" (11 and 11 characters)"),
            said.end())
      << said[0];
}

TEST(MemoryCheck, GivesNoVerdictOnAnUnknownMemory) {
  TurnLogOptions options = options_of(true);
  options.memory = nullptr;
  Talk talk(options);
  talk.turn(1, R"("x")", R"("one")");
  talk.turn(2, R"("y")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 not_applicable", "2/1 not_applicable"}));
}

TEST(MemoryCheck, SurvivesRequestsThatAreNotWhatTheyShouldBe) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"not JSON", "the request could not be read"},
      {R"({"messages":[{"role":"user","content":"x"}]})", "expected 3 messages, got 1"},
      {R"({"messages":[{"role":"a","content":"x"},{"role":"a","content":[]},)"
       R"({"role":"a","content":"x"}]})",
       "messages[1] has no single text"},
  };
  for (const auto& [body, why] : rows) {
    Talk talk;
    talk.started(1), talk.acted(1);
    talk.request(1, FranzTurn{"RUN", 1, 1}, body);
    talk.answer(1, reply_body(R"("one")"));
    EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"}) << body;
    EXPECT_NE(talk.file("turn_0001.json").find(why), std::string::npos)
        << talk.file("turn_0001.json");
  }
}

// Members that an index beyond every integer would have to be looked for in.
TEST(MemoryCheck, ReadsARequestThatNamesItsMessagesTwice) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1},
               R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})");
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"});
}

// A longer text could not be read back out of a record: it is named, and nothing of it is kept.
TEST(MemoryCheck, NamesTextsOver16MiB) {
  const std::string longer = "\"" + std::string(kMaxReply + 1, 'x') + "\"";
  TurnLogOptions options = options_of(true);
  options.held_bytes = kMaxMessage;
  Talk talk(options);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  const std::string reply = reply_body(longer);
  talk.begin(1);
  talk.piece(1, reply);
  talk.end(1, reply, 200, "", true, 1400);
  EXPECT_EQ(talk.said().back(),
            "log turn 1, attempt 1: status 200: the reply's text is longer than 16 MiB; reading it "
            "was given up");

  talk.started(2), talk.acted(2);
  talk.request(2, FranzTurn{"RUN", 2, 1}, request_body(longer, longer, false));
  talk.answer(2, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 unverifiable"});
  const Result<TurnRecord> record = parse_turn_record(talk.file("turn_0002.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  EXPECT_EQ(record.value().story.str() + record.value().feedback, "nullnull");
  EXPECT_NE(record.value().detail.find("messages[1] is longer than 16 MiB"), std::string::npos)
      << record.value().detail;
}
}  // namespace
}  // namespace franz::proxy
