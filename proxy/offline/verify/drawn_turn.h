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
// The warnings of the disk that the record tells, which nobody can check: what there is to say.
std::vector<Finding> note_disk_warnings(const TurnRecord& record);

// Whether the feedback holds each of these warnings, as it does where a capturer gave it. For a
// turn that is not compared (compare_drawn() looks itself): one that was put into executor.out
// alone must not be the reason for that.
std::vector<Finding> check_disk_warnings(const TurnRecord& record);

// How a turn is to be drawn again.
struct DrawPlan {
  enum class Way {
    draw,
    maybe,      // its ink may have been drawn or not: the next picture decides
    with_next,  // its own request is not known: ink only, with the next turn's settings
    nothing,    // on a surface that cannot be repeated
  };
  Way way = Way::draw;
  bool black_canvas = false;     // the canvas was replaced by a fresh one
  bool forgotten_state = false;  // and so were the places of earlier clicks
  bool later_ink = false;        // that of turns which are made again was on the canvas
  std::string note;              // why it is not compared; empty: it is
};

// `record`: null where the turn was not recorded.
DrawPlan plan_drawing(const TurnRecord* record);

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
  bool pictures_compared = false;
  bool picture_differs = false;
  // Characters on the canvas were drawn with other bitmaps than this build has
  // (CaptureReply::glyphs): no picture of it can be compared from here on.
  bool other_glyphs = false;
};
// What is known of a turn before it is drawn again.
struct BeforeDrawing {
  bool other_glyphs = false;  // DrawnComparison's, of an earlier turn
  // Its reply is known from a request only, in another form than its own: what the model wrote
  // around its actions is not known to the letter, and cannot be compared.
  bool reshaped_reply = false;
};
// `picture`: as request_again() had it.
DrawnComparison compare_drawn(const TurnRecord& recorded, const std::optional<std::string>& picture,
                              const ExecutorReply& drawn, const BeforeDrawing& before = {});

// Two PNGs, pixel for pixel. Empty: they show the same; else where they part.
std::string compare_pictures(std::string_view expected_png, std::string_view got_png);
}  // namespace franz::proxy
