#include "proxy/record/turn_draft.h"
#include <optional>
#include <utility>
#include <vector>

namespace franz::proxy {
Status read_request(TurnDraft& draft, const RequestView& view, const ToldTurn& told,
                    MemoryCheck& memory) {
  TurnRecord& record = draft.record;
  const std::optional<std::vector<Message>> expected = memory.expected(record.turn, told, view);
  if (expected) draft.carried = memory.read(record.turn, told, view, *expected);
  record.story = draft.carried.story.value_or("null");
  auto picture = add_request(record, view, expected ? &*expected : nullptr);
  if (!picture.ok()) {
    memory.picture_not_read(record.turn);
    draft.picture = nullptr;
    return picture.error();
  }
  memory.pictured(record.turn,
                  record.picture ? std::optional(record.picture->sha256) : std::nullopt);
  draft.picture = std::move(picture).value();
  return Done{};
}

void read_again(TurnDraft& draft, const ToldTurn& told, MemoryCheck& memory) {
  if (draft.body.bytes().empty()) return;
  const Result<RequestView> view = draft.api->read(draft.body.bytes());
  // Of a picture that cannot be read was told when it was read first.
  if (view.ok()) static_cast<void>(read_request(draft, view.value(), told, memory));
}

std::string judge(TurnDraft& draft, const MemoryCheck& memory) {
  TurnRecord& record = draft.record;
  SstResult result = memory.judge(record.turn, draft.carried, draft.by_order);
  record.verdict = std::string(name_of(result.verdict));
  record.detail = detail_json(result);
  return result.detail;
}
}  // namespace franz::proxy
