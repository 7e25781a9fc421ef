#pragma once
// Checks a request against what the memory makes of the attempts that it continues from.
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
// The attempt that a request continues from.
struct GoesOnFrom {
  bool has_id = false;  // X-Franz-Turn; false: a client without ids continues from the newest
  std::string after;    // the id; empty: none
  const KnownAttempt* attempt = nullptr;  // null: none, or it was not recorded
  int turn = 0;  // the turn that the memory sends the request for: attempt->turn + 1
};
// `turn`: of the request.
GoesOnFrom goes_on_from(const KnownAttempts& known, int turn, bool has_id,
                        const std::string& after);

struct CheckedRequest {
  std::vector<Message> expected;    // what the memory sends; empty: unknown memory
  std::optional<SharedText> story;  // token of the last reply as the request carries it
  SstResult result;
};
// `view`: of the request for `turn`. `witnessed` false: the request is read, but there is no
// verdict (Verdict::unwitnessed).
CheckedRequest check_request(const KnownAttempts& known, int turn, const GoesOnFrom& from,
                             const ReportedTurn& reported, const RequestView& view, bool witnessed);
}  // namespace franz
