#pragma once
// Draws a recorded run again, turn by turn, with the executor and capturer beside this program, in
// a scratch folder of its own. Both are started once and asked in lines; one that fails or is late
// is ended, and the next turn starts another: the files of the scratch folder are whole after each.
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
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

  // Ascending turns, none left out. `record`: null where the turn was not recorded; `reply`: the
  // one before the turn, whose actions it performs; nothing: it is not known, or of turn 1 there is
  // none; `is_reshaped`: CheckedTurn's; `picture`: the recorded one.
  std::vector<Finding> turn(int turn, const TurnRecord* record, const std::optional<Reply>& reply,
                            bool is_reshaped, const std::optional<std::string>& picture);

  // From the next turn on the canvas may hold what nothing tells of, because of `why`. A picture
  // that is equal shows that it does not; one that differs shows nothing.
  void doubt(std::string why) { doubt_ = std::move(why); }

  // Ends the programs that draw; they start again when they are needed. On the thread that drew.
  void end_programs() { executor_.end(); }

  // What was drawn up to `turn` cannot be known any more, for the reason `why`.
  std::vector<Finding> give_up(int turn, const std::string& why);

  // A turn that was begun and has no record: its ink may be on the canvas.
  struct Acting {
    int turn = 0;
    std::string in;              // executor.in
    std::optional<Reply> reply;  // before it; as turn() has it
  };
  // The canvas of a run that has ended, by its SHA-256 (nothing: there is none), against the one
  // drawn here. `read_canvas`: its bytes, which are asked for only where its last turn may have
  // been cut off while it was drawn (cut_drawing.h).
  std::vector<Finding> end(const std::optional<std::string>& canvas,
                           const std::optional<Acting>& acting,
                           const std::function<Result<std::string>()>& read_canvas);

  int pictures() const { return pictures_; }     // compared and found equal
  bool has_drawn() const { return drawn_ > 0; }  // anything at all
  // Nothing was drawn, or deferred: the turns were not in the sandbox.
  bool is_untouched() const { return drawn_ == 0 && deferred_.empty() && !lost_; }
  // The folder with the canvas and its state after the last turn; nothing: what was drawn is not
  // known for sure, and `why` says the reason.
  std::optional<std::string> drawn_folder(std::string& why) const;

 private:
  // A turn that is drawn later: with the settings of the next that has any.
  struct Deferred {
    int turn = 0;
    std::optional<Reply> reply;
    std::string finish_reason;  // of that reply; empty: unknown
  };
  // One way in which the run may have gone: there are several while a turn is undecided that was
  // degraded, or not saved.
  struct Branch {
    std::string folder;
  };
  using Forks = std::vector<Branch>;  // of one branch: other ways in which a turn left its files

  Redraw(std::unique_ptr<TemporaryFolder> scratch, std::stop_token stop);
  void lose(int turn, const std::string& why, std::vector<Finding>& findings);
  std::optional<ExecutorReply> execute(const std::string& executor_in,
                                       const std::optional<Reply>& reply, int turn,
                                       const Branch& branch, std::vector<Finding>& findings,
                                       const std::optional<std::string>& picture = std::nullopt);
  bool draw_deferred(const std::string& executor_in, std::vector<Finding>& findings);
  Branch new_branch();
  bool fork_branches(std::vector<Forks>& forks);
  bool fork_states(std::vector<Forks>& forks);
  void draw_and_compare(const TurnRecord& record, const DrawPlan& plan,
                        const std::optional<Reply>& reply, bool is_reshaped,
                        const std::optional<std::string>& picture, std::vector<Finding>& findings);
  std::vector<std::size_t> matching(const std::vector<DrawnComparison>& compared, int turn,
                                    std::vector<Finding>& findings);
  void keep(const std::vector<std::size_t>& kept, const std::vector<Forks>& forks);
  void drop_equal_branches();
  void drop(const Branch& branch);

  const std::unique_ptr<TemporaryFolder> scratch_;
  const std::stop_token stop_;
  LineChild executor_;  // one for all turns; the scratch folder outlives it
  std::vector<Branch> branches_;
  int made_ = 0;          // branches so far, for their names
  bool guessed_ = false;  // too many were undecided at once: some ways were left out
  std::string doubt_;     // doubt()'s reason; empty: there is none
  bool lost_ = false;     // what was drawn is not known any more
  std::string why_lost_;
  std::vector<Deferred> deferred_;
  std::string finish_reason_;        // of the reply to the last turn, as its record has it
  std::optional<MapPoint> pointer_;  // where the turn drawn last left it
  bool other_glyphs_ = false;        // see DrawnComparison
  int pictures_ = 0, drawn_ = 0;
};
}  // namespace franz::proxy
