#include "proxy/dashboard/turn_query.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
std::string shown(const QueryTerm& term) {
  static const char* const kKinds[] = {"text", "error", "sst", "outcome", "tool", "turns"};
  std::string text = term.negated ? "-" : "";
  text += kKinds[static_cast<int>(term.kind)];
  if (term.kind == QueryTerm::Kind::turns)
    return text + " " + std::to_string(term.from) + ".." + std::to_string(term.to);
  return text + "(" + term.text + ")";
}

std::string parsed(std::string_view text) {
  const Result<TurnQuery> query = parse_turn_query(text);
  if (!query.ok()) return "wrong: " + query.error().message;
  std::string all;
  for (const QueryTerm& term : query.value().terms) all += (all.empty() ? "" : " ") + shown(term);
  return all;
}

TEST(TurnQuery, ReadsItsGrammar) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", ""},
      {"  \t ", ""},
      {"Cat", "text(cat)"},
      {"cat  dog", "text(cat) text(dog)"},
      {"-cat", "-text(cat)"},
      {"\"Left Ear\"", "text(left ear)"},
      {"-\"left ear\" x", "-text(left ear) text(x)"},
      {"error:", "error()"},
      {"error: drag", "error() text(drag)"},
      {"error:Drag", "error(drag)"},
      {"error:\"missing 1\"", "error(missing 1)"},
      {"-error:", "-error()"},
      {"sst:violation", "sst(violation)"},
      {"outcome:degraded", "outcome(degraded)"},
      {"tool:drag", "tool(drag)"},
      {"tool:click", "tool(left_click)"},
      {"turn:7", "turns 7..7"},
      {"-turn:10-20", "-turns 10..20"},
      {"turn:10-", "turns 10..999999999"},
      {"http://x", "text(http://x)"},  // unknown key
      {"ÄRGER Ω Ж", "text(ärger) text(ω) text(ж)"},
      {"a\"b", "text(a\"b)"},
      {"\xff", "text(\xef\xbf\xbd)"},
      {"-", "wrong: -: expected a word"},
      {"\"\"", "wrong: \"\": expected a word"},
      {"\"left", "wrong: \"left: expected a second \" that ends the words"},
      {"sst:good",
       "wrong: sst:good: expected ok, violation, first, superseded, unverifiable, "
       "unwitnessed or not_applicable"},
      {"sst:",
       "wrong: sst:: expected ok, violation, first, superseded, unverifiable, unwitnessed or "
       "not_applicable"},
      {"-sst:superseded", "-sst(superseded)"},
      {"cat -outcome:x", "wrong: -outcome:x: expected violation, degraded, error, actions or none"},
      {"turn:x", "wrong: turn:x: expected turn:7, turn:10-20 or turn:10-"},
      {"turn:20-10", "wrong: turn:20-10: expected turn:7, turn:10-20 or turn:10-"},
      {"turn:-5", "wrong: turn:-5: expected turn:7, turn:10-20 or turn:10-"},
      {"turn:99999999999", "wrong: turn:99999999999: expected turn:7, turn:10-20 or turn:10-"},
      {std::string(1001, 'x'), "wrong: expected at most 1000 bytes"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(parsed(text), expected) << text;
  std::string many;
  for (int i = 0; i < 33; ++i) many += "x ";
  EXPECT_EQ(parsed(many), "wrong: expected at most 32 terms");
  EXPECT_NE(parsed("tool:dance").find("wrong: tool:dance: expected left_click, "),
            std::string::npos);
}

TurnRecord record() {
  TurnRecord made;
  made.turn = 7;
  made.verdict = Verdict::ok;
  made.story = R"("A Cat\nwith \u0045ARS \ud800 and \ud83d\ude3a")";
  made.feedback = R"("OK: 2 actions executed.")";
  made.note = "Wear a HAT";
  made.executor_out = R"j({"items":[{"call":"drag(1, 2, 3, 4)","outcome":"done"},)j"
                      R"j({"call":"screenshot()","outcome":"noted"},)j"
                      R"j({"call":"type(\"x\")","outcome":"not_run"},)j"
                      R"j({"written":"dance()","outcome":"malformed","why":"NameError: dance"}],)j"
                      R"j("error":{"class":"TypeError","text":"drag() missing 'y2'","line":1}})j";
  made.response.emplace();
  made.response->text = R"("I draw a tail")";
  made.response->reasoning = R"("the moon first")";
  return made;
}

bool matches(const std::string& text, const TurnRecord& turn) {
  return match_record(parse_turn_query(text).value(), turn);
}

TEST(TurnQuery, FindsTextsOfTheTurn) {
  const std::vector<std::pair<std::string, bool>> rows = {
      {"cat", true},
      {"ears", true},
      {"\"cat with\"", false},
      {"\xf0\x9f\x98\xba", true},
      {"dog", false},
      {"-dog", true},
      {"-cat", false},
      {"cat tail", true},
      {"cat dog", false},
      {"\"a tail\"", true},
      {"moon", true},
      {"hat", true},
      {"executed", true},
      {"tool:drag", true},
      {"tool:screenshot", true},
      {"tool:type", false},
      {"-tool:type", true},
      {"dance()", true},
      {"error:", true},
      {"-error:", false},
      {"error:missing", true},
      {"error:typeerror", true},
      {"error:nameerror", true},
      {"error:cat", false},
      // Decided by the row already.
      {"turn:1", true},
      {"sst:violation cat", true},
      {"-sst:ok", true},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(matches(text, record()), expected) << text;
  TurnRecord quiet = record();
  quiet.executor_out = R"({"items":[],"error":null})";
  EXPECT_FALSE(matches("error:", quiet));
  EXPECT_TRUE(matches("-error:", quiet));
  quiet.executor_out = "null";
  quiet.response.reset();
  EXPECT_FALSE(matches("error:", quiet));
  EXPECT_FALSE(matches("tail", quiet));
}

TEST(TurnQuery, DecidesByTheRowIfPossible) {
  TurnRow row;
  row.turn = 12;
  row.verdict = Verdict::ok;
  row.outcome = TurnOutcome::error;
  const std::vector<std::pair<std::string, RowMatch>> rows = {
      {"", RowMatch::yes},
      {"turn:12", RowMatch::yes},
      {"turn:10-20 sst:ok outcome:error", RowMatch::yes},
      {"turn:13-", RowMatch::no},
      {"-turn:13-", RowMatch::yes},
      {"-sst:ok", RowMatch::no},
      {"cat", RowMatch::ask_record},
      {"cat sst:violation", RowMatch::no},
      {"cat sst:ok", RowMatch::ask_record},
      {"error:", RowMatch::ask_record},
      {"tool:drag", RowMatch::ask_record},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(match_row(parse_turn_query(text).value(), row), expected) << text;
}

// The fast check may only exclude records that do not match.
TEST(TurnQuery, TheFastCheckAgreesWithTheFullOne) {
  const std::string json = to_json(record());
  TurnRecord plain = record();
  plain.story = R"("A Cat")";
  const std::string plain_json = to_json(plain);
  for (const char* text : {"cat", "ears", "dog", "-dog", "tail", "hat", "tool:drag", "tool:type",
                           "error:missing", "error:nothing", "\"a tail\"", "executed"}) {
    const TurnQuery query = parse_turn_query(text).value();
    EXPECT_TRUE(may_match(query, json) || !match_record(query, record())) << text;
    EXPECT_TRUE(may_match(query, plain_json) || !match_record(query, plain)) << text;
  }
  EXPECT_FALSE(may_match(parse_turn_query("zebra").value(), plain_json));
  EXPECT_TRUE(may_match(parse_turn_query("ears").value(), json));  // escaped by number
}
}  // namespace
}  // namespace franz::proxy
