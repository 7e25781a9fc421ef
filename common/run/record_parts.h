#pragma once
// Builds the parts of a turn's record from its request, reply and events, for all recorders.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/recorded_call.h"
#include "common/run/turn_record.h"
#include "common/wire/api/model_reply.h"
#include "common/wire/api/request.h"
#include "common/wire/control_messages.h"
#include "common/wire/shared_json.h"

namespace franz {
// Whether a record may contain this token; a longer one could not be read back.
bool is_kept(std::string_view token);

// Adds the picture of a turn. Returns its bytes if they are a PNG and become a file; else null.
std::shared_ptr<const std::string> add_picture(TurnRecord& record, std::string bytes);

// Adds model and parameters, and the feedback and picture from where the memory puts them
// (`expected`, as for new_parts()). Returns the picture's bytes if it is a PNG and therefore
// becomes a file. Failure: why the picture could not be read; everything else is filled in.
Result<std::shared_ptr<const std::string>> add_request(TurnRecord& record, const RequestView& view,
                                                       const std::vector<Message>* expected);

struct ReportedTurn {
  SharedJson in, out;  // the executor's
  std::vector<std::string> degraded;
  std::optional<std::string> note;
  std::optional<UsedMemory> memory;
  std::optional<Approval> approval;
};
// Call after add_request(): removes the note from the feedback's end.
void add_reported(TurnRecord& record, const ReportedTurn& reported);

// The record of the turn that finished the run: nothing was sent, so it is made of events alone.
// The caller must still call add_reported().
struct ClosingRecord {
  TurnRecord record;
  std::shared_ptr<const std::string> picture;  // null: none
};
ClosingRecord closing_record(const LoopEvent& closed, int attempt, const ReportedTurn& reported,
                             std::string time);

// For a reply that was read; `text`: story_token(reply), which records share.
RecordedReply recorded_reply(const ModelReply& reply, SharedText text);

// For a call of the MCP server's client. The caller must still add its times and its picture.
TurnRecord called_record(const RecordedCall& call, std::string time);
}  // namespace franz
