#pragma once
// Which turn a request asks for, and which attempt of it it is.
//
// Without any id, a request asks for the turn behind the last recorded one, and is another attempt
// of it if its body is the same as before; one that differs takes the place of an earlier one that
// got no chat reply and did not carry the turn's story.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include "common/run/turn_ranges.h"

namespace franz::proxy {
// An attempt of a client without ids.
struct Asking {
  int turn = 0, attempt = 0;
  std::string sha256;  // of its body; empty: not known
};

class TurnNumbers {
 public:
  // `attempts`: turn → the highest attempt there is; `last`: the last recorded turn.
  TurnNumbers(std::map<int, int> attempts, int last);

  // The turn that a request without an id asks for. `sha256`: of its body; empty: not known.
  int by_order(const std::string& sha256) const;

  struct Attempt {
    int number = 0;         // from 1
    bool replaces = false;  // an earlier attempt had this number: what is stored of it goes
  };
  // Of the request in hand among those for its turn.
  Attempt number(int turn, bool by_order, const std::string& sha256);

  void recorded(int turn);
  int last() const { return last_; }  // the last recorded turn

  // A reply to that attempt passed.
  void replied(int turn, int attempt);
  // So did one to a later attempt: whoever asked had given this one up by then.
  bool is_superseded(int turn, int attempt) const;

  // Of a client without ids. It got no chat reply, and its story is not the run's.
  void refused(Asking asking) { refused_ = std::move(asking); }
  // The client may have got its reply, and nobody knows which.
  void passed_unread(Asking asking) { unread_ = std::move(asking); }

 private:
  int attempts_of(int turn) const;

  // As a rule a turn has one attempt, and all of them are one range, however many there are.
  TurnRanges once_;
  std::map<int, int> several_;  // turn → its attempts, of those with more than one
  int last_ = 0;
  std::map<int, int> replied_;  // turn → its highest attempt with a reply; of the last turns
  std::optional<Asking> refused_, unread_;
};
}  // namespace franz::proxy
