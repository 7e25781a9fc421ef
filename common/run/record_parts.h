#pragma once
// What a turn's record says of the request, of the reply and of what the orchestrator told: the
// same for whoever records.
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
// Whether a record may have this token: a longer one could not be read back.
bool is_kept(std::string_view token);

// The picture of a turn. Its bytes, if they are a PNG and so a file; else null.
std::shared_ptr<const std::string> add_picture(TurnRecord& record, std::string bytes);

// Model and parameters, and the feedback and the picture where the memory puts them (`expected`,
// as new_parts() has it). Returned: the picture's bytes, if it is a PNG and so a file. Failure: why
// it could not be read; all else is filled in.
Result<std::shared_ptr<const std::string>> add_request(TurnRecord& record, const RequestView& view,
                                                       const std::vector<Message>* expected);

struct ToldTurn {
  SharedJson in, out;  // the executor's
  std::vector<std::string> degraded;
  std::optional<std::string> note;
  std::optional<UsedMemory> memory;
  std::optional<Approval> approval;
};
// After add_request(): the note is taken off the feedback's end.
void add_told(TurnRecord& record, const ToldTurn& told);

// The record of the turn that the run finished with: nothing was sent, so events are all there is.
// What was told is still to be added.
struct ClosingRecord {
  TurnRecord record;
  std::shared_ptr<const std::string> picture;  // null: none
};
ClosingRecord closing_record(const LoopEvent& closed, int attempt, const ToldTurn& told,
                             std::string time);

// Of a reply that was read; `text`: story_token(reply), which records share.
RecordedReply recorded_reply(const ModelReply& reply, SharedText text);

// Of a call of the MCP server's client; its times and its picture are still to be added.
TurnRecord called_record(const RecordedCall& call, std::string time);
}  // namespace franz
