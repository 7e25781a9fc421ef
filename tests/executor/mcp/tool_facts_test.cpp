#include "executor/mcp/tool_facts.h"
#include <gtest/gtest.h>
#include <fstream>
#include <set>
#include <sstream>
#include "common/base/readable_json.h"
#include "common/wire/message_fields.h"
#include "tests/support/test_paths.h"

namespace franz::mcp {
namespace {
TEST(ToolFacts, ExistForEachWordOnly) {
  std::set<std::string_view> words, facts;
  for (const Word& each : tool_words().words) words.insert(each.name);
  for (const ToolFacts& each : all_tool_facts()) facts.insert(each.name);
  EXPECT_EQ(words, facts);
  EXPECT_EQ(find_tool_facts("rm"), nullptr);
}

TEST(ToolFacts, SayWhichToolsSendInput) {
  Toolset seeing;
  seeing.set(ToolId::screenshot, true);
  for (const Word& each : tool_words().words)
    EXPECT_EQ(is_on(each, seeing), find_tool_facts(each.name)->kind != ToolKind::act) << each.name;
}

TEST(ToolFacts, KnowWhichCallsHavePlaces) {
  std::string with;
  for (const Word& each : tool_words().words)
    if (has_places(each)) with += std::string(each.name) + " ";
  EXPECT_EQ(with, "click drag scroll ");
}

std::string golden() {
  std::ifstream file(std::string(kSourceDir) + "/tests/golden/mcp/tools.json", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string list_of(const char* version) {
  return "{\"tools\":" + tool_list(Toolset::all(), *find_version(version)) + "}";
}

TEST(ToolFacts, MatchTheGoldenFile) {
  EXPECT_EQ(readable_json(list_of("2025-11-25")) + "\n", golden());
  EXPECT_EQ(list_of("2025-11-25"), list_of("2025-06-18"));
  EXPECT_EQ(list_of("2025-11-25"), list_of("2026-07-28"));
}

TEST(ToolFacts, AreLimitedToTheVersionsFeatures) {
  const struct {
    const char* version;
    bool annotations, structured;
  } cases[] = {
      {"2024-11-05", false, false}, {"2025-03-26", true, false}, {"2025-06-18", true, true}};
  for (const auto& [version, annotations, structured] : cases) {
    const std::string text = list_of(version);
    Result<MessageFields> fields = MessageFields::parse(text);
    ASSERT_TRUE(fields.ok());
    ASSERT_EQ(fields.value().size("/tools"), 9U);
    EXPECT_EQ(fields.value().has("/tools/3/annotations"), annotations) << version;
    EXPECT_EQ(fields.value().has("/tools/3/title"), structured) << version;
    EXPECT_EQ(fields.value().has("/tools/3/outputSchema"), structured) << version;
    EXPECT_EQ(fields.value().text("/tools/3/inputSchema/type"), "object");
  }
}
}  // namespace
}  // namespace franz::mcp
