#pragma once
// Draws a recorded run again, turn by turn, with the executor and capturer beside this program, on
// one canvas in a scratch folder. Both are started once and asked in lines; one that fails or is
// late is ended, and the next turn starts another: the files of the folder are whole after each.
//
// A turn of which nothing shows whether it was drawn (it was degraded, not saved, or lost) waits
// for the next one, whose capturer named the turn that it found on the canvas (executor.out.found).
// Where that is not known, or two such turns come in a row, no picture is compared until a keyframe
// says what was on the canvas.
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
  // `stop` ends the programs that are drawing. Failure: the scratch folder cannot be made.
  static Result<std::unique_ptr<Redraw>> begin(std::stop_token stop);

  // Each is called in the order of the log's lines.

  // A recorded attempt. `reply`: the one that it goes on from, whose actions it performs; nothing:
  // it is not known, or there is none before turn 1. `picture`: the recorded one.
  std::vector<Finding> turn(const TurnRecord& record, const std::optional<Reply>& reply,
                            const std::optional<std::string>& picture);
  // An attempt that was lost.
  std::vector<Finding> lost(int turn, const std::optional<Reply>& reply);
  // The canvas and the state of the sandbox before `turn`.
  std::vector<Finding> keyframe(int turn, const std::string& png, const std::string& state);

  // A turn that was begun and has no line: its ink may be on the canvas.
  struct Begun {
    int turn = 0;
    std::string in;              // executor.in
    std::optional<Reply> reply;  // that it performs
  };
  // The canvas of a run that has ended; nothing: there is none.
  std::vector<Finding> end(const std::optional<std::string>& canvas,
                           const std::optional<Begun>& begun);

  // Ends the programs that draw; they start again when they are needed. On the thread that drew.
  void end_programs() { executor_.end(); }

  int pictures() const { return pictures_; }  // turns that were compared and gave the same
  // Nothing was drawn, and nothing waits: the turns were not in the sandbox.
  bool is_untouched() const { return !has_drawn_ && !waiting_ && why_lost_.empty(); }
  // The folder with the canvas and its state after the last turn; nothing: what was drawn is not
  // known for sure, and `why` says the reason.
  std::optional<std::string> drawn_folder(std::string& why) const;

 private:
  // A turn that may have been drawn.
  struct Waiting {
    int turn = 0;
    std::string in;  // executor.in; empty: the next turn's settings
    std::optional<Reply> reply;
    std::string finish_reason;  // of that reply, where `in` is empty
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
  const std::string canvas_;   // the folder with the canvas
  const std::string aside_;    // for drawings that may not have stayed
  int drawn_ = 0;              // the turn whose ink is on the canvas last; 0: it is black
  bool has_drawn_ = false;     // anything at all
  bool is_on_screen_ = false;  // the last recorded attempt was not in the sandbox
  std::optional<Waiting> waiting_;
  bool is_in_doubt_ = false;         // whether the one that waited was drawn is a guess
  std::string why_lost_;             // why the canvas is not known; empty: it is
  std::string keyframe_;             // the file that the canvas rests on; empty: on the turns alone
  std::string finish_reason_;        // of the reply to the last turn, as its record has it
  std::optional<MapPoint> pointer_;  // where the turn drawn last left it
  bool other_glyphs_ = false;        // see DrawnComparison
  int pictures_ = 0, compared_ = 0;  // compared_: the last turn that was counted
};
}  // namespace franz::proxy
