// The language as a table: code, the canonical calls that run, and the error that ends them.
#include "common/tools/call_grammar.h"
#include <gtest/gtest.h>
#include <span>
#include <string>
#include <vector>
#include "tests/support/joined.h"

namespace franz {
namespace {
// launch() and the tools after it in the table are disabled, as in the cases with Python's results.
Toolset most_tools() {
  Toolset tools = Toolset::all();
  for (std::size_t i = static_cast<std::size_t>(ToolId::launch); i < kToolCount; ++i)
    tools.set(static_cast<ToolId>(i), false);
  return tools;
}

// The statements before the first failing one.
std::span<const Statement> ran(const ReadCalls& read) {
  return std::span(read.statements).first(read.failed.value_or(read.statements.size()));
}

// The calls, one a line, then the error as "2: drag(1): TypeError: …".
std::string printed(const ReadCalls& read) {
  std::string text;
  for (const Statement& each : ran(read)) text += canonical_text(*each.call) + "\n";
  if (!read.error) return text;
  if (read.error->line > 0)
    text += std::to_string(read.error->line) + ": " + read.error->source + ": ";
  return text + read.error->text + "\n";
}

struct Row {
  std::string code, expected;
};

void expect(const std::vector<Row>& rows) {
  for (const auto& [code, expected] : rows) {
    EXPECT_EQ(printed(read_calls(code, most_tools())), expected) << "for " << code.substr(0, 200);
  }
}

// One line of code that ends in this error.
void expect_error(const std::string& code, const std::string& error) {
  const ReadCalls read = read_calls(code, most_tools());
  ASSERT_TRUE(read.error.has_value()) << "for " << code;
  EXPECT_EQ(read.error->text + "\n", error) << "for " << code;
  EXPECT_EQ(read.error->line, 1) << "for " << code;
  EXPECT_EQ(read.error->source, code);
  EXPECT_TRUE(ran(read).empty()) << "for " << code;
}

const std::string kGeneric =
    "SyntaxError: only tool calls with literal arguments can be used here, for example "
    "drag(100, 200, 300, 400)\n";

std::string many(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}
}  // namespace

TEST(CallGrammar, ReadsStatementsHoweverTheyAreLaidOut) {
  expect({
      {"", ""},
      {"\n \n# only a comment", ""},
      {"screenshot();screenshot() ; \n\n screenshot",
       "3: screenshot: IndentationError: unexpected indent\n"},
      {"screenshot();", "screenshot()\n"},
      {"move(1,\n 2,\n)", "move(1, 2)\n"},
      {"move \\\n (1, \\\n 2)", "move(1, 2)\n"},
      {"move(1, 2)\rmove(3, 4)\r\nmove(5, 6)", "move(1, 2)\nmove(3, 4)\nmove(5, 6)\n"},
      {"\\\nmove(1, 2)", "move(1, 2)\n"},
      {"  \fmove(1, 2)", "move(1, 2)\n"},
      {"move(1,\n2) ; move(3,\n  4 )  # c", "move(1, 2)\nmove(3, 4)\n"},
      {"type('''a\n''') ; screenshot()", "type(\"a\\n\")\nscreenshot()\n"},
      {"# joined \\\nmove(1, 2)", "move(1, 2)\n"},
      {"move(1, 2)\n\\\n\nmove(3, 4)", "move(1, 2)\nmove(3, 4)\n"},
  });
}

TEST(CallGrammar, ReadsNumbersAsPythonDoes) {
  expect({
      {"move(0x_fF, 0B1_1)", "move(255, 3)\n"},
      {"move(0O17, 1_000)", "move(15, 1000)\n"},
      {"move(000, 0_0)", "move(0, 0)\n"},
      {"move(1., .5)", "move(1.0, 0.5)\n"},
      {"move(1.E2, 1_0.2_5e-0_1)", "move(100.0, 1.025)\n"},
      {"move(09.5, 08e1)", "move(9.5, 80.0)\n"},
      {"move(1e-5, 1e-4)", "move(1e-05, 0.0001)\n"},
      {"move(1e16, 1e15)", "move(1e+16, 1000000000000000.0)\n"},
      {"move(123456789012345680.0, 0.1)", "move(1.2345678901234568e+17, 0.1)\n"},
      {"move(5e-324, 1e-400)", "move(5e-324, 0.0)\n"},
      {"move(9223372036854775807, 9223372036854775808)",
       "move(9223372036854775807, 9.223372036854776e+18)\n"},
      {"move(0xFFFFFFFFFFFFFFFF, -0)", "move(18446744073709551615, 0)\n"},
      {"move(0x10000000000000000, 1)", "1: move(0x10000000000000000, 1): " + kGeneric},
      {"move(+-+5, --2.5)", "move(-5, 2.5)\n"},
      {"move(-(5), -(-(True)))", "move(-5, 1)\n"},
      {"move(True, False)", "move(1, 0)\n"},
      {"move(1e400, 2)",
       "1: move(1e400, 2): TypeError: move() argument 'x' must be a finite number, not inf\n"},
      {"move(1, -" + std::string(400, '9') + ")",
       "1: move(1, -" + std::string(400, '9') +
           "): TypeError: move() argument 'y' must be a finite number, not -inf\n"},
  });
}

TEST(CallGrammar, NamesWhatIsWrongWithNumbers) {
  const std::string invalid = "SyntaxError: invalid decimal literal\n";
  for (const std::string number :
       {"5px",  "1_",  "1__0", "3O79", "1e",   "1e+",  "1_.5", "1._5", "0x",     "0xg",
        "0x1g", "0b2", "0b12", "0o8",  "0o18", "1.5x", "00x",  "1.e",  "0x1__1", "5j"}) {
    const std::string code = "sleep(" + number + ")";
    expect_error(code, invalid);
  }
  for (const std::string number : {"012", "0_7", "01", "09x"}) {
    const std::string code = "sleep(" + number + ")";
    expect_error(code,
                 "SyntaxError: leading zeros in decimal integer literals are not permitted; use an "
                 "0o prefix for octal integers\n");
  }
}

TEST(CallGrammar, ReadsStringsAsPythonDoes) {
  expect({
      {"type('a' \"b\"\n'''c\nd''' r'\\n' U'e')", "type(\"abc\\nd\\\\ne\")\n"},
      {R"(type('\a\b\f\n\r\t\v\\\'\"\0\101\x41\u00e9\U0001F431\q\8'))",
       "type(\"\\u0007\\b\\f\\n\\r\\t\\u000b\\\\'\\\"\\u0000AA\u00e9\U0001F431\\\\q\\\\8\")\n"},
      {"type('a\\\nb')", "type(\"ab\")\n"},
      {"type('''a\r\nb\rc''')", "type(\"a\\nb\\nc\")\n"},
      {"type(R'\\')')", "type(\"\\\\')\")\n"},
      {"type('''''')", "type(\"\")\n"},
      {"type('''a'b''c''')", "type(\"a'b''c\")\n"},
      {"type(\"\u201cquoted\u201d\")", "type(\"\u201cquoted\u201d\")\n"},
  });
  for (const std::string text : {"b'x'", "f'x'", "rb'x'", "Fr'x'", R"('\x4')", R"('\u12')",
                                 R"('\ud83d')", R"('\U00110000')", R"('\N{DASH}')", "'a' b'b'"}) {
    const std::string code = "type(" + text + ")";
    expect_error(code, kGeneric);
  }
}

TEST(CallGrammar, NamesWhatIsWrongWithStrings) {
  expect({
      {"move(1, 2)\ntype('it's')",
       "2: type('it's'): SyntaxError: unterminated string literal (detected at line 2)\n"},
      {"type('a\\\nb",
       "1: type('a\\: SyntaxError: unterminated string literal (detected at line 2)\n"},
      {"type('''a\nb\n\n",
       "1: type('''a: SyntaxError: unterminated triple-quoted string literal (detected at line "
       "3)\n"},
      {"type('a\\",
       "1: type('a\\: SyntaxError: unterminated string literal (detected at line 1)\n"},
  });
}

TEST(CallGrammar, NamesWrongBracketsCharactersAndIndentation) {
  expect({
      {"move(1,\n[2", "2: [2: SyntaxError: '[' was never closed\n"},
      {"move(1, 2))", "1: move(1, 2)): SyntaxError: unmatched ')'\n"},
      {"move(1]",
       "1: move(1]: SyntaxError: closing parenthesis ']' does not match opening parenthesis '('\n"},
      {"move(\n1}",
       "2: 1}: SyntaxError: closing parenthesis '}' does not match opening parenthesis '(' on line "
       "1\n"},
      {"type(\u201chi\u201d)",
       "1: type(\u201chi\u201d): SyntaxError: invalid character '\u201c' (U+201C)\n"},
      {"type(\U0001F431)",
       "1: type(\U0001F431): SyntaxError: invalid character '\U0001F431' (U+1F431)\n"},
      {"move(1,\u00a02)",
       "1: move(1,\u00a02): SyntaxError: invalid non-printable character U+00A0\n"},
      {"\x7f", "1: \x7f: SyntaxError: invalid non-printable character U+007F\n"},
      {"\x01", "1: \x01: SyntaxError: invalid non-printable character U+0001\n"},
      {"\u202f", "1: \u202f: SyntaxError: invalid non-printable character U+202F\n"},
      {"\ufeffscreenshot()",
       "1: \ufeffscreenshot(): SyntaxError: invalid non-printable character U+FEFF\n"},
      {"move(1, \\ \n2)",
       "1: move(1, \\: SyntaxError: unexpected character after line continuation character\n"},
      {"screenshot() \\",
       "1: screenshot() \\: SyntaxError: unexpected character after line continuation character\n"},
      {"screenshot() \\\n",
       "1: screenshot() \\: SyntaxError: unexpected character after line continuation character\n"},
      {" screenshot()", "1: screenshot(): IndentationError: unexpected indent\n"},
      {"screenshot()\n\tscreenshot()", "2: screenshot(): IndentationError: unexpected indent\n"},
      {" \\\nscreenshot()", "2: screenshot(): IndentationError: unexpected indent\n"},
      {std::string("type('\0')", 9), "SyntaxError: source code string cannot contain null bytes\n"},
  });
}

TEST(CallGrammar, ReportsTheTokenizersFirstErrorBeforeAnyOther) {
  expect({
      {"move(1 2)\ntype('a",
       "2: type('a: SyntaxError: unterminated string literal (detected at line 2)\n"},
      {"x = 5\nscreenshot()\n  screenshot()",
       "3: screenshot(): IndentationError: unexpected indent\n"},
      {"move(3px, 2", "1: move(3px, 2: SyntaxError: invalid decimal literal\n"},
  });
}

TEST(CallGrammar, ReportsACompoundStatementAndNotTheIndentationBelowIt) {
  const std::string below = "\n    screenshot()\n\n# c\n  move(1, 2)\n";
  for (const std::string first : {"for i in range(3):",
                                  "for i in (1, 2):  # a comment",
                                  "while True:",
                                  "if x > 3:",
                                  "with move(1, 2):",
                                  "def go(a, b=2):",
                                  "class A:",
                                  "try:",
                                  "async def f():",
                                  "match 3:",
                                  "lambda x: 1",
                                  "import time",
                                  "from tools import *",
                                  "return",
                                  "x = 5",
                                  "x.y = 5",
                                  "x[0], y = 1, 2",
                                  "x += 1",
                                  "x: int = 5",
                                  "foo(3):",
                                  "foo(3) = 1",
                                  "move(1, 2) = 3",
                                  "screenshot(); for i in x:"}) {
    const std::string code = first + below;
    const ReadCalls read = read_calls(code, most_tools());
    EXPECT_EQ(printed(read), joined({"1: ", first, ": ", kGeneric}));
  }
  expect({
      {"screenshot()\nfor i in (1,\n  2):\n  if i:\n      move(i, i)\n    move(1, 2)",
       "2: for i in (1,: " + kGeneric},
      {"if x:\n\tscreenshot()\n        screenshot()", "1: if x:: " + kGeneric},
      // The tokenizer's other errors still come first, and so do errors in earlier lines.
      {"for i in x:\n  type('a",
       "2: type('a: SyntaxError: unterminated string literal (detected at "
       "line 2)\n"},
      {"for i in x:\n  screenshot()\nscreenshot()\n  screenshot()",
       "4: screenshot(): IndentationError: unexpected indent\n"},
      {"move(1 2)\nfor i in x:\n  screenshot()",
       "1: move(1 2): SyntaxError: invalid syntax. Perhaps you forgot a comma?\n"},
      {"  for i in x:\n    screenshot()", "1: for i in x:: IndentationError: unexpected indent\n"},
      // These own nothing.
      {"x == 5\n  screenshot()", "2: screenshot(): IndentationError: unexpected indent\n"},
      {"move(x=1, y=2)\n  screenshot()", "2: screenshot(): IndentationError: unexpected indent\n"},
      {"fortune()\n  screenshot()", "2: screenshot(): IndentationError: unexpected indent\n"},
      {"foo(3): screenshot()", "1: foo(3): screenshot(): NameError: name 'foo' is not defined\n"},
  });
}

TEST(CallGrammar, AsksForForgottenCommas) {
  for (const std::string arguments : {"1 2", "'a' 2", "x 'b'", "1 True", "(1) 2", "[1 2], 3",
                                      "(1, 2 3)", "x=1 y=2", "-1 None", "1.2.3"}) {
    const std::string code = "move(" + arguments + ")";
    expect_error(code, "SyntaxError: invalid syntax. Perhaps you forgot a comma?\n");
  }
  expect({{"move(1,\n'a'\n'b'\n3)",
           "2: 'a': SyntaxError: invalid syntax. Perhaps you forgot a comma?\n"}});
}

TEST(CallGrammar, ReportsWrongKeywordsAtTheirLines) {
  expect({
      {"move(x=1,\n2\n)", "3: ): SyntaxError: positional argument follows keyword argument\n"},
      {"move(\nx=1,\nx=2)", "3: x=2): SyntaxError: keyword argument repeated: x\n"},
      {"move(x=1, x=2, 3)",
       "1: move(x=1, x=2, 3): SyntaxError: positional argument follows keyword argument\n"},
      {"move(x=1, x=2)\nmove(1 2)",
       "2: move(1 2): SyntaxError: invalid syntax. Perhaps you forgot a comma?\n"},
  });
}

TEST(CallGrammar, RefusesEverythingElse) {
  for (const std::string code : {"x = 1",
                                 "for i in x: move(i, i)",
                                 "move(1 + 2, 3)",
                                 "move(move(1, 2), 3)",
                                 "move(*a)",
                                 "move(**a)",
                                 "type({})",
                                 "type({1: 2})",
                                 "move.x",
                                 "move.x()",
                                 "move",
                                 "move[1]",
                                 "type(move)",
                                 "type(x=move)",
                                 "type(x.y)",
                                 "type('a'.b)",
                                 "type('a'[0])",
                                 "type(-'a')",
                                 "type(-None)",
                                 "type(-x)",
                                 "type(~1)",
                                 "type(not 1)",
                                 "type(1 if 2 else 3)",
                                 "type(lambda: 1)",
                                 "move(,)",
                                 "move(1,,2)",
                                 "move(x=)",
                                 "move(1=2)",
                                 "move('x'=2)",
                                 "move(None=1)",
                                 "move(from=1)",
                                 "move() move()",
                                 "move(),",
                                 ";move(1, 2)",
                                 "move(1, 2);;",
                                 "'move(1, 2)'",
                                 "1",
                                 "None",
                                 "(screenshot())",
                                 "((screenshot()))",
                                 "(move)(1, 2)",
                                 "()",
                                 "if",
                                 "foo = 3",
                                 "foo[1]",
                                 "foo bar",
                                 "foo: 1",
                                 "$",
                                 "move(1, 2)$",
                                 "type(...)",
                                 "(,)",
                                 "type((,))",
                                 "type([,])",
                                 "type((1,,2))",
                                 "type((x=1))",
                                 "@move",
                                 "`move(1, 2)`"}) {
    expect_error(code, kGeneric);
  }
}

TEST(CallGrammar, RunsNothingWhenThereIsASyntaxErrorAnywhere) {
  expect({{"screenshot()\ndrag(1)\nfoo()\nx = 1", "4: x = 1: " + kGeneric}});
}

TEST(CallGrammar, FindsUnknownNamesWhenTheirTurnComes) {
  expect({
      {"screenshot()\ndrg(1, 2)\nscreenshot()",
       "screenshot()\n2: drg(1, 2): NameError: name 'drg' is not defined. Did you mean: 'drag'?\n"},
      {"pyautogui.click(3, 4)",
       "1: pyautogui.click(3, 4): NameError: name 'pyautogui' is not defined\n"},
      {"foo", "1: foo: NameError: name 'foo' is not defined\n"},
      {"foo ; move(1, 2)", "1: foo ; move(1, 2): NameError: name 'foo' is not defined\n"},
      {"foo(1 2; [x = {}]\n; 3) + 1; screenshot() x", "2: ; 3) + 1; screenshot() x: " + kGeneric},
      {"foo(1 2 = [;]) + 1 \n screenshot()",
       "2: screenshot(): IndentationError: unexpected indent\n"},
      {"foo('\\ud83d', 0x10000000000000000, b'')",
       "1: foo('\\ud83d', 0x10000000000000000, b''): NameError: name 'foo' is not defined\n"},
      {"foo(3px)", "1: foo(3px): SyntaxError: invalid decimal literal\n"},
      {"launch('x')", "1: launch('x'): NameError: name 'launch' is not defined\n"},
      {"move(1,\n  a, b)", "2: a, b): NameError: name 'a' is not defined\n"},
      {"move(y=[1, (b)], x=a)", "1: move(y=[1, (b)], x=a): NameError: name 'b' is not defined\n"},
      {"move(a, zz=1)", "1: move(a, zz=1): NameError: name 'a' is not defined\n"},
  });
}

TEST(CallGrammar, BindsInPythonsOrder) {
  expect({
      {"click(y=2, x=1)", "left_click(1, 2)\n"},
      {"click(1)",
       "1: click(1): TypeError: left_click() missing 1 required positional argument: 'y'\n"},
      {"drag()",
       "1: drag(): TypeError: drag() missing 4 required positional arguments: 'x1', 'y1', 'x2', "
       "and 'y2'\n"},
      {"scroll(1, 2)", "scroll(1, 2)\n"},
      {"scroll(1, amount=3, y=2)", "scroll(1, 2, 3)\n"},
      {"scroll(1, 2, 3, 4)",
       "1: scroll(1, 2, 3, 4): TypeError: scroll() takes from 2 to 3 positional arguments but 4 "
       "were given\n"},
      {"screenshot(1)",
       "1: screenshot(1): TypeError: screenshot() takes 0 positional arguments but 1 was given\n"},
      {"type(1, 2)",
       "1: type(1, 2): TypeError: type() takes 1 positional argument but 2 were given\n"},
      {"drag(1, x1=2, z=3)",
       "1: drag(1, x1=2, z=3): TypeError: drag() got multiple values for argument 'x1'\n"},
      {"drag(1, z=3, x1=2)",
       "1: drag(1, z=3, x1=2): TypeError: drag() got an unexpected keyword argument 'z'\n"},
      {"drag(1, 2, 3, 4, 5, z9=3)",
       "1: drag(1, 2, 3, 4, 5, z9=3): TypeError: drag() got an unexpected keyword argument 'z9'\n"},
      {"drag(y3=1)",
       "1: drag(y3=1): TypeError: drag() got an unexpected keyword argument 'y3'. Did you mean "
       "'y1'?\n"},
      {"hotkey()", "hotkey()\n"},
      {"hotkey('a', 'b')", "hotkey(\"a\", \"b\")\n"},
      {"hotkey('a', keys='b')",
       "1: hotkey('a', keys='b'): TypeError: hotkey() got an unexpected keyword argument 'keys'\n"},
      {"hotkey('a', 2)",
       "1: hotkey('a', 2): TypeError: hotkey() argument 2 must be a string, not 'int'\n"},
      {"move(drag=1)",
       "1: move(drag=1): TypeError: move() got an unexpected keyword argument 'drag'\n"},
      {"(\n move(1)\n)",
       "2: move(1): TypeError: move() missing 1 required positional argument: 'y'\n"},
  });
}

TEST(CallGrammar, ChecksTypesAndRangesInParameterOrder) {
  const std::vector<std::pair<std::string, std::string>> values{
      {"'5'", "str"}, {"None", "NoneType"}, {"[1]", "list"}, {"(1, 2)", "tuple"}, {"()", "tuple"}};
  for (const auto& [value, name] : values) {
    const std::string code = "move(y='later', x=" + value + ")";
    expect_error(code, "TypeError: move() argument 'x' must be a number, not '" + name + "'\n");
  }
  for (const auto& [value, name] :
       std::vector<std::pair<std::string, std::string>>{{"5", "int"},
                                                        {"True", "bool"},
                                                        {"-True", "int"},
                                                        {"0.5", "float"},
                                                        {"None", "NoneType"}}) {
    const std::string code = "type(" + value + ")";
    expect_error(code, "TypeError: type() argument 'text' must be a string, not '" + name + "'\n");
  }
  expect({
      {"sleep(-0.5)", "1: sleep(-0.5): ValueError: sleep length must be non-negative\n"},
      {"sleep(-1)", "1: sleep(-1): ValueError: sleep length must be non-negative\n"},
      {"sleep(-0.0)", "sleep(-0.0)\n"},
      {"sleep(-1e999)",
       "1: sleep(-1e999): TypeError: sleep() argument 'seconds' must be a finite number, not "
       "-inf\n"},
      {"sleep(1e9)", "sleep(1000000000.0)\n"},
  });
}

TEST(CallGrammar, KeepsItsLimits) {
  const std::string deepest = "move" + std::string(200, '(') + "1" + std::string(199, ')');
  expect(
      {{deepest + ")",
        "1: " + deepest + "): TypeError: move() missing 1 required positional argument: 'y'\n"}});
  EXPECT_EQ(read_calls("move(" + std::string(200, '['), most_tools()).error->text,
            "SyntaxError: too many nested parentheses");

  EXPECT_EQ(read_calls(many("screenshot()\n", 20000), most_tools()).statements.size(), 20000U);
  const ReadCalls too_many = read_calls(many("screenshot()\n", 20001), most_tools());
  EXPECT_EQ(printed(too_many),
            "20001: screenshot(): SyntaxError: more than 20000 calls in one block\n");

  const std::string largest = "#" + std::string(kMaxBlockBytes - 1, 'x');
  expect({{largest, ""}, {largest + "x", "SyntaxError: a block longer than 1 MiB\n"}});
}

TEST(CallGrammar, ReadsPartsOfABlock) {
  const std::string code = "screenshot()\nmove(1, 2); move(3)";
  const std::size_t whole = complete_part(code);
  ASSERT_EQ(code.substr(whole), " move(3)");
  EXPECT_EQ(printed(read_calls(code, most_tools(), {0, whole})), "screenshot()\nmove(1, 2)\n");
  EXPECT_EQ(
      printed(read_calls(code, most_tools(), {whole})),
      "2: move(1, 2); move(3): TypeError: move() missing 1 required positional argument: 'y'\n");
}

TEST(CompletePart, EndsAtTheLastNewlineOrSemicolonOutsideBracketsStringsAndComments) {
  const struct {
    std::string whole, rest;
  } rows[] = {
      {"", ""},
      {"", "drag(1, 2"},
      {"drag(1, 2)\n", ""},
      {"drag(1, 2)\n", "drag(3"},
      {"drag(1, 2);", " drag(3"},
      {"a()\n", "b(';"},
      {"a()\n", "b(1,\n2,\n"},
      {"a()\n", "b('''x\n;\n"},
      {"a()\n", "# don't; stop"},
      {"# don't\n", "a("},
      {"a()\n", "b \\\n(1"},
      {"a('\\'')\n", "b"},
      {"a())))\n", "b"},
      {"a('''it's''')\n", "b"},
      {"a('''' x\n''')\n", "b"},
      {"a('', \"\")\n", "b"},
      {"a('')#'\n", "b"},
      {"a()\n", "b('x\\\n;\n"},
  };
  for (const auto& [whole, rest] : rows) {
    EXPECT_EQ(complete_part(whole + rest), whole.size()) << "for " << whole << "|" << rest;
  }
  // A string that is not closed in its line ends there, so that later lines count.
  EXPECT_EQ(complete_part("'x\nb"), 3U);
}

TEST(CallGrammar, NamesTheToolWhoseTimeIsNegative) {
  EXPECT_EQ(printed(read_calls("hold_key('a', -1)", Toolset::all())),
            "1: hold_key('a', -1): ValueError: hold_key length must be non-negative\n");
}
}  // namespace franz
