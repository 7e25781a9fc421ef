#pragma once
// The single JSON object of a reply, in the dialects of strict JSON.
#include <memory>
#include <optional>
#include <string>
#include "common/base/json.h"
#include "common/wire/reply.h"
#include "executor/dialect/complaints.h"

namespace franz::executor {
inline constexpr std::size_t kMaxObjectBytes = 1UL << 20U;  // of a reply: 1 MiB

class ReplyObject {
 public:
  // Reads the reply's text without thoughts, byte order mark and surrounding white space. Nothing:
  // it is not exactly one JSON object without repeated members; `complaints` has the reasons, all
  // of them refusals. Linear time for any bytes.
  static std::optional<ReplyObject> read(const Reply& reply, Complaints& complaints);

  const JsonDocument& values() const { return *values_; }

 private:
  ReplyObject() = default;

  std::unique_ptr<const std::string> text_;  // referenced by the values
  std::optional<JsonDocument> values_;
};
}  // namespace franz::executor
