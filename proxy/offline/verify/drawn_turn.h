#pragma once
// Compares a recorded turn with a redrawn one: the outputs of executor and capturer.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// How a turn is to be redrawn.
struct DrawPlan {
  enum class Way {
    draw,
    open,     // compared, but only the next turn shows whether its ink stayed on the canvas
    unknown,  // not compared, and only the next turn shows whether anything was drawn
    nothing,  // not in the sandbox
  };
  Way way = Way::draw;
  std::optional<int> found;             // the turn whose ink was on the canvas; nothing: unknown
  bool black_canvas = false;            // the canvas was replaced by an empty one
  bool forgotten_state = false;         // the positions of earlier clicks were lost too
  std::vector<Finding> unchecked = {};  // what is not compared
};
DrawPlan plan_drawing(const TurnRecord& record);

// Builds the request to redraw a turn in another folder: the recorded request with the reply that
// the turn performed. Keeps `time` and everything else that is visible; only the deadline is
// longer. `picture`: the recorded one, reused as the file if it is correct. Failure: names the
// invalid field of executor.in.
Result<ExecutorRequest> request_again(const std::string& executor_in,
                                      const std::optional<Reply>& reply, int turn,
                                      const std::string& folder,
                                      const std::optional<std::string>& picture = std::nullopt);

struct DrawnComparison {
  std::vector<Finding> findings;
  bool same_picture = false;  // the pictures were compared and are equal
  // The canvas has characters drawn with bitmaps that this build lacks (CaptureReply::glyphs): no
  // later picture of it can be compared.
  bool other_glyphs = false;
};
// `picture`: as passed to request_again(). `other_glyphs`: DrawnComparison's, of the previous
// turns.
DrawnComparison compare_drawn(const TurnRecord& recorded, const std::optional<std::string>& picture,
                              const ExecutorReply& drawn, bool other_glyphs = false);

// Compares two PNGs pixel by pixel. Empty: equal; else the first difference.
std::string compare_pictures(std::string_view expected_png, std::string_view got_png);
}  // namespace franz::proxy
