#include "common/tools/key_names.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
// "ctrl c": the keys of a combination, or what is wrong with it.
std::string keys(const std::string& written) {
  const auto keys = key_combination(written);
  if (!keys.ok()) return keys.error().message;
  std::string list;
  for (const std::string& key : keys.value()) list += (list.empty() ? "" : " ") + key;
  return list;
}

TEST(KeyNames, HaveOneNameEach) {
  const struct {
    const char *written, *expected;
  } cases[] = {
      {"enter", "enter"},
      {"Return", "enter"},
      {"ESC", "escape"},
      {"PgDn", "page_down"},
      {"Page_Up", "page_up"},
      {"page down", "page_down"},
      {"ArrowDown", "down"},
      {"up", "up"},
      {"windows", "win"},
      {"cmd", "win"},
      {"Control", "ctrl"},
      {"Shift_L", "shift"},
      {"F1", "f1"},
      {"f12", "f12"},
      {"f24", "f24"},
      {"f25", ""},
      {"f0", ""},
      {"f", "f"},
      {"A", "a"},
      {"7", "7"},
      {"+", "+"},
      {"é", "é"},
      {"plus", "+"},
      {" ", "space"},
      {"space", "space"},
      {"Print Screen", "print_screen"},
      {"", ""},
      {"strg", ""},
      {"ab", ""},
      {"\n", ""},
      {"\xff", ""},
      {"\xED\xA0\x80", ""},
  };
  for (const auto& each : cases) EXPECT_EQ(key_name(each.written), each.expected) << each.written;
}

TEST(KeyNames, MakeCombinations) {
  EXPECT_EQ(keys("ctrl+c"), "ctrl c");
  EXPECT_EQ(keys("Ctrl + Shift + T"), "ctrl shift t");
  EXPECT_EQ(keys("ctrl-c"), "ctrl c");
  EXPECT_EQ(keys("ctrl shift page_down"), "ctrl shift page_down");
  EXPECT_EQ(keys("ctrl++"), "ctrl +");
  EXPECT_EQ(keys("ctrl+-"), "ctrl -");
  EXPECT_EQ(keys("win+r"), "win r");
  EXPECT_EQ(keys("page-down"), "page_down");
  EXPECT_EQ(keys("alt+Page Down"), "alt page_down");
  EXPECT_EQ(keys("enter"), "enter");
  EXPECT_EQ(keys("+"), "+");
  EXPECT_EQ(keys(" "), "space");
}

TEST(KeyNames, WhatIsNoKeyIsNamed) {
  EXPECT_EQ(keys(""), "no key is named");
  EXPECT_EQ(keys("strg+c"), "no key is called \"strg\"");
  EXPECT_EQ(keys("ctrl+strg"), "no key is called \"strg\"");
  EXPECT_EQ(keys("ctrl+"), "a key is missing at its end");
  EXPECT_EQ(keys("a+b+c+d+e+f+g+h+i"), "more than 8 keys at once");
  EXPECT_EQ(keys(std::string(1000, 'x')).size(), std::string("no key is called \"\"").size() + 40);
}
}  // namespace
}  // namespace franz
