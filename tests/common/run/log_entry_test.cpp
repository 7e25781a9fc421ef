#include "common/run/log_entry.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>
#include "common/base/sha256.h"

namespace franz {
namespace {
const std::string kSha(64, 'a');
const std::string kZeros(64, '0');

RunLine line_of(RunEntry entry) { return {7, "2026-01-31T12:00:00.250Z", kSha, std::move(entry)}; }
std::string around(const std::string& members) {
  return R"({"seq":7,"time":"2026-01-31T12:00:00.250Z",)" + members + R"(,"previous":")" + kSha +
         "\"}";
}

AttemptEntry an_attempt() {
  AttemptEntry entry;
  entry.turn = 3;
  entry.attempt = 2;
  entry.request = "0123456789abcdef";
  entry.after = "fedcba9876543210";
  entry.delivered = entry.usable = true;
  entry.row = {
      3,    2, "2026-01-31T12:00:00.250Z", TurnOutcome::actions, 3, Verdict::ok, 18, 1.5, "stop",
      true, ""};
  entry.files = {{"turn_0003-2.json", 9, kSha}};
  return entry;
}

TEST(LogEntry, EachKindSurvivesARoundTrip) {
  const struct {
    RunEntry entry;
    std::string members;
  } rows[] = {
      {BeginEntry{"93d8",
                  "run_1",
                  "0.1.0",
                  "franz",
                  "",
                  {"http://a", "b", "c", "", {}},
                  {R"({"x":1})", R"({"x":"y"})", std::nullopt}},
       R"("kind":"begin","protocol":"franz.run.v3","run":"93d8","name":"run_1","version":"0.1.0",)"
       R"("profile":"franz","upstream":"http://a","relay":"b","dashboard":"c",)"
       R"("settings":{"x":1},"sources":{"x":"y"})"},
      {BeginEntry{"93d8",
                  "",
                  "",
                  "",
                  "mcp_server",
                  {"", "", "", "private", {"xterm", "-e"}},
                  {"{}", "{}", LoggedFile{"settings_00000001.json", 5, kSha}}},
       R"("kind":"begin","protocol":"franz.run.v3","run":"93d8","name":"","version":"",)"
       R"("profile":"","made_by":"mcp_server","upstream":"","relay":"","dashboard":"",)"
       R"("display":"private","program":["xterm","-e"],)"
       R"("settings_file":{"name":"settings_00000001.json","bytes":5,"sha256":")" +
           kSha + "\"}"},
      {BeginEntry{"93d8",
                  "run_1",
                  "0.1.0",
                  "",
                  "",
                  {},
                  {},
                  ImportedFrom{{"t.json", 5, kSha}, "ATIF-v1.7", "terminus", "2.0"}},
       R"("kind":"begin","protocol":"franz.run.v3","run":"93d8","name":"run_1","version":"0.1.0",)"
       R"("profile":"","imported":{"file":"t.json","bytes":5,"sha256":")" +
           kSha +
           R"(","format":"ATIF-v1.7","agent":"terminus","agent_version":"2.0"},"upstream":"",)"
           R"("relay":"","dashboard":"","settings":{},"sources":{})"},
      {SettingsEntry{4, "t", {}},
       R"("kind":"change","what":"settings","turn":4,"text":"t","settings":{},"sources":{})"},
      {SystemEntry{{1, kSha, "start"}},
       R"("kind":"change","what":"system","turn":1,"sha256":")" + kSha +
           R"(","cause":"start","text":"turn 1: the system message was recorded")"},
      {NoteEntry{5, {1, 2}, kSha},
       R"("kind":"change","what":"note","turn":5,"numbers":[1,2],"sha256":")" + kSha +
           R"(","text":"turn 5: a note of the operator")"},
      {RestartEntry{"why"}, R"("kind":"change","what":"restart","text":"why")"},
      {ResumedEntry{"resumed", "0.1.0", {}, {}},
       R"("kind":"change","what":"resumed","text":"resumed","version":"0.1.0","upstream":"",)"
       R"("relay":"","dashboard":"","settings":{},"sources":{})"},
      {WarningEntry{"w"}, R"("kind":"change","what":"warning","text":"w")"},
      {an_attempt(),
       R"("kind":"attempt","turn":3,"attempt":2,"request":"0123456789abcdef",)"
       R"("after":"fedcba9876543210","witness":"relay","delivered":true,"usable":true,)"
       R"("row":{"time":"2026-01-31T12:00:00.250Z","outcome":"actions","actions":3,"verdict":"ok",)"
       R"("tokens":18,"latency_ms":1.5,"finish_reason":"stop","picture":true},)"
       R"("files":[{"name":"turn_0003-2.json","bytes":9,"sha256":")" +
           kSha + "\"}]"},
      {LostEntry{3, 1, "", "why", std::nullopt},
       R"("kind":"lost","turn":3,"attempt":1,"request":null,"why":"why","file":null)"},
      {KeyframeEntry{4, {{"keyframe_0004.png", 1, kSha}}},
       R"("kind":"keyframe","turn":4,"files":[{"name":"keyframe_0004.png","bytes":1,"sha256":")" +
           kSha + "\"}]"},
      {PersonEntry{false, "t"}, R"("kind":"person","what":"gave_back","text":"t")"},
      {PersonEntry{false, "t", PersonCounts{3, 12, 1}},
       R"("kind":"person","what":"gave_back","text":"t","clicks":3,"keys":12,"texts":1)"},
      {EndEntry{Finish{FinishReason::limit, "over"}, {}},
       R"("kind":"end","reason":"limit","code":10,"text":"over","files":[])"},
      {EndEntry{}, R"("kind":"end","reason":null,"code":0,"text":"","files":[])"},
  };
  for (const auto& [entry, members] : rows) {
    const std::string text = to_line(line_of(entry));
    EXPECT_EQ(text, around(members));
    const Result<RunLine> read = parse_run_line(text);
    ASSERT_TRUE(read.ok()) << text << "\n" << read.error().message;
    EXPECT_EQ(read.value().entry.index(), entry.index());
    EXPECT_EQ(to_line(read.value()), text);
  }
}

TEST(LogEntry, TextsAreCutToAFewHundredBytesOfUtf8) {
  const std::string text = to_line(line_of(WarningEntry{std::string(299, 'x') + "\xc3\xa4" + "y"}));
  const Result<RunLine> read = parse_run_line(text);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_LE(std::get<WarningEntry>(read.value().entry).text.size(), kMaxShownText);
}

// The line of every program that check_program() accepts can be read back.
TEST(LogEntry, TheLongestProgramFitsIntoALine) {
  ResumedEntry resumed;
  resumed.addresses.display = kPrivateDisplay;
  resumed.addresses.program.assign(kMaxProgramWords, "abc");
  resumed.addresses.program[0] = std::string(kMaxProgramBytes - 6000, 'x');
  resumed.in_force.settings = R"({"a":")" + std::string(kMaxInlineSettings - 10, 'x') + "\"}";
  while (check_program(resumed.addresses.program).ok()) resumed.addresses.program[0] += "x";
  resumed.addresses.program[0].pop_back();
  EXPECT_TRUE(parse_run_line(to_line(line_of(resumed))).ok());
  resumed.addresses.program.assign(kMaxProgramWords + 1, "");
  EXPECT_EQ(check_program(resumed.addresses.program).error().message,
            "at most 1000 words are recorded, got 1001");
}

TEST(LogEntry, AWrongMemberIsNamed) {
  const std::string lost = R"("kind":"lost","turn":3,"attempt":1,"request":null,"why":"","file":)";
  const struct {
    std::string text, why;
  } rows[] = {
      {"", "expected one JSON object"},
      {"[]", "expected one JSON object"},
      {around(R"("kind":"lots")"), "/kind: expected a kind of line"},
      {around(R"("kind":"change","what":"else")"), "/what: expected a kind of change"},
      {around(lost + R"({"name":"../x","bytes":1,"sha256":"a"})"), "/file/name: expected"},
      {around(lost + R"({"name":"/etc/passwd","bytes":1,"sha256":"a"})"), "/file/name: expected"},
      {around(lost + R"({"name":"run.jsonl","bytes":1,"sha256":"a"})"), "/file/name: expected"},
      {around(lost + R"({"name":"lost_0003-1.json","bytes":-1,"sha256":"a"})"), "/file/bytes: "},
      {around(lost + R"({"name":"lost_0003-1.json","bytes":1,"sha256":"a"})"), "/file/sha256: "},
      {around(R"("kind":"lost","turn":0)"), "/turn: expected 1..999999999"},
      {around(R"("kind":"lost","turn":1,"attempt":1,"request":"xyz")"), "/request: expected 16"},
      {around(R"("kind":"begin","protocol":"franz.run.v2")"), "/protocol: "},
      {around(R"("kind":"begin","protocol":"franz.run.v3","run":"a b")"), "/run: expected 1..64"},
      {around(R"("kind":"begin","protocol":"franz.run.v3","run":"a","imported":{"bytes":-1})"),
       "/imported/bytes: "},
      {around(R"("kind":"change","what":"warning","text":")" + std::string(400, 'x') + "\""),
       "/text: expected at most 300"},
      {std::string(kMaxLogLine, ' '), "more than 65536 bytes"},
  };
  for (const auto& [text, why] : rows) {
    const Result<RunLine> read = parse_run_line(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_TRUE(read.error().message.starts_with(why)) << why << "\n" << read.error().message;
  }
  EXPECT_EQ(parse_run_line(around(R"("kind":"begin","protocol":"franz.run.v2")")).error().code,
            ErrorCode::other_version);
}

TEST(LogEntry, LinesFollowEachOther) {
  LogChain chain;
  EXPECT_EQ(chain.last_sha256(), kZeros);
  const std::string first = chain.line("t", BeginEntry{"a", "", "", "", "", {}, {}});
  ASSERT_TRUE(chain.next(first).ok());
  EXPECT_EQ(chain.next(chain.line("t", WarningEntry{"w"})).error().message,
            "/kind: the first line must be \"begin\"");
  chain.take(first);
  EXPECT_EQ(chain.last_sha256(), sha256_hex(first));
  const std::string second = chain.line("t", WarningEntry{"w"});
  ASSERT_TRUE(chain.next(second).ok());
  EXPECT_TRUE(chain.next(first).error().message.starts_with("/seq: expected 2, got 1"));
  LogChain other;
  other.take("another first line");
  EXPECT_TRUE(other.next(second).error().message.starts_with("/previous: expected "));
}
}  // namespace
}  // namespace franz
