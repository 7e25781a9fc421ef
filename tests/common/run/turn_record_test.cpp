#include "common/run/turn_record.h"
#include <gtest/gtest.h>
#include "common/settings/setting_rows.h"
#include "common/wire/limits.h"

namespace franz {
namespace {
TurnRecord whole_record() {
  TurnRecord record;
  record.turn = 7;
  record.attempt = 2;
  record.time = "2026-01-31T12:00:00.250Z";
  record.story = R"("a\/\ud800")";
  record.verdict = Verdict::ok;
  record.request_id = "0123456789abcdef";
  record.after = "fedcba9876543210";
  record.status = 200;
  record.feedback = R"("OK: 2 actions executed.")";
  record.note = "draw a \"hat\"";
  record.executor_in = R"({"turn":7})";
  record.executor_out = R"({"items":[{"outcome":"done"},{"outcome":"done"}],"renderer":1})";
  record.response = RecordedReply{R"("b\u0000")",
                                  "null",
                                  "stop",
                                  TokenUsage{10, 20, 30, 8},
                                  {{R"("c\/1")", R"("drag")", R"("{\ud83d}")"}}};
  record.model = "qwen";
  record.temperature = 0.7;
  record.top_p = 0.9;
  record.max_tokens = 900;
  record.messages = 3;
  record.request_bytes = 1234;
  record.request_sha256 = "ab";
  record.cuts = {2000, {{17, 132, "turn_0007.png"}}};
  record.executor_ms = 4.1234567;
  record.first_byte_ms = 80;
  record.model_ms = 400;
  record.turn_ms = 404.5;
  record.picture = RecordedPicture{"turn_0007.png", 99, "cd", 512, 288};
  return record;
}

const std::string kWhole =
    R"({"protocol":"franz.turn.v3","turn":7,"attempt":2,"request_id":"0123456789abcdef",)"
    R"("after":"fedcba9876543210","status":200,"time":"2026-01-31T12:00:00.250Z",)"
    R"("sst":{"text":"a\/\ud800","verdict":"ok","detail":null},)"
    R"("feedback":"OK: 2 actions executed.","note":"draw a \"hat\"","memory":null,)"
    R"("executor":{"in":{"turn":7},)"
    R"("out":{"items":[{"outcome":"done"},{"outcome":"done"}],"renderer":1}},"degraded":[],)"
    R"("response":{"text":"b\u0000","calls":[{"id":"c\/1","name":"drag","arguments":"{\ud83d}"}],)"
    R"("reasoning":null,"finish_reason":"stop",)"
    R"("usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,"cached_tokens":8}},)"
    R"("request":{"model":"qwen","temperature":0.7,"top_p":0.9,"max_tokens":900,"messages":3,)"
    R"("bytes":1234,"sha256":"ab","stored":{"bytes":2000,"cuts":[[17,132,"turn_0007.png"]]}},)"
    R"("latency_ms":{"executor":4.123,"first_byte":80,"model":400,"turn":404.5},)"
    R"("image":{"file":"turn_0007.png","bytes":99,"sha256":"cd","width":512,"height":288},)"
    R"("renderer":1})";

TEST(TurnRecord, OfACallHasNoRequest) {
  TurnRecord record = whole_record();
  record.called = true;
  record.story = "null";
  record.verdict = Verdict::unwitnessed;
  const std::string json = to_json(record);
  EXPECT_NE(json.find(R"(},"request":null,"latency_ms")"), std::string::npos) << json;
  const Result<TurnRecord> read = parse_turn_record(json);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read.value().called);
  EXPECT_EQ(to_json(read.value()), json);
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::string other = json;
    other.replace(other.find(from), from.size(), to);
    const Result<TurnRecord> refused = parse_turn_record(other);
    return refused.ok() ? "valid" : refused.error().message;
  };
  EXPECT_EQ(edited(R"("verdict":"unwitnessed")", R"("verdict":"ok")"),
            "/sst/verdict: expected unwitnessed");
  EXPECT_EQ(edited(R"("sst":{"text":null)", R"("sst":{"text":"x")"),
            "/sst/text: expected null: nothing was sent");
}

TEST(TurnRecord, OfTheClosingTurnHasNoRequestAndNoReply) {
  TurnRecord record = whole_record();
  record.response.reset();
  record.attempt = 1;
  record.story = record.detail = "null";
  record.verdict = Verdict::not_applicable;
  record.note.reset();
  record.finish = Finish{FinishReason::limit, "6 turns are made"};
  const std::string json = to_json(record);
  EXPECT_NE(json.find(R"("response":null,"request":null,)"
                      R"("finished":{"reason":"limit","code":10,"text":"6 turns are made"},)"),
            std::string::npos)
      << json;
  const Result<TurnRecord> read = parse_turn_record(json);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_json(read.value()), json);
  EXPECT_EQ(to_json(row_of(read.value())),
            R"({"turn":7,"attempt":1,"time":"2026-01-31T12:00:00.250Z","outcome":"actions",)"
            R"("actions":2,"verdict":"not_applicable","tokens":0,"latency_ms":400,)"
            R"("finish_reason":"","picture":true,"finished":"6 turns are made"})");
  const auto edited = [&](const std::string& from, const std::string& to) {
    std::string other = json;
    other.replace(other.find(from), from.size(), to);
    const Result<TurnRecord> refused = parse_turn_record(other);
    return refused.ok() ? "valid" : refused.error().message;
  };
  EXPECT_EQ(edited(R"("reason":"limit","code":10)", R"("reason":"turns","code":0)"),
            "/finished/reason: expected one of a closing turn");
  EXPECT_EQ(edited(R"("request":null)", R"("request":{"model":"m"})"),
            "/request: expected null in the closing turn");
  EXPECT_EQ(edited(R"("response":null)", R"("response":{"text":"x"})"),
            "/response: expected null in the closing turn");
  EXPECT_EQ(edited(R"("text":null)", R"("text":"I was told to lie")"),
            "/sst/text: expected null: it sent nothing");
  EXPECT_EQ(edited(R"("verdict":"not_applicable")", R"("verdict":"violation")"),
            "/sst/verdict: expected not_applicable");
  EXPECT_EQ(edited(R"("detail":null)", R"("detail":"x")"), "/sst/detail: expected null");
  EXPECT_EQ(edited(R"("note":null)", R"("note":"x")"),
            "/memory: expected no note and no memory: it sent nothing");
}

TEST(UsedMemory, AcceptsEveryValueOfTheSettings) {
  for (const char* key : {"keep_pictures", "keep_thinks"})
    EXPECT_EQ(find_setting("agent", key)->max, kMaxKeptParts) << key;
}

TEST(TurnRecord, KeepsTheMemoryAsItWasUsed) {
  TurnRecord record = whole_record();
  record.memory = UsedMemory{"sst", {3, 2}, "a cat", 4};
  const Result<TurnRecord> read = parse_turn_record(to_json(record));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().memory, record.memory);
}

TEST(TurnRecord, InsertsModelTextUnchanged) { EXPECT_EQ(to_json(whole_record()), kWhole); }

// What is written can be read back: the largest texts together, with escapes, but not one byte
// more.
TEST(TurnRecord, IsReadBackWithTextsOf16MiB) {
  std::string largest = "\"";
  while (largest.size() + 6 <= kMaxReply + 1) largest += R"(\u0041)";
  largest.resize(kMaxReply + 1, 'x');
  largest += '"';
  TurnRecord record = whole_record();
  record.story = record.feedback = record.response->text = largest;
  std::string json = to_json(record);
  const Result<TurnRecord> read = parse_turn_record(json);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read.value().story == largest);
  EXPECT_TRUE(read.value().response->text == largest);
  EXPECT_TRUE(to_json(read.value()) == json);

  const std::string too_long = "\"x" + largest.substr(1);
  TurnRecord longer = whole_record();
  longer.story = too_long;
  EXPECT_FALSE(parse_turn_record(to_json(longer)).ok());
  longer = whole_record();
  longer.feedback = too_long;
  EXPECT_FALSE(parse_turn_record(to_json(longer)).ok());
  longer = whole_record();
  longer.response->text = too_long;
  EXPECT_EQ(parse_turn_record(to_json(longer)).error().message,
            "/response/text: expected at most 16777216 bytes of text");
}

TEST(TurnRecord, RefusesAMemberGivenTwice) {
  std::string json = kWhole;
  json.insert(json.find(R"("verdict")"), R"("text":"forged",)");
  EXPECT_EQ(parse_turn_record(json).error().message, "/sst/text: given twice");
}

TEST(TurnRecord, WritesNullForUnknownValues) {
  TurnRecord record;
  record.turn = 1;
  record.attempt = 1;
  record.time = "T";
  record.verdict = Verdict::unverifiable;
  EXPECT_EQ(
      to_json(record),
      R"({"protocol":"franz.turn.v3","turn":1,"attempt":1,"request_id":null,"after":null,)"
      R"("status":0,"time":"T",)"
      R"("sst":{"text":null,"verdict":"unverifiable","detail":null},"feedback":null,"note":null,)"
      R"("memory":null,)"
      R"("executor":{"in":null,"out":null},"degraded":[],"response":null,)"
      R"("request":{"model":"","temperature":null,"top_p":null,"max_tokens":null,"messages":0,)"
      R"("bytes":0,"sha256":""},)"
      R"("latency_ms":{"executor":null,"first_byte":null,"model":null,"turn":null},)"
      R"("image":null,"renderer":null})");
}

TEST(TurnRecord, SurvivesARoundTrip) {
  TurnRecord sparse;
  sparse.turn = 1;
  sparse.attempt = 1;
  sparse.time = "T";
  sparse.verdict = Verdict::unverifiable;
  sparse.degraded = {"executor: gone"};
  sparse.response.emplace();
  for (const TurnRecord& record : {whole_record(), sparse}) {
    const Result<TurnRecord> read = parse_turn_record(to_json(record));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(to_json(read.value()), to_json(record));
  }
  EXPECT_EQ(to_json(row_of(parse_turn_record(kWhole).value())),
            R"({"turn":7,"attempt":2,"time":"2026-01-31T12:00:00.250Z","outcome":"actions",)"
            R"("actions":2,"verdict":"ok","tokens":20,"latency_ms":400,"finish_reason":"stop",)"
            R"("picture":true})");
  EXPECT_FALSE(row_of(sparse).picture);
}

// Lists and findings keep parts of many records, so each part is short.
TEST(TurnRecord, RefusesOtherLongTexts) {
  struct Row {
    std::size_t most;
    void (*set)(TurnRecord&, std::string);
    std::string failure;
  };
  const std::vector<Row> rows = {
      {kMaxRecordTime, [](TurnRecord& r, std::string text) { r.time = std::move(text); }, "/time"},
      {kMaxFinishReason,
       [](TurnRecord& r, std::string text) { r.response->finish_reason = std::move(text); },
       "/response/finish_reason"},
      {kMaxDegraded,
       [](TurnRecord& r, std::string text) {
         r.degraded = {"short", std::move(text)};
       },
       "/degraded/1"},
  };
  for (const Row& row : rows) {
    TurnRecord record = whole_record();
    row.set(record, std::string(row.most, 'x'));
    EXPECT_TRUE(parse_turn_record(to_json(record)).ok()) << row.failure;
    row.set(record, std::string(row.most + 1, 'x'));
    const Result<TurnRecord> read = parse_turn_record(to_json(record));
    ASSERT_FALSE(read.ok()) << row.failure;
    EXPECT_EQ(read.error().message,
              row.failure + ": expected at most " + std::to_string(row.most) + " bytes of text");
  }
}

TEST(TurnRecord, RefusesAnIncompleteRecord) {
  EXPECT_FALSE(parse_turn_record("").ok());
  EXPECT_FALSE(parse_turn_record(kWhole.substr(0, kWhole.size() - 1)).ok());
  EXPECT_FALSE(parse_turn_record(R"({"protocol":"franz.run.v2"})").ok());
  std::string other = kWhole;
  other.replace(other.find(R"("response":{)"), 12, R"("response":7,"x":{)");
  EXPECT_EQ(parse_turn_record(other).error().message, "/response: expected an object, or null");
  other = kWhole;
  other.replace(other.find(R"("verdict":"ok")"), 14, R"("verdict":"okay")");
  EXPECT_EQ(parse_turn_record(other).error().message, "/sst/verdict: expected a verdict");
  other = kWhole;
  other.replace(other.find("0123456789abcdef"), 16, "0123456789ABCDEF");
  EXPECT_EQ(parse_turn_record(other).error().message,
            "/request_id: expected 16 hexadecimal digits, or null");
}

TEST(TurnRecord, OfAFailedAttemptHasNoResponse) {
  TurnRecord record = whole_record();
  record.response.reset();
  record.status = 503;
  const Result<TurnRecord> read = parse_turn_record(to_json(record));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().status, 503);
  EXPECT_FALSE(read.value().response.has_value());
}

TEST(TurnRecord, UsesTheFirstOutcomeThatApplies) {
  const std::string acted = R"({"items":[{"outcome":"done"}]})", empty = R"({"items":[]})";
  const std::string failed = R"({"items":[{"outcome":"noted"},{"outcome":"not_run"}],"error":{
  "text" : "TypeError: x"
}
})";
  const std::string malformed = R"({"items":[{"outcome":"malformed","why":"what"}]})";
  struct Row {
    Verdict verdict;
    std::string out;
    std::vector<std::string> degraded;
    TurnOutcome outcome;
    int actions = 0;
  };
  const std::vector<Row> rows = {
      {Verdict::violation, failed, {"capturer: gone"}, TurnOutcome::violation, 1},
      {Verdict::ok, failed, {"capturer: gone"}, TurnOutcome::degraded, 1},
      {Verdict::ok, failed, {}, TurnOutcome::error, 1},
      {Verdict::ok, malformed, {}, TurnOutcome::error},
      {Verdict::first, acted, {}, TurnOutcome::actions, 1},
      {Verdict::ok, R"({"items":[{"outcome":"noted"}]})", {}, TurnOutcome::actions, 1},
      {Verdict::ok,
       R"({"items":[{"outcome":"done"},{"outcome":"noted"},{"outcome":"refused"}]})",
       {},
       TurnOutcome::actions,
       2},
      {Verdict::unverifiable, empty, {}, TurnOutcome::none},
      {Verdict::ok, "null", {}, TurnOutcome::none},
  };
  for (const Row& row : rows) {
    TurnRecord record;
    record.verdict = row.verdict;
    record.executor_out = row.out;
    record.degraded = row.degraded;
    EXPECT_EQ(row_of(record).outcome, row.outcome) << row.out;
    EXPECT_EQ(row_of(record).actions, row.actions) << row.out;
  }
}

TEST(TurnRecord, KnowsTheTurnOfAFile) {
  const std::vector<std::pair<std::string, int>> rows = {
      {"turn_0007.json", 7},
      {"turns/012/turn_12345.png", 12345},
      {"turn_12345.png", 0},
      {"exchange/000/0007-2.request", 7},
      {"turn_0007-2.png", 7},
      {"lost_0007-1.json", 7},
      {"exchange/012/12345-10.response", 12345},
      {"turn_007.json", 0},
      {"turn_0000.json", 0},
      {"turn_0007.jsonx", 0},
      {"turns_0001_0015.json", 0},
      {"exchange/001/0007-2.request", 0},
      {"exchange/000/0007-0.request", 0},
      {"exchange/000/0007-2.requests", 0},
      {"exchange/000/0007.request", 0},
      {"0007-2.request", 0},
      {"run.jsonl", 0},
  };
  for (const auto& [name, turn] : rows) EXPECT_EQ(turn_of_file(name).value_or(0), turn) << name;
  EXPECT_TRUE(is_full_batch("turns_0001_0015.json"));
  EXPECT_TRUE(is_full_batch("turns/009/turns_9991_10005.json"));
  for (const char* name : {"turns_0001_0014.json", "turns_0002_0016.json", "turn_0001.json"})
    EXPECT_FALSE(is_full_batch(name)) << name;
}

TEST(TurnRecord, WritesTimesInUtc) {
  const std::vector<std::pair<double, std::string>> rows = {
      {0, "1970-01-01T00:00:00.000Z"},
      {1769860800250.7, "2026-01-31T12:00:00.250Z"},
      {951782399999, "2000-02-28T23:59:59.999Z"},
      {951782400000, "2000-02-29T00:00:00.000Z"},
      {4102444799000, "2099-12-31T23:59:59.000Z"},
  };
  for (const auto& [ms, text] : rows) EXPECT_EQ(utc_text(ms), text);
}
}  // namespace
}  // namespace franz
