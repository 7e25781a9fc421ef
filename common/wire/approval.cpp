#include "common/wire/approval.h"
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/tools/surface_facts.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static const std::vector<std::string> kDecisions = {"approved", "refused", "expired"};
static constexpr std::size_t kMaxPlanned = kMaxActions + 1;  // as many items as an answer may have

bool may_need_consent(const ExecutorRequest& request) {
  return request.mode == ActingMode::act && request.reply &&
         request.consent.approve != Approve::never && !is_repeatable(request.options.surface);
}

// The largest size that a page shows at once, in the screen's own shape.
static Size shown_to_operator(const Screen& screen) {
  constexpr double kWidest = 1600, kHighest = 1000;  // pixels
  const double scale = std::min({1.0, kWidest / screen.width, kHighest / screen.height});
  const auto side = [scale](int pixels) {
    return std::max(16, static_cast<int>(std::lround(pixels * scale)));
  };
  return {side(screen.width), side(screen.height)};
}

ExecutorRequest plan_request(ExecutorRequest request) {
  request.mode = ActingMode::plan;
  PictureOptions& options = request.options;
  // If the model saw no picture, its places refer to the size of its own picture.
  if (options.seen) options.picture = shown_to_operator(options.seen->screen);
  options.marks = {true, false, true};
  options.overlays = {};
  return request;
}

ActionPlan action_plan(int turn, const ExecutorReply& planned,
                       std::optional<std::string> picture_sha256) {
  ActionPlan plan{turn, {}, std::move(picture_sha256)};
  int number = 0;
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    const ActionItem& item = planned.items[i];
    PlannedItem shown;
    shown.index = static_cast<int>(i);
    if (item.outcome == Outcome::refused) shown.number = ++number;
    shown.call = item.call;
    shown.written = item.written;
    shown.line = item.line;
    shown.note = item.note;
    shown.risk = item.risk;
    shown.around = item.around;
    // The message of an item that can be performed has no use here.
    if (!item.around) shown.why = item.why;
    shown.model_call = item.model_call;
    shown.from = item.from;
    shown.to = item.to;
    plan.items.push_back(std::move(shown));
  }
  return plan;
}

std::string call_for_person(const PlannedItem& item) {
  std::string text = item.model_call.value_or(item.call.value_or(item.written));
  const auto pixel = [](Point at) { return std::to_string(at.x) + ", " + std::to_string(at.y); };
  if (!item.from) return text;
  text += item.to ? " from " + pixel(*item.from) + " to " + pixel(*item.to)
                  : " at " + pixel(*item.from);
  return text + " on the screen";
}

std::vector<int> items_to_approve(const ActionPlan& plan) {
  std::vector<int> indices;
  for (const PlannedItem& item : plan.items)
    if (item.risk) indices.push_back(item.index);
  return indices;
}

static std::string planned_item_json(const PlannedItem& item) {
  JsonObject object;
  object.number("index", static_cast<long long>(item.index));
  object.raw("number", item.number ? std::to_string(*item.number) : "null");
  object.text_or_null("call", item.call).text("written", item.written);
  object.number("line", static_cast<long long>(item.line));
  object.text_or_null("note", item.note).text_or_null("risk", item.risk);
  object.text_or_null("around", item.around).text("why", item.why);
  if (item.model_call) object.text("model_call", *item.model_call);
  if (item.from) object.raw("from", place_json(item.from));
  if (item.to) object.raw("to", place_json(item.to));
  return object.finish();
}

void add_plan_members(JsonObject& object, const ActionPlan& plan) {
  std::vector<std::string> items;
  items.reserve(plan.items.size());
  for (const PlannedItem& item : plan.items) items.push_back(planned_item_json(item));
  object.raw("items", json_array(items)).text_or_null("picture_sha256", plan.picture_sha256);
}

std::string to_json(const ActionPlan& plan) {
  JsonObject object;
  object.number("turn", static_cast<long long>(plan.turn));
  add_plan_members(object, plan);
  return object.finish();
}

std::string plan_digest(const ActionPlan& plan) { return sha256_hex(to_json(plan)); }

static PlannedItem read_planned_item(MessageFields& fields, const std::string& at) {
  PlannedItem item;
  item.index = static_cast<int>(fields.integer(at + "/index", 0, kMaxPlanned));
  if (fields.has(at + "/number"))
    item.number = static_cast<int>(fields.integer(at + "/number", 1, kMaxPlanned));
  item.call = fields.optional_text(at + "/call");
  item.written = fields.text(at + "/written");
  item.line = static_cast<int>(fields.integer(at + "/line", 0, INT32_MAX));
  item.note = fields.optional_text(at + "/note");
  item.risk = fields.optional_text(at + "/risk");
  item.around = fields.optional_text(at + "/around");
  item.why = fields.text(at + "/why");
  item.model_call = fields.optional_text(at + "/model_call");
  item.from = read_place(fields, at + "/from");
  item.to = read_place(fields, at + "/to");
  return item;
}

static std::string read_digest(MessageFields& fields, const std::string& pointer) {
  std::string digest = fields.text(pointer);
  if (!is_sha256_hex(digest)) fields.fail(pointer, "64 hexadecimal digits");
  return digest;
}

ActionPlan read_action_plan(MessageFields& fields, const std::string& pointer) {
  ActionPlan plan;
  plan.turn = static_cast<int>(fields.integer(pointer + "/turn", 1, kMaxTurn));
  const std::string items = pointer + "/items";
  if (!fields.is_list(items) || fields.size(items) > kMaxPlanned)
    fields.fail(items, "a list of at most " + std::to_string(kMaxPlanned));
  for (std::size_t i = 0; i < fields.size(items) && fields.failure().empty(); ++i)
    plan.items.push_back(read_planned_item(fields, items + "/" + std::to_string(i)));
  if (fields.has(pointer + "/picture_sha256"))
    plan.picture_sha256 = read_digest(fields, pointer + "/picture_sha256");
  return plan;
}

void add_decision(Consent& consent, const Approval& approval) {
  std::vector<ApprovedItem>& approved = consent.approved.emplace();
  for (const PlannedItem& item : approval.plan.items) {
    if (!item.risk) continue;
    if (std::ranges::binary_search(approval.items, item.index)) {
      approved.push_back({item.index, item.around.value_or("")});
    } else {
      consent.unapproved.push_back(item.index);
    }
  }
}

std::string_view decision_name(Decision decision) {
  return kDecisions[static_cast<std::size_t>(decision)];
}

std::string to_json(const std::vector<int>& indices) {
  std::vector<std::string> list;
  list.reserve(indices.size());
  for (const int index : indices) list.push_back(std::to_string(index));
  return json_array(list);
}

std::vector<int> read_item_indices(MessageFields& fields, const std::string& pointer) {
  std::vector<int> indices;
  const std::size_t count = fields.size(pointer);
  if (fields.has(pointer) && (!fields.is_list(pointer) || count > kMaxPlanned))
    fields.fail(pointer, "a list of at most " + std::to_string(kMaxPlanned));
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i)
    indices.push_back(static_cast<int>(
        fields.integer(pointer + "/" + std::to_string(i), 0, static_cast<int>(kMaxPlanned))));
  std::ranges::sort(indices);
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

std::string to_json(const Approval& approval) {
  JsonObject object;
  object.raw("plan", to_json(approval.plan)).text("plan_sha256", approval.plan_sha256);
  object.text("decision", decision_name(approval.decision));
  object.raw("items", to_json(approval.items)).text_or_null("note", approval.note);
  return object.text("time", approval.time).finish();
}

Approval read_approval(MessageFields& fields, const std::string& pointer) {
  Approval approval;
  approval.plan = read_action_plan(fields, pointer + "/plan");
  approval.plan_sha256 = read_digest(fields, pointer + "/plan_sha256");
  const std::string decision = fields.choice(pointer + "/decision", kDecisions);
  const auto name = std::ranges::find(kDecisions, decision);
  if (name != kDecisions.end())
    approval.decision = static_cast<Decision>(std::distance(kDecisions.begin(), name));
  approval.items = read_item_indices(fields, pointer + "/items");
  approval.note = fields.optional_text(pointer + "/note");
  approval.time = fields.text(pointer + "/time");
  return approval;
}

Result<Approval> parse_approval(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  Approval approval = read_approval(parsed.value(), "");
  if (!parsed.value().failure().empty()) return Error{parsed.value().failure()};
  return approval;
}
}  // namespace franz
