#include "proxy/offline/export/shown_turn.h"
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <string_view>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/wire/message_fields.h"
#include "common/wire/turn_options.h"
#include "proxy/offline/export/html_text.h"
#include "proxy/offline/export/shown_json.h"

namespace franz::proxy {
static constexpr std::size_t kMaxListed = 20'000;  // the most calls in a block

static constexpr std::size_t kMaxPassedOver = 20;

static ShownText shown_text(const std::string& token) {
  ShownText shown;
  if (token != "null") shown.text = decode_json_string(token);
  return shown;
}

// "404 ms", "1.24 s"
static std::string duration(double ms) {
  if (ms < 10) return json_number(std::round(ms * 10) / 10) + " ms";
  if (ms < 1000) return json_number(std::round(ms)) + " ms";
  return json_number(std::round(ms / 10) / 100) + " s";
}

static void read_verdict_detail(const TurnRecord& record, ShownTurn& turn) {
  Result<MessageFields> parsed = MessageFields::parse(record.detail);
  if (!parsed.ok()) return;  // null: there is nothing to show
  MessageFields& fields = parsed.value();
  turn.verdict_text = fields.text("/text", "");
  if (!fields.has("/position")) return;
  const std::string unit = fields.text("/unit", "characters");
  const auto count = [&](const std::string& pointer) {
    return grouped(static_cast<unsigned long long>(fields.integer(pointer, 0, INT64_MAX, 0)));
  };
  turn.verdict_facts = {{"first difference at", count("/position") + " (" + unit + ", from 0)"},
                        {"lengths", count("/expected_count") + " in the reply, " +
                                        count("/got_count") + " in the request"},
                        {"the reply before", fields.text("/expected", "")},
                        {"sent in the request", fields.text("/got", "")}};
}

static void read_items(MessageFields& fields, ShownTurn& turn) {
  for (std::size_t i = 0; i < fields.size("/items") && i < kMaxListed; ++i) {
    const std::string at = "/items/" + std::to_string(i);
    ShownAction action;
    action.outcome = find_outcome(fields.text(at + "/outcome", "")).value_or(Outcome::malformed);
    action.call = fields.optional_text(at + "/call").value_or(fields.text(at + "/written", ""));
    action.why = fields.text(at + "/why", "");
    action.id = fields.text(at + "/id", "");
    action.note = fields.text(at + "/note", "");
    turn.actions.push_back(std::move(action));
  }
}

// Assigns each to the first call with its id that has no answer yet. Calls without ids have equal
// ids, so they are answered in order.
static void read_answers_of(MessageFields& fields, ShownTurn& turn) {
  std::map<std::string, std::deque<std::size_t>> waiting;
  for (std::size_t i = 0; i < turn.actions.size(); ++i)
    if (fields.is_text("/items/" + std::to_string(i) + "/id"))
      waiting[turn.actions[i].id].push_back(i);
  for (std::size_t i = 0; i < fields.size("/answers") && i < kMaxListed; ++i) {
    const std::string at = "/answers/" + std::to_string(i);
    ShownAnswer answer;
    answer.id = fields.text(at + "/id", "");
    answer.text = shown_json(fields.text(at + "/text", ""));
    answer.picture = fields.boolean(at + "/picture", false);
    std::deque<std::size_t>& calls = waiting[answer.id];
    if (calls.empty()) {
      turn.answers.push_back(std::move(answer));
    } else {
      turn.actions[calls.front()].answer = std::move(answer);
      calls.pop_front();
    }
  }
}

static std::vector<ShownCall> calls_of(const RecordedReply& reply) {
  std::vector<ShownCall> calls;
  for (const ReplyCall& call : reply.calls) {
    const bool token = call.arguments.starts_with('"');
    calls.push_back({decode_json_string(call.id), decode_json_string(call.name),
                     shown_json(token ? decode_json_string(call.arguments) : call.arguments)});
  }
  return calls;
}

static ShownResult result_of(const Finish& finish) {
  return {std::string(finish_reason_name(finish.reason)), exit_code(finish.reason), finish.text};
}

static void read_executor_out(const TurnRecord& record, ShownTurn& turn) {
  Result<MessageFields> parsed = record.executor_out.fields();
  if (!parsed.ok()) return;  // null: the executor did not answer; `degraded` reports that
  MessageFields& fields = parsed.value();
  read_items(fields, turn);
  read_answers_of(fields, turn);
  // Some requests contain a different wording.
  if (!turn.feedback.text && fields.is_text("/feedback"))
    turn.feedback.text = fields.text("/feedback");
  if (fields.is_object("/error")) {
    const auto line = fields.integer("/error/line", 0, INT32_MAX, 0);
    const std::string text = fields.text("/error/text", "an error without a text");
    const bool told =
        std::ranges::find(turn.actions, text, &ShownAction::why) != turn.actions.end();
    if (!told)
      turn.errors.push_back(line > 0 ? "line " + std::to_string(line) + ": " + text : text);
  }
  turn.done = fields.text("/done", "");
  std::string passed_over;
  for (std::size_t i = 0; i < fields.size("/passed_over") && i < kMaxPassedOver; ++i)
    passed_over += (i > 0 ? ", " : "") + fields.text("/passed_over/" + std::to_string(i), "");
  std::ranges::replace(passed_over, '_', ' ');
  if (!passed_over.empty()) turn.facts.push_back({"passed over in the reply before", passed_over});
  for (Warning& warning : read_warnings(fields, "/warnings"))
    turn.warnings.push_back(std::move(warning.text));
}

// The window to which the run is bounded, and its place on the screen; empty: none.
static std::string window_text(MessageFields& in, const SharedJson& executor_out) {
  if (!in.has("/window")) return "";
  const WindowTarget window = read_window_target(in, "/window");
  std::string text = window.title.empty() ? "id:" + window.id : printable(window.title);
  Result<MessageFields> out = executor_out.fields();
  const Screen area = out.ok() ? read_screen(out.value(), "/screen") : Screen{};
  if (area.width > 0)
    text += ", " + std::to_string(area.width) + "x" + std::to_string(area.height) + " at (" +
            std::to_string(area.origin_x) + ", " + std::to_string(area.origin_y) + ")";
  return text;
}

static void add_facts(const TurnRecord& record, ShownTurn& turn) {
  const auto add = [&turn](const char* name, std::string value) {
    turn.facts.push_back({name, std::move(value)});
  };
  const auto add_time = [&](const char* name, const std::optional<double>& ms) {
    if (ms) add(name, duration(*ms));
  };
  if (record.response) {
    const RecordedReply& reply = *record.response;
    if (reply.usage) {
      add("tokens written",
          std::to_string(reply.usage->completion_tokens) +
              (record.max_tokens ? " of " + std::to_string(*record.max_tokens) : ""));
      const std::optional<long long> cached = reply.usage->cached_tokens;
      add("tokens read", std::to_string(reply.usage->prompt_tokens) +
                             (cached ? ", " + std::to_string(*cached) + " of them cached" : ""));
    }
    if (!record.called) add("finish", reply.finish_reason.value_or("not said"));
  }
  if (record.status != 200 && record.status != 0) add("status", std::to_string(record.status));
  if (record.approval) {
    const std::size_t asked = items_to_approve(record.approval->plan).size();
    add("operator", std::string(decision_name(record.approval->decision)) + ": " +
                        std::to_string(record.approval->items.size()) + " of " +
                        count_text(asked, "action"));
  }
  add_time("model", record.model_ms);
  add_time("first byte", record.first_byte_ms);
  add_time("executor", record.executor_ms);
  add_time("whole turn", record.turn_ms);
  if (record.temperature) add("temperature", json_number(*record.temperature));
  if (record.top_p) add("top_p", json_number(*record.top_p));
  if (!record.finish && !record.called)
    add("request", grouped(record.request_bytes) + " bytes in " + std::to_string(record.messages) +
                       " messages");
  if (record.attempt > 1) add("attempt", std::to_string(record.attempt));
  if (!record.model.empty()) add("model name", record.model);
}

ShownTurn shown_turn(const TurnRecord& record) {
  const TurnRow row = row_of(record);
  ShownTurn turn;
  turn.turn = record.turn;
  turn.attempt = record.attempt;
  turn.time = record.time;
  turn.outcome = row.outcome;
  turn.verdict = record.verdict;
  turn.performed = row.actions;
  turn.tokens = row.tokens;
  read_verdict_detail(record, turn);
  turn.story = shown_text(record.story);
  const bool is_right = record.verdict == Verdict::ok || record.verdict == Verdict::first;
  if (!turn.story.text && record.memory && is_right)
    turn.story.instead = "no reply was sent back to the model";
  turn.feedback = shown_text(record.feedback);
  if (record.note) turn.note.text = *record.note;
  if (record.response) {
    turn.reply = shown_text(record.response->text);
    turn.calls = calls_of(*record.response);
    turn.reasoning = shown_text(record.response->reasoning);
  }
  read_executor_out(record, turn);
  Result<MessageFields> in = record.executor_in.fields();
  if (in.ok()) turn.surface = in.value().text("/surface", "");
  turn.degraded = record.degraded;
  if (record.finish) turn.result = result_of(*record.finish);
  if (in.ok())
    if (std::string window = window_text(in.value(), record.executor_out); !window.empty())
      turn.facts.push_back({"window", std::move(window)});
  add_facts(record, turn);
  turn.picture = record.picture;
  return turn;
}

// "0.7", "on", "512x288": without JSON's quotes.
static std::string plain_value(MessageFields& fields, const std::string& pointer) {
  return fields.is_text(pointer) ? fields.text(pointer) : fields.raw(pointer);
}

ShownRun shown_run(const RunFacts& run) {
  ShownRun shown;
  shown.name = run.name;
  shown.run = run.run;
  shown.started = run.started;
  shown.version = run.version;
  shown.profile = run.profile;
  shown.restarts = run.restarts;
  shown.changes = run.changes;
  if (run.finish) shown.result = result_of(*run.finish);
  if (!run.origin.empty())
    shown.origin = "forked from " + run.origin + " after turn " + std::to_string(run.origin_at);
  shown.addresses = {{"made by", run.made_by},
                     {"upstream", run.addresses.upstream},
                     {"relay", run.addresses.relay},
                     {"dashboard", run.addresses.dashboard}};
  Result<MessageFields> settings = MessageFields::parse(run.in_force.settings);
  if (!settings.ok()) return shown;
  for (const std::string& key : settings.value().keys("")) {
    std::string value = plain_value(settings.value(), "/" + pointer_segment(key));
    if (key == "model.name") shown.model = value;
    shown.settings.push_back({key, std::move(value)});
  }
  return shown;
}
}  // namespace franz::proxy
