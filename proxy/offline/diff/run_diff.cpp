#include "proxy/offline/diff/run_diff.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/wire/control_messages.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
// Bytes shown of a text before and after the first difference, and of a value.
static constexpr std::size_t kShownBefore = 24, kShownAfter = 80, kMostValue = 200;
static constexpr std::size_t kMostReportedTurns = 20;  // after the first, in the report
static constexpr std::size_t kMostActions = 20'000;
static constexpr std::string_view kNone = "(none)";

// One line in which nothing is hidden.
static std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) c == '\n' ? line += "\\n" : line += c;
  return with_hidden_shown(line);
}

// The bytes of `text` around `at`, with "…" where it was cut.
static std::string excerpt(std::string_view text, std::size_t at) {
  std::size_t begin = at > kShownBefore ? at - kShownBefore : 0;
  while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) --begin;
  std::string shown = begin > 0 ? "…" : "";
  shown += cut_text(text.substr(begin), kShownBefore + kShownAfter);
  return on_one_line(shown);
}

namespace {
class Comparison {
 public:
  void value(const char* part, const std::string& a, const std::string& b) {
    if (a == b) return;
    const auto shown = [](const std::string& value) {
      return value.empty() ? std::string(kNone) : on_one_line(cut_text(value, kMostValue));
    };
    found_.push_back({part, shown(a), shown(b)});
  }
  void text(const char* part, const std::string& a, const std::string& b) {
    if (a == b) return;
    if (a.empty() || b.empty()) return value(part, a, b);
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    // To the beginning of the character.
    while (at > 0 && at < a.size() && (static_cast<unsigned char>(a[at]) & 0xC0U) == 0x80U) --at;
    const std::string_view same = std::string_view(a).substr(0, at);
    found_.push_back({part, excerpt(a, at), excerpt(b, at), count_characters(same) + 1,
                      static_cast<std::size_t>(std::ranges::count(same, '\n')) + 1});
  }
  template <typename Number>
  void number(const char* part, const std::optional<Number>& a, const std::optional<Number>& b) {
    const auto shown = [](const std::optional<Number>& number) {
      return number ? json_number(static_cast<double>(*number)) : std::string();
    };
    value(part, shown(a), shown(b));
  }
  bool is_request_the_same() const {
    return std::ranges::none_of(found_, [](const PartDifference& each) {
      return each.part != "picture" && each.part != "actions";
    });
  }
  std::vector<PartDifference> take() { return std::move(found_); }

 private:
  std::vector<PartDifference> found_;
};
}  // namespace

static std::string text_of(std::string_view token) {
  return token == "null" ? std::string() : decode_json_string(token);
}

// One line for each item of the executor's answer: "left_click(500, 250): executed".
static std::string actions_of(const TurnRecord& record) {
  Result<MessageFields> parsed = record.executor_out.fields();
  if (!parsed.ok()) return "";  // null: no executor answered
  MessageFields& fields = parsed.value();
  std::string actions;
  for (std::size_t i = 0; i < fields.size("/items") && i < kMostActions; ++i) {
    const std::string at = "/items/" + std::to_string(i);
    if (i > 0) actions += '\n';
    actions += fields.optional_text(at + "/call").value_or(fields.text(at + "/written", ""));
    actions += ": " + fields.text(at + "/outcome", "");
  }
  return actions;
}

static std::string calls_of(const TurnRecord& record) {
  std::string calls;
  if (!record.response) return calls;
  for (const ReplyCall& call : record.response->calls) {
    if (!calls.empty()) calls += '\n';
    // The ids are the server's and differ in any two runs.
    calls += text_of(call.name) + " " +
             (call.arguments.starts_with('"') ? text_of(call.arguments) : call.arguments);
  }
  return calls;
}

// The digest of the picture without the red marks, whose badge has the time; of the picture itself
// if a turn has no such digest.
static std::string plain_digest(const TurnRecord& record) {
  Result<MessageFields> parsed = record.executor_out.fields();
  return parsed.ok() ? parsed.value().text("/plain_sha256", "") : "";
}

static void compare_pictures(const TurnRecord& a, const TurnRecord& b, Comparison& parts) {
  const std::string plain_a = plain_digest(a), plain_b = plain_digest(b);
  if (!plain_a.empty() && !plain_b.empty()) return parts.value("picture", plain_a, plain_b);
  const auto digest = [](const TurnRecord& record) {
    return record.picture ? record.picture->sha256 : std::string();
  };
  parts.value("picture", digest(a), digest(b));
}

std::vector<PartDifference> compare_turns(const ComparedTurn& a, const ComparedTurn& b) {
  const TurnRecord &first = a.record, &second = b.record;
  const auto objective = [](const TurnRecord& record) {
    return record.memory ? record.memory->objective : std::string();
  };
  const auto finished = [](const TurnRecord& record) {
    return record.finish ? std::string(finish_reason_name(record.finish->reason)) : std::string();
  };
  const auto reply = [](const TurnRecord& record) {
    return record.response ? text_of(record.response->text.str()) : std::string();
  };
  Comparison parts;
  parts.text("memory", text_of(first.story.str()), text_of(second.story.str()));
  parts.text("feedback", text_of(first.feedback), text_of(second.feedback));
  parts.text("note", first.note.value_or(""), second.note.value_or(""));
  parts.text("objective", objective(first), objective(second));
  parts.value("model", first.model, second.model);
  parts.number("temperature", first.temperature, second.temperature);
  parts.number("top_p", first.top_p, second.top_p);
  parts.number("max_tokens", first.max_tokens, second.max_tokens);
  // Anything that differs above is in the body, too.
  if (parts.is_request_the_same() && !a.body.empty() && !b.body.empty())
    parts.text("request", a.body, b.body);
  compare_pictures(first, second, parts);
  parts.text("reply", reply(first), reply(second));
  parts.text("calls", calls_of(first), calls_of(second));
  parts.text("actions", actions_of(first), actions_of(second));
  parts.value("finished", finished(first), finished(second));
  return parts.take();
}

void RunDiff::add(int turn, std::vector<PartDifference> parts) {
  if (parts.empty()) {
    ++same_turns;
    return;
  }
  ++different_turns;
  if (turns.size() < kMostTurns) turns.push_back({turn, std::move(parts)});
}

bool RunDiff::is_same() const { return different_turns == 0 && a.only.empty() && b.only.empty(); }

static std::string names_of_parts(const TurnDifference& turn) {
  std::string names;
  for (const PartDifference& each : turn.parts) names += (names.empty() ? "" : ", ") + each.part;
  return names;
}

static std::string first_difference(const TurnDifference& turn) {
  std::string text = "turn " + std::to_string(turn.turn) + " is the first that differs\n";
  for (const PartDifference& each : turn.parts) {
    text += "  " + each.part;
    if (each.line)
      text += ", from character " + std::to_string(*each.character) + " (line " +
              std::to_string(*each.line) + ")";
    text += "\n    A  " + each.a + "\n    B  " + each.b + "\n";
  }
  return text;
}

static std::string only_in(const char* run, const TurnRanges& turns) {
  if (turns.empty()) return "";
  return "only in " + std::string(run) + ": " + to_text(turns) + "\n";
}

std::string diff_report(const RunDiff& diff) {
  std::string text = "A  " + diff.a.name + "  " + diff.a.detail + "\nB  " + diff.b.name + "  " +
                     diff.b.detail + "\n";
  std::size_t reported = 0;
  for (const TurnDifference& turn : diff.turns) {
    if (reported == 0)
      text += first_difference(turn);
    else if (reported <= kMostReportedTurns)
      text += "turn " + std::to_string(turn.turn) + ": " + names_of_parts(turn) + "\n";
    ++reported;
  }
  const int more = diff.different_turns - 1 - static_cast<int>(kMostReportedTurns);
  if (more > 0) text += "and " + count_text(more, "more turn") + "\n";
  text += only_in("A", diff.a.only) + only_in("B", diff.b.only);
  if (diff.same_turns + diff.different_turns == 0) return text + "no turn is in both runs\n";
  text += count_text(diff.same_turns, "turn is", "turns are") + " the same, " +
          count_text(diff.different_turns, "differs", "differ") + "\n";
  return text;
}

static std::string part_json(const PartDifference& part) {
  const auto number = [](const std::optional<std::size_t>& value) {
    return value ? std::to_string(*value) : std::string("null");
  };
  JsonObject object;
  object.text("part", part.part);
  object.raw("character", number(part.character)).raw("line", number(part.line));
  return object.text("a", part.a).text("b", part.b).finish();
}

std::string diff_json(const RunDiff& diff) {
  std::vector<std::string> turns;
  for (const TurnDifference& turn : diff.turns) {
    std::vector<std::string> parts;
    parts.reserve(turn.parts.size());
    for (const PartDifference& each : turn.parts) parts.push_back(part_json(each));
    JsonObject object;
    object.number("turn", static_cast<long long>(turn.turn)).raw("parts", json_array(parts));
    turns.push_back(object.finish());
  }
  JsonObject object;
  object.text("a", to_valid_utf8(diff.a.name)).text("b", to_valid_utf8(diff.b.name));
  object.boolean("same", diff.is_same());
  object.number("same_turns", static_cast<long long>(diff.same_turns));
  object.number("different_turns", static_cast<long long>(diff.different_turns));
  object.raw("only_a", to_json(diff.a.only)).raw("only_b", to_json(diff.b.only));
  object.raw("turns", json_array(turns));
  object.number("more_turns", diff.different_turns - static_cast<long long>(diff.turns.size()));
  return object.finish() + "\n";
}
}  // namespace franz::proxy
