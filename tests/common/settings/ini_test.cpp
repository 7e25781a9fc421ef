#include "common/settings/ini.h"
#include <gtest/gtest.h>
#include <string>

namespace franz {
namespace {
// A whole result in one text: a line per header, then a line per entry.
std::string printed(const IniFile& file) {
  if (!file.failure.empty()) return "failure: " + file.failure;
  std::string text;
  for (const IniSection& section : file.sections) {
    text += std::to_string(section.line) + " [" + section.name + "]" +
            (section.problem.empty() ? "" : " problem: " + section.problem) + "\n";
  }
  for (const IniEntry& entry : file.entries) {
    text += std::to_string(entry.line) + " " + entry.section + "." + entry.key +
            (entry.problem.empty() ? "=<" + entry.value + ">" : " problem: " + entry.problem) +
            (entry.repeated == 0 ? "" : " before: " + std::to_string(entry.repeated)) + "\n";
  }
  return text;
}

struct Case {
  std::string text, expected;
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& each : cases)
    EXPECT_EQ(printed(parse_ini(each.text)), each.expected) << each.text;
}

TEST(Ini, ReadsSectionsAndEntriesWithTheirLines) {
  expect_all({
      {"", ""},
      {"\n\n  \n", ""},
      {"[a]\nx = 1\n\n[b]\ny=two words\n", "1 [a]\n4 [b]\n2 a.x=<1>\n5 b.y=<two words>\n"},
      {"  [ A ]  \n\tX\t=\t1\t", "1 [a]\n2 a.x=<1>\n"},
      {"[a]\nx =", "1 [a]\n2 a.x=<>\n"},
      {"[a]\nx = 1 = 2", "1 [a]\n2 a.x=<1 = 2>\n"},
      {"x = 1", "1 .x=<1>\n"},
      {"[a]\r\nx = 1\r\n", "1 [a]\n2 a.x=<1>\n"},
      {"\xEF\xBB\xBF[a]\nx = 1", "1 [a]\n2 a.x=<1>\n"},
      {"[a]\nx = \xFF!", "1 [a]\n2 a.x=<\xEF\xBF\xBD!>\n"},
  });
}

TEST(Ini, KnowsCommentsFromValues) {
  expect_all({
      {"; x = 1\n# x = 2\n   ; x = 3", ""},
      {"[a] ; why\nx = 1 ; why\ny = 2\t# why", "1 [a]\n2 a.x=<1>\n3 a.y=<2>\n"},
      {"x = ; nothing", "1 .x=<>\n"},
      {"x = a;b#c", "1 .x=<a;b#c>\n"},
      {"x =#ff0000", "1 .x=<#ff0000>\n"},
      {"x = \"a ; b # c\" ; why", "1 .x=<a ; b # c>\n"},
      {"x = \"  \"", "1 .x=<  >\n"},
      {"x = \"\"", "1 .x=<>\n"},
      {"x = \"say \"\"hi\"\"\"", "1 .x=<say \"hi\">\n"},
      {"x = \"C:\\new\\\"", "1 .x=<C:\\new\\>\n"},
      {"x = 5\" wide ; why", "1 .x=<5\" wide>\n"},
      {"x = {\"a\": \" # \\\" ; \"} ; why", "1 .x=<{\"a\": \" # \\\" ; \"}>\n"},
      {"x = [\"a ; b\"] # why", "1 .x=<[\"a ; b\"]>\n"},
  });
}

TEST(Ini, ReportsAWrongLineAndReadsOn) {
  expect_all({
      {"[a]\nx 0.2\ny = 1", "1 [a]\n2 a.x problem: expected key = value\n3 a.y=<1>\n"},
      {"x: 0.2", "1 .x problem: expected key = value\n"},
      {"x y = 1", "1 .x problem: expected key = value\n"},
      {"= 1", "1 . problem: expected key = value\n"},
      {"!?", "1 . problem: expected key = value\n"},
      {"x = \"open", "1 .x problem: the closing quote is missing\n"},
      {"x = \"a\" b", "1 .x problem: text after the closing quote\n"},
      {"[a\nx = 1", "1 [a] problem: the ] is missing\n2 a.x=<1>\n"},
      {"[a ; why\nx = 1", "1 [a] problem: the ] is missing\n2 a.x=<1>\n"},
      {"[a] x = 1", "1 [a] problem: text after the ]\n"},
      {"[]\nx = 1", "1 []\n2 .x=<1>\n"},
      {"[" + std::string(65, 'a') + "]", "1 [] problem: the name is too long\n"},
  });
}

TEST(Ini, TheLastOfTwoEqualKeysCounts) {
  expect_all({
      {"[a]\nx = 1\nX = 2", "1 [a]\n3 a.x=<2> before: 2\n"},
      {"[a]\nx = 1\n[b]\nx = 2\n[a]\nx = 3\nx = 4",
       "1 [a]\n3 [b]\n5 [a]\n4 b.x=<2>\n7 a.x=<4> before: 6\n"},
      {"[a]\nx = 1\nx 2", "1 [a]\n3 a.x problem: expected key = value before: 2\n"},
  });
}

TEST(Ini, RefusesAFileThatIsNotText) {
  expect_all({
      {std::string("\xFF\xFE[\0a\0", 6), "failure: the file is UTF-16; save it as UTF-8"},
      {std::string("\xFE\xFF\0[", 4), "failure: the file is UTF-16; save it as UTF-8"},
      {std::string("[a]\nx = \0", 9), "failure: not a text file"},
  });
}

// Each of these would take minutes if a step scanned the rest of the text.
TEST(Ini, HostileTextsTakeTimeByTheirLengthOnly) {
  const auto repeated = [](const std::string& part, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += part;
    return text;
  };
  const std::string long_name(500'000, 'a');
  EXPECT_EQ(parse_ini("[" + long_name + "]\n" + repeated("x=1\ny\n", 30'000)).entries.size(), 2U);
  EXPECT_EQ(parse_ini("x = \"" + repeated("\"\"", 500'000)).entries.size(), 1U);
  EXPECT_EQ(parse_ini("x = {" + repeated("\" ;\"", 500'000)).entries.size(), 1U);
  EXPECT_EQ(parse_ini(repeated("[", 500'000)).sections.size(), 1U);
  EXPECT_EQ(parse_ini(repeated("[\n", 30'000)).sections.size(), 30'000U);
  EXPECT_EQ(parse_ini(repeated("?\n", 30'000)).entries.size(), 30'000U);
  EXPECT_EQ(parse_ini(long_name + "=" + long_name).entries.size(), 1U);
}
}  // namespace
}  // namespace franz
