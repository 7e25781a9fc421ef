#pragma once
// Which turns passed the proxy, and which of them have no whole record: they are lost.
#include <algorithm>
#include "common/run/turn_ranges.h"

namespace franz::proxy {
class TurnAccount {
 public:
  // `unrecorded`: a turn whose reply passed an earlier proxy and is in no record; 0: there is none.
  // It is lost, unless it is recorded with a reply now.
  explicit TurnAccount(int unrecorded = 0) : unrecorded_(unrecorded) {}

  // The turn passes this proxy: what was before the first one is not ours to tell.
  void met(int turn);
  // The turn is over, recorded or not; it counts at the end.
  void over(int turn) { over_ = std::max(over_, turn); }
  // It has a record. `whole`: with all its bytes, which makes good what was lost of it. `replied`:
  // with a reply, unlike the turn that the run finished with. True: lost() is another set.
  bool recorded(int turn, bool whole, bool replied = true);

  // Turns up to this one are recorded or lost.
  int settled() const { return settled_; }
  // So are those up to `up_to` from here on: the ones without a record are lost. True: lost() is
  // another set.
  bool settle(int up_to);
  bool settle_all();  // up to the last that is over

  const TurnRanges& lost() const { return lost_; }

 private:
  bool met_ = false;
  int settled_ = 0;
  int over_ = 0;
  int unrecorded_ = 0;
  TurnRanges recorded_, lost_;
};
}  // namespace franz::proxy
