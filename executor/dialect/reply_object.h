#pragma once
// The one JSON object that a reply is in the dialects of strict JSON.
#include <memory>
#include <optional>
#include <string>
#include "common/base/json.h"
#include "common/wire/reply.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
inline constexpr std::size_t kMaxObjectBytes = 1UL << 20U;  // 1 MiB of reply

class ReplyObject {
 public:
  // The text of the reply without its thoughts, a byte order mark and white space around it.
  // Nothing: it is not exactly one JSON object in which no member is given twice; `complaints` has
  // the reasons, all of them refusals. Linear time, whatever the bytes are.
  static std::optional<ReplyObject> read(const Reply& reply, Complaints& complaints);

  const JsonDocument& values() const { return *values_; }

 private:
  ReplyObject() = default;

  std::unique_ptr<const std::string> text_;  // the values point into it
  std::optional<JsonDocument> values_;
};
}  // namespace franz::executor
