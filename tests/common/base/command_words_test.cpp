#include "common/base/command_words.h"
#include <gtest/gtest.h>

namespace franz {
// "[a] [b c]", or the failure.
static std::string printed(const Result<std::vector<std::string>>& words) {
  if (!words.ok()) return words.error().message;
  std::string text;
  for (const std::string& word : words.value()) text += (text.empty() ? "[" : " [") + word + "]";
  return text;
}

TEST(CommandWords, AreSplitAtBlanksOutsideOfQuotes) {
  for (const auto& [command, words] : std::vector<std::pair<std::string, std::string>>{
           {"xterm", "[xterm]"},
           {"  zenity\t--entry \n --text=Name ", "[zenity] [--entry] [--text=Name]"},
           {"a 'b c' \"d e\"", "[a] [b c] [d e]"},
           {"a 'b\"c' \"d'e\"", "[a] [b\"c] [d'e]"},
           {R"(a "b \" \\ \n" 'c\')", R"([a] [b " \ \n] [c\])"},
           {R"(a\ b c\\d)", R"([a b] [c\d])"},
           {"a '' \"\"", "[a] [] []"},
           {"a --x='b c'd", "[a] [--x=b cd]"},
           {"a \\", "[a] [\\]"},
           {"\u00FC.sh \u6771", "[\u00FC.sh] [\u6771]"},
           // Shell characters have no meaning.
           {"a; rm -rf / | b && c > d $HOME `e` *",
            "[a;] [rm] [-rf] [/] [|] [b] [&&] [c] [>] [d] "
            "[$HOME] [`e`] [*]"},
           {"", "the command names no program"},
           {"''", "the command names no program"},
           {"a 'b", "a quote is not closed: '"},
           {"a \"b\\\"", "a quote is not closed: \""},
           {std::string("a\0b", 3), "a control character in the command"},
           {"a\x1B[2J", "a control character in the command"}}) {
    EXPECT_EQ(printed(command_words(command)), words) << command;
  }
}

TEST(CommandWords, HaveLimits) {
  std::string many;
  for (std::size_t i = 0; i < kMaxWords; ++i) many += "a ";
  EXPECT_TRUE(command_words(many).ok());
  EXPECT_EQ(printed(command_words(many + "a")), "a command of more than 256 words");
  EXPECT_EQ(printed(command_words(std::string(kMaxCommand + 1, 'a'))),
            "a command longer than 32768 bytes");
}

TEST(CommandWords, AreReadBackFromTheCommandThatIsMadeOfThem) {
  using Words = std::vector<std::string>;
  for (const auto& [words, command] : std::vector<std::pair<Words, std::string>>{
           {{"zenity", "--entry", "--text=Name"}, "zenity --entry --text=Name"},
           {{"/opt/my programs/x", "a b"}, "'/opt/my programs/x' 'a b'"},
           {{"a", "", "it's", "$HOME;`e`*\\\"", "\u6771"},
            "a '' 'it'\\''s' '$HOME;`e`*\\\"' '\u6771'"},
           {{"C:\\x.exe"}, "'C:\\x.exe'"}}) {
    EXPECT_EQ(command_of(words), command);
    EXPECT_EQ(printed(command_words(command)), printed(words));
  }
  EXPECT_EQ(command_of({}), "");
}
}  // namespace franz
