#pragma once
// What a request carries of the replies before it, held against those replies as they were
// delivered. The memory says where each has its place; the last one's is compared by sst_check.h.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/shared_text.h"
#include "common/memory/memory.h"
#include "common/wire/api/request.h"
#include "proxy/record/sst_check.h"

namespace franz::proxy {
struct CarriedReplies {
  std::string problem;              // why they could not all be read; empty: they were
  std::optional<SharedText> story;  // the token of the reply to the turn before; nothing: none
  struct Older {
    int turn = 0;
    std::size_t message = 0;
    std::string sha256;  // of the token
  };
  std::vector<Older> older;  // the replies before that
};

class MemoryCheck {
 public:
  // `memory`: null: it is not known, no verdict. `replies`, `reply_sha256`: as in KnownTurns.
  MemoryCheck(const Memory* memory, const std::map<int, std::string>& replies,
              std::map<int, std::string> reply_sha256);

  // ---- The replies. Only those to turns about the present one are remembered.
  // It ended as it should: what was remembered of the turn counts no more.
  void delivered(int turn, SharedText token);
  // It may have reached the client whole, but could not be read: the turn cannot be verified.
  void not_read(int turn, const std::string& why);
  // One that began well and was not whole: a client without ids may go on with its part.
  void cut(int turn) { cut_turn_ = turn; }
  // `turn` is the present one.
  void forget_far(int turn);

  // ---- The requests
  // What the request for `turn` carries, where the memory puts it. A story shares its bytes with
  // the reply that it is.
  CarriedReplies read(int turn, const RequestView& view) const;
  // `by_order`: the client has no ids, the turn's number is our guess.
  SstResult judge(int turn, const CarriedReplies& carried, bool by_order) const;

 private:
  struct Reply {
    std::optional<SharedText> token;
    std::string why;  // why there is none
  };
  void know(int turn, Reply reply);
  SharedText shared_story(int turn, std::string_view token) const;
  SstResult compare(int turn, const CarriedReplies& carried) const;

  const Memory* memory_;
  std::map<int, Reply> replies_;
  std::map<int, std::string> reply_sha256_;  // of older ones, where the memory needs all steps
  int cut_turn_ = 0;
};
}  // namespace franz::proxy
