#include "proxy/log/turn_log.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"

namespace franz::proxy {
namespace {
const std::string kPng = std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20", 24);

std::string request_body(const std::string& story, const std::string& feedback,
                         bool picture = true) {
  std::string body = R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":[)"
                     R"({"role":"system","content":"S"},)"
                     R"({"role":"user","content":[{"type":"text","text":)" +
                     story + R"(}]},{"role":"user","content":[{"type":"text","text":)" + feedback +
                     "}";
  if (picture)
    body += R"(,{"type":"image_url","image_url":{"url":"data:image/png;base64,)" +
            base64_encode(kPng) + R"("}})";
  return body + "]}]}";
}

std::string reply_body(const std::string& text) {
  return R"({"choices":[{"message":{"content":)" + text +
         R"(},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":6,)"
         R"("total_tokens":11}})";
}

// A conversation with the log: what it said so far, as lines, and the records by turn.
class Talk {
 public:
  bool from_page = false;  // requests have an Origin header

  explicit Talk(TurnLogOptions options = {"RUN", true, true, 2000}, KnownTurns known = {})
      : log_(std::move(options), std::move(known)) {}

  void request(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& body,
               double at = 1000) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->target = "/v1/chat/completions";
    request->turn = std::move(turn);
    request->has_origin = from_page;
    request->raw = "RAW REQUEST";
    request->body = body;
    request->body_bytes = body.size();
    requests_[exchange] = request;
    take(log_.http(RequestRead{exchange, 1, request, at}));
  }

  void answer(std::uint64_t exchange, const std::string& body, int status = 200,
              const std::string& problem = "", bool whole = true, double at = 1400) {
    take(log_.http(ResponseStarted{exchange, 1, status, {}, at - 100}));
    for (std::size_t i = 0; i < body.size(); i += 7)
      take(log_.http(ResponsePiece{exchange, body.substr(i, 7)}));
    end(exchange, body, status, problem, whole, at);
  }

  void piece(std::uint64_t exchange, const std::string& bytes) {
    take(log_.http(ResponsePiece{exchange, bytes}));
  }

  void begin(std::uint64_t exchange) {
    take(log_.http(ResponseStarted{exchange, 1, 200, {{"Content-Type", "text/event-stream"}}, 0}));
  }

  void end(std::uint64_t exchange, const std::string& body, int status, const std::string& problem,
           bool whole, double at) {
    Exchange done;
    done.id = exchange;
    done.request = requests_.at(exchange);
    done.response.status = status;
    done.response.raw = "RAW RESPONSE";
    done.response.body = body;
    done.response.body_bytes = body.size();
    done.response.problem = problem;
    done.first_byte_ms = at - 100;
    done.finished_ms = at;
    done.delivered_whole = whole;
    take(log_.http(done));
  }

  void started(int turn, double at = 900) {
    LoopEvent event;
    event.kind = LoopEvent::Kind::turn_started;
    event.turn = turn;
    event.attempt = 1;
    event.executor_in = R"({"turn":)" + std::to_string(turn) + "}";
    take(log_.loop(event, at));
  }

  void acted(int turn, std::optional<std::string> note = std::nullopt, double at = 950) {
    LoopEvent event;
    event.kind = LoopEvent::Kind::turn_acted;
    event.turn = turn;
    event.executor_out = R"({"executed":["screenshot"],"renderer":1})";
    event.note = std::move(note);
    take(log_.loop(event, at));
  }

  // A turn from its request to its reply, in the ordinary order.
  void turn(int number, const std::string& story, const std::string& reply) {
    started(number);
    acted(number);
    request(next_, FranzTurn{"RUN", number, 1}, request_body(story, R"("F")", false));
    answer(next_++, reply_body(reply));
  }

  void take(std::vector<LogOutput> outputs) {
    for (LogOutput& output : outputs) {
      if (const auto* file = std::get_if<SaveFile>(&output)) {
        said_.push_back("save " + file->name);
        files_[file->name] = *file->bytes;
      } else if (const auto* batch = std::get_if<SaveBatch>(&output)) {
        said_.push_back("batch " + batch_file(batch->first, batch->last));
      } else if (const auto* finished = std::get_if<TurnsFinished>(&output)) {
        said_.push_back("finished " + std::to_string(finished->turn));
      } else if (const auto* opened = std::get_if<TurnOpened>(&output)) {
        said_.push_back("opened " + std::to_string(opened->turn) + "/" +
                        std::to_string(opened->attempt));
      } else if (const auto* recorded = std::get_if<TurnRecorded>(&output)) {
        said_.push_back("recorded " + std::to_string(recorded->row.turn) + "/" +
                        std::to_string(recorded->row.attempt) + " " + recorded->row.verdict);
      } else if (const auto* entry = std::get_if<LogEntry>(&output)) {
        said_.push_back((entry->of_page ? "page " : "log ") + entry->text);
      } else if (const auto* delta = std::get_if<ReplyDelta>(&output)) {
        deltas_ += "[" + std::to_string(delta->offset) + " " + delta->text + "]";
      }
    }
  }

  std::vector<std::string> said() { return std::exchange(said_, {}); }
  // The verdicts since the last call: "1/1 first", "2/1 ok".
  std::vector<std::string> verdicts() {
    std::vector<std::string> all;
    for (const std::string& line : said())
      if (line.starts_with("recorded ")) all.push_back(line.substr(9));
    return all;
  }
  TurnLog& log() { return log_; }
  const std::string& file(const std::string& name) { return files_[name]; }
  const std::string& deltas() const { return deltas_; }

 private:
  TurnLog log_;
  std::map<std::uint64_t, std::shared_ptr<HttpRequest>> requests_;
  std::vector<std::string> said_;
  std::map<std::string, std::string> files_;
  std::string deltas_;
  std::uint64_t next_ = 100;
};

using Lines = std::vector<std::string>;

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
      R"({"protocol":"franz.turn.v1","turn":1,"attempt":1,"time":"1970-01-01T00:00:01.000Z",)"
      R"("sst":{"text":"","verdict":"first","detail":null},"feedback":"F","note":"hi",)"
      R"("executor":{"in":{"turn":1},"out":{"executed":["screenshot"],"renderer":1}},)"
      R"("degraded":[],"response":{"text":"a\/\ud800","reasoning":null,"finish_reason":"stop",)"
      R"("status":200,"usage":{"prompt_tokens":5,"completion_tokens":6,"total_tokens":11}},)"
      R"("request":{"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":3,)"
      R"("bytes":)" +
          std::to_string(body.size()) + R"(,"sha256":")" + sha256_hex(body) + R"("},)" +
          R"("latency_ms":{"executor":50,"first_byte":300,"model":400,"turn":500},)"
          R"("image":{"file":"turn_0001.png","bytes":24,"sha256":")" +
          sha256_hex(kPng) + R"(","width":512,"height":288},"renderer":1})");
  EXPECT_EQ(talk.file("turn_0001.png"), kPng);
  EXPECT_EQ(talk.file("exchange/000/0001-1.request"), "RAW REQUEST");
}

TEST(TurnLog, JudgesEachStoryByTheReplyBefore) {
  Talk talk;
  talk.turn(1, R"("")", R"("one\n")");
  talk.turn(2, R"("one\n")", R"("two")");
  talk.turn(3, R"("Two")", R"("three")");     // one character
  talk.turn(4, R"("thre\u0065")", R"("4")");  // the same text in other bytes
  talk.turn(5, R"("4")", R"("five")");
  EXPECT_EQ(talk.verdicts(),
            (Lines{"1/1 first", "2/1 ok", "3/1 violation", "4/1 violation", "5/1 ok"}));
}

TEST(TurnLog, TakesTheLastWholeReplyOfTheTurnBefore) {
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

TEST(TurnLog, SaysUnverifiableWhereAReplyWasNotReadWhole) {
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

TEST(TurnLog, AcceptsAStreamThatIsDoneBeforeItsConnection) {
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

TEST(TurnLog, JudgesAStoryAgainWhenTheReplyBeforeEndedLate) {
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

TEST(TurnLog, TellsTheReplyAsItStreams) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")", false));
  talk.begin(1);
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"\\udc31b\"}}]}\n\n");
  talk.piece(1, "data: {\"choices\":[{\"delta\":{\"content\":\"c\"}}]}\n\n");
  EXPECT_EQ(talk.deltas(), "[0 a][1 🐱b][3 c]");
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
  EXPECT_NE(talk.file("turn_0001.json").find(R"("executed":["screenshot"])"), std::string::npos);
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

TEST(TurnLog, LeavesForeignRequestsAlone) {
  Talk talk;
  talk.turn(1, R"("")", R"("one")");
  talk.said();
  talk.request(1, std::nullopt, request_body(R"("x")", R"("F")"));
  talk.answer(1, reply_body(R"("foreign")"));
  talk.request(2, FranzTurn{"OTHER", 2, 1}, request_body(R"("x")", R"("F")"));
  talk.answer(2, reply_body(R"("foreign")"));
  EXPECT_EQ(talk.said(), (Lines{"log foreign request: POST /v1/chat/completions: status 200",
                                "log foreign request: POST /v1/chat/completions: status 200"}));
  talk.turn(2, R"("one")", R"("two")");
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

TEST(TurnLog, FlagsWhatAWebPageMayHaveAsked) {
  Talk talk;
  talk.from_page = true;
  talk.request(1, std::nullopt, request_body(R"("x")", R"("F")"));
  talk.answer(1, reply_body(R"("foreign")"));
  EXPECT_EQ(talk.said(), Lines{"page foreign request: POST /v1/chat/completions: status 200 (asked "
                               "by a web page: it has an Origin header)"});
  talk.request(2, FranzTurn{"RUN", 1, 1}, request_body(R"("")", R"("F")"));
  const Lines said = talk.said();
  EXPECT_NE(std::find(said.begin(), said.end(),
                      "page turn 1 was asked by a web page: its request has an Origin header"),
            said.end());
}

TEST(TurnLog, AdoptsTheFirstRunSeenWhenItLaunchedNone) {
  Talk talk({"RUN", false, true, 2000});
  talk.request(1, FranzTurn{"MINE", 4, 1}, request_body(R"("x")", R"("F")", false));
  talk.answer(1, reply_body(R"("four")"));
  talk.request(2, FranzTurn{"RUN", 5, 1}, request_body(R"("x")", R"("F")", false));
  talk.answer(2, reply_body(R"("no")"));
  talk.request(3, FranzTurn{"MINE", 5, 1}, request_body(R"("four")", R"("F")", false));
  talk.answer(3, reply_body(R"("five")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"4/1 unverifiable", "5/1 ok"}));
}

TEST(TurnLog, NumbersAClientWithoutIdsByItsOrder) {
  Talk talk({"RUN", false, true, 2000});
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  talk.request(2, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(2, R"({"error":"busy"})", 503);
  talk.request(3, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(3, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 ok"}));
}

// It asks again with the same story, or goes on with the part that it has got; a number cannot
// tell.
TEST(TurnLog, AccusesNoClientWithoutIdsThatCutItsReply) {
  const std::vector<std::pair<std::string, std::string>> rows = {{R"("one")", "ok"},
                                                                 {R"("tw")", "unverifiable"}};
  for (const auto& [story, verdict] : rows) {
    Talk talk({"RUN", false, true, 2000});
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

TEST(TurnLog, GivesNoVerdictOnAnotherMemory) {
  Talk talk({"RUN", true, false, 2000});
  talk.turn(1, R"("x")", R"("one")");
  talk.turn(2, R"("y")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 not_applicable", "2/1 not_applicable"}));
}

TEST(TurnLog, GoesOnWhereAnEarlierProxyEnded) {
  KnownTurns known;
  known.attempts = {{7, 2}, {8, 1}};  // turn 8 was asked for, its reply never recorded
  known.replies = {{7, R"("seven")"}};
  known.last = 7;
  Talk talk({"RUN", true, true, 2000}, known);
  talk.turn(8, R"("seven")", R"("eight")");
  EXPECT_EQ(talk.verdicts(), Lines{"8/2 ok"});

  // The reply to turn 8 was stored by the orchestrator, but its record was lost with the proxy.
  Talk lost({"RUN", true, true, 2000}, known);
  lost.turn(9, R"("eight")", R"("nine")");
  EXPECT_EQ(lost.verdicts(), Lines{"9/1 unverifiable"});
  EXPECT_NE(lost.file("turn_0009.json").find("turn 8 was not recorded"), std::string::npos);
}

TEST(TurnLog, BatchesFifteenTurnsWhenTheNextBegins) {
  KnownTurns known;
  known.last = 14;
  Talk talk({"RUN", true, true, 2000}, known);
  talk.turn(15, R"("x")", R"("x")");
  EXPECT_EQ(talk.said().back(), "recorded 15/1 unverifiable");
  talk.turn(16, R"("x")", R"("x")");
  EXPECT_EQ(talk.said().front(), "batch turns_0001_0015.json");
  talk.turn(17, R"("x")", R"("x")");
  talk.said();
  talk.take(talk.log().finish());
  EXPECT_EQ(talk.said(), Lines{"batch turns_0016_0017.json"});

  // A kill took the record of the fifteenth turn: the batch is complete without it.
  Talk killed({"RUN", true, true, 2000}, known);
  killed.turn(16, R"("x")", R"("x")");
  EXPECT_EQ(killed.said().front(), "batch turns_0001_0015.json");
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
  EXPECT_EQ(talk.said().front(), "finished 4");
}

TEST(TurnLog, SurvivesRequestsThatAreNotWhatTheyShouldBe) {
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
}  // namespace
}  // namespace franz::proxy
