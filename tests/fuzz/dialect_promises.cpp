#include "tests/fuzz/dialect_promises.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/thought_marks.h"
#include "common/base/token_units.h"
#include "common/base/utf8.h"
#include "common/formats/call_forms.h"
#include "common/formats/dialect.h"
#include "common/formats/end_of_run.h"
#include "common/formats/feedback_budget.h"
#include "common/formats/known_forms.h"
#include "executor/dialect/dialects.h"

namespace franz::executor {
namespace {
// If the model writes our own calls, they are kept as written and clamped when they are used.
bool keeps_places(const Dialect& dialect) {
  return dialect.name == "python" || dialect.name == "actions";
}

bool inside(const std::optional<MapPoint>& place, bool anywhere) {
  const auto within = [anywhere](double value) {
    return anywhere ? std::isfinite(value) : value >= 0 && value <= kFullScale;
  };
  return !place || (within(place->x) && within(place->y));
}

std::string_view take_until(std::string_view& bytes, char mark) {
  const std::string_view part = bytes.substr(0, bytes.find(mark));
  bytes.remove_prefix(std::min(bytes.size(), part.size() + 1));
  return part;
}

// `raw`: the bytes are the inside of the token's quotes. Servers send valid tokens, so others are
// omitted.
std::optional<Reply> reply_of(std::string_view bytes, bool raw) {
  const auto token = [raw](std::string_view text) {
    return raw ? "\"" + std::string(text) + "\"" : quote_json(text);
  };
  Reply reply;
  reply.text = token(take_until(bytes, kCallMark));
  for (int i = 0; !bytes.empty() && i < 8; ++i) {
    std::string_view call = bytes.substr(0, bytes.find(kCallMark));
    bytes.remove_prefix(std::min(bytes.size(), call.size() + 1));
    ReplyCall made;
    made.id = quote_json("call_" + std::to_string(i));
    made.name = token(take_until(call, kArgumentsMark));
    made.arguments = token(call);
    reply.calls.push_back(std::move(made));
  }
  if (!raw) return reply;
  const auto is_token = [](const std::string& text) { return JsonDocument::read(text).ok(); };
  bool tokens = is_token(reply.text);
  for (const ReplyCall& call : reply.calls)
    tokens = tokens && is_token(call.name) && is_token(call.arguments);
  return tokens ? std::optional(std::move(reply)) : std::nullopt;
}

bool is_line(const std::string& text) {
  return !text.empty() && text.find('\n') == std::string::npos && to_valid_utf8(text) == text;
}

}  // namespace

std::string broken_reading(const Reading& reading, bool anywhere) {
  for (const std::string& line : reading.complaints)
    if (!is_line(line)) return "a complaint: " + line;
  for (const std::string& form : reading.forms)
    if (!is_line(form)) return "a form: " + form;
  if (!inside(reading.pointer, anywhere)) return "a pointer outside";
  bool reason = reading.error.has_value();
  for (const Item& item : reading.items) {
    reason = reason || item.error.has_value();
    if (item.line < 0) return "a line";
    if (item.error && item.error->text.empty()) return "an error without its text";
    if (!item.call) {
      if (!reason) return "no call and no error";
      continue;
    }
    if (!inside(start_point(*item.call), anywhere) || !inside(end_point(*item.call), anywhere))
      return "a place outside: " + canonical_text(*item.call);
    // Integers beyond 63 bits become floats the first time.
    const Result<Call> once = parse_canonical_call(canonical_text(*item.call));
    if (!once.ok()) return "a call is refused: " + once.error().message;
    const std::string text = canonical_text(once.value());
    const Result<Call> twice = parse_canonical_call(text);
    if (!twice.ok() || canonical_text(twice.value()) != text) return "a call reads back otherwise";
  }
  return "";
}

namespace {
// Limits in bytes: for any reply, the budget and the rest; and for each call.
constexpr std::size_t kMostFeedback = kMaxFeedback + 300, kMostForACall = 120;

std::string broken_by(const Dialect& dialect, const TurnReport& report, const Reply& reply) {
  if (to_valid_utf8(report.feedback) != report.feedback) return "feedback that is no UTF-8";
  if (report.feedback.ends_with('\n')) return "feedback with an empty line at its end";
  std::map<std::string, int> answered;
  std::size_t bytes = report.feedback.size();
  for (const Answer& answer : report.answers) {
    if (!JsonDocument::read(answer.text).ok()) return "an answer that is no token: " + answer.text;
    bytes += decode_json_string(answer.text).size();
    if (++answered[answer.id] > 1) return "two answers to a call";
    if (std::ranges::find(reply.calls, answer.id, &ReplyCall::id) == reply.calls.end())
      return "an answer to no call: " + answer.id;
  }
  // The answers to computer calls echo the server's own safety checks.
  const bool echoes = dialect.name.starts_with("openai");
  if (bytes > kMostFeedback + report.answers.size() * kMostForACall && !echoes)
    return "feedback of " + std::to_string(bytes) + " bytes";
  return "";
}

// Whether a text without a call ends a run of this dialect.
bool ends_by_text(const Dialect& dialect) {
  return dialect.name == "tool_calls" || dialect.name == "anthropic" ||
         dialect.name.starts_with("openai");
}

// Only the second text in a row ends a run, and only if it contains no call and was not cut off.
std::string broken_end(const Dialect& dialect, const Source& source, const Reading& reading) {
  if (reading.done && source.is_cut) return "a reply that was cut ends the run";
  if (!reading.done || !ends_by_text(dialect)) return "";
  if (!source.asked_back) return "the first text ends the run";
  if (!source.reply->calls.empty()) return "a reply with calls ends the run";
  if (known_form(*source.reply)) return "a reply in the form of calls ends the run";
  return find_text_calls(*reading.done, *find_vocabulary("tool_calls")).empty()
             ? ""
             : "a text with a call ends the run";
}

std::string broken_for(const Dialect& dialect, const Reply& reply, const Coordinates& scale,
                       const Toolset& tools) {
  const std::optional<Reply> said = reply;
  for (const bool asked_back : {false, true}) {
    for (const bool is_cut : {false, true}) {
      const Source source{said, scale, {1280, 720}, MapPoint{500, 500}, 0.5, is_cut, asked_back};
      Reading reading = dialect.read(source, tools);
      settle_end(source, reading);
      if (std::string broken = broken_end(dialect, source, reading); !broken.empty()) return broken;
      if (std::string broken = broken_reading(reading, keeps_places(dialect)); !broken.empty())
        return broken;
    }
  }
  const Source source{said, scale, {1280, 720}, MapPoint{500, 500}, 0.5};
  Reading reading = dialect.read(source, tools);
  settle_end(source, reading);
  for (const Outcome outcome : {Outcome::done, Outcome::refused, Outcome::not_run}) {
    std::vector<ItemResult> results;
    for (const Item& item : reading.items) {
      ItemResult result{.outcome = item.call ? outcome : Outcome::malformed};
      if (item.call) set_places(*item.call, {0, 0, 1280, 720}, result);
      if (outcome != Outcome::done) result.why = std::string(3000, 'w');
      if (!item.call && item.error) result.why = item.error->text;
      results.push_back(std::move(result));
    }
    TurnFacts facts;
    facts.turn = 3;
    facts.screen = {0, 0, 1280, 720};
    facts.picture = outcome == Outcome::done;
    facts.surface = "the sandbox";
    std::string broken = broken_by(dialect, dialect.report(reading, results, facts), reply);
    if (!broken.empty()) return broken;
  }
  return "";
}

struct ThoughtPair {
  const char *open, *close;
};
constexpr ThoughtPair kThoughtPairs[] = {
    {"<think>", "</think>"},
    {"", "</think>"},
    {"<think effort=\"high\">", "</think>\n</think>"},
    {"<Thinking>", "</Thinking>"},
    {"<seed:think>", "</seed:think>"},
    {"<think_never_used_51bc>", "</think_never_used_51bc>"},
    {"<reasoning>", "</reasoning>"},
    {"[THINK]", "[/THINK]"},
    {"◁think▷", "◁/think▷"},
    {"<|channel>thought", "<channel|>"},
    {"<|channel|>analysis<|message|>", "<|end|>"},
    {"<reflection>", "</reflection>"},
};

bool has_thought_marks(std::string_view token) {
  for (std::size_t at = 0; at < token.size(); at += token_unit(token, at).length) {
    const auto mark = thought_mark_at(token, at);
    if (mark && mark->role != ThoughtMark::Role::call) return true;
  }
  return false;
}

std::string broken_by_a_draft(const Dialect& dialect, std::string_view text) {
  // A byte order mark is special only at the start, and marks in the text split the draft.
  if (text.starts_with(kByteOrderMark) || has_thought_marks(quote_json(text))) return "";
  const auto performed = [&](const std::string& said) {
    const std::optional<Reply> reply = Reply{quote_json(said), {}};
    const Toolset tools = Toolset::all();
    const Reading reading = dialect.read({reply, {}, {1280, 720}, MapPoint{500, 500}, 0}, tools);
    std::string calls = reading.done ? "done\n" : "";
    for (const Item& item : reading.items)
      if (item.call) calls += canonical_text(*item.call) + "\n";
    return calls;
  };
  const auto& [open, close] = kThoughtPairs[text.size() % std::size(kThoughtPairs)];
  const std::string answer(text);
  const std::string thought = open + ("\n" + answer + "\n") + close;
  if (const std::string calls = performed(thought); !calls.empty())
    return "a thought acts: " + calls;
  const std::string expected = performed(answer), calls = performed(thought + "\n" + answer);
  if (calls != expected) return "after a thought: " + calls + "and without it: " + expected;
  return "";
}
// An argument that no dialect knows is inserted before a known one.
struct Anchor {
  std::string_view before, unread;
};
constexpr Anchor kAnchors[] = {
    {"\"action\":", "\"zz_unread\": 1, "},
    {"\"x\":", "\"zz_unread\": 1, "},
    {"\"coordinate\":", "\"zz_unread\": 1, "},
    {"\"box\":", "\"zz_unread\": 1, "},
    {"\"box_2d\":", "\"zz_unread\": 1, "},
    {"start_box=", "zz_unread=1, "},
    {"point=", "zz_unread=1, "},
    {"x=", "zz_unread=1, "},
    {"<parameter=", "<parameter=zz_unread>1</parameter>"},
};

// A call with an unknown part must not be performed.
std::string broken_by_an_unread_argument(const Dialect& dialect, std::string_view text) {
  // Between single quotes, an anchor may be part of a text.
  if (text.find('\'') != text.npos && text.find('"') != text.npos) return "";
  for (const Anchor& anchor : kAnchors) {
    const std::size_t at = text.find(anchor.before);
    if (at == text.npos) continue;
    std::string changed(text);
    changed.insert(at, anchor.unread);
    const std::optional<Reply> reply = Reply{quote_json(changed), {}};
    const Toolset tools = Toolset::all();
    const Reading reading = dialect.read({reply, {}, {1280, 720}, MapPoint{500, 500}, 0}, tools);
    for (const Item& item : reading.items) {
      const bool types =
          item.call && (item.call->tool == ToolId::type || item.call->tool == ToolId::paste);
      if (item.call && !types && item.written.find("zz_unread") != std::string::npos)
        return "an argument was not read: " + item.written + " is " + canonical_text(*item.call);
    }
  }
  return "";
}
}  // namespace

std::string broken_dialect_promise(std::string_view name, std::string_view bytes) {
  const Dialect* dialect = find_dialect(name);
  if (dialect == nullptr) return "no such dialect";
  if (std::string broken = broken_by_a_draft(*dialect, bytes.substr(0, bytes.find(kCallMark)));
      !broken.empty())
    return broken;
  if (std::string broken =
          broken_by_an_unread_argument(*dialect, bytes.substr(0, bytes.find(kCallMark)));
      !broken.empty())
    return broken;
  for (const bool raw : {false, true}) {
    const std::optional<Reply> reply = reply_of(bytes, raw);
    if (!reply) continue;
    const Coordinates scales[] = {{}, {Coordinates::Kind::pixels, 1000, 28}};
    for (const Coordinates& scale : scales)
      for (const Toolset& tools : {Toolset::all(), Toolset::core()})
        if (std::string broken = broken_for(*dialect, *reply, scale, tools); !broken.empty())
          return broken;
  }
  return "";
}
}  // namespace franz::executor
