#pragma once
// A recorded turn against the same turn drawn again: what executor and capturer say and show now.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// How a turn is to be drawn again.
struct DrawPlan {
  enum class Way {
    draw,
    open,     // compared, but only the next turn shows whether its ink stayed on the canvas
    unknown,  // not compared, and only the next turn shows whether anything was drawn
    nothing,  // not in the sandbox
  };
  Way way = Way::draw;
  std::optional<int> found;             // whose ink was on the canvas; nothing: it is not known
  bool black_canvas = false;            // the canvas was replaced by a fresh one
  bool forgotten_state = false;         // and so were the places of earlier clicks
  std::vector<Finding> unchecked = {};  // what of the turn is not compared
};
DrawPlan plan_drawing(const TurnRecord& record);

// The recorded request with the reply that the turn performed, to be carried out in another folder.
// `time` and all else that shows stay as they were; only the deadline is generous. `picture`: the
// recorded one, which need not be made as a file again where it is right. Failure: names the wrong
// field of executor.in.
Result<ExecutorRequest> request_again(const std::string& executor_in,
                                      const std::optional<Reply>& reply, int turn,
                                      const std::string& folder,
                                      const std::optional<std::string>& picture = std::nullopt);

struct DrawnComparison {
  std::vector<Finding> findings;
  bool same_picture = false;  // the pictures were compared, and show the same
  // Characters on the canvas were drawn with other bitmaps than this build has
  // (CaptureReply::glyphs): no picture of it can be compared from here on.
  bool other_glyphs = false;
};
// `picture`: as request_again() had it. `other_glyphs`: as DrawnComparison has it, of the turns
// before.
DrawnComparison compare_drawn(const TurnRecord& recorded, const std::optional<std::string>& picture,
                              const ExecutorReply& drawn, bool other_glyphs = false);

// Two PNGs, pixel for pixel. Empty: they show the same; else where they part.
std::string compare_pictures(std::string_view expected_png, std::string_view got_png);
}  // namespace franz::proxy
