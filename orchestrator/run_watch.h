#pragma once
// Detects a model that is stuck: it fails, repeats itself, reaches its token limit, or writes in a
// form or scale that its profile does not read.
#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/control_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/reply.h"
#include "common/wire/warning_codes.h"

namespace franz::orchestrator {
// If pause_after_repeats is off, a loop is reported after kLoopTurns equal turns, or when a cycle
// of several turns occurred kLoopCycles times.
inline constexpr int kLoopTurns = 5, kLoopCycles = 3;
inline constexpr std::size_t kMaxCycle = 3;  // turns

class RunWatch {
 public:
  struct Limits {
    int pause_after_failures = 8;  // turns in a row; 0: never
    int pause_after_repeats = 0;   // 0: never, only warn
    int max_tokens = 900;          // of a reply, for the person
  };
  // A finished turn. `before`: the model's reply before it; null: none.
  // `was_cut`, `is_cut`: the server ended that reply, or the new one, at max_tokens.
  struct Turn {
    const Reply* before;
    bool was_cut;
    const ExecutorReply& acted;  // the executor's result of `before`
    const Reply& reply;          // the model's answer to that
    bool is_cut;
  };
  struct Finding {
    std::vector<std::string> warnings;             // reported once per loop, or form of the replies
    std::string pause;                             // why the loop should pause; empty: continue
    FinishReason reason = FinishReason::failures;  // of an end instead of that pause
  };

  Finding turn_over(const Turn& turn, const Limits& limits);

  // Resets the counts after a pause: the person who resumed saw the reason.
  void begin_again();

 private:
  // What a turn did and what it led to.
  struct Deed {
    std::string acts;     // digest of the canonical calls; where there are none, of the text
    std::string picture;  // without marks; empty: there was none
    std::string shown;    // the acts, for the person
  };
  // A warning of the executor that is reported to the person.
  struct Notice {
    std::string_view code;
    int turns;             // in a row before it is reported
    bool has_variants;     // report it again if its text changes
    int count = 0;         // turns in a row
    std::string reported;  // the text; empty: not reported in this row
  };

  // A loop of the model; `what` it is and what is repeated (`shown`), both for the person.
  struct Loop {
    int turns;
    std::string what, shown;
  };

  bool is_known(const Deed& deed) const;
  static Deed deed_of(const Reply& reply, const ExecutorReply& acted);
  void count_repeats(const Turn& turn);
  std::optional<Loop> find_loop(const Reply& reply, int times) const;
  void look_for_failures(const Turn& turn, const Limits& limits, Finding& finding);
  void look_for_loops(const Reply& reply, const Limits& limits, Finding& finding);
  void look_at_notices(const ExecutorReply& acted, Finding& finding);

  // ---- Turns in a row
  int failures_ = 0;  // that led to no action and should have
  int cuts_ = 0;      // whose replies were cut
  int equal_replies_ = 1, equal_pictures_ = 1;
  // With the same acts as the turn 1, 2 or 3 turns before, and no new picture.
  std::array<int, kMaxCycle> repeats_{};
  bool in_loop_ = false;  // the loop was reported
  std::string last_picture_;
  std::deque<Deed> deeds_;  // of the last turns, the newest first
  std::array<Notice, 2> notices_{{{kForeignForm, 1, true, 0, {}}, {kOtherScale, 2, false, 0, {}}}};
};
}  // namespace franz::orchestrator
