#pragma once
// A turn's record while it is made: from the end of its request until all that belongs to it is
// known.
#include <memory>
#include <optional>
#include <string>
#include "common/base/result.h"
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"
#include "common/wire/api/api.h"
#include "common/wire/api/request.h"
#include "proxy/record/held_request.h"
#include "proxy/record/memory_check.h"

namespace franz::proxy {
struct TurnDraft {
  TurnRecord record;  // its turn is 0 until the request has ended
  CarriedReplies carried;
  bool by_order = false;     // the client has no ids: the turn's number is our guess
  const Api* api = nullptr;  // that the request speaks; null: of a turn that sent nothing
  // Until it is read; where the memory needs all steps, until the record is written: what the
  // request is held against may become known later.
  HeldRequest body;
  std::shared_ptr<const std::string> picture;  // a PNG file; null: none was sent, or it is no PNG
  // Once its verdict is final: what a violation is, for people.
  std::optional<std::string> judged;
};

// Takes from the request what the record tells of it and what it carries of the turns before, by
// all that is known of them. Failure: why its picture could not be read; all else is taken.
Status read_request(TurnDraft& draft, const RequestView& view, const ToldTurn& told,
                    MemoryCheck& memory);
// Again, for more may be known now; does nothing once the body is no longer held.
void read_again(TurnDraft& draft, const ToldTurn& told, MemoryCheck& memory);
// Puts the verdict into the record. Returns what a violation is, for people; empty: there is none.
std::string judge(TurnDraft& draft, const MemoryCheck& memory);
}  // namespace franz::proxy
