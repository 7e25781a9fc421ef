#include "proxy/offline/verify/run_memory.h"
#include <utility>
#include "common/base/json_string.h"
#include "common/formats/memories.h"
#include "common/run/places.h"
#include "common/run/recorded_step.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static std::string memory_name_of(const RunFile& run) {
  const std::string usual = UsedMemory{}.name;
  Result<MessageFields> settings = MessageFields::parse(run.settings);
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
  from_before_ = used_.options.from_turn;
  if (record.memory) {
    used_ = *record.memory;
    memory_ = find_(used_.name);
    if (memory_ == nullptr)
      return {bad(turn, record_file(turn), "memory.name", no_memory(used_.name))};
    const int from = used_.options.from_turn;
    if (from < from_before_)
      return {bad(turn, record_file(turn), "memory.options.from_turn",
                  std::to_string(from) + " after " + std::to_string(from_before_) +
                      ": turns that were left out are sent again")};
  } else if (!record.finish && !record.called && record.executor_out != "null" && must_tell) {
    return {bad(turn, record_file(turn), "memory", "it is missing")};
  }
  return {};
}

std::vector<Message> RunMemory::expected(int turn, const std::optional<TurnRecord>& record,
                                         bool recorded, const RequestView& view) const {
  ToldTurn told;
  Step step;
  if (record) {
    told.in = record->executor_in;
    if (Result<Step> known = recorded_step(*record); known.ok()) step = std::move(known).value();
  }
  told.memory = used_;
  Now now = told_now(step, told);
  MemoryOptions options = used_.options;
  const auto messages = [&] {
    return expected_messages(*memory_, turn, steps_, now, options, &view);
  };
  std::vector<Message> expected = messages();
  if (recorded || has_form(view, expected)) return expected;
  const std::string told_feedback = now.feedback;
  // It grows over a run: all these are as many as the run has turns.
  for (int from = used_.options.from_turn; from >= from_before_; --from) {
    options.from_turn = from;
    for (const std::string& feedback :
         {told_feedback, std::string(told_feedback.empty() ? "something" : "")}) {
      now.feedback = feedback;
      std::vector<Message> otherwise = messages();
      if (has_form(view, otherwise)) return otherwise;
    }
  }
  return expected;
}

std::string RunMemory::unknown(int turn, const std::optional<TurnRecord>& record) const {
  if (!needs_all_steps()) return "";
  if (!record) return "the turn was not recorded";
  const std::optional<int> unknown = steps_.first_unknown(turn, Need::all_steps);
  return unknown ? "turn " + std::to_string(*unknown) + " is not known" : "";
}

void RunMemory::keep(int turn, const std::optional<TurnRecord>& record,
                     const std::optional<Reply>& reply) {
  if (!needs_all_steps()) return;
  if (reply) steps_.set_reply(turn, *reply);
  if (!record) return;
  // Of one that cannot be read the record's own check tells.
  static_cast<void>(keep_recorded(*record, steps_));
}
}  // namespace franz::proxy
