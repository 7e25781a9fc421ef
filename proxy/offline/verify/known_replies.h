#pragma once
// The replies of a run, as its stored bytes have them, and what requests carry of them.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/known_steps.h"
#include "common/run/turn_record.h"
#include "common/wire/reply.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// The replies to one turn.
struct TurnReplies {
  // A whole one, to a later attempt than those before.
  void add(Reply reply);
  // An earlier attempt has a whole one that is not the last.
  bool has_other() const;
  // A later one was lost; its digest is all that is known of it.
  void lose(std::string sha256);

  struct Older {
    ReplyDigests digests;
    std::vector<ReplyCall> calls;
  };
  std::optional<Reply> last;  // of the last attempt with a whole one
  std::string why;            // why there is none
  std::string sha256;         // reply_sha256() of one that was lost; empty: not known
  std::vector<Older> older;   // of earlier attempts
  std::string time;           // when the last may have come; empty: nobody knows
};

// Where a request carries a reply.
struct ReplyPlace {
  int turn = 0;  // of the request
  const Part& part;
  std::string file;   // of the request
  std::string field;  // "messages[1]"
};

struct ComparedStory {
  std::optional<Finding> finding;
  bool is_right = false;
  // It goes on from an earlier reply than the last to the turn before: that turn was made again
  // when this one had been begun.
  bool before_was_made_again = false;
  // That may be so, for an earlier reply says the same as the last.
  bool came_twice = false;
  Reply acted_on;  // the reply that it is; one that is right with its thoughts
  // Of an earlier reply no more is known than what was sent, which is not its own form.
  bool is_reshaped = false;
};

// The reply to an older turn than the last, as a request has it.
std::optional<Finding> compare_older(const ReplyPlace& place, const KnownSteps& steps,
                                     std::string_view token);

class KnownReplies {
 public:
  // The last reply to the last turn that was kept, or to the one before that.
  std::optional<Reply> reply_to(int turn) const;
  // Whether the turn behind it may have gone on from another one, which came earlier. `record`: as
  // compare_story() has it.
  bool may_be_older(int turn, const TurnRecord* record) const;

  // The reply to the turn before, as a request has it: its text and its calls. `record`: of its
  // turn, if it is about this very request and times tell which was made first; else null.
  ComparedStory compare_story(const ReplyPlace& place, const Reply& sent,
                              const TurnRecord* record) const;

  // The turn is over.
  void keep(int turn, TurnReplies replies);

 private:
  const TurnReplies* before(int turn) const;

  std::map<int, TurnReplies> turns_;  // the last two
};
}  // namespace franz::proxy
