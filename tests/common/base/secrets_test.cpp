#include "common/base/secrets.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
Secrets two() {
  Secrets secrets;
  secrets.add("sk-abcdefgh");
  secrets.add("sk-abcdefgh/ijkl+\"m");
  return secrets;
}

TEST(Secrets, AreMaskedWhereverAndHoweverTheyAreWritten) {
  const Secrets secrets = two();
  const std::string eleven(11, '*');
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", ""},
      {"nothing", "nothing"},
      {"sk-abcdefgh", eleven},
      {"sk-abcdefg", "sk-abcdefg"},
      {"Bearer sk-abcdefgh.", "Bearer " + eleven + "."},
      {"sk-abcdefghsk-abcdefgh", eleven + eleven},
      {"sk-asksk-abcdefghsk-abc", "sk-ask" + eleven + "sk-abc"},
      {"sk-abcdefgh/ijkl+\"m", std::string(19, '*')},  // the longer one, whole
      {"sk-abcdefgh/ijkl+", eleven + "/ijkl+"},        // and the shorter one where that is all
      {R"({"key":"sk-abcdefgh/ijkl+\"m"})", R"({"key":")" + std::string(20, '*') + "\"}"},
      {R"({"key":"sk-abcdefgh\/ijkl+\"m"})", R"({"key":")" + std::string(21, '*') + "\"}"},
      {"GET /?k=sk-abcdefgh%2Fijkl%2B%22m HTTP/1.1",
       "GET /?k=" + std::string(25, '*') + " HTTP/1.1"},
  };
  for (const auto& [text, masked] : rows) {
    EXPECT_EQ(secrets.mask(text), masked) << text;
    EXPECT_EQ(secrets.found_in(text), text != masked) << text;
  }
}

TEST(Secrets, FindThePartAtATextsEndThatMayBeginOne) {
  const Secrets secrets = two();
  const std::vector<std::pair<std::string, std::size_t>> rows = {
      {"", 0},
      {"plain", 5},
      {"plain s", 6},
      {"sk-abcdefg", 0},
      {"sk-abcdefgh", 0},  // of the longer one
      {"sk-abcdefghi", 12},
      {"ssk", 1},
  };
  for (const auto& [text, end] : rows) EXPECT_EQ(secrets.open_end(text), end) << text;
  EXPECT_EQ(Secrets().open_end("sk-"), 3U);
}

TEST(MaskedForm, DiffersOnlyWhereSomethingIsMasked) {
  EXPECT_TRUE(is_masked_form("", ""));
  EXPECT_TRUE(is_masked_form("a sk-abcdefgh.", "a ***********."));
  EXPECT_TRUE(is_masked_form("sk-abcdefgh", "***********"));
  EXPECT_TRUE(is_masked_form("a**b", "a**b"));
  EXPECT_FALSE(is_masked_form("a sk-abcdefgh.", "b ***********."));
  EXPECT_FALSE(is_masked_form("a sk-abcdefgh.", "a ***********!"));
  EXPECT_FALSE(is_masked_form("a sk-abcdefgh.", "a ***********"));
  EXPECT_FALSE(is_masked_form("a cat.", "a ***."));  // nothing so short is masked
}

TEST(Secrets, AreNotWhatOnlyFillsIn) {
  Secrets secrets;
  for (const char* filler : {"", "none", "x", "ollama"}) secrets.add(filler);
  EXPECT_TRUE(secrets.empty());
  EXPECT_EQ(secrets.mask("ollama has none"), "ollama has none");
  secrets.add("short", Secrets::kShortestKnown);
  EXPECT_TRUE(secrets.empty());
}

TEST(Secrets, ThatAreKnownMayBeShorter) {
  Secrets secrets;
  secrets.add("pass-1", Secrets::kShortestKnown);
  EXPECT_EQ(secrets.mask("it is pass-1."), "it is ******.");
  EXPECT_TRUE(is_masked_form("it is pass-1.", "it is ******."));
}
}  // namespace
}  // namespace franz
