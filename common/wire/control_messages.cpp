#include "common/wire/control_messages.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/names_of.h"
#include "common/base/sha256.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
using Command = ControlCommand::Kind;
using EventKind = LoopEvent::Kind;

static const std::vector<std::string> kCommands = {"pause", "resume",   "step",      "stop",
                                                   "note",  "panic",    "approve",   "refuse",
                                                   "model", "recorded", "take_over", "hand_back"};
static const std::vector<std::string> kEvents = {"turn_started",  "turn_acted", "turn_closed",
                                                 "turn_finished", "approval",   "state",
                                                 "config",        "warning",    "finished"};
static const std::vector<std::string> kStates = {"acting",      "asking",  "thinking",
                                                 "backing_off", "waiting", "paused"};

static const std::vector<std::string> kCauses = {"",          "countdown", "takeover", "panic",
                                                 "unwatched", "disk",      "page",     "screen"};

static constexpr std::size_t kMaxNotes = 10000;  // per turn

static std::size_t position(const std::vector<std::string>& names, const std::string& name) {
  std::size_t at = 0;
  while (at + 1 < names.size() && names[at] != name) ++at;
  return at;
}

std::string_view pause_cause_name(PauseCause cause) {
  return kCauses[static_cast<std::size_t>(cause)];
}

bool halts(ControlCommand::Kind kind) {
  return kind == Command::panic || kind == Command::take_over;
}

bool is_decision(ControlCommand::Kind kind) {
  return kind == Command::approve || kind == Command::refuse;
}

static void read_longest(MessageFields& fields, const char* pointer, std::string& text) {
  text = fields.text(pointer, "");
  if (text.size() > kMaxNote)
    fields.fail(pointer, "at most " + std::to_string(kMaxNote) + " bytes of text");
}

static bool has_note(Command kind) { return kind == Command::note || is_decision(kind); }

Result<ControlCommand> parse_control_command(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  ControlCommand command;
  command.kind = static_cast<Command>(position(kCommands, fields.choice("/command", kCommands)));
  if (command.kind == Command::note) {
    command.text = fields.text("/text");
    if (command.text.empty() || command.text.size() > kMaxNote)
      fields.fail("/text", "1.." + std::to_string(kMaxNote) + " bytes of text");
  }
  if (has_note(command.kind))
    command.number = static_cast<int>(fields.integer("/number", 1, kMaxNoteNumber, 0));
  if (command.kind == Command::panic) read_longest(fields, "/text", command.text);
  if (command.kind == Command::hand_back) command.used = fields.boolean("/used", true);
  if (command.kind == Command::recorded)
    command.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  if (command.kind == Command::model) {
    command.text = fields.text("/name");
    if (command.text.empty() || command.text.size() > kMaxModelName)
      fields.fail("/name", "1.." + std::to_string(kMaxModelName) + " bytes of text");
  }
  if (is_decision(command.kind)) {
    command.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
    command.plan_sha256 = fields.text("/plan_sha256");
    if (!is_sha256_hex(command.plan_sha256)) fields.fail("/plan_sha256", "64 hexadecimal digits");
    if (command.kind == Command::approve && fields.has("/items"))
      command.items = read_item_indices(fields, "/items");
    read_longest(fields, "/note", command.text);
  }
  if (!fields.failure().empty()) return Error{fields.failure()};
  return command;
}

std::string to_json(const ControlCommand& command) {
  JsonObject object;
  object.text("command", kCommands[static_cast<std::size_t>(command.kind)]);
  const auto number = [&] {
    if (command.number > 0) object.number("number", static_cast<long long>(command.number));
  };
  if (command.kind == Command::note) {
    number();
    object.text("text", command.text);
  }
  if (command.kind == Command::panic && !command.text.empty()) object.text("text", command.text);
  if (command.kind == Command::hand_back && !command.used) object.boolean("used", false);
  if (command.kind == Command::recorded)
    object.number("turn", static_cast<long long>(command.turn));
  if (command.kind == Command::model) object.text("name", command.text);
  if (is_decision(command.kind)) {
    object.number("turn", static_cast<long long>(command.turn));
    object.text("plan_sha256", command.plan_sha256);
    if (command.items) object.raw("items", to_json(*command.items));
    object.raw("note", command.text.empty() ? "null" : quote_json(command.text));
    number();
  }
  return object.finish();
}

namespace {
struct ReasonRow {
  FinishReason reason;
  std::string_view name;
  int code;
  bool closing_turn;
  std::string_view help;  // of those with a code, to follow it; else empty
};
}  // namespace

// In the order of FinishReason.
static constexpr std::array kReasons{
    ReasonRow{FinishReason::done, "done", 0, true, ""},
    ReasonRow{FinishReason::limit, "limit", 10, true, "[agent] max_steps reached"},
    ReasonRow{FinishReason::turns, "turns", 0, false, ""},
    ReasonRow{FinishReason::stopped, "stopped", 0, false, ""},
    ReasonRow{FinishReason::malformed, "malformed", 11, true,
              "replies do not have the requested form ([agent] malformed_retries)"},
    ReasonRow{FinishReason::out_of_bounds, "out_of_bounds", 12, true,
              "the model names a place outside the picture"},
    ReasonRow{FinishReason::confidence, "confidence", 13, true,
              "the confidence is below [agent] min_confidence"},
    ReasonRow{FinishReason::no_change, "no_change", 14, true,
              "actions have no visible effect ([agent] max_unchanged)"},
    ReasonRow{FinishReason::window_gone, "window_gone", 15, true, "the window no longer exists"},
    ReasonRow{FinishReason::noops, "noops", 16, true,
              "replies only ask for a picture ([agent] max_noops)"},
    ReasonRow{FinishReason::time, "time", 17, false, "time limit reached ([limits] max_minutes)"},
    ReasonRow{FinishReason::tokens, "tokens", 18, false,
              "token limit reached ([limits] max_run_tokens)"},
    ReasonRow{FinishReason::failures, "failures", 19, false,
              "replies lead to no action ([limits] unattended)"},
    ReasonRow{FinishReason::repeats, "repeats", 20, false,
              "the model repeats itself ([limits] unattended)"},
    ReasonRow{FinishReason::context, "context", 21, false,
              "a request is too long for the model ([limits] unattended)"},
    ReasonRow{FinishReason::server, "server", 22, false,
              "the model's server does not answer ([limits] unattended)"},
};

static constexpr int kFormerTimeCode = 0;  // of `time`, in records of earlier versions

static const ReasonRow& row_of(FinishReason reason) {
  return kReasons[static_cast<std::size_t>(reason)];
}

std::string_view finish_reason_name(FinishReason reason) { return row_of(reason).name; }

std::optional<FinishReason> find_finish_reason(std::string_view name) {
  const auto row = std::ranges::find(kReasons, name, &ReasonRow::name);
  return row == kReasons.end() ? std::nullopt : std::optional(row->reason);
}

int exit_code(FinishReason reason) { return row_of(reason).code; }

bool has_closing_turn(FinishReason reason) { return row_of(reason).closing_turn; }

std::string exit_code_help() {
  std::string help = "Exit codes of a run other than 0 (done, stopped, turn limit):";
  for (const ReasonRow& row : kReasons)
    if (row.code != 0)
      help += "\n  " + std::to_string(row.code) + "  " + std::string(row.name) + ": " +
              std::string(row.help);
  return help;
}

Finish read_finish(MessageFields& fields, const std::string& pointer) {
  Finish finish;
  const std::vector<std::string> names = names_of(kReasons);
  finish.reason = kReasons[position(names, fields.choice(pointer + "/reason", names))].reason;
  const int code = exit_code(finish.reason);
  const int least = finish.reason == FinishReason::time ? kFormerTimeCode : code;
  if (const auto said = fields.integer(pointer + "/code", least, code);
      said != code && said != least)
    fields.fail(pointer + "/code", std::to_string(code));
  finish.text = fields.text(pointer + "/text");
  return finish;
}

static void add_finish(JsonObject& object, const Finish& finish) {
  object.text("reason", finish_reason_name(finish.reason));
  object.number("code", static_cast<long long>(exit_code(finish.reason)));
  object.text("text", finish.text);
}

std::string to_json(const Finish& finish) {
  JsonObject object;
  add_finish(object, finish);
  return object.finish();
}

SystemChange read_system_change(MessageFields& fields, const std::string& pointer) {
  SystemChange change;
  change.turn = static_cast<int>(fields.integer(pointer + "/turn", 1, kMaxTurn));
  change.sha256 = fields.text(pointer + "/sha256");
  if (!is_sha256_hex(change.sha256)) fields.fail(pointer + "/sha256", "64 hexadecimal digits");
  change.cause = fields.text(pointer + "/cause");
  return change;
}

std::string to_json(const SystemChange& change) {
  JsonObject object;
  object.number("turn", static_cast<long long>(change.turn)).text("sha256", change.sha256);
  return object.text("cause", change.cause).finish();
}

static std::vector<int> read_note_numbers(MessageFields& fields, const std::string& pointer) {
  std::vector<int> numbers;
  const std::size_t count = fields.size(pointer);
  if (fields.has(pointer) && (!fields.is_list(pointer) || count > kMaxNotes))
    fields.fail(pointer, "a list of at most " + std::to_string(kMaxNotes));
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i)
    numbers.push_back(
        static_cast<int>(fields.integer(pointer + "/" + std::to_string(i), 1, kMaxNoteNumber)));
  return numbers;
}

Result<LoopEvent> parse_loop_event(std::string_view line) {
  Result<MessageFields> parsed = MessageFields::parse(line);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  LoopEvent event;
  event.kind = static_cast<EventKind>(position(kEvents, fields.choice("/event", kEvents)));
  const auto object = [&](const std::string& pointer) {
    if (!fields.is_object(pointer)) fields.fail(pointer, "an object");
    return fields.raw(pointer);
  };
  const auto picture = [&] {
    const std::string_view token = fields.token("/screenshot_b64", kMaxMessage);
    event.screenshot_b64 = token.substr(1, token.size() - 2);
  };
  switch (event.kind) {
    case EventKind::turn_started: event.executor_in = object("/executor_in"); break;
    case EventKind::turn_acted:
      event.executor_out = object("/executor_out");
      event.degraded = fields.texts("/degraded", 100);
      event.note = fields.optional_text("/note");
      event.notes = read_note_numbers(fields, "/notes");
      if (fields.has("/memory")) event.memory = read_used_memory(fields, "/memory");
      if (fields.has("/approval")) event.approval = read_approval(fields, "/approval");
      break;
    case EventKind::turn_closed:
      event.finish = read_finish(fields, "/finished");
      picture();
      break;
    case EventKind::turn_finished: event.timings_ms = object("/timings_ms"); break;
    case EventKind::approval:
      event.plan = read_action_plan(fields, "");
      event.turn = event.plan.turn;
      event.plan_sha256 = fields.text("/plan_sha256");
      event.until = fields.optional_text("/until");
      picture();
      break;
    case EventKind::state:
      event.state = fields.choice("/state", kStates);
      event.why = fields.text("/why", "");
      event.until = fields.optional_text("/until");
      if (fields.has("/cause"))
        event.cause = static_cast<PauseCause>(position(kCauses, fields.choice("/cause", kCauses)));
      if (fields.has("/problem")) event.problem = read_model_problem(fields, "/problem");
      event.turn = static_cast<int>(fields.integer("/turn", 0, kMaxTurn, 0));
      break;
    case EventKind::config:
      event.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
      event.settings = object("/settings");
      if (fields.has("/sources")) event.sources = object("/sources");
      event.changes = fields.texts("/changes", 10000);
      if (fields.has("/system")) event.system = read_system_change(fields, "/system");
      break;
    case EventKind::warning: event.text = fields.text("/text"); break;
    case EventKind::finished: event.finish = read_finish(fields, ""); break;
  }
  if (event.kind <= EventKind::turn_finished)
    event.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  if (!fields.failure().empty()) return Error{fields.failure()};
  return event;
}

std::string to_json(const LoopEvent& event) {
  JsonObject object;
  object.text("event", kEvents[static_cast<std::size_t>(event.kind)]);
  if (event.kind <= EventKind::config) object.number("turn", static_cast<long long>(event.turn));
  switch (event.kind) {
    case EventKind::turn_started: object.raw("executor_in", event.executor_in.str()); break;
    case EventKind::turn_acted:
      object.raw("executor_out", event.executor_out.str());
      object.raw("degraded", json_text_array(event.degraded));
      object.text_or_null("note", event.note).raw("notes", to_json(event.notes));
      object.raw("memory", event.memory ? to_json(*event.memory) : "null");
      if (event.approval) object.raw("approval", to_json(*event.approval));
      break;
    case EventKind::turn_closed:
      object.raw("finished", to_json(event.finish));
      object.raw("screenshot_b64", "\"" + event.screenshot_b64 + "\"");
      break;
    case EventKind::turn_finished: object.raw("timings_ms", event.timings_ms); break;
    case EventKind::approval:
      add_plan_members(object, event.plan);
      object.text("plan_sha256", event.plan_sha256).text_or_null("until", event.until);
      object.raw("screenshot_b64", "\"" + event.screenshot_b64 + "\"");
      break;
    case EventKind::state:
      object.text("state", event.state).text("why", event.why);
      object.text_or_null("until", event.until);
      if (event.cause != PauseCause::other) object.text("cause", pause_cause_name(event.cause));
      if (event.problem) object.raw("problem", to_json(*event.problem));
      break;
    case EventKind::config:
      object.raw("settings", event.settings);
      if (!event.sources.empty()) object.raw("sources", event.sources);
      object.raw("changes", json_text_array(event.changes));
      if (event.system) object.raw("system", to_json(*event.system));
      break;
    case EventKind::warning: object.text("text", event.text); break;
    case EventKind::finished: add_finish(object, event.finish); break;
  }
  return object.finish();
}
}  // namespace franz
