#include "proxy/offline/export/redaction.h"
#include <algorithm>
#include <array>
#include <string_view>
#include <variant>
#include "common/base/path_parts.h"
#include "common/base/utf8.h"
#include "common/tools/call.h"
#include "common/tools/surface_facts.h"
#include "proxy/offline/export/html_text.h"

namespace franz::proxy {
static void redact(ShownText& shown) {
  if (!shown.text || shown.text->empty()) return;
  const std::size_t characters = count_characters(*shown.text);
  shown.text.reset();
  shown.instead =
      "left out: " + grouped(characters) + (characters == 1 ? " character" : " characters");
}

static void redact(ShownJson& json) {
  std::size_t characters = 0;
  for (const ShownFact& field : json.fields)
    characters += count_characters(field.name) + count_characters(field.value);
  if (!json.fields.empty()) json.text.text = std::string(characters, '.');
  json.fields.clear();
  redact(json.text);
}

static void redact(ShownAnswer& answer) {
  answer.id.clear();
  redact(answer.text);
}

// Some finish texts contain the model's own text, and those of later versions are unknown.
static void redact(std::optional<ShownResult>& result) {
  if (result) result->text = "";
}

// `text` if it is a plain word of at most 40 letters, digits, _ and -; else `fallback`.
static std::string plain_word(std::string_view text, const char* fallback) {
  const bool plain =
      !text.empty() && text.size() <= 40 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
      });
  return plain ? std::string(text) : fallback;
}

// The class in "line 3: TypeError: drag() missing …".
static std::string error_class(std::string_view error) {
  constexpr std::array<std::string_view, 12> kClasses = {
      "SyntaxError",       "TypeError",        "NameError",      "ValueError",
      "RuntimeError",      "IndentationError", "AttributeError", "OverflowError",
      "ZeroDivisionError", "RecursionError",   "MemoryError",    "KeyError"};
  if (error.starts_with("line ")) {
    const std::size_t colon = error.find(": ");
    error = colon == std::string_view::npos ? "" : error.substr(colon + 2);
  }
  for (const std::string_view known : kClasses)
    if (error.starts_with(known) && error.substr(known.size()).starts_with(':'))
      return std::string(known);
  return "an error";
}

static bool has_text(const Call& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [](const Argument& argument) {
    return std::holds_alternative<std::string>(argument);
  });
}

std::string redacted_call(const std::string& text) {
  Result<Call> read = parse_canonical_call(text);
  if (!read.ok()) return "a call";
  for (Argument& argument : read.value().arguments)
    if (auto* const written = std::get_if<std::string>(&argument)) *written = "…";
  return canonical_text(read.value());
}

void redact(ShownTurn& turn) {
  for (ShownText* text : {&turn.story, &turn.reply, &turn.reasoning, &turn.feedback, &turn.note})
    redact(*text);
  for (ShownAction& action : turn.actions) {
    action.call = redacted_call(action.call);
    action.why = action.outcome == Outcome::malformed ? error_class(action.why) : "";
    action.id.clear();
    action.note.clear();
    if (action.answer) redact(*action.answer);
  }
  for (ShownAnswer& answer : turn.answers) redact(answer);
  for (ShownCall& call : turn.calls) {
    call.id.clear();
    call.name.clear();  // the model may have written anything as a name
    redact(call.arguments);
  }
  for (std::string& error : turn.errors) error = error_class(error);
  for (std::string& degraded : turn.degraded)
    degraded =
        plain_word(degraded.substr(0, degraded.find(':')), "a program") + ": why is left out";
  turn.warnings.clear();
  if (!turn.done.empty()) {
    turn.done = "left out";
  }
  redact(turn.result);
  turn.surface = plain_word(turn.surface, "");
  turn.time =
      turn.time.size() <= 30 && turn.time.find_first_not_of("0123456789-:.TZ") == std::string::npos
          ? turn.time
          : "";
  if (!turn.verdict_text.empty())
    turn.verdict_text =
        turn.verdict == Verdict::violation ? "The story is not the reply before it." : "";
  std::erase_if(turn.verdict_facts, [](const ShownFact& fact) {
    return fact.name != "first difference at" && fact.name != "lengths";
  });
  for (ShownFact& fact : turn.verdict_facts)
    if (fact.name == "first difference at") fact.value = fact.value.substr(0, fact.value.find(' '));
  for (ShownFact& fact : turn.facts) {
    if (fact.name == "finish" && fact.value != "not said")
      fact.value = plain_word(fact.value, "left out");
    if (fact.name == "passed over in the reply before" || fact.name == "window")
      fact.value = "left out";
    if (fact.name == "model name") fact.value = last_part(fact.value);
  }
}

void redact(ShownRun& run) {
  constexpr std::array<std::string_view, 11> kNames = {
      "agent.profile",       "agent.dialect",
      "agent.memory",        "agent.coordinates",
      "surface.kind",        "surface.picture",
      "surface.canvas",      "surface.monitor",
      "model.api",           "surface.followup_picture",
      "surface.slow_picture"};
  const auto harmless = [](const std::string& value) {
    return value == "true" || value == "false" || value == "null" || value == "on" ||
           value == "off" || value.find_first_not_of("0123456789.-+e") == std::string::npos;
  };
  for (ShownFact& setting : run.settings) {
    const bool name = std::find(kNames.begin(), kNames.end(), setting.name) != kNames.end();
    if (setting.name == "model.name") {
      setting.value = last_part(run.model);
    } else if (!harmless(setting.value)) {
      setting.value = name ? plain_word(setting.value, "left out") : "left out";
    }
    setting.name =
        setting.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_.") == std::string::npos
            ? setting.name
            : "left out";
  }
  run.model = last_part(run.model);
  run.profile = plain_word(run.profile, "left out");
  run.started = run.started.size() <= 30 ? run.started : "";
  if (!run.name.starts_with("run_") ||
      run.name.find_first_not_of("0123456789_", 4) != std::string::npos)
    run.name = "a run";
  run.addresses.clear();
  if (!run.origin.empty()) run.origin = "a fork";
  run.seal.clear();
  for (RunChange& change : run.changes) change.text = "left out";
  redact(run.result);
  if (!run.problem.empty()) run.problem = "run.jsonl cannot be read";
}

bool PictureRule::may_show(const ShownTurn& turn) {
  const bool follows = turn.turn == last_ + 1;
  last_ = turn.turn;
  const bool typed =
      std::any_of(turn.actions.begin(), turn.actions.end(), [](const ShownAction& action) {
        if (action.outcome == Outcome::malformed || action.outcome == Outcome::not_run)
          return false;
        const Result<Call> read = parse_canonical_call(action.call);
        return !read.ok() || has_text(read.value());
      });
  if (!follows || typed || !turn.degraded.empty() || !is_repeatable(turn.surface)) open_ = false;
  return open_;
}

std::vector<std::string> redaction_notes() {
  return {
      "Stories, replies, reasoning, notes and feedback: only their length is said.",
      ("Calls: tool, numbers and outcome stay; every text in them is “…”. What the model gave as a "
       "reason, the calls as it wrote them, and answers: only their length is said."),
      ("Errors: their class stays. Violations: position and lengths stay. Degraded turns: which "
       "program failed stays."),
      ("Settings: numbers, switches and the names of model, profile and surface stay; every other "
       "text, every address and what was changed are left out."),
      ("Pictures are left out from the first turn on that typed, or may have (a degraded, missing "
       "or unreadable turn), and wherever they show a real screen. Pictures before that show what "
       "the model drew, and a model can draw letters."),
      "Times, counts, verdicts, the run's id and the model's name stay.",
      ("There is no seal and no digest: nothing on this page can be verified. Who has the run "
       "folder can, by proxy verify."),
  };
}
}  // namespace franz::proxy
