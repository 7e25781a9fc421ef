#include "proxy/dashboard/export/export_page.h"
#include <gtest/gtest.h>
#include <vector>
#include "common/base/base64.h"
#include "common/base/sha256.h"

namespace franz::proxy {
namespace {
const std::vector<Asset> kAssets = {
    {"/", "",
     "<!doctype html>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
     "content=\"x\">\n"
     "<title>FRANZ</title>\n<link rel=\"icon\" href=\"/i.svg\" type=\"image/svg+xml\">\n"
     "<link rel=\"stylesheet\" href=\"/a.css\">\n<link rel=\"stylesheet\" href=\"/b.css\">\n"
     "<script src=\"/js/main.js\" "
     "type=\"module\"></script>\n<body>\n<p>page</p>\n</body>\n</html>\n"},
    {"/a.css", "", "a { }\n"},
    {"/b.css", "", "b { }\n"},
    {"/i.svg", "", "<svg/>"},
    {"/js/main.js", "", "start();\n"},
};

std::string hash_of(const std::string& text) {
  std::string bytes;
  const std::string hex = sha256_hex(text);
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return "'sha256-" + base64_encode(bytes) + "'";
}

// The text of the element that begins with `begin`.
std::string inside(const std::string& html, const std::string& begin, const std::string& end) {
  const std::size_t at = html.find(begin);
  if (at == std::string::npos) return "missing";
  const std::size_t from = at + begin.size();
  return html.substr(from, html.find(end, from) - from);
}

TEST(ExportFrame, IsThePageWithItsFilesInside) {
  const auto frame = export_frame(kAssets, "a <b> \"c\"", ExportPictures::inside);
  ASSERT_TRUE(frame.ok()) << frame.error().message;
  const std::string& policy = frame.value().policy;
  EXPECT_EQ(
      frame.value().head,
      "<!doctype html>\n<meta charset=\"utf-8\">\n" + std::string(kExportMark) +
          "\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy +
          "\">\n<title>a &lt;b&gt; &quot;c&quot;</title>\n"
          "<link rel=\"icon\" href=\"data:image/svg+xml;base64,PHN2Zy8+\">\n"
          "<style>a { }\nb { }\n</style>\n<script type=\"module\">const module_main = (() => {\n"
          "start();\nreturn { };\n})();\n</script>\n<body>\n<p>page</p>\n<template "
          "class=\"answers\">\n");
  EXPECT_EQ(frame.value().tail, "</body>\n</html>\n");
}

TEST(ExportFrame, AllowsOnlyItsOwnStyleAndScript) {
  for (const auto& assets : {std::span<const Asset>(kAssets), dashboard_assets()}) {
    const auto frame = export_frame(assets, "", ExportPictures::inside);
    ASSERT_TRUE(frame.ok()) << frame.error().message;
    const std::string& head = frame.value().head;
    EXPECT_EQ(frame.value().policy,
              "default-src 'none'; style-src " + hash_of(inside(head, "<style>", "</style>")) +
                  "; script-src " + hash_of(inside(head, "<script type=\"module\">", "</script>")) +
                  "; img-src data: blob:; base-uri 'none'; form-action 'none'");
    EXPECT_LT(head.find(kExportMark), 1000U) << "an earlier export is recognized by it";
    EXPECT_EQ(inside(head, "<style>", "</style>").find("url("), std::string::npos);
    for (const char* outside : {" src=\"/", " href=\"/"})
      EXPECT_EQ(head.find(outside), std::string::npos) << outside;
  }
  const auto beside = export_frame(kAssets, "", ExportPictures::beside);
  EXPECT_NE(beside.value().policy.find("img-src data: blob: file:;"), std::string::npos);
}

TEST(ExportFrame, RefusesAStyleOrScriptThatWouldEndItsElement) {
  for (const char* text : {"x('</script>');\n", "x('<!--');\n"}) {
    std::vector<Asset> assets = kAssets;
    assets.back().bytes = text;
    EXPECT_FALSE(export_frame(assets, "", ExportPictures::inside).ok()) << text;
  }
  std::vector<Asset> assets = kAssets;
  assets[1].bytes = "/* </style> */\n";
  EXPECT_FALSE(export_frame(assets, "", ExportPictures::inside).ok());
}

TEST(JsonBlock, StaysData) {
  EXPECT_EQ(json_block("/api/turns/7", "[\"</script><!--<script>\",\"\xe2\x80\xa8\"]"),
            "<script type=\"application/json\" data-path=\"/api/turns/7\">"
            "[\"\\u003c/script>\\u003c!--\\u003cscript>\",\"\xe2\x80\xa8\"]</script>\n");
  EXPECT_EQ(picture_block("/turns/7.png", "png"),
            "<script type=\"text/plain\" data-path=\"/turns/7.png\">cG5n</script>\n");
  EXPECT_EQ(picture_file_block("/turns/7.png", "turn_0007.png"),
            "<script type=\"text/plain\" data-path=\"/turns/7.png\" data-file=\"turn_0007.png\">"
            "</script>\n");
}

TEST(EndOfBlocks, HidesNothingAndIsNoMarkup) {
  const std::vector<std::string> lines = {
      "a</p><script>\"'&\n\xe2\x80\xae"
      "b",
      "c"};
  EXPECT_EQ(
      end_of_blocks(lines),
      "</template>\n<noscript>\n<p>a&lt;/p&gt;&lt;script&gt;&quot;&#39;&amp;\\u000a\\u202eb</p>\n"
      "<p>c</p>\n</noscript>\n");
}
}  // namespace
}  // namespace franz::proxy
