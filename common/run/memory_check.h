#pragma once
// What a request carries of the turns before it, held against their replies as they were delivered
// and, where the memory needs all steps, against what the orchestrator told of them. The memory
// says where each has its place; the last reply's is compared by sst_check.h.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/shared_text.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/run/record_parts.h"
#include "common/wire/api/request.h"
#include "common/run/sst_check.h"

namespace franz {
struct CarriedReplies {
  std::string problem;              // why they could not all be read; empty: they were
  std::optional<SharedText> story;  // the token of the reply to the turn before; nothing: none
  Part story_part;                  // how the memory sends it: the first of that reply's parts
  // What is wrong with all else that the request carries of turns; nothing: nothing is.
  std::optional<SstResult> others;
};

class MemoryCheck {
 public:
  // `memory`: null: it is not known, no verdict. `replies`, `steps`: as in KnownTurns.
  MemoryCheck(const Memory* memory, const std::map<int, Reply>& replies, KnownSteps steps);

  // Whether requests are made of all turns before them: then what is told of those turns, and of
  // the request's own, changes what read() gives.
  bool needs_all_steps() const;

  // ---- The replies. Only those to turns about the present one are remembered, so many before it
  // and behind it: they may be large.
  static constexpr int kRememberedReplies = 3;
  // It ended as it should: what was remembered of the turn counts no more.
  void delivered(int turn, SharedText token, std::vector<ReplyCall> calls);
  // It may have reached the client whole, but could not be read: the turn cannot be verified.
  void not_read(int turn, const std::string& why);
  // One that began well and was not whole: a client without ids may go on with its part.
  void cut(int turn) { cut_turn_ = turn; }
  // `turn` is the present one.
  void forget_far(int turn);

  // ---- What the orchestrator told, where the memory needs it
  void told(int turn, const ToldTurn& told);
  // Of the request for a turn: its picture's digest; nothing: it has none.
  void pictured(int turn, std::optional<std::string> sha256);
  void picture_not_read(int turn);

  // ---- The requests
  // What the memory sends in the request for `turn`, of all that is known. Nothing: no memory.
  std::optional<std::vector<Message>> expected(int turn, const ToldTurn& told,
                                               const RequestView& view) const;
  // What the request for `turn` carries, where `expected` has it. A story shares its bytes with
  // the reply that it is.
  CarriedReplies read(int turn, const ToldTurn& told, const RequestView& view,
                      const std::vector<Message>& expected) const;
  // `by_order`: the client has no ids, the turn's number is our guess.
  SstResult judge(int turn, const CarriedReplies& carried, bool by_order) const;

 private:
  struct KnownReply {
    std::optional<SharedText> token;
    std::string why;  // why there is none
  };
  SharedText shared_story(int turn, std::string_view token) const;
  SstResult compare_others(int turn, bool is_told, const RequestView& view,
                           const std::vector<Message>& expected) const;
  SstResult compare(int turn, const CarriedReplies& carried) const;
  SstResult compare_story(int turn, const CarriedReplies& carried) const;

  const Memory* memory_;
  std::map<int, KnownReply> replies_;
  KnownSteps steps_;  // where the memory needs all of them
  int cut_turn_ = 0;
};
}  // namespace franz
