#include "proxy/tasks/checks.h"
#include <gtest/gtest.h>
#include <vector>
#include "common/picture/png_encoding.h"

namespace franz::proxy {
// "reached", or why not, or why there is no such check.
static std::string judged(const std::string& name, const std::string& rules,
                          const std::string& options, std::string_view got,
                          std::string_view expected = "") {
  const Result<CheckFunction> made = make_check(name, rules, options);
  if (!made.ok()) return made.error().message;
  const CheckVerdict verdict = made.value()({got, expected});
  return verdict.reached ? "reached" : verdict.why;
}

TEST(Checks, JudgeTextsByRules) {
  struct Row {
    std::string name, rules, options, got, verdict;
  };
  const std::vector<Row> rows = {
      {"check_include_exclude", R"({"include":["b","a"],"exclude":["x"]})", "{}", "abc", "reached"},
      {"check_include_exclude", R"({"include":["z"]})", "{}", "abc", "\"z\" is missing in \"abc\""},
      {"check_include_exclude", R"({"exclude":["b"]})", "{}", "abc", "\"b\" must not be there"},
      {"check_include_exclude", R"({"includes":["b"]})", "{}", "abc",
       "/includes: expected no member of this name"},
      {"exact_match", R"({"expected":"a\n"})", "{}", "a\n", "reached"},
      {"exact_match", R"({"expected":"a"})", "{}", "a\n", "expected \"a\", got \"a \""},
      {"exact_match", "{}", "{}", "a", "/expected: expected a text"},
      {"check_list", R"({"expect":["^a+$","b"],"unexpect":["c"]})", "{}", "xbx\r\naaa\n",
       "reached"},
      {"check_list", R"({"expect":["^a$"]})", "{}", "aa\nab", "no line matches \"^a$\""},
      {"check_list", R"({"unexpect":["b$"]})", "{}", "aa\nab", "the line \"ab\" must not be there"},
      {"file_contains", R"({"expected":["one","two"]})", "{}", "one and two", "reached"},
      {"file_contains", R"({"expected":["three"]})", "{}", "one",
       "\"three\" is missing in \"one\""},
      {"fuzzy_match", R"({"expected":"Hello"})", R"({"at_least":0.8})", "Hallo", "reached"},
      {"fuzzy_match", R"({"expected":"Hello"})", "{}", "Hallo", "it is 80 % alike, not 100 %"},
      {"infeasible", "{}", "{}", "INFEASIBLE: there is no such menu", "reached"},
      {"infeasible", "{}", "{}", "failure", "reached"},
      {"infeasible", "{}", "{}", "it is saved",
       "the model did not say that the task is infeasible: \"it is saved\""},
  };
  for (const Row& row : rows)
    EXPECT_EQ(judged(row.name, row.rules, row.options, row.got), row.verdict)
        << row.name << " " << row.rules;
}

TEST(Checks, CompareWithAnotherFile) {
  struct Row {
    std::string name, options, got, expected, verdict;
  };
  const std::vector<Row> rows = {
      {"compare_text_file", "{}", "a\nb\n", "a\nb\n", "reached"},
      {"compare_text_file", "{}", "a\nb", "a\nc", "line 2: expected \"c\", got \"b\""},
      {"compare_text_file", "{}", "a\nb", "a\nb\n", "it differs only in its line ends"},
      {"compare_text_file", R"({"ignore_blanks":true,"ignore_case":true})", " A\t\tb\n", "a B",
       "reached"},
      {"compare_text_file", R"({"ignore":true})", "", "",
       "options: /ignore: expected no member of this name"},
      {"compare_csv", "{}", "a,b\r\n1,2\r\n", "a,b\n1,2", "reached"},
      {"compare_csv", "{}", "a,b ", "a,b", "line 1: expected \"a,b\", got \"a,b \""},
      {"compare_csv", R"({"strict":false,"ignore_case":true})", "A,b ", "a,B", "reached"},
      {"compare_csv", "{}", "a\nb", "a", "line 2 is too many: \"b\""},
      {"compare_csv", "{}", "a", "a\nb", "line 2 is missing: \"b\""},
      {"diff_text_file", R"({"at_least":0.5})", "a\nb\nc\n", "a\nx\nc\n", "reached"},
      {"diff_text_file", "{}", "a\nb\n", "a\nx\n", "it is 50 % alike, not 100 %"},
      {"diff_text_file", "{}", "", "", "reached"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(judged(row.name, "{}", row.options, row.got, row.expected), row.verdict)
        << row.name << " " << row.got;
}

TEST(Checks, JudgeJsonByKeys) {
  const std::string json = R"({"a":{"b":[1,"two",true]},"n":2.5,"t":"Paris","l":["x","y","x"]})";
  const auto rule = [](const std::string& key, const std::string& method, const std::string& ref) {
    return R"({"expect":[{"key":)" + key + R"(,"method":")" + method + R"(","ref":)" + ref + "}]}";
  };
  struct Row {
    std::string rules, verdict;
  };
  const std::vector<Row> rows = {
      {rule(R"(["a","b",0])", "eq", "1"), "reached"},
      {rule(R"(["a","b",1])", "eq", "\"two\""), "reached"},
      {rule(R"(["a","b",2])", "eq", "true"), "reached"},
      {rule(R"(["a","b",3])", "eq", "1"), "/a/b/3 is missing"},
      {rule(R"(["n"])", "ge", "2.5"), "reached"},
      {rule(R"(["n"])", "gt", "2.5"), "/n is \"2.5\", expected gt \"2.5\""},
      {rule(R"(["n"])", "approx:0.1", "2.45"), "reached"},
      {rule(R"(["n"])", "lt", "\"3\""), "/n is \"2.5\", expected lt \"3\""},
      {rule(R"(["t"])", "re", "\"^P.*s$\""), "reached"},
      {rule(R"(["t"])", "ne", "\"Paris\""), "/t is \"Paris\", expected ne \"Paris\""},
      {rule(R"(["t"])", "in", R"(["Rome","Paris"])"), "reached"},
      {rule(R"(["t"])", "not_in", R"(["Rome"])"), "reached"},
      {rule(R"(["l"])", "str_list_eq", R"(["x","y","x"])"), "reached"},
      {rule(R"(["l"])", "str_set_eq", R"(["y","x"])"), "reached"},
      {rule(R"(["l"])", "str_set_eq", R"(["y"])"),
       "/l is \"[\"x\",\"y\",\"x\"]\", expected str_set_eq \"[\"y\"]\""},
      {rule("[]", "eq", "1"), "/expect/0/key: expected a list of keys"},
      {rule(R"(["t"])", "like", "1"),
       "/expect/0: like: no such method; there are eq, ne, lt, le, gt, ge, re, in, not_in, "
       "str_list_eq, str_set_eq and approx:NUMBER"},
      {R"({"unexpect":[{"key":["t"],"method":"eq","ref":"Paris"}]})",
       "/t must not be eq \"Paris\""},
      {R"({"unexpect":[{"key":["gone"],"method":"eq","ref":1}]})", "reached"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(judged("check_json", row.rules, "{}", json), row.verdict) << row.rules;
  EXPECT_EQ(judged("check_json", rows[0].rules, "{}", "{"),
            "it is not JSON: no JSON at position 1");
}

TEST(Checks, JudgePicturesByTheirFacts) {
  std::vector<std::uint8_t> rgb(3UL * 10 * 10, 0);
  for (int x = 2; x < 7; ++x)
    for (int channel = 0; channel < 3; ++channel) rgb[3UL * (50 + x) + channel] = 255;
  const std::string png = encode_png({10, 10}, rgb);
  const auto rule = [&](const std::string& key, const std::string& method, const std::string& ref) {
    return judged(
        "check_json",
        R"({"expect":[{"key":)" + key + R"(,"method":")" + method + R"(","ref":)" + ref + "}]}",
        "{}", png);
  };
  EXPECT_EQ(rule(R"(["width"])", "eq", "10"), "reached");
  EXPECT_EQ(rule(R"(["colors","#ffffff"])", "approx:0.001", "0.05"), "reached");
  EXPECT_EQ(rule(R"(["colors","#ff0000"])", "gt", "0"), "/colors/#ff0000 is missing");
  EXPECT_EQ(rule(R"(["box","left"])", "approx:0.1", "222.2"), "reached");
  EXPECT_EQ(rule(R"(["box","right"])", "approx:0.1", "666.7"), "reached");
  EXPECT_EQ(rule(R"(["box","top"])", "approx:0.1", "555.6"), "reached");
}
}  // namespace franz::proxy
