// How a redraw tracks the canvas, without drawing programs; the process tests draw.
#include <gtest/gtest.h>
#include "proxy/offline/verify/redraw_app.h"
#include "tests/proxy/offline/verify/canvases.h"

namespace franz::proxy {
namespace {
std::string text_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& each : findings)
    text += std::string(finding_code_name(each.code)) + ": " + to_line(each) + "|";
  return text;
}

std::string state_of(int turn) { return R"({"turn":)" + std::to_string(turn) + "}"; }

class RedrawTest : public testing::Test {
 protected:
  std::string why_not() const {
    std::string why;
    static_cast<void>(redraw_->drawn_folder(why));
    return why;
  }
  const std::unique_ptr<Redraw> redraw_ = Redraw::begin({}).value();
};

TEST_F(RedrawTest, WaitsForTheNextTurnAfterALostOne) {
  EXPECT_EQ(text_of(redraw_->lost(1, std::nullopt)), "");
  EXPECT_EQ(why_not(), "only a later turn shows what turn 1 drew");
  EXPECT_EQ(text_of(redraw_->lost(2, Reply{})),
            "drawing_unknown: turn 2: no picture is compared from here on: the drawings of two "
            "consecutive turns are unknown|");
  EXPECT_EQ(text_of(redraw_->end(std::nullopt, std::nullopt)),
            "drawing_unknown: sandbox_canvas.bmp could not be compared: the drawings of two "
            "consecutive turns are unknown|");
}

TEST_F(RedrawTest, LosesTheCanvasIfTheReplyIsUnknown) {
  EXPECT_EQ(text_of(redraw_->lost(3, std::nullopt)),
            "drawing_unknown: turn 3: no picture is compared from here on: what turn 3 acted on is "
            "not recorded|");
}

TEST_F(RedrawTest, UsesAKeyframeOnlyIfTheCanvasIsUnknown) {
  const std::string canvas = canvas_with({{3, 2}}), more = canvas_with({{3, 2}, {9, 4}});
  EXPECT_EQ(text_of(redraw_->keyframe(4, png_of_canvas(canvas), state_of(3))), "");
  EXPECT_TRUE(redraw_->is_untouched());
  static_cast<void>(redraw_->lost(3, std::nullopt));
  EXPECT_EQ(text_of(redraw_->keyframe(4, png_of_canvas(canvas), state_of(3))), "");
  EXPECT_EQ(why_not(), "");
  EXPECT_EQ(text_of(redraw_->end(canvas, std::nullopt)), "");
  EXPECT_EQ(text_of(redraw_->end(more, std::nullopt)),
            "canvas: sandbox_canvas.bmp: it differs from what the turns drew|");
  // Ink stays on the canvas.
  static_cast<void>(redraw_->lost(5, std::nullopt));
  EXPECT_EQ(text_of(redraw_->keyframe(6, png_of_canvas(canvas_with({{9, 4}})), state_of(5))),
            "canvas: turn 6: keyframe_0006.png: it lacks ink that the turns before it drew|");
  EXPECT_NE(why_not(), "");
  EXPECT_EQ(text_of(redraw_->keyframe(6, png_of_canvas(more), state_of(5))), "");
  EXPECT_EQ(why_not(), "");
}

TEST_F(RedrawTest, ReportsAnInvalidKeyframe) {
  EXPECT_EQ(text_of(redraw_->keyframe(4, "x", state_of(3))),
            "canvas: turn 4: keyframe_0004.png: the picture is not a PNG|");
  static_cast<void>(redraw_->lost(3, std::nullopt));
  EXPECT_EQ(text_of(redraw_->keyframe(4, png_of_canvas(canvas_with({})), "{}")),
            "canvas: turn 4: keyframe_0004.json: turn: it cannot be read|");
}
}  // namespace
}  // namespace franz::proxy
