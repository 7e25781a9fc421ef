#include "proxy/offline/export/html_text.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using namespace std::string_literals;

struct Case {
  std::string text, html;
};

TEST(HtmlText, ShowsEveryTextAndEscapesMarkup) {
  const Case cases[] = {
      {"", ""},
      {"plain\ttext\nof two lines", "plain\ttext\nof two lines"},
      {"<script>alert('x')</script>", "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"},
      {"a & b &amp; \"c\"", "a &amp; b &amp;amp; &quot;c&quot;"},
      {"</style></title><!-- -->", "&lt;/style&gt;&lt;/title&gt;&lt;!-- --&gt;"},
      {"\0"s, "<i class=\"esc\">\\u0000</i>"},
      {"a\0\x01z"s, "a<i class=\"esc\">\\u0000\\u0001</i>z"},
      {"a\r\n", "a<i class=\"esc\">\\r</i>\n"},
      // Bidi controls and invisible characters are shown, so that the text reads as it is.
      {"x\xE2\x80\xAEy", "x<i class=\"esc\">\\u202e</i>y"},
      {"\xE2\x81\xA6", "<i class=\"esc\">\\u2066</i>"},
      {"\xE2\x80\x8B", "<i class=\"esc\">\\u200b</i>"},
      {"\xEF\xBB\xBF", "<i class=\"esc\">\\ufeff</i>"},
      {"\xC2\x85\xC2\xAD", "<i class=\"esc\">\\u0085\\u00ad</i>"},
      {"\xF3\xA0\x81\x81", "<i class=\"esc\">\\U000e0041</i>"},
      {"\xED\xA0\xBD", "<i class=\"esc\">\\ud83d</i>"},  // a lone surrogate, in WTF-8
      {"\xFF", "\xEF\xBF\xBD"},
      {"\xE2\x82", "\xEF\xBF\xBD"},
      {"caf\xC3\xA9 \xF0\x9F\x90\x88", "caf\xC3\xA9 \xF0\x9F\x90\x88"},
      {"\xE2\x80\x8D", "\xE2\x80\x8D"},  // the joiner, which scripts and families need, stays
  };
  for (const Case& each : cases) EXPECT_EQ(html_text(each.text), each.html) << each.text;
}

TEST(HtmlText, AddsNoElementsToTitlesAndAttributes) {
  EXPECT_EQ(html_text("a\"\0<"s, Unseen::plain), "a&quot;\\u0000&lt;");
}

TEST(HtmlText, MergesInvisibleCharacters) {
  const std::string html = html_text(std::string(5'000'000, '\0'));
  EXPECT_LT(html.size(), 31'000'000U);
  EXPECT_EQ(html.find("</i>"), html.size() - 4);
}

TEST(HtmlLines, GivesEachLineItsKind) {
  EXPECT_EQ(
      html_lines("MY PLAN\nOK: done\nTypeError: drag()\n```python\nMY PLAN\n```\nend"),
      "<div class=\"text\"><div class=\"title\">MY PLAN</div><div class=\"good\">OK: done</div>"
      "<div class=\"error\">TypeError: drag()</div><div class=\"fence\">```python</div>"
      "<div class=\"code\">MY PLAN</div><div class=\"fence\">```</div><div>end</div></div>");
}

TEST(HtmlLines, CutsBetweenCharactersAndReportsTheLength) {
  const std::string html = html_lines(
      "ab\xC3\xA9"
      "cd",
      {3});
  EXPECT_EQ(html,
            "<div class=\"text\"><div>ab</div></div><p class=\"cut\">Left out here, to keep this "
            "file small: the last 4 of 6 bytes.</p>");
}

TEST(HtmlLines, FoldsLongTextsAndShowsManyLinesAsOneBlock) {
  const std::string line(5'000'000, 'x');
  const std::string folded = html_lines(line);
  EXPECT_TRUE(
      folded.starts_with("<details><summary>a long text: 5,000,000 bytes in 1 lines</summary>"))
      << folded.substr(0, 100);
  EXPECT_NE(folded.find(line), std::string::npos);
  EXPECT_TRUE(html_lines(std::string(7000, '\n')).starts_with("<div class=\"text block\">"));
}

TEST(Grouped, PutsCommasBetweenThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}
}  // namespace
}  // namespace franz::proxy
