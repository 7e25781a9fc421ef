#pragma once
// Watches the turns of a run for a model that is stuck: failing, repeating itself, or writing in
// another form than its profile reads.
#include <optional>
#include <string>
#include <vector>
#include "common/wire/executor_messages.h"
#include "common/wire/reply.h"

namespace franz::orchestrator {
// A loop is named after so many equal turns also where pause_after_repeats is off.
inline constexpr int kLoopTurns = 5;

class RunWatch {
 public:
  struct Limits {
    int pause_after_failures = 8;  // turns in a row; 0: never
    int pause_after_repeats = 0;   // 0: never, only warn
  };
  struct Finding {
    std::vector<std::string> warnings;  // told once per loop, or form of the replies
    std::string pause;                  // why the loop should pause; empty: go on
  };

  // One turn is over: what the executor made of the reply before it, and the reply to it.
  Finding turn_over(const ExecutorReply& acted, const Reply& reply, const Limits& limits);

  // After a pause the counts begin again: the person who resumes has seen it.
  void begin_again();

 private:
  std::optional<Reply> last_reply_;
  std::string last_picture_;
  std::string foreign_form_;  // what the person was told of the turn before
  int failures_ = 0;          // turns in a row with an error and nothing executed
  int equal_replies_ = 1;     // this reply, so many turns in a row
  int equal_pictures_ = 1;    // this picture without its marks, likewise
};
}  // namespace franz::orchestrator
