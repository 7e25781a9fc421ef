#pragma once
// Redraws a recorded run turn by turn on one canvas in a scratch folder, with the executor and
// capturer next to this program. Both are started once and get requests as lines. A process that
// fails or is late is ended, and the next turn starts another one: the folder's files are complete
// after each.
//
// If nothing shows whether a turn was drawn (it was degraded, not saved, or lost), the decision
// waits for the next turn, whose capturer recorded the turn found on the canvas
// (executor.out.found). If that is unknown, or two such turns follow each other, no picture is
// compared until a keyframe records the canvas.
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/os/line_child.h"
#include "common/os/temporary_folder.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"
#include "proxy/offline/verify/drawn_turn.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
class Redraw {
 public:
  // `stop` ends the drawing programs. Failure: the scratch folder cannot be created.
  static Result<std::unique_ptr<Redraw>> begin(std::stop_token stop);

  // Call these in the order of the log's lines.

  // A recorded attempt. `reply`: the reply whose actions it performs; nothing: unknown, or none
  // before turn 1. `picture`: the recorded one.
  std::vector<Finding> turn(const TurnRecord& record, const std::optional<Reply>& reply,
                            const std::optional<std::string>& picture);
  // A lost attempt.
  std::vector<Finding> lost(int turn, const std::optional<Reply>& reply);
  // The canvas and the state of the sandbox before `turn`.
  std::vector<Finding> keyframe(int turn, const std::string& png, const std::string& state);

  // A turn that began but has no line: its ink may be on the canvas.
  struct Begun {
    int turn = 0;
    std::string in;              // executor.in
    std::optional<Reply> reply;  // the reply that it performs
  };
  // The canvas of an ended run; nothing: there is none.
  std::vector<Finding> end(const std::optional<std::string>& canvas,
                           const std::optional<Begun>& begun);

  // Ends the drawing programs; they restart on demand. Call it on the thread that drew.
  void end_programs() { executor_.end(); }

  int pictures() const { return pictures_; }  // turns that were compared and are equal
  // Nothing was drawn and no turn is pending: the turns were not in the sandbox.
  bool is_untouched() const { return !has_drawn_ && !waiting_ && why_lost_.empty(); }
  // The folder with the canvas and its state after the last turn; nothing: the canvas is not known
  // for certain, and `why` gives the reason.
  std::optional<std::string> drawn_folder(std::string& why) const;

 private:
  // A turn that may have been drawn.
  struct Waiting {
    int turn = 0;
    std::string in;  // executor.in; empty: use the next turn's settings
    std::optional<Reply> reply;
    std::string finish_reason;  // of that reply, if `in` is empty
  };

  Redraw(std::unique_ptr<TemporaryFolder> scratch, std::stop_token stop);
  std::string path_of(const char* name) const;
  std::optional<std::string> canvas_here() const;
  void lose(int turn, const std::string& why, std::vector<Finding>& findings);
  void wait_for_next(Waiting waiting, std::vector<Finding>& findings);
  bool settle(const TurnRecord& record, const DrawPlan& plan, std::vector<Finding>& findings);
  std::optional<ExecutorReply> execute(const std::string& in, const std::optional<Reply>& reply,
                                       int turn, const std::string& folder,
                                       std::vector<Finding>& findings,
                                       const std::optional<std::string>& picture = std::nullopt);
  void compare(const TurnRecord& record, const std::optional<std::string>& picture,
               const ExecutorReply& drawn, std::vector<Finding>& findings);

  const std::unique_ptr<TemporaryFolder> scratch_;
  const std::stop_token stop_;
  LineChild executor_;         // one for all turns; the scratch folder outlives it
  const std::string canvas_;   // the canvas folder
  const std::string aside_;    // for drawings that may not have stayed
  int drawn_ = 0;              // the last turn with ink on the canvas; 0: the canvas is black
  bool has_drawn_ = false;     // anything was drawn
  bool is_on_screen_ = false;  // the last recorded attempt was not in the sandbox
  std::optional<Waiting> waiting_;
  bool is_in_doubt_ = false;         // it is a guess whether the pending turn was drawn
  std::string why_lost_;             // why the canvas is unknown; empty: it is known
  std::string keyframe_;             // the keyframe's file that the canvas depends on; empty: none
  std::string finish_reason_;        // of the reply to the last turn, from its record
  std::optional<MapPoint> pointer_;  // where the last drawn turn left it
  bool other_glyphs_ = false;        // see DrawnComparison
  int pictures_ = 0, compared_ = 0;  // compared_: the last counted turn
};
}  // namespace franz::proxy
