#pragma once
// A request against what the memory makes of the attempts that it goes on from.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/shared_text.h"
#include "common/memory/memory.h"
#include "common/run/known_attempts.h"
#include "common/run/record_parts.h"
#include "common/run/sst_check.h"
#include "common/wire/api/request.h"

namespace franz {
// What a request goes on from.
struct GoesOnFrom {
  bool has_id = false;  // X-Franz-Turn; false: a client without ids goes on from the newest
  std::string after;    // the id; empty: none
  const KnownAttempt* attempt = nullptr;  // null: none, or nobody recorded it
  int turn = 0;  // the turn that the memory sends the request for: attempt->turn + 1
};
// `turn`: of the request.
GoesOnFrom goes_on_from(const KnownAttempts& known, int turn, bool has_id,
                        const std::string& after);

struct CheckedRequest {
  std::vector<Message> expected;    // what the memory sends; empty: no memory is known
  std::optional<SharedText> story;  // the token of the last reply as the request has it
  SstResult result;
};
// `view`: of the request for `turn`. `witnessed`: false: it is read, but there is no verdict
// (Verdict::unwitnessed).
CheckedRequest check_request(const KnownAttempts& known, int turn, const GoesOnFrom& from,
                             const ToldTurn& told, const RequestView& view, bool witnessed);
}  // namespace franz
