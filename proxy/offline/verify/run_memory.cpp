#include "proxy/offline/verify/run_memory.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/memory/places.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/wire/executor_messages.h"
#include "common/wire/json_fields.h"

namespace franz::proxy {
static std::string memory_name_of(const RunFile& run) {
  const std::string usual = UsedMemory{}.name;
  Result<JsonFields> settings = JsonFields::parse(run.settings);
  return settings.ok() ? settings.value().text("/agent.memory", usual) : usual;
}

static std::string no_memory(const std::string& name) {
  return "there is no memory " + quote_json(name) +
         " in this version of FRANZ: what the requests hold cannot be checked";
}

std::vector<Finding> check_run_memory(const RunFile& run) {
  const std::string name = memory_name_of(run);
  if (find_memory(name) != nullptr) return {};
  return {bad(0, kRunFile, "settings.agent.memory", no_memory(name))};
}

RunMemory::RunMemory(const std::optional<RunFile>& run, FindMemory find) : find_(find) {
  if (run) used_.name = memory_name_of(*run);
  memory_ = find_(used_.name);
}

std::vector<Finding> RunMemory::use(int turn, const TurnRecord& record, bool must_tell) {
  if (record.memory) {
    used_ = *record.memory;
    memory_ = find_(used_.name);
    if (memory_ == nullptr)
      return {bad(turn, record_file(turn), "memory.name", no_memory(used_.name))};
  } else if (!record.finish && record.executor_out != "null" && must_tell) {
    return {bad(turn, record_file(turn), "memory", "it is missing")};
  }
  return {};
}

std::vector<Message> RunMemory::expected(int turn, const std::optional<TurnRecord>& record) const {
  Now now;
  now.objective = used_.objective;
  now.turns_left = used_.turns_left;
  if (record) {
    if (Result<Step> told = recorded_step(*record); told.ok()) {
      Step& known = told.value();
      now.feedback = std::move(known.feedback);
      now.items = std::move(known.items);
      now.answers = std::move(known.answers);
      now.note = std::move(known.note);
      now.picture = std::move(known.picture);
    }
    const Result<ExecutorRequest> in = executor_request_with(record->executor_in, std::nullopt);
    if (in.ok()) now.facts = {in.value().options.picture, in.value().options.overlays};
  }
  return expected_messages(*memory_, turn, steps_, std::move(now), used_.options);
}

void RunMemory::keep(int turn, const std::optional<TurnRecord>& record) {
  if (!needs_all_steps() || !record) return;
  Result<Step> told = recorded_step(*record);
  if (!told.ok()) return;
  told.value().reply = Reply{};
  steps_[turn] = std::move(told).value();
}
}  // namespace franz::proxy
