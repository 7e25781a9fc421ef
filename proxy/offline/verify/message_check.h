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
#include "common/wire/reply.h"
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
  // It has the expected messages and parts, each of which can be told from the others.
  bool has_expected_form = false;
  // It may have other messages than are expected, or others of their parts: what the turn itself
  // sent may not be found in it.
  bool is_formed_otherwise = false;
  // The first turn that was made again after it, and of which it tells as it was; 0: none.
  int made_again = 0;
  // A later reply to this turn may have been lost, and for this reason what is not as expected was
  // not called wrong; 0: all is as expected.
  int later_reply_lost = 0;
  std::optional<ComparedStory> story;   // without its finding; nothing: none is carried
  bool is_story_reshaped = false;       // ComparedStory's, or only the request tells of it
  std::string picture_sha256;           // that the turn itself sent; empty: none, or not readable
  std::optional<std::string> feedback;  // the text that held it; nothing: none, or not found
};

// Findings are about the messages only, one of them for all that could not be compared.
ComparedMessages compare_messages(const AttemptRequest& request, const TurnsBefore& before);
}  // namespace franz::proxy
