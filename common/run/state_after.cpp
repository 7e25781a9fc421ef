#include "common/run/state_after.h"
#include <utility>
#include "common/formats/memories.h"
#include "common/tools/surface_facts.h"
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"

namespace franz {
// Adds what the turn's executor reported: pointer, and the map that came with its picture.
static Status add_executors(const TurnRecord& record, LoopState& state) {
  if (record.executor_in == "null" || record.executor_out == "null") return Done{};
  Result<MessageFields> in = record.executor_in.fields();
  if (!in.ok()) return within("executor.in", in.error());
  Result<MessageFields> out = record.executor_out.fields();
  if (!out.ok()) return within("executor.out", out.error());
  for (MessageFields* const fields : {&in.value(), &out.value()})
    if (fields->has("/pointer")) state.pointer = read_map_point(*fields, "/pointer");
  state.asked_back = out.value().text("/error/class", "") == kAskedBack;
  if (record.picture) {
    state.seen = Seen{read_screen(out.value(), "/screen"), read_picture_size(in.value())};
  } else {
    // The last picture that was sent belongs to an earlier turn.
    const Result<ExecutorRequest> request = recorded_executor_request(record.executor_in);
    if (!request.ok()) return within("executor.in", request.error());
    state.seen = request.value().options.seen;
  }
  if (!in.value().failure().empty()) return within("executor.in", in.value().error());
  if (!out.value().failure().empty()) return within("executor.out", out.value().error());
  return Done{};
}

Result<LoopState> state_after(const TurnRecord& record) {
  if (record.finish) return Error{"the run finished with it (" + record.finish->text + ")"};
  if (!record.response || record.response->text == "null")
    return Error{"its reply could not be read completely"};
  LoopState state;
  state.turn = record.turn;
  state.request = record.request_id;
  state.reply = Reply{record.response->text, record.response->calls};
  state.finish_reason = record.response->finish_reason.value_or("");
  if (record.memory) {
    const Memory* const memory = find_memory(record.memory->name);
    if (memory != nullptr && memory->need == Need::all_steps)
      state.objective = record.memory->objective;
    state.from_turn = record.memory->options.from_turn;
  }
  if (const Status added = add_executors(record, state); !added.ok()) return added.error();
  return state;
}

std::optional<Acting> begun_after(const LoopState& state, const TurnRecord& record) {
  if (record.executor_in == "null") return std::nullopt;
  Result<ExecutorRequest> request = executor_request_with(record.executor_in.str(), state.reply);
  if (!request.ok() || is_repeatable(request.value().options.surface)) return std::nullopt;
  request.value().options.turn = state.turn + 1;
  request.value().pointer = state.pointer;
  request.value().finish_reason = state.finish_reason;
  request.value().asked_back = state.asked_back;
  return Acting{state.turn + 1, to_json_without_reply(request.value()), std::nullopt};
}
}  // namespace franz
