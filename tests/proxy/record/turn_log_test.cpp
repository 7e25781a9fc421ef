#include "proxy/record/turn_log.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"

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

TurnLogOptions options_of(bool launch) {
  TurnLogOptions options;
  options.run = "RUN";
  options.launch = launch;
  return options;
}

// A conversation with the log: what it said so far, as lines, and the records by turn.
class Talk {
 public:
  bool from_page = false;     // requests have an Origin header
  bool reply_unread = false;  // the connection is given up before a reply's end

  explicit Talk(TurnLogOptions options = options_of(true), KnownTurns known = {})
      : log_(std::move(options), std::move(known)) {}

  void request(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& body,
               double at = 1000) {
    ask(exchange, std::move(turn));
    bytes(exchange, MessagePiece::Side::request, "RAW REQUEST", "");
    bytes(exchange, MessagePiece::Side::request, "", body);
    asked(exchange, body.size(), at);
  }

  // Its head, its bytes and its end, each on its own.
  void ask(std::uint64_t exchange, std::optional<FranzTurn> turn,
           const std::string& target = "/v1/chat/completions", const std::string& method = "POST") {
    auto request = std::make_shared<HttpRequest>();
    request->method = method;
    request->target = target;
    request->turn = std::move(turn);
    request->has_origin = from_page;
    requests_[exchange] = request;
    take(log_.http(RequestStarted{exchange, 1, request}));
  }
  void bytes(std::uint64_t exchange, MessagePiece::Side side, const std::string& head,
             const std::string& body) {
    MessagePiece piece{exchange, side, head + body, {}};
    if (!body.empty()) {
      piece.body.emplace_back(static_cast<std::uint32_t>(head.size()),
                              static_cast<std::uint32_t>(body.size()));
    }
    take(log_.http(piece));
  }
  void asked(std::uint64_t exchange, std::size_t body_bytes, double at = 1000,
             const std::string& problem = "", bool told = true) {
    const auto whole = std::make_shared<HttpRequest>(*requests_.at(exchange));
    whole->body_bytes = body_bytes;
    whole->problem = problem;
    whole->told = told;
    requests_[exchange] = whole;
    take(log_.http(RequestRead{exchange, 1, whole, at}));
  }

  void answer(std::uint64_t exchange, const std::string& body, int status = 200,
              const std::string& problem = "", bool whole = true, double at = 1400) {
    bytes(exchange, MessagePiece::Side::response, "RAW RESPONSE", "");
    take(log_.http(ResponseStarted{exchange, 1, status, {}, at - 100}));
    for (std::size_t i = 0; i < body.size(); i += 7) piece(exchange, body.substr(i, 7));
    end(exchange, body, status, problem, whole, at);
  }

  void piece(std::uint64_t exchange, const std::string& bytes) {
    this->bytes(exchange, MessagePiece::Side::response, "", bytes);
  }

  void begin(std::uint64_t exchange) {
    take(log_.http(ResponseStarted{exchange, 1, 200, {{"Content-Type", "text/event-stream"}}, 0}));
  }

  void end(std::uint64_t exchange, const std::string& body, int status, const std::string& problem,
           bool whole, double at, bool told = true) {
    Exchange done;
    done.id = exchange;
    done.request = requests_.at(exchange);
    done.response.status = status;
    done.response.told = told;
    done.response.body_bytes = body.size();
    done.response.problem = problem;
    done.first_byte_ms = at - 100;
    done.finished_ms = at;
    done.delivered_whole = whole;
    done.reply_unread = reply_unread;
    take(log_.http(done));
  }

  // What cannot be read as a reply: nothing of it is told but that it came.
  void odd_answer(std::uint64_t exchange) {
    reply_unread = true;
    end(exchange, "", 0, "two lengths", false, 1400);
    reply_unread = false;
  }

  // A whole exchange whose bytes nobody took.
  void lose(std::uint64_t exchange, std::optional<FranzTurn> turn, int status = 200) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->target = "/v1/chat/completions";
    request->turn = std::move(turn);
    request->problem = "the recorder was behind";
    request->told = false;
    requests_[exchange] = request;
    end(exchange, "", status, "", true, 1400, false);
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
    event.executor_out = R"({"items":[{"call":"drag","outcome":"done"}],"renderer":1})";
    event.note = std::move(note);
    take(log_.loop(event, at));
  }

  void finished(int turn) {
    LoopEvent event;
    event.kind = LoopEvent::Kind::turn_finished;
    event.turn = turn;
    take(log_.loop(event, 1500));
  }

  // A turn from its request to its reply, in the ordinary order.
  void turn(int number, const std::string& story, const std::string& reply,
            const std::string& run = "RUN") {
    started(number);
    acted(number);
    request(next_, FranzTurn{run, number, 1}, request_body(story, R"("F")", false));
    answer(next_++, reply_body(reply));
  }

  void take(std::vector<LogOutput> outputs) {
    for (LogOutput& output : outputs) {
      if (const auto* file = std::get_if<SaveFile>(&output)) {
        said_.push_back("save " + file->name);
        files_[file->name] = *file->bytes;
      } else if (const auto* piece = std::get_if<StreamPiece>(&output)) {
        streams_[piece->stream] += *piece->bytes;
      } else if (const auto* end = std::get_if<StreamEnd>(&output)) {
        if (!end->name.empty()) said_.push_back("save " + end->name);
        if (!end->name.empty()) files_[end->name] = streams_[end->stream];
        streams_.erase(end->stream);
      } else if (const auto* forgotten = std::get_if<ForgetFiles>(&output)) {
        for (const std::string& name : forgotten->names) said_.push_back("forget " + name);
      } else if (const auto* lost = std::get_if<LostTurns>(&output)) {
        said_.push_back("lost " + to_json(lost->turns));
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
        said_.push_back((entry->page_requests > 0 ? "page " : "log ") + entry->text);
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
  const std::map<std::string, std::string>& streams() const { return streams_; }  // without a name

 private:
  TurnLog log_;
  std::map<std::uint64_t, std::shared_ptr<HttpRequest>> requests_;
  std::vector<std::string> said_;
  std::map<std::string, std::string> files_, streams_;
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

// A longer text could not be read back out of a record: it is named, and nothing of it is kept.
TEST(TurnLog, NamesTextsOver16MiB) {
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

// Members that an index beyond every integer would have to be looked for in.
TEST(TurnLog, ReadsARequestThatNamesItsMessagesTwice) {
  Talk talk;
  talk.started(1), talk.acted(1);
  talk.request(1, FranzTurn{"RUN", 1, 1},
               R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[]})");
  talk.answer(1, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/1 unverifiable"});
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

// However many there are: a line a minute, with a count.
TEST(TurnLog, TellsOfForeignRequestsOnceAMinute) {
  for (const bool page : {false, true}) {
    Talk talk;
    talk.from_page = page;
    const std::string kind = page ? "page " : "log ";
    const std::string line = kind + "foreign request: POST /v1/chat/completions: status 200" +
                             (page ? " (asked by a web page: it has an Origin header)" : "");
    for (std::uint64_t i = 1; i <= 500; ++i) {
      talk.request(i, std::nullopt, request_body(R"("x")", R"("F")", false));
      talk.answer(i, reply_body(R"("foreign")"), 200, "", true, 1400 + static_cast<double>(i));
    }
    EXPECT_EQ(talk.said(), Lines{line});
    EXPECT_EQ(talk.log().due_ms(), 61401);
    if (!page) talk.log().foreign_missed(1000);
    talk.take(talk.log().tick(61400));
    EXPECT_EQ(talk.said(), Lines{});
    talk.take(talk.log().tick(61401));
    EXPECT_EQ(talk.said(),
              Lines{line + "; and " + (page ? "498" : "1498") + " more since the last line"});
    talk.take(talk.log().tick(999999));
    EXPECT_EQ(talk.said(), Lines{});
    EXPECT_EQ(talk.log().due_ms(), std::nullopt);
    talk.request(600, std::nullopt, request_body(R"("x")", R"("F")", false));
    talk.answer(600, reply_body(R"("foreign")"), 200, "", true, 2000000);
    talk.request(601, std::nullopt, request_body(R"("x")", R"("F")", false));
    talk.answer(601, reply_body(R"("foreign")"), 200, "", true, 2000001);
    EXPECT_EQ(talk.said(), Lines{line});
    talk.take(talk.log().finish());
    EXPECT_EQ(talk.said(), Lines{line});
  }
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

// Without an orchestrator nobody else can say that a turn passed.
TEST(TurnLog, TellsTheLastTurnWhoseReplyWasNotReadAsLost) {
  for (const bool ids : {true, false}) {
    const auto id = [ids](int turn) {
      return ids ? std::optional(FranzTurn{"MINE", turn, 1}) : std::nullopt;
    };
    const std::string second = request_body(R"("one")", R"("F")", false);
    const auto first_turn = [&](Talk& talk) {
      talk.request(1, id(1), request_body(R"("")", R"("F")", false));
      talk.answer(1, reply_body(R"("one")"));
      talk.said();
    };
    {
      Talk talk(options_of(false));  // the reply was odd
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      EXPECT_EQ(talk.said().back(),
                "log turn 2, attempt 1: the reply could not be read: two lengths");
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said().front(), "lost [[2,2]]");
    }
    {
      Talk talk(options_of(false));  // it was, but then the same is asked again
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      talk.request(3, id(2), second);
      talk.answer(3, reply_body(R"("two")"));
      EXPECT_EQ(talk.verdicts(), Lines{"2/2 ok"});
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said(), Lines{"batch turns_0001_0002.json"});
    }
    {
      Talk talk(options_of(false));  // it was, and the client goes on with it
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.odd_answer(2);
      talk.request(3, id(3), request_body(R"("two")", R"("F")", false));
      talk.answer(3, R"({"error":"busy"})", 503);
      talk.request(4, id(3), request_body(R"("two")", R"("F")", false));
      talk.answer(4, reply_body(R"("three")"));
      talk.request(5, id(4), request_body(R"("three")", R"("F")", false));
      talk.answer(5, reply_body(R"("four")"));
      const Lines said = talk.said();
      EXPECT_EQ(std::count(said.begin(), said.end(), "lost [[2,2]]"), 1);
      EXPECT_EQ(std::count(said.begin(), said.end(), "recorded 3/2 unverifiable"), 1);
      EXPECT_EQ(said.back(), "recorded 4/1 ok");
    }
    {
      Talk talk(options_of(false));  // nobody took the bytes of turns 2 and 3
      first_turn(talk);
      talk.lose(2, id(2));
      talk.lose(3, id(3));
      talk.request(4, id(4), request_body(R"("three")", R"("F")", false));
      talk.answer(4, reply_body(R"("four")"));
      talk.lose(5, id(5), 503);  // no reply: not a turn
      EXPECT_EQ(talk.said(),
                (Lines{"log turn 2 passed unrecorded: the recorder was behind",
                       "log turn 3 passed unrecorded: the recorder was behind", "finished 1",
                       "save exchange/000/0004-1.request", "opened 4/1",
                       "save exchange/000/0004-1.response", "save turn_0004.json",
                       "recorded 4/1 unverifiable", "lost [[2,3]]",
                       "log turn 5: an attempt was not recorded: the recorder was behind"}));
      talk.lose(6, id(5));
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said()[1], "lost [[2,3],[5,5]]");
    }
    {
      Talk talk(options_of(false));  // the reply's pieces were lost, and the client left at its end
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.begin(2);
      talk.end(2, "", 200, "the recorder was behind", false, 1400, false);
      talk.said();
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said().front(), "lost [[2,2]]");
    }
    {
      Talk talk(options_of(false));  // cut, and refused: no turn passed
      first_turn(talk);
      talk.request(2, id(2), second);
      talk.end(2, "", 0, "the upstream reset the connection", false, 1400);
      EXPECT_EQ(talk.said().back(),
                "log turn 2, attempt 1: no answer came: the upstream reset the connection");
      talk.take(talk.log().finish());
      EXPECT_EQ(talk.said(), Lines{"batch turns_0001_0001.json"});
    }
  }
}

// What somebody else asks meanwhile takes no place of the run's own.
TEST(TurnLog, KeepsTheFilesOfARefusedAttemptThatCarriedTheStory) {
  Talk talk(options_of(false));
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, R"({"error":"busy"})", 503);
  talk.request(2, std::nullopt, request_body(R"("")", R"("again")", false));
  talk.answer(2, reply_body(R"("one")"));
  talk.request(3, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(3, R"({"error":"busy"})", 503);
  talk.request(4, std::nullopt, R"({"messages":[{"role":"user","content":"hello"}]})");
  talk.answer(4, R"({"error":"busy"})", 503);
  talk.request(5, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(5, reply_body(R"("two")"));
  Lines forgotten, recorded;
  for (const std::string& line : talk.said()) {
    if (line.starts_with("forget ")) forgotten.push_back(line);
    if (line.starts_with("recorded ")) recorded.push_back(line);
  }
  EXPECT_EQ(forgotten,
            (Lines{"forget exchange/000/0002-2.request", "forget exchange/000/0002-2.response"}));
  EXPECT_EQ(recorded, (Lines{"recorded 1/2 first", "recorded 2/2 ok"}));
}

TEST(TurnLog, NumbersAClientWithoutIdsByItsOrder) {
  Talk talk(options_of(false));
  talk.request(1, std::nullopt, request_body(R"("")", R"("F")", false));
  talk.answer(1, reply_body(R"("one")"));
  talk.request(2, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(2, R"({"error":"busy"})", 503);
  talk.request(3, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(3, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/2 ok"}));
}

// What a client without ids asks beside its turns is no turn, however it is answered.
TEST(TurnLog, CountsOnlyChatRequestsOfAClientWithoutIds) {
  Talk talk(options_of(false));
  const auto ask = [&](std::uint64_t id, const std::string& method, const std::string& target,
                       const std::string& body) {
    talk.ask(id, std::nullopt, target, method);
    talk.bytes(id, MessagePiece::Side::request, "RAW REQUEST", body);
    talk.asked(id, body.size());
    talk.answer(id, R"({"object":"list","data":[]})");
  };
  const std::string chat = request_body(R"("")", R"("F")", false);
  ask(1, "GET", "/v1/models", "");
  ask(2, "POST", "/v1/embeddings", R"({"input":"x"})");
  ask(3, "POST", "/v1/chat/completions", R"({"input":"x"})");
  ask(4, "POST", "/v1/chat/completions", R"({"messages":[]})");
  ask(5, "POST", "/v1/chat/completions", "no JSON");
  ask(6, "POST", "/tools/chat/completions/list", chat);
  EXPECT_EQ(talk.said(), Lines{"log foreign request: GET /v1/models: status 200"});
  EXPECT_TRUE(talk.streams().empty());

  // Chat requests that get no chat reply: each takes the place of the one before.
  for (int i = 0; i < 3; ++i) {
    const auto id = static_cast<std::uint64_t>(10 + i);
    const std::string feedback = "\"F" + std::to_string(i) + "\"";
    talk.request(id, std::nullopt, request_body(R"("x")", feedback, false));
    talk.answer(id, R"({"error":"no"})", 500);
    const Lines said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "save exchange/000/0001-1.request"), 1) << i;
    EXPECT_EQ(std::count(said.begin(), said.end(), "forget exchange/000/0001-1.response"), i > 0);
  }
  // The same one again is another attempt.
  talk.request(20, std::nullopt, request_body(R"("x")", R"("F2")", false));
  talk.answer(20, reply_body(R"("one")"));
  EXPECT_EQ(talk.verdicts(), Lines{"1/2 first"});
  talk.request(21, std::nullopt, request_body(R"("one")", R"("F")", false));
  talk.answer(21, reply_body(R"("two")"));
  EXPECT_EQ(talk.verdicts(), Lines{"2/1 ok"});
}

// It asks again with the same story, or goes on with the part that it has got; a number cannot
// tell.
TEST(TurnLog, AccusesNoClientWithoutIdsThatCutItsReply) {
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

TEST(TurnLog, GivesNoVerdictOnAnUnknownMemory) {
  TurnLogOptions options = options_of(true);
  options.memory = nullptr;
  Talk talk(options);
  talk.turn(1, R"("x")", R"("one")");
  talk.turn(2, R"("y")", R"("two")");
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 not_applicable", "2/1 not_applicable"}));
}

TEST(TurnLog, GoesOnWhereAnEarlierProxyEnded) {
  KnownTurns known;
  known.attempts = {{7, 2}, {8, 1}};  // turn 8 was asked for, its reply never recorded
  known.replies = {{7, R"("seven")"}};
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

// Forged names and records may hold any number that there is.
TEST(TurnLog, CountsNoAttemptAndNoTurnPastTheLast) {
  KnownTurns known;
  known.attempts = {{kMaxTurn, kMaxAttempt}};
  known.last = kMaxTurn - 1;
  Talk talk(options_of(true), known);
  talk.turn(kMaxTurn, R"("x")", R"("y")");
  EXPECT_EQ(talk.verdicts(), Lines{"999999999/999999999 unverifiable"});
  EXPECT_EQ(talk.log().last_turn(), kMaxTurn);
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

// What was lost is known by its turns, and only if it was lost for good.
TEST(TurnLog, TellsWhichTurnsPassedWithoutARecord) {
  const std::string body = request_body(R"("x")", R"("F")", false);
  {
    Talk talk;  // the relay's copies of turns 2 and 3 were lost
    talk.turn(1, R"("")", R"("one")");
    for (const int turn : {2, 3}) talk.started(turn), talk.acted(turn);
    talk.verdicts();
    talk.turn(4, R"("x")", R"("four")");
    const Lines said = talk.said();
    EXPECT_EQ(said.front(), "lost [[2,2]]");  // a turn behind, it may be on its way no more
    EXPECT_EQ(said.back(), "lost [[2,3]]");
  }
  {
    Talk talk;  // the orchestrator says that a turn is over, and nothing was seen of it
    talk.turn(1, R"("")", R"("one")");
    talk.started(2), talk.acted(2), talk.finished(2);
    talk.started(3), talk.acted(3);  // the next one is under way at the end: that is no loss
    talk.said();
    talk.take(talk.log().finish());
    EXPECT_EQ(talk.said(), (Lines{"lost [[2,2]]", "batch turns_0001_0001.json"}));
  }
  {
    Talk talk;  // a reply of which pieces are missing; then it is asked for again
    talk.started(1), talk.acted(1);
    talk.request(1, FranzTurn{"RUN", 1, 1}, body);
    talk.bytes(1, MessagePiece::Side::response, "RAW RESPONSE", "");
    talk.begin(1);
    talk.piece(1, reply_body(R"("one")").substr(0, 20));
    talk.end(1, "", 200, "the recorder was behind", true, 1400, false);
    Lines said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "lost [[1,1]]"), 1);
    EXPECT_EQ(said.back(), "recorded 1/1 first");
    EXPECT_EQ(talk.file("exchange/000/0001-1.response"), "RAW RESPONSE");
    EXPECT_TRUE(talk.streams().empty());
    talk.request(2, FranzTurn{"RUN", 1, 2}, body);
    talk.answer(2, reply_body(R"("one")"));
    said = talk.said();
    EXPECT_EQ(std::count(said.begin(), said.end(), "lost []"), 1);
  }
  {
    Talk talk;  // attempts that failed are no loss, nor is what was before this proxy
    talk.request(1, FranzTurn{"RUN", 7, 1}, body);
    talk.answer(1, R"({"error":"busy"})", 503);
    talk.turn(7, R"("x")", R"("seven")");
    talk.take(talk.log().finish());
    for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("lost")) << line;
  }
}

TEST(TurnLog, HoldsNoMoreRequestsThanItMay) {
  TurnLogOptions options = options_of(true);
  options.held_bytes = 1000;
  Talk talk(options);
  const std::string body = request_body(R"("x")", quote_json(std::string(300, 'f')), false);
  ASSERT_LT(body.size(), 700U);
  for (std::uint64_t id = 1; id <= 5; ++id) {
    talk.ask(id, FranzTurn{"RUN", static_cast<int>(id), 1});
    talk.bytes(id, MessagePiece::Side::request, "RAW REQUEST", body);
    EXPECT_LE(talk.log().held_bytes(), 1000U);
  }
  talk.started(1), talk.acted(1), talk.started(2), talk.acted(2);
  talk.said();
  for (const std::uint64_t id : {1, 2}) {
    talk.asked(id, body.size());
    talk.answer(id, reply_body(R"("x")"));
    EXPECT_EQ(talk.file("exchange/000/000" + std::to_string(id) + "-1.request"),
              "RAW REQUEST" + body);
    EXPECT_NE(talk.file("turn_000" + std::to_string(id) + ".json").find(sha256_hex(body)),
              std::string::npos);
  }
  EXPECT_NE(talk.file("turn_0002.json").find("of requests are under way"), std::string::npos);
  for (const std::string& line : talk.said()) EXPECT_FALSE(line.starts_with("lost")) << line;
}

TEST(TurnLog, HoldsNoMoreRepliesThanItMay) {
  TurnLogOptions options = options_of(false);
  options.held_reply_bytes = 1000;
  Talk talk(options);
  const std::string reply = reply_body(quote_json(std::string(2000, 'x')));
  const auto ask = [&](std::uint64_t id) {
    talk.request(id, FranzTurn{"MINE", static_cast<int>(id), 1},
                 request_body(R"("x")", R"("F")", false));
    talk.begin(id);
  };
  ask(1), ask(2), ask(3);
  talk.piece(1, reply.substr(0, 900));
  talk.piece(2, reply.substr(0, 900));  // finds no room
  talk.piece(1, reply.substr(900));     // alone: as long as it is
  EXPECT_EQ(talk.log().held_reply_bytes(), reply.size());
  talk.piece(2, reply.substr(900));
  talk.end(1, reply, 200, "", true, 1400);
  talk.end(2, reply, 200, "", true, 1400);
  EXPECT_EQ(talk.file("exchange/000/0002-1.response"), reply);
  talk.piece(3, reply);
  talk.end(3, reply, 200, "gone", false, 1400);
  EXPECT_EQ(talk.log().held_reply_bytes(), 0U);
  EXPECT_EQ(talk.verdicts(), (Lines{"1/1 first", "2/1 violation"}));
  const Result<TurnRecord> second = parse_turn_record(talk.file("turn_0002.json"));
  ASSERT_TRUE(second.ok() && second.value().response);
  EXPECT_EQ(second.value().response->text.str(), "null");
  talk.request(4, FranzTurn{"MINE", 3, 2}, request_body(R"("x")", R"("F")", false));
  talk.answer(4, reply_body(R"("y")"));
  EXPECT_NE(talk.file("turn_0003.json").find("of replies are under way"), std::string::npos);
  // What is no turn holds nothing either.
  talk.ask(5, FranzTurn{"MINE", 4, 1});
  talk.begin(5);
  talk.piece(5, reply);
  talk.end(5, reply, 200, "gone", false, 1400);
  EXPECT_EQ(talk.log().held_reply_bytes(), 0U);
}

TEST(TurnLog, KeepsTheBeginningOfALongHead) {
  Talk talk;
  const std::string head(200000, 'h');
  talk.ask(1, FranzTurn{"RUN", 1, 1});
  talk.bytes(1, MessagePiece::Side::request, head, "");
  talk.asked(1, 0, 1000, "the recorder was behind", false);
  EXPECT_EQ(talk.file("exchange/000/0001-1.request"), head.substr(0, 64UL << 10U));
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

TEST(TurnLog, SaysWhereAViolationIs) {
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
