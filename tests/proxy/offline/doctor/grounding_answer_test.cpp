#include "proxy/offline/doctor/grounding_answer.h"
#include <gtest/gtest.h>
#include <string>

namespace franz::proxy {
namespace {
TEST(GroundingAnswer, ParsesTheFormsThatModelsWrite) {
  const struct {
    const char* text;
    MapPoint place;
  } rows[] = {
      {"[447, 81]", {447, 81}},
      {"(0.41, .53)", {0.41, 0.53}},
      {"The red circle is at (12, 34).", {12, 34}},
      {"It is at 12, 34.", {12, 34}},
      {R"(<tool_call>
{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [447, 81]}}
</tool_call>)",
       {447, 81}},
      {"<parameter=coordinate>\n[500, 320]\n</parameter>", {500, 320}},
      {"Thought: step 3 of 4.\nAction: click(start_box='<|box_start|>(177,549)<|box_end|>')",
       {177, 549}},
      {"click(point='<point>500 320</point>')", {500, 320}},
      {"<|begin_of_box|>left_click(start_box='[512,300]', element_info='red')<|end_of_box|>",
       {512, 300}},
      {R"({"action":"click_absolute","x":932,"y":880})", {932, 880}},
      {R"({"x": 932.5, "y": 880})", {932.5, 880}},
      {"pyautogui.click(x=123, y=456)", {123, 456}},
      {"[[100, 200, 300, 400]]", {200, 300}},
      {R"([{"bbox_2d": [100, 200, 300, 400], "label": "red circle"}])", {200, 300}},
      {"x1=100 y1=200 x2=300 y2=400", {200, 300}},
      // Gemini's form, with y before x.
      {R"([{"box_2d": [100, 200, 300, 500], "label": "red circle"}])", {200, 350}},
      {R"([{"point": [150, 300], "label": "red circle"}])", {150, 300}},
      {"[[100, 200]]", {100, 200}},
      {"1. (512, 300)", {512, 300}},
      {"x: 640px, y: 360px", {640, 360}},
      {"first (1, 2), no: it is at (3, 4)", {3, 4}},
      {"[-5, 20]", {-5, 20}},
      {"[\n  447,\n  81\n]", {447, 81}},
  };
  for (const auto& row : rows) {
    const auto place = read_place(row.text);
    ASSERT_TRUE(place) << row.text;
    EXPECT_EQ(*place, row.place) << row.text;
  }
}

TEST(GroundingAnswer, RejectsTextWithoutAPlace) {
  for (const char* text :
       {"", "I cannot see it.", "[447]", "12 circles and 34 squares", "x1 y2 qwen3 8b", "[a, b]",
        "1e400, 2e400", "-", ".", "12", "bbox_2d", "\xFF\x00 7"})
    EXPECT_FALSE(read_place(text)) << text;
}

TEST(GroundingAnswer, ParsesInLinearTime) {
  for (const char* piece : {"1,", "(", "9", "x1", "-", "1 px ", "0.", "\xF0\x9F"}) {
    std::string text;
    while (text.size() < 2'000'000) text += piece;
    read_place(text);
  }
}
}  // namespace
}  // namespace franz::proxy
