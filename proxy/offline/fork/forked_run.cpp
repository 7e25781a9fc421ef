#include "proxy/offline/fork/forked_run.h"
#include <algorithm>
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
Result<RunFile> forked_run(const RunFile& old, int at, const std::string& run,
                           const std::string& name, const std::string& now) {
  if (const Status may = check_goes_on(old); !may.ok()) return may.error();
  RunFile made = old;
  made.run = run;
  made.name = name;
  made.started = now;
  made.restarts = 0;
  made.relay.clear();
  made.dashboard.clear();
  made.finish.reset();
  // What the system messages and notes of its turns are checked against goes along.
  std::erase_if(made.changes, [at](const RunChange& change) {
    const bool stays = (change.system && change.system->turn <= at) ||
                       (change.note && change.note->turn <= at) ||
                       (change.reply && change.reply->turn < at);
    return !stays;
  });
  made.told_from = std::min(old.told_from, at + 1);
  made.lost_turns = {};
  for (const auto& [first, last] : old.lost_turns.ranges())
    made.lost_turns.add(first, std::min(last, at));
  made.add_change(now, "forked from " + old.name + " at turn " + std::to_string(at));
  made.origins.insert(made.origins.begin(), {old.run, at});
  // Where an older origin reaches further, this fork ends before it did.
  for (RunOrigin& origin : made.origins) origin.at = std::min(origin.at, at);
  if (made.origins.size() > kMaxOrigins)
    return Error{"it is the fork of a fork " + std::to_string(kMaxOrigins) + " times over"};
  return made;
}

Result<LoopState> state_after(const TurnRecord& record) {
  LoopState state;
  state.turn = record.turn;
  if (record.finish) return Error{"the run finished with it (" + record.finish->text + ")"};
  if (!record.response || record.response->text == "null")
    return Error{"its reply could not be read whole"};
  state.reply = Reply{record.response->text, record.response->calls};
  state.finish_reason = record.response->finish_reason.value_or("");
  if (record.memory) {
    state.objective = record.memory->objective;
    state.from_turn = record.memory->options.from_turn;
  }
  if (record.executor_out == "null" || record.executor_in == "null") return state;
  for (const SharedJson* told : {&record.executor_in, &record.executor_out}) {
    Result<MessageFields> fields = told->fields();
    if (!fields.ok()) continue;
    if (fields.value().has("/pointer")) state.pointer = read_map_point(fields.value(), "/pointer");
    state.asked_back = fields.value().text("/error/class", "") == kAskedBack;
  }
  if (!record.picture) {
    // The last picture that was sent is that of a turn before.
    const Result<ExecutorRequest> request = recorded_executor_request(record.executor_in);
    if (!request.ok()) return within("executor.in", request.error());
    state.seen = request.value().options.seen;
    return state;
  }
  Result<MessageFields> in = record.executor_in.fields();
  Result<MessageFields> out = record.executor_out.fields();
  if (!in.ok()) return within("executor.in", in.error());
  if (!out.ok()) return within("executor.out", out.error());
  const auto side = [&](const char* name) {
    return static_cast<int>(in.value().integer(name, 1, kMaxPictureSide));
  };
  state.seen = Seen{read_screen(out.value(), "/screen"), {side("/width"), side("/height")}};
  if (!in.value().failure().empty()) return Error{"executor.in: " + in.value().failure()};
  if (!out.value().failure().empty()) return Error{"executor.out: " + out.value().failure()};
  return state;
}
}  // namespace franz::proxy
