#include "proxy/dashboard/export/redaction.h"
#include <algorithm>
#include <array>
#include <variant>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/path_parts.h"
#include "common/base/utf8.h"
#include "common/tools/call.h"
#include "common/tools/surface_facts.h"

namespace franz::proxy {
namespace {
enum class Kept {
  word,        // if it is a plain word
  time,        // if it is one
  call,        // without its texts
  error,       // its class, if it is a known one
  program,     // the part before the colon
  last_part,   // of a path
  run_name,    // if FRANZ made it of a time
  setting,     // if it is one of a few words or a number
  count_only,  // of the characters of any JSON
  nothing,     // removed with its key
};

struct Rule {
  std::string_view place;
  Kept kept;
};

// Texts without an entry are replaced by their length.
constexpr std::array kRules = std::to_array<Rule>({
    // A record.
    {"/protocol", Kept::word},
    {"/time", Kept::time},
    {"/sst/verdict", Kept::word},
    {"/sst/detail/unit", Kept::word},
    {"/memory/name", Kept::word},
    {"/request_id", Kept::nothing},
    {"/after", Kept::nothing},
    {"/executor/in/surface", Kept::word},
    {"/executor/in/protocol", Kept::word},
    {"/executor/out/protocol", Kept::word},
    {"/executor/out/items/*/outcome", Kept::word},
    {"/executor/out/items/*/call", Kept::call},
    {"/executor/out/items/*/model_call", Kept::nothing},
    {"/executor/out/items/*/why", Kept::error},
    {"/executor/out/items/*/id", Kept::nothing},
    {"/executor/out/error/class", Kept::error},
    {"/executor/out/error/text", Kept::error},
    {"/executor/out/plain_sha256", Kept::nothing},
    {"/executor/out/answers/*/id", Kept::nothing},
    {"/approval/decision", Kept::word},
    {"/degraded/*", Kept::program},
    {"/response/finish_reason", Kept::word},
    {"/response/calls/*/id", Kept::nothing},
    {"/response/calls/*/arguments", Kept::count_only},
    {"/request/model", Kept::last_part},
    {"/request/sha256", Kept::nothing},
    {"/request/stored", Kept::nothing},
    {"/image/file", Kept::nothing},
    {"/image/sha256", Kept::nothing},
    {"/finished/reason", Kept::word},
    // /api/run, and the event.
    {"/type", Kept::word},
    {"/run", Kept::word},
    {"/name", Kept::run_name},
    {"/started", Kept::time},
    {"/profile", Kept::word},
    {"/origin/run", Kept::nothing},
    {"/program", Kept::word},
    {"/loop", Kept::word},
    {"/cause", Kept::word},
    {"/since", Kept::time},
    {"/until", Kept::time},
    {"/sources", Kept::nothing},
    {"/seal", Kept::nothing},
    {"/changes/*/time", Kept::time},
    {"/settings/model.name", Kept::last_part},
    {"/settings/agent.profile", Kept::word},
    {"/settings/agent.dialect", Kept::word},
    {"/settings/agent.memory", Kept::word},
    {"/settings/agent.coordinates", Kept::word},
    {"/settings/surface.kind", Kept::word},
    {"/settings/surface.picture", Kept::word},
    {"/settings/surface.canvas", Kept::word},
    {"/settings/surface.monitor", Kept::word},
    {"/settings/surface.followup_picture", Kept::word},
    {"/settings/surface.slow_picture", Kept::word},
    {"/settings/model.api", Kept::word},
    // A list of entries.
    {"/*/time", Kept::time},
    {"/*/outcome", Kept::word},
    {"/*/verdict", Kept::word},
    {"/*/finish_reason", Kept::word},
    {"/*/finished", Kept::word},
});

std::optional<Kept> rule_of(std::string_view place) {
  const auto found = std::ranges::find(kRules, place, &Rule::place);
  if (found != kRules.end()) return found->kept;
  if (place == "/version") return Kept::setting;
  if (place.starts_with("/settings/")) return Kept::setting;
  return std::nullopt;
}

bool is_plain_word(std::string_view text) {
  return text.size() <= 40 && std::ranges::all_of(text, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

std::string length_of(std::string_view text) {
  if (text.empty()) return "";
  const std::size_t characters = count_characters(text);
  return "left out: " + std::to_string(characters) +
         (characters == 1 ? " character" : " characters");
}

// The class in "line 3: TypeError: drag() missing …"; empty: none that is known.
std::string error_class(std::string_view error) {
  constexpr std::array<std::string_view, 12> kClasses = {
      "SyntaxError",       "TypeError",        "NameError",      "ValueError",
      "RuntimeError",      "IndentationError", "AttributeError", "OverflowError",
      "ZeroDivisionError", "RecursionError",   "MemoryError",    "KeyError"};
  if (error.starts_with("line ")) {
    const std::size_t colon = error.find(": ");
    error = colon == std::string_view::npos ? "" : error.substr(colon + 2);
  }
  for (const std::string_view known : kClasses)
    if (error == known || (error.starts_with(known) && error.substr(known.size()).starts_with(':')))
      return std::string(known);
  return "";
}

bool is_number_or_switch(std::string_view value) {
  return value == "true" || value == "false" || value == "on" || value == "off" ||
         value.find_first_not_of("0123456789.-+e") == std::string_view::npos;
}

bool is_run_name(std::string_view name) {
  return name.starts_with("run_") && name.find_first_not_of("0123456789_", 4) == name.npos;
}

std::string kept_text(Kept kept, const std::string& text) {
  switch (kept) {
    case Kept::word: return is_plain_word(text) ? text : "left out";
    case Kept::time: {
      const bool is_time =
          text.size() <= 30 && text.find_first_not_of("0123456789-:.TZ") == std::string::npos;
      return is_time ? text : "";
    }
    case Kept::call: return redacted_call(text);
    case Kept::error: {
      const std::string name = error_class(text);
      return name.empty() ? length_of(text) : name;
    }
    case Kept::program: {
      const std::string program = text.substr(0, text.find(':'));
      return (is_plain_word(program) ? program : "a program") + ": why is left out";
    }
    case Kept::last_part: return last_part(text);
    case Kept::run_name: return is_run_name(text) ? text : "a run";
    case Kept::setting: return is_number_or_switch(text) ? text : "left out";
    case Kept::count_only: return length_of(text);
    case Kept::nothing: return "";
  }
  return "";
}

class Rewriter {
 public:
  Rewriter(const JsonDocument& document, const RewriteValue& rewrite)
      : document_(document), rewrite_(rewrite) {}

  // False: the value is removed.
  bool add(JsonDocument::Id value, const std::string& place) {
    using Kind = JsonDocument::Kind;
    if (const std::optional<std::string> other = rewrite_(place, document_.bytes(value))) {
      out_ += *other;
      return !other->empty();
    }
    const Kind kind = document_.kind(value);
    if (kind != Kind::list && kind != Kind::object) {
      out_ += document_.bytes(value);
      return true;
    }
    out_ += kind == Kind::list ? '[' : '{';
    bool first = true;
    for (const JsonDocument::Id child : document_.children(value)) {
      const std::size_t begin = out_.size();
      if (!first) out_ += ',';
      std::string below = place + "/*";
      if (kind == Kind::object) {
        const std::string key = document_.key(child);
        below = place + "/" + pointer_segment(key);
        out_ += quote_json(key) + ":";
      }
      if (add(child, below)) {
        first = false;
      } else {
        out_.resize(begin);
      }
    }
    out_ += kind == Kind::list ? ']' : '}';
    return true;
  }

  std::string take() { return std::move(out_); }

 private:
  const JsonDocument& document_;
  const RewriteValue& rewrite_;
  std::string out_;
};
}  // namespace

Result<std::string> rewritten(std::string_view json, const RewriteValue& rewrite) {
  const Result<JsonDocument> document = JsonDocument::read(json);
  if (!document.ok()) return document.error();
  Rewriter rewriter(document.value(), rewrite);
  rewriter.add(JsonDocument::kRoot, "");
  return rewriter.take();
}

std::optional<std::string> redacted_value(std::string_view place, std::string_view json) {
  const std::string_view key = place.substr(std::min(place.rfind('/') + 1, place.size()));
  if (key != "*" && !is_plain_word(key)) return "";
  const std::optional<Kept> kept = rule_of(place);
  if (kept == Kept::nothing) return "";
  if (kept == Kept::count_only) return quote_json(length_of(json));
  // The names in an operator's JSON are the operator's.
  const bool has_names = json.starts_with('{') && json.size() > 2;
  if (place.starts_with("/settings/") && has_names) return quote_json("left out");
  if (!json.starts_with('"')) return std::nullopt;
  const std::string text = decode_json_string(json);
  return quote_json(kept ? kept_text(*kept, text) : length_of(text));
}

bool is_own_word(std::string_view place) {
  const std::optional<Kept> kept = rule_of(place);
  return kept == Kept::word || kept == Kept::time;
}

std::string redacted_call(const std::string& text) {
  Result<Call> read = parse_canonical_call(text);
  if (!read.ok()) return "a call";
  for (Argument& argument : read.value().arguments)
    if (auto* const written = std::get_if<std::string>(&argument)) *written = "…";
  return canonical_text(read.value());
}

static bool has_typed(const JsonDocument& record, JsonDocument::Id item) {
  std::string outcome, call;
  for (const JsonDocument::Id member : record.children(item)) {
    if (!record.is(member, JsonDocument::Kind::text)) continue;
    if (record.key(member) == "outcome") outcome = record.text(member);
    if (record.key(member) == "call") call = record.text(member);
  }
  if (outcome == "malformed" || outcome == "not_run") return false;
  const Result<Call> read = parse_canonical_call(call);
  return !read.ok() || std::ranges::any_of(read.value().arguments, [](const Argument& argument) {
    return std::holds_alternative<std::string>(argument);
  });
}

bool PictureRule::may_show(std::string_view json) {
  using Kind = JsonDocument::Kind;
  const Result<JsonDocument> read = JsonDocument::read(json);
  if (!read.ok()) return open_ = false;
  const JsonDocument& record = read.value();
  const auto at = [&record](const char* place, Kind kind) {
    const JsonDocument::Id value = record.at(place);
    return record.is(value, kind) ? value : JsonDocument::kNone;
  };
  const JsonDocument::Id turn = at("/turn", Kind::number);
  const long long number = turn == JsonDocument::kNone ? 0 : record.integer(turn).value_or(0);
  const bool follows = number == last_ + 1;
  last_ = number;
  const JsonDocument::Id items = at("/executor/out/items", Kind::list);
  bool typed = false;
  if (items != JsonDocument::kNone)
    for (const JsonDocument::Id item : record.children(items))
      typed = typed || has_typed(record, item);
  const JsonDocument::Id degraded = record.at("/degraded");
  const bool is_degraded = degraded != JsonDocument::kNone && record.size(degraded) > 0;
  const JsonDocument::Id surface = at("/executor/in/surface", Kind::text);
  const bool repeatable = surface != JsonDocument::kNone && is_repeatable(record.text(surface));
  if (!follows || typed || is_degraded || !repeatable) open_ = false;
  return open_;
}

std::vector<std::string> redaction_notes() {
  return {
      "redacted: stories, replies, reasoning, notes and feedback: only their length is said.",
      ("redacted: calls: tool, numbers and outcome stay; every text in them is “…”. What the model "
       "gave as a reason, the calls as it wrote them, and answers: only their length is said."),
      ("redacted: errors: their class stays. Violations: position and lengths stay. Degraded "
       "turns: "
       "which program failed stays."),
      ("redacted: settings: numbers, switches and the names of model, profile and surface stay; "
       "every other text, every address, the log and what was changed are left out."),
      ("redacted: pictures are left out from the first turn on that typed, or may have (a "
       "degraded, "
       "missing or unreadable turn), and wherever they show a real screen. Pictures before that "
       "show what the model drew, and a model can draw letters."),
      "redacted: times, counts, verdicts, the run's id and the model's name stay.",
      ("redacted: there is no seal and no digest: nothing on this page can be verified. Who has "
       "the "
       "run folder can, by proxy verify."),
  };
}
}  // namespace franz::proxy
