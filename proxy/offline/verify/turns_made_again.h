#pragma once
// The turns of a run that were made again: after a full disk a run goes on from an older state than
// its records. A request of a later turn that was made before that tells of such a turn, and of
// those after it, as they were; their records are of what was made last.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/turn_record.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/known_replies.h"
#include "proxy/offline/verify/turn_files.h"

namespace franz::proxy {
class TurnsMadeAgain {
 public:
  // The turn is over. To be called with ascending turns.
  void keep(int turn, const TurnReplies& replies, const CheckedAttempts& attempts);

  // The turns before `turn` that may have been made again after a request for it. `record`: of its
  // turn, if it is about this very request and times tell which was made first; else null.
  std::set<int> after(int turn, const TurnRecord* record) const;

  // Whether the token is the text of an earlier reply to its turn than the last, as `part` has it.
  bool is_earlier_reply(const Part& part, std::string_view token) const;
  // Whether a request for `turn` or a later one had this picture. `turn` was made again.
  bool was_shown_since(int turn, const std::string& picture_sha256) const;

 private:
  struct Made {
    std::vector<TurnReplies::Older> earlier;
    std::string time;  // TurnReplies'
  };
  std::map<int, Made> turns_;
  std::map<std::string, int> shown_;  // from the first of turns_ on: picture -> last turn
};
}  // namespace franz::proxy
