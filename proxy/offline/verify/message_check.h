#pragma once
// The messages of a request against those that the run's memory makes: how many parts of each kind
// each of them has, what stands in them of the memory's own, and the replies that they carry. What
// may be others, because a turn was made again or a later reply to it may have been lost, is no
// change of the run. What an orchestrator of ours writes beyond that: request_check.h.
#include <optional>
#include <string>
#include <vector>
#include "common/run/turn_record.h"
#include "common/wire/api/request.h"
#include "common/wire/message.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/known_replies.h"
#include "proxy/offline/verify/run_memory.h"
#include "proxy/offline/verify/turns_made_again.h"
#include "proxy/offline/verify/uncertain_turns.h"

namespace franz::proxy {
// A request, and what the files of its turn tell of it.
struct AttemptRequest {
  int turn = 0, attempt = 0;
  std::string file;  // of the request, for the findings
  const RequestView& view;
  const std::optional<TurnRecord>& record;  // of the turn; nothing: it has none
  bool recorded = false;                    // it is about this attempt
  // The record is about an attempt that goes on from an earlier reply than the last.
  bool goes_on_from_older = false;
};

// What is known of the turns before. The memory's row() is not null.
struct TurnsBefore {
  const RunMemory& memory;
  const KnownReplies& replies;
  const TurnsMadeAgain& made_again;
  const UncertainTurns& uncertain;
};

struct ComparedMessages {
  std::vector<Finding> findings;
  std::vector<Message> expected;
  // It has messages of the expected roles, and their parts were compared.
  bool has_expected_roles = false;
  // It may have other messages than are expected, or others of their parts: what the turn itself
  // sent may not be found in it.
  bool is_formed_otherwise = false;
  // The first turn that was made again after it, and of which it tells as it was; 0: none.
  int made_again = 0;
  // The first turn to which a later reply may have been lost, where that is why something that
  // differs was not called wrong; 0: nothing was excused so.
  int later_reply_lost = 0;
  // The reply that it goes on from, without the finding. Where that reply is not known the request
  // is all that tells its calls, and whether it is reshaped. Nothing: none is carried.
  std::optional<ComparedStory> story;
  // Of an attempt that the record is not about: the picture that the turn itself sent. Empty: none,
  // or not readable.
  std::string picture_sha256;
  // Of the recorded attempt: the text that held the feedback. Nothing: none, or not found.
  std::optional<std::string> feedback;
};

// Findings are about the messages only.
ComparedMessages compare_messages(const AttemptRequest& request, const TurnsBefore& before);
}  // namespace franz::proxy
