// Parsing takes linear time for any input: 16 times the input takes about 16 times as long. A
// quadratic parser would take 256 times as long; the limit between allows for caches and other
// load.
#include <gtest/gtest.h>
#include <functional>
#include <string>
#include "common/tools/call_grammar.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string many(const std::string& text, std::size_t bytes) {
  std::string all;
  while (all.size() + text.size() <= bytes) all += text;
  return all;
}
}  // namespace

TEST(CallGrammarTime, IsLinearInHostileInput) {
  const Toolset tools = Toolset::all();
  const struct {
    const char* name;
    std::function<std::string(std::size_t)> code;
  } traps[] = {
      {"strings that are not closed", [](std::size_t n) { return many("'a\n", n); }},
      {"quotes", [](std::size_t n) { return many("'", n); }},
      {"triple quotes", [](std::size_t n) { return many("''' ", n); }},
      {"names in a call", [](std::size_t n) { return "move(" + many("a,", n) + ")"; }},
      {"unknown names", [](std::size_t n) { return many("a\n", n / 27); }},
      {"one long name", [](std::size_t n) { return std::string(n, 'a'); }},
      {"a long keyword", [](std::size_t n) { return "move(" + std::string(n, 'x') + "=1)"; }},
      {"keywords",
       [](std::size_t n) {
         std::string code = "move(";
         for (std::size_t i = 0; code.size() + 20 < n; ++i) code += "k" + std::to_string(i) + "=1,";
         return code + ")";
       }},
      {"a huge integer", [](std::size_t n) { return "sleep(" + std::string(n, '9') + ")"; }},
      {"a huge float", [](std::size_t n) { return "sleep(0." + std::string(n, '9') + "e9)"; }},
      {"a huge exponent", [](std::size_t n) { return "sleep(1e" + std::string(n, '9') + ")"; }},
      {"underscores", [](std::size_t n) { return "sleep(" + many("1_", n) + "1)"; }},
      {"signs", [](std::size_t n) { return "sleep(" + std::string(n, '-') + "1)"; }},
      {"joined lines", [](std::size_t n) { return "move\\\n" + many("\\\n", n) + "(1, 2)"; }},
      {"joined lines at the start", [](std::size_t n) { return many("\\\n", n) + "move(1, 2)"; }},
      {"joined strings", [](std::size_t n) { return "type(" + many("'a' ", n) + ")"; }},
      {"escapes", [](std::size_t n) { return "type('" + many("\\x41", n) + "')"; }},
      {"brackets", [](std::size_t n) { return many("foo(([])),", n); }},
      {"deeper lines", [](std::size_t n) { return "for\n" + many(" a()\n", n); }},
      {"loops", [](std::size_t n) { return many("for:\n a=1\n", n); }},
      {"blank lines", [](std::size_t n) { return many("\n", n) + "x = 1"; }},
      {"comments", [](std::size_t n) { return many("#'\n", n); }},
      {"carriage returns", [](std::size_t n) { return many("\r", n); }},
      {"keys", [](std::size_t n) { return "hotkey(" + many("'a',", n) + ")"; }},
  };
  for (const auto& [name, code] : traps) {
    const std::string part = code(kMaxBlockBytes / 64 - 100), full = code(kMaxBlockBytes / 4 - 100);
    EXPECT_LT(growth(part, full, 64,
                     [&](const std::string& text) {
                       (void)read_calls(text, tools);
                       (void)complete_part(text);
                     }),
              64)
        << name;
  }
}

TEST(CallGrammarTime, StatementsCostTheSameWhereverTheyStand) {
  const Toolset tools = Toolset::all();
  const std::string part = many("drag(1,2,3,4)\n", 14UL * 1250);
  const std::string full = many("drag(1,2,3,4)\n", 14UL * 20000);
  EXPECT_LT(growth(part, full, 64, [&](const std::string& text) { (void)read_calls(text, tools); }),
            64);
}
}  // namespace franz
