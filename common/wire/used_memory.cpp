#include "common/wire/used_memory.h"
#include "common/base/json.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxMemoryName = 64;  // bytes
static constexpr std::size_t kMaxObjective = 1UL << 20U;

std::string to_json(const UsedMemory& memory) {
  JsonObject object;
  object.text("name", memory.name).open("options");
  object.number("keep_pictures", static_cast<long long>(memory.options.keep_pictures));
  object.number("keep_thinks", static_cast<long long>(memory.options.keep_thinks));
  if (memory.options.from_turn > 1)
    object.number("from_turn", static_cast<long long>(memory.options.from_turn));
  if (memory.options.in_steps) object.boolean("in_steps", true);
  object.close();
  object.text("objective", memory.objective);
  object.raw("turns_left", memory.turns_left ? std::to_string(*memory.turns_left) : "null");
  if (!memory.tools_sha256.empty()) object.text("tools_sha256", memory.tools_sha256);
  return object.finish();
}

UsedMemory read_used_memory(MessageFields& fields, const std::string& pointer) {
  UsedMemory memory;
  if (!fields.is_object(pointer)) fields.fail(pointer, "an object");
  memory.name = fields.text(pointer + "/name");
  if (memory.name.empty() || memory.name.size() > kMaxMemoryName)
    fields.fail(pointer + "/name", "1.." + std::to_string(kMaxMemoryName) + " bytes of text");
  const auto kept = [&](const char* option, int fallback) {
    return static_cast<int>(
        fields.integer(pointer + "/options/" + option, 0, kMaxKeptParts, fallback));
  };
  memory.options = {kept("keep_pictures", MemoryOptions{}.keep_pictures),
                    kept("keep_thinks", MemoryOptions{}.keep_thinks)};
  memory.options.from_turn =
      static_cast<int>(fields.integer(pointer + "/options/from_turn", 1, kMaxTurn, 1));
  memory.options.in_steps = fields.boolean(pointer + "/options/in_steps", false);
  memory.objective = fields.text(pointer + "/objective", "");
  if (memory.objective.size() > kMaxObjective)
    fields.fail(pointer + "/objective", "at most " + std::to_string(kMaxObjective) + " bytes");
  if (fields.has(pointer + "/turns_left"))
    memory.turns_left = static_cast<int>(fields.integer(pointer + "/turns_left", 0, kMaxTurn));
  memory.tools_sha256 = fields.text(pointer + "/tools_sha256", "");
  return memory;
}
}  // namespace franz
