#include "proxy/demo_vlm/own_calls.h"
#include <optional>
#include <utility>
#include "common/wire/message_fields.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
void read_call_answer(std::string_view answer, OwnCall& call) {
  Result<MessageFields> read = MessageFields::parse(answer, MessageFields::Duplicates::last_wins);
  if (!read.ok()) return;
  call.ok = read.value().boolean("/ok", false);
  call.type = read.value().text("/error/type", "");
  call.message = read.value().text("/error/message", "");
}

// A call that the reply has in its text; it is answered in a text, too.
std::optional<OwnCall> call_in_text(const Exchange& exchange) {
  const std::size_t begin = exchange.text.find(kCallBegin);
  const std::size_t end = exchange.text.find(kCallEnd, begin);
  if (end == std::string::npos) return std::nullopt;
  const std::string_view json =
      std::string_view(exchange.text)
          .substr(begin + kCallBegin.size(), end - begin - kCallBegin.size());
  Result<MessageFields> read = MessageFields::parse(json);
  if (!read.ok()) return std::nullopt;
  OwnCall call{read.value().text("/name", ""), read.value().raw("/arguments")};
  for (const std::string_view line : split_lines(exchange.told))
    if (line.starts_with('{')) read_call_answer(line, call);
  return call;
}

std::vector<OwnCall> calls_of(const Exchange& exchange) {
  std::vector<OwnCall> calls;
  for (const AnsweredCall& each : exchange.calls) {
    OwnCall& call = calls.emplace_back(OwnCall{each.name, each.arguments});
    read_call_answer(each.answer, call);
  }
  if (calls.empty())
    if (std::optional<OwnCall> call = call_in_text(exchange)) calls.push_back(*std::move(call));
  return calls;
}

std::optional<PlanPoint> point_in(MessageFields& fields, const std::string& pointer) {
  const auto x = fields.integer(pointer + "/0", 0, 1000),
             y = fields.integer(pointer + "/1", 0, 1000);
  if (!fields.failure().empty()) return std::nullopt;
  return PlanPoint{static_cast<int>(x), static_cast<int>(y)};
}

// The stroke that a call makes; nothing: none, or none of the demo model's.
std::optional<PlannedCall> stroke_of(const OwnCall& call) {
  using Kind = PlannedCall::Kind;
  Result<MessageFields> read = MessageFields::parse(call.arguments);
  if (!read.ok()) return std::nullopt;
  MessageFields& fields = read.value();
  if (call.name == kType) return PlannedCall{Kind::type, {}, {}, fields.text("/text", "")};
  if (call.name == kDrag) {
    const auto from = point_in(fields, "/from"), to = point_in(fields, "/to");
    if (from && to) return PlannedCall{Kind::drag, *from, *to, {}};
  } else if (call.name == kClick) {
    if (const auto at = point_in(fields, "/box"))
      return PlannedCall{Kind::left_click, *at, *at, {}};
  }
  return std::nullopt;
}

void add_stroke(const OwnCall& call, std::size_t reply, Past& past) {
  std::optional<PlannedCall> stroke = stroke_of(call);
  if (!stroke) return;
  // A text goes beside the click before it.
  if (stroke->kind == PlannedCall::Kind::type) {
    if (past.deeds.empty()) return;
    stroke->from = stroke->to = past.deeds.back().stroke.to;
  }
  past.deeds.push_back({*std::move(stroke), reply,
                        call.ok                        ? Deed::Outcome::done
                        : call.type == "not_confirmed" ? Deed::Outcome::unknown
                                                       : Deed::Outcome::failed});
}
}  // namespace

OwnCalls read_own_calls(const SeenRequest& request) {
  OwnCalls own;
  const Conversation& conversation = request.conversation;
  if (request.picture) own.past.picture = &*request.picture;
  own.past.seen_at = conversation.seen_at;
  for (std::size_t i = 0; i < conversation.exchanges.size(); ++i) {
    const Exchange& exchange = conversation.exchanges[i];
    own.with_id += exchange.calls.size();
    own.last = calls_of(exchange);
    own.in_text = own.in_text || (exchange.calls.empty() && !own.last.empty());
    bool looked = false;
    for (const OwnCall& call : own.last) {
      looked = looked || call.name == kLook;
      if (!call.ok) own.failed.push_back(call.type);
      add_stroke(call, i, own.past);
    }
    if (looked) own.past.look = i;
    const bool in_vain = looked && (i >= conversation.seen_at || !request.picture);
    own.past.looks_in_vain = in_vain ? own.past.looks_in_vain + 1 : 0;
  }
  return own;
}
}  // namespace franz::demo_vlm
