// Cases with CPython 3.13's own results.
#include <gtest/gtest.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#include "common/tools/call_grammar.h"
#include "tests/support/test_paths.h"

namespace franz {
static Toolset tools_of_the_cases() {
  Toolset tools = Toolset::all();
  for (std::size_t i = static_cast<std::size_t>(ToolId::launch); i < kToolCount; ++i)
    tools.set(static_cast<ToolId>(i), false);
  return tools;
}

static bool is_syntax_error(const std::string& kind) {
  return kind == "SyntaxError" || kind == "IndentationError" || kind == "TabError";
}

TEST(CallGrammarGolden, AnswersAsPythonDid) {
  std::ifstream file(std::string(kSourceDir) + "/tests/golden/calls_visible.jsonl");
  const Toolset tools = tools_of_the_cases();
  int rows = 0;
  for (std::string line; std::getline(file, line); ++rows) {
    const auto row = nlohmann::json::parse(line);
    const auto code = row["code"].get<std::string>();
    SCOPED_TRACE(row["id"].get<std::string>() + ": " + code.substr(0, 300));
    const ReadCalls read = read_calls(code, tools);
    if (row["match"] == "class") {
      EXPECT_TRUE(read.statements.empty());
      ASSERT_TRUE(read.error.has_value());
      EXPECT_TRUE(is_syntax_error(read.error->kind)) << read.error->text;
      if (!row["error_line"].is_null()) {
        EXPECT_EQ(read.error->line, row["error_line"].get<int>());
      }
      continue;
    }
    std::vector<std::string> actions;
    for (std::size_t i = 0; i < read.failed.value_or(read.statements.size()); ++i)
      actions.push_back(canonical_text(*read.statements[i].call));
    EXPECT_EQ(actions, row["actions"].get<std::vector<std::string>>());
    ASSERT_EQ(read.error.has_value(), !row["error"].is_null())
        << (read.error ? read.error->text : row["error"].dump());
    if (!read.error) continue;
    EXPECT_EQ(read.error->kind, row["error_class"].get<std::string>());
    EXPECT_EQ(read.error->text, row["error"].get<std::string>());
    EXPECT_EQ(read.error->line, row["error_line"].is_null() ? 0 : row["error_line"].get<int>());
    EXPECT_EQ(read.error->source,
              row["error_source"].is_null() ? "" : row["error_source"].get<std::string>());
  }
  EXPECT_GE(rows, 400);
}
}  // namespace franz
